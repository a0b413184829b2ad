"""A seat as a page or as the changes to one: what a player is shown, in words and piles."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import NamedTuple
from urllib.parse import quote, urlencode

from fastapi import Response
from fastapi.responses import HTMLResponse
from markupsafe import escape
from starlette.types import Receive, Scope, Send

from app.deals import LAST_DEAL
from app.games import GAMES, draw_variants
from app.notation import count_moves
from app.play import Play
from app.rules import Kind
from app.web.appearance import table_theme
from app.web.asked_hint import AskedHint
from app.web.choices import DEFAULTS, Choices, attributes
from app.web.clock import clock_text
from app.web.days import day_address, days_in_menu, neighbours, short_day_words, today_of_utc
from app.web.game import Outcome, Result
from app.web.head import game_head
from app.web.hint_words import NOTHING_TOLD, Hint
from app.web.i18n import LANGUAGE_NAMES, LANGUAGES, N_, catalog, court_prefix, game_title
from app.web.link_preview import deal_preview, game_preview
from app.web.press import Action
from app.web.rendering import Renderer, Shell, hole, trusted
from app.web.seats import Seat
from app.web.spoken import line_for, line_of, sentence
from app.web.told_game import told_game
from app.web.views import Pick, PileView, changed_views, pile_views, sight

NO_STORE = {"Cache-Control": "no-store", "Vary": "HX-Request, Cookie"}


class Fragment(Response):
    """An htmx answer. Its headers are ready: building them anew costs as much as a pile."""

    _HEADERS = (
        (b"content-type", b"text/html; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"hx-push-url", b"false"),
    )

    def __init__(self, html: str) -> None:
        self.status_code = 200
        self.background = None
        self.body = html.encode()
        self.raw_headers = [*self._HEADERS, (b"content-length", str(len(self.body)).encode())]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        await send({"type": "http.response.body", "body": self.body})


class ControlsView(NamedTuple):
    """Which controls do something now."""

    can_undo: bool
    can_redo: bool
    can_hint: bool
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
    seconds: int | None
    carried: str | None
    """The log, where the forms must carry it."""
    controls: ControlsView
    is_won: bool
    is_stuck: bool
    message: str

    @property
    def deal(self) -> str:
        return f"/{self.lang}/{self.slug}/{self.number}"

    share: str
    """Where the game is handed on."""

    @property
    def time(self) -> str:
        return "" if self.seconds is None else clock_text(self.seconds)

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
    line: str = ""
    """Said in place of the outcome's own line, in the player's language."""
    typed: str = ""
    """A move in words that was not made, to be mended."""
    pick: Pick | None = None
    hint: Hint = NOTHING_TOLD
    number: str = ""
    """What was typed as a deal number and is none."""
    day: date | None = None
    """The day whose deal it is."""
    is_told: bool = False
    """Whether all that there is to say of the game stands below its table."""

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
        seconds=seconds_played(seat),
        carried=play.log if seat.is_carried else None,
        controls=controls_view(play),
        is_won=won,
        is_stuck=stuck,
        message=message,
        share=address(language, seat, "/share"),
    )


def controls_view(play: Play) -> ControlsView:
    return ControlsView(
        can_undo=play.ply > 0,
        can_redo=play.ply < play.steps,
        can_hint=not play.is_won,
        can_send=sight(play.engine, play.position).can_send,
        moves_ahead=count_moves(play.log) if play.log and not play.ply else 0,
    )


def seconds_played(seat: Seat) -> int | None:
    """None where nobody has counted them: a game that is carried along."""
    if seat.stored:
        return int(seat.stored.seconds)
    return None if seat.is_carried else 0


def changes(renderer: Renderer, result: Result, action: Action) -> Response:
    """The htmx answer: what looks different now, what was made, and the version."""
    language = renderer.language
    seat, before = result.seat, result.before
    play = seat.play
    deal = f"/{language}/{play.slug}/{play.number}"
    line = line_of(language, result)
    if result.outcome in _LINE_ALONE:
        return Fragment(renderer.line(line) + renderer.spoken(line))
    piles = (
        changed_views(play.engine, before.position, play.position, result.marked)
        if before
        else pile_views(play.engine, play.position)
    )
    parts = [renderer.changed_pile(pile, deal) for pile in piles]
    carried = play.log if seat.is_carried else None
    played = seconds_played(seat)
    counted = AskedHint(hints=seat.counted_hints)
    parts.append(
        renderer.standing(seat.version, play.moves, played, line, carried, play.ply, asked=counted)
    )
    controls, has_ended = _around(play)
    controls_before, had_ended = _around(before) if before else (None, True)
    if controls != controls_before:
        parts.append(renderer.part("controls", renderer.controls(controls, deal)))
    if controls_before is None or controls.can_undo != controls_before.can_undo:
        parts.append(renderer.part("again", renderer.again(deal, can_restart=controls.can_undo)))
    if (seat.is_carried and result.outcome is Outcome.DONE) or seat.version == 1:
        kept = renderer.kept(is_kept_in_address=seat.is_kept_in_address)
        parts.append(renderer.part("kept", kept))
    if has_ended or had_ended:
        end = table_view(language, seat) if has_ended else None
        parts.append(renderer.part("ending", renderer.ending(end)))
    parts.append(renderer.spoken(sentence(language, result, action, has_ended=has_ended)))
    return Fragment("".join(parts))


_LINE_ALONE = (Outcome.LOST, Outcome.UNCLEAR)
"""After these the board on the page is the right one."""


# like the sight of a position: what a move leads to is where the next one starts
@lru_cache(maxsize=1024)
def _around(play: Play) -> tuple[ControlsView, bool]:
    """The controls, and whether the game is won or stuck."""
    return controls_view(play), play.is_won or play.is_stuck


def table_page(
    renderer: Renderer,
    seat: Seat,
    unfinished: Sequence[ListedPlay],
    asked: Asked = NOTHING_ASKED,
    choices: Choices = DEFAULTS,
    *,
    has_cookie: bool = False,
) -> Response:
    """The whole page of a game."""
    play = seat.play
    line = asked.line or line_for(renderer.language, asked.outcome)
    view = table_view(renderer.language, seat, line)
    others = [
        entry for entry in unfinished if (entry.slug, entry.number) != (play.slug, play.number)
    ]
    hint = asked.hint
    piles = pile_views(play.engine, play.position, asked.pick, hint.marks)
    counted = hint.asked._replace(hints=hint.asked.hints or seat.counted_hints)
    here = address(renderer.language, seat)
    if asked.day:
        here = day_address(renderer.language, play.slug, asked.day)
    body = _shell(
        renderer, play.slug, is_asked_again=bool(asked.number), is_told=asked.is_told
    ).filled(
        asked=str(escape(asked.number)),
        number=str(play.number),
        message=str(escape(line or hint.text)),
        choices=attributes(choices),
        theme=table_theme(choices),
        moved=str(int(seat.stored.moved)) if seat.stored else "",
        fields=renderer.fields(view.version, view.carried, view.ply, counted),
        auto=renderer.auto(choices.auto),
        status=renderer.status(view.version, view.moves, view.seconds, line, hint.text),
        inputs=renderer.inputs(view.version, view.carried, view.ply, choices.auto, counted.counted),
        typed=str(escape(asked.typed)),
        autofocus=" autofocus" if asked.typed else "",
        told=str(escape(address(renderer.language, seat, "/table"))),
        controls=renderer.controls(view.controls, view.deal),
        again=renderer.again(view.deal, can_restart=view.controls.can_undo),
        ending=renderer.ending(view if view.is_won or view.is_stuck else None),
        kept=renderer.kept(is_kept_in_address=seat.is_kept_in_address, has_cookie=has_cookie),
        page=str(escape(here)),
        back=quote(here),
        unfinished=renderer.unfinished(others),
        link=renderer.unfinished_link() if others else "",
        **_dated(renderer, play.slug, asked.day),
        **_grouped(renderer, piles, view.deal),
    )
    return HTMLResponse(body, asked.status, headers=NO_STORE)


@lru_cache(maxsize=128)
def _shell(renderer: Renderer, slug: str, *, is_asked_again: bool, is_told: bool) -> Shell:
    """The page of a game with holes for what is a player's own; rendering it is half a page."""
    language = renderer.language
    rules = GAMES[slug]
    head = game_head(language, renderer.site, rules)
    number = hole("number")
    return renderer.shell(
        "pages/table.html",
        _HOLES,
        number=number,
        deal=trusted(f"/{language}/{slug}/{number}"),
        slug=slug,
        title=game_title(language, rules),
        courts=court_prefix(language),
        columns=len(rules.tableau.deal),
        foundations=rules.foundations.count,
        reserve_cards=rules.reserve.cards if rules.reserve else 0,
        has_passes=rules.stock.passes is not None,
        variants=[
            {"slug": other.slug, "title": game_title(language, other)}
            for other in draw_variants(rules)
        ],
        asked_number=hole("asked"),
        number_error=catalog(language).gettext(_NUMBER_WANTED) if is_asked_again else "",
        key_list=_key_list(language),
        head=head,
        data=head.data if is_told else None,
        og=game_preview(language, renderer.site, rules, head)
        if is_told
        else deal_preview(language, renderer.site, rules, number),
        told_game=told_game(language, rules) if is_told else None,
        canonical=f"/{language}/{slug}",
        page=hole("page"),
        twins=twins(f"/{slug}"),
    )


def address(language: str, seat: Seat, page: str = "") -> str:
    """Where the game is found again: the deal, with the log where nothing else remembers it.

    `page`: the end of the address of another page of the same game.
    """
    play = seat.play
    deal = f"/{language}/{play.slug}/{play.number}{page}"
    if not seat.is_carried:
        return deal
    ply = {} if play.ply == play.steps else {"ply": play.ply}
    hints = {"hints": seat.counted_hints} if seat.counted_hints else {}
    return f"{deal}?{urlencode({'log': play.log, **ply, 'version': seat.version, **hints})}"


def twins(path: str) -> list[dict[str, str]]:
    """The same page in each language."""
    return [
        {"lang": lang, "name": LANGUAGE_NAMES[lang], "path": f"/{lang}{path}"} for lang in LANGUAGES
    ]


_PILE_GROUPS = tuple(kind.name.lower() for kind in Kind)
_HOLES = (
    "choices",
    "theme",
    "moved",
    "message",
    "auto",
    "fields",
    "inputs",
    "typed",
    "autofocus",
    "told",
    "status",
    "controls",
    "again",
    "ending",
    "kept",
    "back",
    "unfinished",
    "link",
    "when",
    "days",
    *_PILE_GROUPS,
)


def _dated(renderer: Renderer, slug: str, day: date | None) -> dict[str, str]:
    """What a table says of the day whose deal it is."""
    if not day:
        return {"when": "", "days": ""}
    when = f"{short_day_words(renderer.language, day)}, "
    others = neighbours(day, today_of_utc())
    return {"when": str(escape(when)), "days": days_in_menu(renderer, slug, others)}


def _grouped(renderer: Renderer, views: tuple[PileView, ...], deal: str) -> dict[str, str]:
    groups = dict.fromkeys(_PILE_GROUPS, "")
    for view in views:
        groups[view.kind.name.lower()] += renderer.pile(view, deal)
    return groups


@cache
def _key_list(language: str) -> list[tuple[str, str]]:
    _ = catalog(language).gettext
    return [
        (_("Arrows, Home, End"), _("from card to card and pile to pile")),
        ("1–9, 0", _("to a column; again for 11 to 13")),
        ("F, R, W, S", _("to a foundation, the reserve, the waste, the stock")),
        (_("Enter, Space"), _("pick up, set down")),
        (_("Esc"), _("drop what is picked up")),
        (_("Z, Ctrl+Z"), _("undo")),
        (_("Shift+Z, Ctrl+Y"), _("redo")),
        ("M", _("type a move")),
        ("T", _("say the table")),
        ("D", _("turn the stock")),
        ("H", _("a hint; again for the card, and for the place")),
        ("A", _("everything safe to the foundations")),
        ("N", _("new deal")),
        (_("Shift+N"), _("restart")),
        ("G", _("go to a deal number")),
        ("P", _("pause")),
        ("?", _("this list")),
    ]
