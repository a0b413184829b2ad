"""A seat as a page: what a player is shown, in words and piles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import NamedTuple
from urllib.parse import quote

from babel.numbers import format_decimal
from fastapi import Response
from markupsafe import escape

from app.deals import LAST_DEAL
from app.games import GAMES, draw_variants
from app.play import Play
from app.rules import Kind
from app.web.appearance import table_theme
from app.web.choices import DEFAULTS, Choices, attributes
from app.web.days import day_address, days_in_menu, neighbours, short_day_words, today_of_utc
from app.web.game import Outcome
from app.web.head import game_head
from app.web.hint_words import NOTHING_TOLD, Hint
from app.web.i18n import LANGUAGE_NAMES, LANGUAGES, N_, catalog, court_prefix, game_title
from app.web.link_preview import deal_preview, game_preview
from app.web.proved import NOTHING_PROVED, proved
from app.web.rendering import Renderer
from app.web.responses import Page
from app.web.seats import Seat
from app.web.shells import Shell, hole, trusted
from app.web.spoken import line_for
from app.web.standing import address, table_view
from app.web.told_game import told_game
from app.web.views import Pick, PileView, pile_views

NOTHING_BESIDE: Mapping[str, str] = {"verdict": "", "verdictstyle": "", "switch": ""}
"""The holes for what is known of the game by those who know every card."""
NO_STORE = {"Cache-Control": "no-store", "Vary": "HX-Request, Cookie"}


class ListedPlay(NamedTuple):
    """An unfinished game in a list."""

    slug: str
    title: str
    number: int
    moves: int
    is_stuck: bool


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
_NUMBER_WANTED = N_("A deal number is a whole number from 1 to %(last)s.")


def table_page(
    renderer: Renderer,
    seat: Seat,
    unfinished: Sequence[ListedPlay],
    asked: Asked = NOTHING_ASKED,
    choices: Choices = DEFAULTS,
    *,
    has_cookie: bool = False,
    beside: Mapping[str, str] = NOTHING_BESIDE,
) -> Response:
    """The whole page of a game."""
    play = seat.play
    line = asked.line or line_for(renderer.language, asked.outcome)
    view = table_view(renderer.language, seat, line)
    others = [
        entry for entry in unfinished if (entry.slug, entry.number) != (play.slug, play.number)
    ]
    hint = asked.hint
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
        **beside,
        unfinished=renderer.unfinished(others),
        link=renderer.unfinished_link() if others else "",
        **proved(renderer, play.slug, play.number, is_dated=asked.day is not None),
        **_dated(renderer, play.slug, asked.day),
        **grouped_piles(renderer, play, asked),
    )
    return Page(body, asked.status)


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
        number_error=_number_wanted(language) if is_asked_again else "",
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


def _number_wanted(language: str) -> str:
    last = format_decimal(LAST_DEAL, locale=language)
    return catalog(language).gettext(_NUMBER_WANTED) % {"last": last}


def twins(path: str) -> list[dict[str, str]]:
    """The same page in each language."""
    return [
        {"lang": lang, "name": LANGUAGE_NAMES[lang], "path": f"/{lang}{path}"} for lang in LANGUAGES
    ]


_GROUP_OF = {kind: kind.name.lower() for kind in Kind}
PILE_GROUPS = tuple(_GROUP_OF.values())
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
    *NOTHING_BESIDE,
    "back",
    "unfinished",
    "link",
    *NOTHING_PROVED,
    "when",
    "days",
    *PILE_GROUPS,
)


def _dated(renderer: Renderer, slug: str, day: date | None) -> dict[str, str]:
    """What a table says of the day whose deal it is."""
    if not day:
        return {"when": "", "days": ""}
    when = f"{short_day_words(renderer.language, day)}, "
    others = neighbours(day, today_of_utc())
    return {"when": str(escape(when)), "days": days_in_menu(renderer, slug, others)}


def grouped_piles(renderer: Renderer, play: Play, asked: Asked) -> dict[str, str]:
    """What lies on the table, by the names of the kinds of pile."""
    views = pile_views(play.engine, play.position, asked.pick, asked.hint.marks)
    return grouped(renderer, views, renderer.deal(play.slug, play.number))


def grouped(renderer: Renderer, views: Iterable[PileView], deal: str) -> dict[str, str]:
    groups: dict[str, list[str]] = {group: [] for group in PILE_GROUPS}
    for view in views:
        groups[_GROUP_OF[view.kind]] += renderer.piles.pieces(view, deal)
    return {group: "".join(pieces) for group, pieces in groups.items()}


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
