"""How hard and how long the games of the house are: measured, not felt.

`python -m tools.grades` measures both anew. A game is as hard as it is to win without a plan: each
deal is played once by chance, promising moves the likelier, with nothing taken back. A win is as
long as those are which the solver found and then made shorter.
"""

from enum import StrEnum
from typing import NamedTuple

DEALS = 1000
"""The deals from 1 on that were played by chance."""
PROVED_DEALS = 50
"""The deals from 1 on whose stored wins were counted."""
SECONDS_A_MOVE = 4
"""What a person is taken to need: looking, thinking, and a card in hand. It is an assumption."""
EASY_FROM, MEDIUM_FROM = 0.15, 0.03
"""Shares of DEALS: about one deal in six, and one in thirty."""
_ROUND_MINUTES = 5


class Grade(StrEnum):
    """How hard a game is, as addresses write it."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Measured(NamedTuple):
    wins: int
    """Of DEALS, those that were won by chance."""
    moves: int
    """Of a stored win, the mean."""

    @property
    def grade(self) -> Grade:
        share = self.wins / DEALS
        if share >= EASY_FROM:
            return Grade.EASY
        return Grade.MEDIUM if share >= MEDIUM_FROM else Grade.HARD

    @property
    def minutes(self) -> int:
        """Of a game that is won, in steps of five."""
        steps = self.moves * SECONDS_A_MOVE / 60 / _ROUND_MINUTES
        return max(1, round(steps)) * _ROUND_MINUTES


MEASURED: dict[str, Measured] = {
    "roman": Measured(17, 235),
    "bureau": Measured(37, 209),
    "signora": Measured(178, 205),
    "colonel": Measured(143, 236),
    "double-signora": Measured(53, 423),
    "athena": Measured(108, 127),
    "athena-1": Measured(313, 135),
    "klondike": Measured(291, 129),
    "klondike-3": Measured(95, 127),
}
