"""Which deal a player gets who asks for a new one."""

import secrets
from bisect import bisect_right
from collections.abc import Container, Mapping
from typing import NamedTuple

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games.grades import Grade
from app.solver.winnable import Winnable
from app.web.choices import Choices, Deals


class Wish(NamedTuple):
    """What deals are wanted."""

    is_winnable: bool = False
    """Whether those alone whose wins are stored."""
    grade: Grade | None = None
    """Of those; None: whichever."""


_CHOSEN = {
    Deals.ANY: Wish(),
    Deals.WINNABLE: Wish(is_winnable=True),
    Deals.EASY: Wish(is_winnable=True, grade=Grade.EASY),
    Deals.MEDIUM: Wish(is_winnable=True, grade=Grade.MEDIUM),
    Deals.HARD: Wish(is_winnable=True, grade=Grade.HARD),
}


def wish_of(form: Mapping[str, str], choices: Choices) -> Wish:
    """`form`: with `grade` it asks for a deal that can be won, `any` or of one grade.

    Raises ValueError for a grade that is none.
    """
    if "grade" not in form:
        return _CHOSEN[choices.deals]
    grade = None if form["grade"] == "any" else Grade(form["grade"])
    return Wish(is_winnable=True, grade=grade)


def drawn(found: Winnable, wish: Wish, begun: Container[int] = ()) -> int:
    """The number of a new deal, each that is wanted as likely as any other.

    Of those that are `found` to be won none that is `begun`, unless all are; of none, any.
    """
    if wish.is_winnable:
        numbers = found.numbers(wish.grade)
        fresh = [number for number in numbers if number not in begun]
        if numbers:
            return secrets.choice(fresh or numbers)
    return any_deal()


def following(found: Winnable, wish: Wish, number: int) -> int:
    """The next number after this one among those that are wanted; after the last, the first."""
    if wish.is_winnable and (numbers := found.numbers(wish.grade)):
        return numbers[bisect_right(numbers, number) % len(numbers)]
    return number % LAST_DEAL + 1


def any_deal() -> int:
    """Each as likely as any other."""
    return FIRST_DEAL + secrets.randbelow(LAST_DEAL)
