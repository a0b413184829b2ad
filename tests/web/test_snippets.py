"""Ready snippets are, to the byte, what their template macros say when they are run directly."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from jinja2.environment import TemplateModule
from markupsafe import Markup

from app.cards import Card, Suit, fresh_decks, is_red, suit
from app.engine import PileName
from app.judge import Auto
from app.rules import Kind
from app.web.asked_hint import AskedHint
from app.web.i18n import card_words, catalog, face_symbol, pile_words
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.standing import controls_view, table_view
from app.web.views import CardView, Marks, PileView, pile_views
from tests.web.players import LANGS, SLUGS, random_play
from tests.web.test_secrecy import first_pick

DEAL = "/en/klondike/48213"
CLOCKS = ("0:00", "0:59", "3:56", "8:51", "15:44", "24:35", "35:24")
STATES = ("still", "free", "hinted", "picked", "target")


@pytest.fixture(params=LANGS)
def renderer(request: pytest.FixtureRequest, renderers: dict[str, Renderer]) -> Renderer:
    return renderers[request.param]


@cache
def module(renderer: Renderer, template: str) -> TemplateModule:
    return renderer._env.get_template(f"fragments/{template}.html").make_module()


def run(renderer: Renderer, template: str, macro: str, *args: object, **named: object) -> str:
    return str(getattr(module(renderer, template), macro)(*args, **named))


def cards_by_macro(renderer: Renderer, views: tuple[CardView, ...]) -> Iterator[str]:
    down = sum(view.card is None for view in views)
    for n, view in enumerate(views):
        if view.card is None:
            words = catalog(renderer.language).ngettext(
                "%(count)d face down", "%(count)d face down", down
            )
            is_first = all(other.card is not None for other in views[:n])
            spoken = words % {"count": down} if is_first else ""
            yield run(renderer, "card", "face_down_item", spoken)
        else:
            yield card_by_macro(renderer, view.card, view)


def card_by_macro(renderer: Renderer, card: Card, view: CardView) -> str:
    colour = "red" if is_red(card) else "black"
    return run(
        renderer,
        "card",
        "card",
        id=f"c{card}",
        symbol=face_symbol(renderer.language, card),
        colour=f"{colour} {Suit(suit(card)).name.lower()}",
        words=card_words(renderer.language, card),
        state=view.state,
        press=view.press,
        targets=view.targets,
        deal=DEAL,
    )


def pile_by_macro(renderer: Renderer, view: PileView) -> str:
    words = pile_words(renderer.language, PileName(view.kind, view.number))
    words = words[:1].upper() + words[1:]
    return run(
        renderer,
        "pile",
        "pile",
        view=view,
        words=words,
        place_words=renderer.piles.place_words(view, words),
        mark=renderer.piles.mark(view),
        passes=renderer.piles.passes_words(view),
        cards=Markup("".join(cards_by_macro(renderer, view.cards))),
        deal=DEAL,
    )


def test_every_face_in_every_state(renderer: Renderer) -> None:
    """All cards of four packs: two copies of a face share one snippet and differ in their id."""
    for state in STATES:
        for card in fresh_decks(4):
            press, targets = ("t3x2", "f1 t4 t10") if state == "free" else ("t3f1", "")
            view = PileView("t3", Kind.TABLEAU, 3, (CardView(card, state, press, targets),), 1)
            assert renderer.piles.pile(view, DEAL) == pile_by_macro(renderer, view)


@pytest.mark.parametrize("down", range(8))
def test_cards_that_lie_face_down(renderer: Renderer, down: int) -> None:
    up = (CardView(Card(5)),)
    for cards in ((CardView(None),) * down + up, up + (CardView(None),) * down + up):
        view = PileView("t3", Kind.TABLEAU, 3, cards, len(cards))
        assert renderer.piles.pile(view, DEAL) == pile_by_macro(renderer, view)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_pile_met_in_play(renderer: Renderer, slug: str) -> None:
    for n in range(12):
        play = random_play(slug, 300 + n, 13 * n)
        pick = first_pick(play)
        marks = Marks(pick.source, pick.cards, pick.targets[0]) if pick else None
        stock = Marks(play.engine.stock, 1)
        for shown in ((None, None), (pick, None), (None, marks), (None, stock)):
            for view in pile_views(play.engine, play.position, *shown):
                assert renderer.piles.pile(view, DEAL) == pile_by_macro(renderer, view), (
                    play,
                    view,
                )


@pytest.mark.parametrize("slug", SLUGS)
def test_what_stands_beside_the_piles(renderer: Renderer, slug: str) -> None:
    for n in range(8):
        play = random_play(slug, 400 + n, 9 * n)
        for each in (play, play.restart() if play.ply else play):
            view = table_view(renderer.language, Seat(each, n), "50% <b>of</b> it & more")
            version, moves, message = view.version, view.moves, view.message
            seconds, clock = (None, ("", "")) if n == 7 else (59 * n**2, (59 * n**2, CLOCKS[n]))
            if not moves:
                clock = ("", clock[1])
            for carried in (None, play.log):
                fields = run(renderer, "status", "fields", version, carried, view.ply)
                assert renderer.fields(version, carried, view.ply) == fields
            asked = AskedHint(2, n, ("t3", "f1"))
            fields = run(renderer, "status", "fields", version, None, view.ply, asked.fields)
            assert renderer.fields(version, None, view.ply, asked) == fields
            hinting = run(renderer, "status", "status", version, moves, *clock, "", message)
            assert renderer.status(version, moves, seconds, "", message) == hinting
            status = run(renderer, "status", "status", version, moves, *clock, message)
            assert renderer.status(version, moves, seconds, message) == status
            controls = run(renderer, "status", "controls", controls_view(each), view.deal)
            assert renderer.controls(view.controls, view.deal) == controls
            for end in (view, None):
                assert renderer.ending(end) == run(renderer, "status", "ending", end)
            # what stands inside an answer is HTML already, from a macro
            part = run(renderer, "changes", "part", "status", Markup(status))
            assert renderer.part("status", status) == part
            first = run(renderer, "changes", "part", "status", Markup(status), is_first=True)
            assert renderer.part("status", status, is_first=True) == first
            assert renderer.spoken(message) == run(renderer, "changes", "live", message)
            assert renderer.line(message) == run(renderer, "changes", "line", message)
            for line, carried in (("", None), (message, None), ("", play.log)):
                fields = run(renderer, "status", "fields", version, carried, view.ply)
                status = run(renderer, "status", "status", version, moves, *clock, line)
                standing = run(renderer, "changes", "part", "fields", Markup(fields)) + run(
                    renderer, "changes", "part", "status", Markup(status)
                )
                stands = renderer.standing(version, moves, seconds, line, carried, view.ply)
                assert stands == standing
            for wish in Auto:
                assert renderer.auto(wish) == run(renderer, "status", "auto", wish)
            for kept, has_cookie in product((True, False), repeat=2):
                html = run(renderer, "status", "kept", kept, has_cookie)
                assert renderer.kept(is_kept_in_address=kept, has_cookie=has_cookie) == html
            assert "<b>" not in status
