"""Tells whether two databases hold the same rows, whatever kind they are of."""

import hashlib
from typing import NamedTuple


class Contents(NamedTuple):
    """How many rows there are, and a sum over all their columns."""

    plays: int
    wins: int
    choices: int
    """Players who have chosen something."""
    messages: int
    verdicts: int
    """Positions that were searched."""
    checksum: str

    def __str__(self) -> str:
        rows = f"{_counted(self.plays, 'play')}, {_counted(self.wins, 'win')}"
        chosen = f"the settings of {_counted(self.choices, 'player')}"
        written = _counted(self.messages, "message")
        searched = _counted(self.verdicts, "verdict")
        return f"{rows}, {chosen}, {written} and {searched}, checksum {self.checksum[:16]}"


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


def contents(
    plays: Checksum, wins: Checksum, choices: Checksum, messages: Checksum, verdicts: Checksum
) -> Contents:
    every = (plays, wins, choices, messages, verdicts)
    digest = hashlib.sha256(b"".join(each.digest() for each in every))
    return Contents(
        plays.rows, wins.rows, choices.rows, messages.rows, verdicts.rows, digest.hexdigest()
    )


def _counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
