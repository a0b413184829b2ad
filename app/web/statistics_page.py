"""The page of a player's statistics: figures in words, game by game."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from babel.numbers import format_decimal, format_percent

from app.games import GAMES
from app.store import Finished
from app.store.protocol import MOST_FINISHED
from app.web.choices import Choices, attributes
from app.web.clock import clock_text
from app.web.i18n import N_, catalog, game_title
from app.web.rendering import Renderer
from app.web.shells import Shell
from app.web.statistics import Figures, figures
from app.web.tables import twins

PATH = "/statistics"
_HEADINGS = (
    N_("Played"),
    N_("Won"),
    N_("Percentage"),
    N_("Current streak"),
    N_("Longest streak"),
    N_("Best time"),
    N_("Fewest moves"),
)
MOST_LOOKED_UP = 1000
"""Losses that are looked up among proofs: each costs a deal and a search."""
_OF_ALL = 5
"""So many of these can be told of all games together: a record of one is none of another."""


class Cell(NamedTuple):
    """A figure as it is written."""

    words: str
    """What stands above it."""
    value: str
    """Empty: there is none."""
    note: str
    """Said below it."""


class Row(NamedTuple):
    slug: str
    title: str
    cells: tuple[Cell, ...]


def statistics_page(
    renderer: Renderer,
    results: Sequence[Finished],
    choices: Choices,
    *,
    has_cookie: bool,
    are_all_looked_up: bool = True,
) -> bytes:
    """`results`: of games of the house, and only those that count."""
    shell = _shell(renderer, has_figures=bool(results), has_cookie=has_cookie)
    looked_up = 0 if are_all_looked_up else MOST_LOOKED_UP
    told = _figures(renderer, results, looked_up) if results else ""
    return shell.filled(choices=attributes(choices), figures=told)


@lru_cache(maxsize=64)
def _shell(renderer: Renderer, *, has_figures: bool, has_cookie: bool) -> Shell:
    """The page with holes for what is the reader's own."""
    return renderer.shell(
        "pages/statistics.html",
        ("choices", "figures"),
        has_figures=has_figures,
        has_cookie=has_cookie,
        # it is the reader's own: no search engine finds anything here
        canonical="",
        page=f"/{renderer.language}{PATH}",
        twins=twins(PATH),
    )


def _figures(renderer: Renderer, results: Sequence[Finished], looked_up: int) -> str:
    """`looked_up`: how many losses, where there are more; else 0."""
    language, total = renderer.language, figures(results)
    by_game: dict[str, list[Finished]] = defaultdict(list)
    for result in results:
        by_game[result.slug].append(result)
    rows = [
        Row(slug, game_title(language, rules), _cells(language, figures(by_game[slug])))
        for slug, rules in GAMES.items()
        if slug in by_game
    ]
    return renderer.page(
        "fragments/figures.html",
        headings=_headings(language),
        rows=rows,
        total=Row("", "", _cells(language, total)[:_OF_ALL]),
        won=_number(language, total.won),
        played=_number(language, total.played),
        percentage=_percent(language, total.percentage),
        unaided=_number(language, total.unaided),
        most=_number(language, MOST_FINISHED) if len(results) >= MOST_FINISHED else "",
        looked_up=_number(language, looked_up) if looked_up else "",
    )


def _cells(language: str, told: Figures) -> tuple[Cell, ...]:
    """One a heading."""
    current, longest, ended_at = told.streaks
    note = catalog(language).gettext("ended at %(count)s") % {"count": _number(language, ended_at)}
    values = (
        _number(language, told.played),
        _number(language, told.won),
        _percent(language, told.percentage),
        _number(language, current),
        _number(language, longest),
        "" if told.best_time is None else clock_text(told.best_time),
        "" if told.fewest_moves is None else _number(language, told.fewest_moves),
    )
    notes = ("", "", "", note if ended_at else "", "", "", "")
    return tuple(map(Cell, _headings(language), values, notes))


@lru_cache(maxsize=16)
def _headings(language: str) -> tuple[str, ...]:
    return tuple(map(catalog(language).gettext, _HEADINGS))


# twenty microseconds each, and there are seven in a row
@lru_cache(maxsize=2048)
def _number(language: str, number: int) -> str:
    return str(format_decimal(number, locale=language))


@lru_cache(maxsize=256)
def _percent(language: str, number: int) -> str:
    return format_percent(number / 100, locale=language)
