"""Moves and logs as text, every character safe in an address; judges no move.

A pile is its letter and number from 1: `f3` `t10` `r1` `w1`. A move is source, target and, for
more than one card, `x` and how many: `t4t10x3`. `d` turns the stock or starts its next pass.
A log joins steps by `.`; a step is one move, or several made by one press, joined by `-`.
"""

import re
from functools import lru_cache

import orjson

from app.engine import Engine, Move, Position

STEP_MARK = "."
JOIN_MARK = "-"
TURN = "d"

Step = tuple[Move, ...]
"""What one press made: undone and redone as one."""

_MOVE = re.compile(r"([ftrw][1-9][0-9]?)([ft][1-9][0-9]?)(?:x([2-9]|1[0-3]))?", re.ASCII)


class BadNotation(ValueError):
    """Text that names no move of this game."""


def move_text(engine: Engine, move: Move) -> str:
    if move == engine.turn:
        return TURN
    count = f"x{move.cards}" if move.cards > 1 else ""
    return engine.texts[move.source] + engine.texts[move.target] + count


def step_text(engine: Engine, step: Step) -> str:
    return JOIN_MARK.join([move_text(engine, move) for move in step])


# a game has a few hundred moves, and a log that is replayed names most of them
@lru_cache(maxsize=8192)
def parse_move(engine: Engine, text: str) -> Move:
    """The move that `text` names; raises BadNotation. Whether it is legal is another question."""
    if text == TURN:
        return engine.turn
    parts = _MOVE.fullmatch(text)
    if not parts:
        raise BadNotation(text)
    source, target, cards = parts.groups()
    places = engine.places
    if source not in places or target not in places:
        raise BadNotation(text)
    return Move(places[source], places[target], int(cards) if cards else 1)


def parse_step(engine: Engine, text: str) -> Step:
    """The moves of one step, at least one; raises BadNotation."""
    return tuple(parse_move(engine, part) for part in text.split(JOIN_MARK))


def split_log(log: str) -> list[str]:
    """The steps of a log as texts; none for an empty log."""
    return log.split(STEP_MARK) if log else []


def first_steps(log: str, ply: int) -> str:
    """The log of the first `ply` steps."""
    # a list shows a hundred games: what is cut off is counted from the end that is nearer
    undone = count_steps(log) - ply
    if undone <= 0:
        return log
    if undone < ply:
        return log.rsplit(STEP_MARK, undone)[0]
    return STEP_MARK.join(log.split(STEP_MARK, ply)[:ply])


def count_steps(log: str) -> int:
    return log.count(STEP_MARK) + 1 if log else 0


def count_moves(log: str) -> int:
    """How many moves a log holds, each move of a joined step counted."""
    return log.count(STEP_MARK) + log.count(JOIN_MARK) + 1 if log else 0


def position_text(position: Position) -> str:
    """A snapshot: compact JSON of piles, face-down bits in hexadecimal, and passes left."""
    piles, face_down, passes_left = position
    # the bits of two packs are more than a JSON number holds everywhere
    return orjson.dumps((piles, f"{face_down:x}", passes_left)).decode()


def parse_position(text: str) -> Position:
    """The position of a snapshot made by `position_text`, whose cards it trusts.

    Raises ValueError for a text of another form.
    """
    try:
        piles, face_down, passes_left = orjson.loads(text)
        return Position(tuple(map(tuple, piles)), int(face_down, 16), passes_left)
    except TypeError as other_form:
        raise BadNotation(text) from other_form
