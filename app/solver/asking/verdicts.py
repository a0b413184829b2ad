"""What may be said of a position for certain, and the name that it is known by everywhere."""

import hashlib
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from app.engine import Engine, Move, Position
from app.notation import STEP_MARK, move_text, parse_move, position_text, split_log

KEY_BYTES = 16


class Kind(StrEnum):
    WON = "won"
    """It can be won: the line does it."""
    LOST = "lost"
    """Every position that can come was looked at, and none is won."""
    UNKNOWN = "unknown"
    """Searched in vain."""


class Verdict(NamedTuple):
    kind: Kind
    line: tuple[Move, ...] = ()
    """A win from here on; of a verdict in the server, replayed by the engine."""
    effort: int = 0
    """Playout moves until the win, or in vain; of a loss, how many positions there are."""
    seconds: float = 0.0
    """How long was searched."""

    def settles(self, seconds: float) -> bool:
        """Whether a search of so many seconds would be for nothing."""
        return self.kind is not Kind.UNKNOWN or self.seconds >= seconds


# a game is looked back on again and again
@lru_cache(maxsize=4096)
def position_key(position: Position) -> bytes:
    """The same for the same cards in the same places, on every server and in every version."""
    return digest(position)


def digest(position: Position) -> bytes:
    """As `position_key`, of a position that is not to be kept for it."""
    return hashlib.blake2b(position_text(position).encode(), digest_size=KEY_BYTES).digest()


def line_text(engine: Engine, line: tuple[Move, ...]) -> str:
    return STEP_MARK.join([move_text(engine, move) for move in line])


def parse_line(engine: Engine, text: str) -> tuple[Move, ...]:
    """Raises BadNotation; whether the moves are legal is another question."""
    return tuple(parse_move(engine, move) for move in split_log(text))
