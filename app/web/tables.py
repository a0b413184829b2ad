"""A seat as a page or as the changes to one: what a player is shown, in words and piles."""

from dataclasses import dataclass
from typing import NamedTuple

from fastapi import Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from app.deals import LAST_DEAL
from app.games import GAMES, draw_variants
from app.judge import safe_moves
from app.notation import count_moves
from app.rules import Kind
from app.web.game import Action, Outcome, Result, Seat
from app.web.i18n import LANGUAGE_NAMES, LANGUAGES, N_, catalog, game_title
from app.web.rendering import Renderer
from app.web.spoken import sentence
from app.web.views import Pick, PileView, pile_views

NO_STORE = {"Cache-Control": "no-store", "Vary": "HX-Request, Cookie"}


@dataclass(frozen=True, slots=True)
class TableView:
    """All that a template shows of a game besides its piles."""

    lang: str
    slug: str
    number: int
    version: int
    moves: int
    ply: int
    time: str
    carried: str | None
    """The log, where the forms must carry it."""
    can_undo: bool
    can_redo: bool
    can_send: bool
    moves_ahead: int
    """The number of the last move in the log, where a restart has left it to be brought back."""
    is_won: bool
    is_stuck: bool
    message: str
    spoken: str

    @property
    def deal(self) -> str:
        return f"/{self.lang}/{self.slug}/{self.number}"

    @property
    def next_deal(self) -> str:
        return f"/{self.lang}/{self.slug}/{self.number % LAST_DEAL + 1}"


class ListedPlay(NamedTuple):
    """An unfinished game in a list."""

    slug: str
    title: str
    number: int
    moves: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What the request for a page was besides its address."""

    outcome: Outcome = Outcome.DONE
    pick: Pick | None = None
    number: str = ""
    """What was typed as a deal number and is none."""

    @property
    def status(self) -> int:
        return 422 if self.number else self.outcome.status


NOTHING_ASKED = Asked()
_NUMBER_WANTED = N_("A deal number is a whole number from 1 to 4294967295.")


def table_view(language: str, seat: Seat, message: str = "", spoken: str = "") -> TableView:
    play = seat.play
    won = play.is_won
    stuck = not won and play.is_stuck
    return TableView(
        lang=language,
        slug=play.slug,
        number=play.number,
        version=seat.version,
        moves=play.moves,
        ply=play.ply,
        time=clock_text(seat.stored.seconds if seat.stored else 0.0),
        carried=play.log if seat.is_carried else None,
        can_undo=play.ply > 0,
        can_redo=play.ply < play.steps,
        can_send=not won and bool(safe_moves(play.engine, play.position)),
        moves_ahead=count_moves(play.log) if play.log and not play.ply else 0,
        is_won=won,
        is_stuck=stuck,
        message=message,
        spoken=spoken or message,
    )


def clock_text(seconds: float) -> str:
    """`4:05`, or `1:04:05` from an hour on."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def changes(renderer: Renderer, result: Result, action: Action) -> Response:
    """The htmx answer: the piles that look different now, and what always changes."""
    seat = result.seat
    play = seat.play
    after = pile_views(play.engine, play.position)
    before: tuple[PileView, ...] = ()
    if result.before is not None:
        before = pile_views(play.engine, result.before)
    language = renderer.language
    line = catalog(language).gettext(result.outcome.line) if result.outcome.line else ""
    view = table_view(language, seat, line, sentence(language, result, action))
    changed = [
        (pile.name, renderer.pile(pile, view.deal))
        for n, pile in enumerate(after)
        if not before or pile != before[n]
    ]
    return HTMLResponse(
        renderer.page(
            "fragments/changes.html",
            piles=changed,
            table=view,
            with_controls=True,
            with_ending=True,
        ),
        headers={**NO_STORE, "HX-Push-Url": "false"},
    )


def table_page(
    renderer: Renderer, seat: Seat, unfinished: list[ListedPlay], asked: Asked = NOTHING_ASKED
) -> Response:
    """The whole page of a game."""
    language = renderer.language
    play = seat.play
    rules = GAMES[play.slug]
    _ = catalog(language).gettext
    outcome = asked.outcome
    view = table_view(language, seat, _(outcome.line) if outcome.line else "")
    body = renderer.page(
        "pages/table.html",
        table=view,
        title=game_title(language, rules),
        columns=len(rules.tableau.deal),
        foundations=rules.foundations.count,
        has_reserve=rules.reserve is not None,
        piles=_grouped(renderer, pile_views(play.engine, play.position, asked.pick), view.deal),
        variants=[
            {"slug": other.slug, "title": game_title(language, other)}
            for other in draw_variants(rules)
        ],
        unfinished=[
            entry for entry in unfinished if (entry.slug, entry.number) != (play.slug, play.number)
        ],
        asked_number=asked.number,
        number_error=_(_NUMBER_WANTED) if asked.number else "",
        key_list=_key_list(language),
        canonical=f"/{language}/{play.slug}",
        page=view.deal,
        twins=twins(f"/{play.slug}/{play.number}"),
    )
    return HTMLResponse(body, asked.status, headers=NO_STORE)


def twins(path: str) -> list[dict[str, str]]:
    """The same page in each language."""
    return [
        {"lang": lang, "name": LANGUAGE_NAMES[lang], "path": f"/{lang}{path}"} for lang in LANGUAGES
    ]


def _grouped(renderer: Renderer, views: tuple[PileView, ...], deal: str) -> dict[str, Markup]:
    return {
        kind.name.lower(): Markup().join(
            renderer.pile(view, deal) for view in views if view.kind is kind
        )
        for kind in Kind
    }


def _key_list(language: str) -> list[tuple[str, str]]:
    _ = catalog(language).gettext
    return [
        (_("Arrows, Home, End"), _("from card to card and pile to pile")),
        (_("Enter, Space"), _("pick up, set down")),
        (_("Esc"), _("drop what is picked up")),
        ("Z", _("undo")),
        (_("Shift+Z"), _("redo")),
        ("D", _("turn the stock")),
        ("A", _("everything safe to the foundations")),
        ("N", _("new deal")),
        (_("Shift+N"), _("restart")),
        ("G", _("go to a deal number")),
        ("?", _("this list")),
    ]
