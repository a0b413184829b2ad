"""Which deal a player gets who asks for a new one."""

import secrets
from collections.abc import Container, Mapping
from typing import NamedTuple

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games.grades import Grade
from app.solver.winnable import Winnable
from app.web.choices import Choices, Deals


class Wish(NamedTuple):
    """What deals are wanted."""

    deals: Deals = Deals.ANY
    grade: Grade | None = None
    """Of those that can be won; None: whichever."""


def wish_of(form: Mapping[str, str], choices: Choices) -> Wish:
    """`form`: with `grade` it asks for a deal that can be won, `any` or of one grade.

    Raises ValueError for a grade that is none.
    """
    if "grade" not in form:
        return Wish(choices.deals)
    return Wish(Deals.WINNABLE, None if form["grade"] == "any" else Grade(form["grade"]))


def drawn(found: Winnable, wish: Wish, begun: Container[int] = ()) -> int:
    """The number of a new deal, each that is wanted as likely as any other.

    Of those that are `found` to be won none that is `begun`, unless all are; of none, any.
    """
    if wish.deals is Deals.WINNABLE:
        numbers = found.numbers(wish.grade)
        fresh = [number for number in numbers if number not in begun]
        if numbers:
            return secrets.choice(fresh or numbers)
    return any_deal()


def any_deal() -> int:
    """Each as likely as any other."""
    return FIRST_DEAL + secrets.randbelow(LAST_DEAL)
