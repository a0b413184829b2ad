"""The page of a player's statistics: figures in words, game by game."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from babel.numbers import format_decimal, format_percent

from app.games import GAMES
from app.store import Finished
from app.store.protocol import MOST_FINISHED
from app.web.choices import Choices, attributes
from app.web.clock import clock_text
from app.web.i18n import game_title
from app.web.rendering import Renderer
from app.web.shells import trusted
from app.web.statistics import Figures, figures
from app.web.tables import twins

PATH = "/statistics"


class Row(NamedTuple):
    """Figures as they are written; empty where there is none."""

    slug: str
    title: str
    played: str
    won: str
    percentage: str
    current: str
    ended_at: str
    longest: str
    best_time: str
    fewest_moves: str
    unaided: str


def statistics_page(
    renderer: Renderer, results: Sequence[Finished], choices: Choices, *, has_cookie: bool
) -> str:
    """`results`: of games that there are; those for which nothing else is to be said."""
    language = renderer.language
    by_game: dict[str, list[Finished]] = defaultdict(list)
    for result in results:
        by_game[result.slug].append(result)
    return renderer.page(
        "pages/statistics.html",
        rows=[
            _row(language, slug, game_title(language, rules), figures(by_game[slug]))
            for slug, rules in GAMES.items()
            if slug in by_game
        ],
        total=_row(language, "", "", figures(results)),
        most=_number(language, MOST_FINISHED) if len(results) >= MOST_FINISHED else "",
        has_cookie=has_cookie,
        choices=trusted(attributes(choices)),
        # it is the reader's own: no search engine finds anything here
        canonical="",
        page=f"/{language}{PATH}",
        twins=twins(PATH),
    )


def _row(language: str, slug: str, title: str, told: Figures) -> Row:
    return Row(
        slug,
        title,
        _number(language, told.played),
        _number(language, told.won),
        format_percent(told.percentage / 100, locale=language),
        _number(language, told.streaks.current),
        _number(language, told.streaks.ended_at) if told.streaks.ended_at else "",
        _number(language, told.streaks.longest),
        "" if told.best_time is None else clock_text(told.best_time),
        "" if told.fewest_moves is None else _number(language, told.fewest_moves),
        _number(language, told.unaided),
    )


def _number(language: str, number: int) -> str:
    return str(format_decimal(number, locale=language))
