"""A seat as a page or as the changes to one: what a player is shown, in words and piles."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from fastapi import Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from app.deals import LAST_DEAL
from app.games import GAMES, draw_variants
from app.judge import has_safe_move
from app.notation import count_moves
from app.play import Play
from app.rules import Kind
from app.web.game import Action, Outcome, Result, Seat
from app.web.i18n import LANGUAGE_NAMES, LANGUAGES, N_, catalog, game_title
from app.web.rendering import Renderer, trusted
from app.web.spoken import sentence
from app.web.views import Pick, PileView, changed_views, pile_views

NO_STORE = {"Cache-Control": "no-store", "Vary": "HX-Request, Cookie"}
_FRAGMENT = {**NO_STORE, "HX-Push-Url": "false"}


class ControlsView(NamedTuple):
    """Which controls do something now."""

    can_undo: bool
    can_redo: bool
    can_send: bool
    moves_ahead: int
    """The number of the last move in the log, where a restart has left it to be brought back."""


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
    controls: ControlsView
    is_won: bool
    is_stuck: bool
    message: str

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


def table_view(language: str, seat: Seat, message: str = "") -> TableView:
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
        controls=controls_view(play),
        is_won=won,
        is_stuck=stuck,
        message=message,
    )


def controls_view(play: Play) -> ControlsView:
    return ControlsView(
        can_undo=play.ply > 0,
        can_redo=play.ply < play.steps,
        can_send=has_safe_move(play.engine, play.position),
        moves_ahead=count_moves(play.log) if play.log and not play.ply else 0,
    )


def clock_text(seconds: float) -> str:
    """`4:05`, or `1:04:05` from an hour on."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def changes(renderer: Renderer, result: Result, action: Action) -> Response:
    """The htmx answer: what looks different now, what was made, and the version."""
    language = renderer.language
    play, before = result.seat.play, result.before
    line = catalog(language).gettext(result.outcome.line) if result.outcome.line else ""
    view = table_view(language, result.seat, line)
    parts = [
        renderer.part(pile.name, renderer.pile(pile, view.deal))
        for pile in (
            changed_views(play.engine, before.position, play.position)
            if before
            else pile_views(play.engine, play.position)
        )
    ]
    parts.append(renderer.part("fields", renderer.fields(view.version, view.carried, view.ply)))
    parts.append(renderer.part("status", renderer.status(view.version, view.moves, line)))
    if before is None or view.controls != controls_view(before):
        parts.append(renderer.part("controls", renderer.controls(view.controls, view.deal)))
    if before is None or view.is_won or view.is_stuck or before.is_won or before.is_stuck:
        parts.append(renderer.part("ending", renderer.ending(view)))
    parts.append(renderer.spoken(sentence(language, result, action)))
    return HTMLResponse("".join(parts), headers=_FRAGMENT)


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
        fields=trusted(renderer.fields(view.version, view.carried, view.ply)),
        status=trusted(renderer.status(view.version, view.moves, view.message)),
        controls=trusted(renderer.controls(view.controls, view.deal)),
        ending=trusted(renderer.ending(view)),
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


@cache
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
