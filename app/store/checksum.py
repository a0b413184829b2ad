"""Tells whether two databases hold the same rows, whatever kind they are of."""

import hashlib
from typing import NamedTuple


class Contents(NamedTuple):
    """How many rows there are, and a sum over all their columns."""

    plays: int
    wins: int
    choices: int
    """Players who have chosen something."""
    checksum: str

    def __str__(self) -> str:
        rows = f"{_counted(self.plays, 'play')}, {_counted(self.wins, 'win')}"
        chosen = _counted(self.choices, "player")
        return f"{rows} and the settings of {chosen}, checksum {self.checksum[:16]}"


class Checksum:
    """SHA-256 over rows of plain values, which are told from each other and come in order."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()
        self.rows = 0

    def add(self, row: tuple[object, ...]) -> None:
        # a tuple's own repr, not a record's: it ends where the next one begins, and it writes
        # numbers with all their digits
        self._sum.update(repr(tuple(row)).encode())
        self.rows += 1

    def digest(self) -> bytes:
        return self._sum.digest()


def contents(plays: Checksum, wins: Checksum, choices: Checksum) -> Contents:
    every = hashlib.sha256(plays.digest() + wins.digest() + choices.digest())
    return Contents(plays.rows, wins.rows, choices.rows, every.hexdigest())


def _counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
