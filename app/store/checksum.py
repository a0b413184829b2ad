"""Tells whether two databases hold the same rows, whatever kind they are of."""

import hashlib
from typing import NamedTuple


class Contents(NamedTuple):
    """How many rows there are, and a sum over all their columns."""

    plays: int
    wins: int
    checksum: str

    def __str__(self) -> str:
        counts = f"{_counted(self.plays, 'play')} and {_counted(self.wins, 'win')}"
        return f"{counts}, checksum {self.checksum[:16]}"


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


def contents(plays: Checksum, wins: Checksum) -> Contents:
    both = hashlib.sha256(plays.digest() + wins.digest())
    return Contents(plays.rows, wins.rows, both.hexdigest())


def _counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
