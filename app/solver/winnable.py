"""Which deals can be won, by the wins that are stored, and how hard each of them is.

Two things are known of each: how many of PLAYOUTS games by chance are won (a simple player: the
promising moves are the likelier ones, nothing is taken back), and how many playout moves the search
has spent until its first win. Deals stand in the order of both; the mean of its two places says
which third of its game a deal belongs to. Grades compare the deals of one game; how hard the games
are beside each other stands in `app/games/grades.py`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median_low
from types import MappingProxyType
from typing import NamedTuple

from app.games.grades import Grade
from app.solver.proofs import FOLDER, proofs

PLAYOUTS = 200
"""Games that the simple player plays of each deal."""


class Deal(NamedTuple):
    number: int
    spent: int
    """Playout moves of the search until its first win."""
    wins: int
    """Of PLAYOUTS games by chance."""


class Third(NamedTuple):
    """The deals of one grade: how many, and what the one in their middle is like."""

    grade: Grade
    deals: int
    wins: int
    spent: int


class Winnable(NamedTuple):
    """The deals of a game whose wins are stored."""

    grades: Mapping[int, Grade]
    """By number, in the order of the numbers."""
    thirds: tuple[Third, ...]
    """The easy ones first; none where there are no deals."""
    searched: int
    """How many deals were searched for a win, from 1 on."""

    def numbers(self, grade: Grade | None = None) -> list[int]:
        """Of one grade, or all."""
        return [number for number, each in self.grades.items() if grade in (None, each)]


@cache
def winnable(slug: str, folder: Path = FOLDER) -> Winnable:
    """Read once, in some milliseconds; what no game by chance was counted for is left out."""
    counted = list(zip(proofs(slug, folder), wins_by_chance(slug, folder), strict=False))
    deals = [Deal(proof.number, proof.spent, wins) for proof, wins in counted if proof.choices]
    return graded(deals, len(counted))


def graded(deals: Sequence[Deal], searched: int) -> Winnable:
    by_wins = _places([-deal.wins for deal in deals])
    by_effort = _places([deal.spent for deal in deals])
    order = sorted(range(len(deals)), key=lambda n: (by_wins[n] + by_effort[n], deals[n].number))
    parts = [
        (grade, [deals[n] for n in order[len(order) * n_th // 3 : len(order) * (n_th + 1) // 3]])
        for n_th, grade in enumerate(Grade)
    ]
    grades = {deal.number: grade for grade, part in parts for deal in part}
    return Winnable(
        MappingProxyType(dict(sorted(grades.items()))),
        tuple(_third(grade, part) for grade, part in parts if part),
        searched,
    )


def _places(values: Sequence[int]) -> list[int]:
    """Where each stands among all; twice the place, so that those alike share their middle."""
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values]


def _third(grade: Grade, deals: Sequence[Deal]) -> Third:
    return Third(
        grade,
        len(deals),
        median_low([deal.wins for deal in deals]),
        median_low([deal.spent for deal in deals]),
    )


def wins_by_chance(slug: str, folder: Path = FOLDER) -> list[int]:
    """What was counted, the deal with number 1 first."""
    path = _path_of(slug, folder)
    return [int(line) for line in path.read_text("ascii").split()] if path.exists() else []


def append_wins(slug: str, wins: Iterable[int], folder: Path = FOLDER) -> None:
    """The counts of the next deals, whole or, if interrupted, not at all."""
    path = _path_of(slug, folder)
    before = path.read_text("ascii") if path.exists() else ""
    written = path.with_suffix(".new")
    written.write_text(before + "".join(f"{count}\n" for count in wins), "ascii")
    written.replace(path)


def _path_of(slug: str, folder: Path) -> Path:
    """Beside the proofs: a line a deal."""
    return folder / f"{slug}.chance.txt"
