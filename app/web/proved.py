"""What a table says of its deal where a win of it is stored; of all others it says nothing."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from app.daily import NoSuchDay, book
from app.games.grades import Grade
from app.solver.winnable import winnable
from app.web.i18n import N_
from app.web.rendering import Renderer
from app.web.snippets import HOLE

NOTHING_PROVED = {"proved": "", "shown": ""}
"""The holes for it."""
GRADES = {Grade.EASY: N_("Easy"), Grade.MEDIUM: N_("Medium"), Grade.HARD: N_("Hard")}
_BEGINS_EARLY, _ENDS_LATE = timedelta(hours=14), timedelta(hours=12)
"""How far the clocks of the earth are ahead of UTC's, and behind."""


def proved(renderer: Renderer, slug: str, number: int, *, is_dated: bool = False) -> dict[str, str]:
    """That the deal can be won, beside its number, and in the menu the way to see it.

    `is_dated`: its day stands there, and leaves no room for more.
    """
    grade = winnable(slug).grades.get(number)
    if grade is None:
        return NOTHING_PROVED
    can_be_shown = not is_of_today(slug, number, datetime.now(UTC))
    return {
        "proved": "" if is_dated else _said(renderer, slug, grade),
        "shown": _way(renderer).replace(HOLE, renderer.deal(slug, number)) if can_be_shown else "",
    }


def is_of_today(slug: str, number: int, now: datetime) -> bool:
    """Whether it is the deal of a day that is somebody's today: its solution is for later."""
    days = (now - _ENDS_LATE).date(), now.date(), (now + _BEGINS_EARLY).date()
    return number in _deals_of(slug, days)


@lru_cache(maxsize=64)
def _deals_of(slug: str, days: tuple[date, ...]) -> frozenset[int]:
    numbers = set()
    for day in days:
        try:
            numbers.add(book().deal_of(slug, day))
        except NoSuchDay:
            continue
    return frozenset(numbers)


@lru_cache(maxsize=64)
def _said(renderer: Renderer, slug: str, grade: Grade) -> str:
    return renderer.page("fragments/proved.html", part="said", slug=slug, grade=grade.value)


@lru_cache(maxsize=8)
def _way(renderer: Renderer) -> str:
    return renderer.page("fragments/proved.html", part="way", deal=HOLE)
