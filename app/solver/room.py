"""The arrays that a search writes in: made once, used for one position after another."""

from typing import NamedTuple

from app.solver.compiled import Numbers, zeros
from app.solver.layout import BOOK, LONGEST, ROOM, TABLE


class Room(NamedTuple):
    """Numba takes it as a tuple; what lies in it changes, the arrays stay."""

    start: Numbers
    """The position that is searched."""
    here: Numbers
    """How far a line is followed."""
    trial: Numbers
    """What comes of trying something from there."""
    choices: Numbers
    book: Numbers
    line: Numbers
    """A win that is made shorter."""
    shorter: Numbers
    steps: Numbers
    """The line told by cards: two numbers a move."""


def new_room() -> Room:
    return Room(
        start=zeros(TABLE),
        here=zeros(TABLE),
        trial=zeros(TABLE),
        choices=zeros(ROOM),
        book=zeros(BOOK),
        line=zeros(LONGEST),
        shorter=zeros(LONGEST),
        steps=zeros(2 * LONGEST),
    )
