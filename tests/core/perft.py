"""Counts move sequences, to pin the rules by numbers; `python -m tests.core.perft` writes them."""

import json
from collections.abc import Iterable
from pathlib import Path

from app.engine import Engine, Position, engine_for
from app.games import GAMES
from app.notation import move_text

GOLDEN = Path(__file__).parents[1] / "golden" / "perft.json"
DEALS = (1, 2, 3, 7, 100, 1234, 65_536, 20_000_001, 2**31, 2**32 - 1)
DEPTH = 3

Counts = dict[str, dict[str, list[int]]]
"""By game and deal: how many sequences of 1, 2 and 3 moves there are."""


def perft(engine: Engine, position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves lead on from `position`."""
    moves = list(engine.legal_moves(position))
    if depth == 1:
        return len(moves)
    return sum(perft(engine, engine.apply(position, move), depth - 1) for move in moves)


def divide(engine: Engine, position: Position, depth: int) -> dict[str, int]:
    """The same, by first move: two programs that differ find their difference here."""
    return {
        move_text(engine, move): (
            perft(engine, engine.apply(position, move), depth - 1) if depth > 1 else 1
        )
        for move in engine.legal_moves(position)
    }


def counts_of(slug: str, number: int) -> list[int]:
    engine = engine_for(slug)
    return [perft(engine, engine.deal(number), depth + 1) for depth in range(DEPTH)]


def count_all(slugs: Iterable[str]) -> Counts:
    return {slug: {str(deal): counts_of(slug, deal) for deal in DEALS} for slug in slugs}


if __name__ == "__main__":
    lines = (
        f"  {json.dumps(slug)}: {{\n"
        + ",\n".join(f'    "{deal}": {json.dumps(numbers)}' for deal, numbers in by_deal.items())
        + "\n  }"
        for slug, by_deal in count_all(GAMES).items()
    )
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
