"""What a player's games come to, in figures; tells them in no language.

A deal counts once, and as it stands now: won from the first win on, lost while it is given up or
stuck, and not at all while it is open. So taking moves back, or beginning a game anew, takes its
loss away until it is over again, and no game counts twice by being played twice.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.store import Finished


class Streaks(NamedTuple):
    """Wins without a loss between them."""

    current: int
    longest: int
    ended_at: int
    """How long the one was that a loss has ended, if no win came since; else 0."""


class Figures(NamedTuple):
    """Of some deals that are over."""

    played: int
    won: int
    unaided: int
    """Wins without undo or hint: an honour apart, for undo is free."""
    streaks: Streaks
    best_time: float | None
    """Seconds. Like the fewest moves it is taken from wins without a hint: a hint may tell the
    move of a program, and a win that was shown can be played to its end."""
    fewest_moves: int | None

    @property
    def percentage(self) -> int:
        """Of those played, to the nearest; 100 only where all are won, and 0 where none is."""
        if self.won in (0, self.played):
            return 100 if self.won else 0
        return min(max((self.won * 200 + self.played) // (2 * self.played), 1), 99)


def figures(results: Sequence[Finished]) -> Figures:
    """`results`: in any order."""
    wins = [result for result in results if result.won]
    own = [win for win in wins if not win.hints]
    in_order = sorted(results, key=lambda result: result.ended)
    return Figures(
        len(results),
        len(wins),
        sum(not win.undos for win in own),
        streaks(result.won for result in in_order),
        min((win.seconds for win in own), default=None),
        min((win.moves for win in own), default=None),
    )


def streaks(outcomes: Iterable[bool]) -> Streaks:
    """`outcomes`: whether a game was won, one game after another."""
    current = longest = ended_at = 0
    for is_won in outcomes:
        if is_won:
            current += 1
            longest = max(longest, current)
            ended_at = 0
        elif current:
            current, ended_at = 0, current
    return Streaks(current, longest, ended_at)
