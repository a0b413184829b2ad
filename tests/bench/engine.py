"""What the rules cost: medians over Roman and Bureau positions from random play."""

import random
import statistics
import time
from collections.abc import Callable

from app.engine import Engine, Move, Position, engine_for
from app.notation import STEP_MARK, move_text
from app.play import Play
from tests.bench.figures import Figure, Table, tabulated

GAMES = ("roman", "bureau")
MOVES = 250


def random_game(slug: str, moves: int, *, seed: int = 1) -> tuple[int, list[Move], list[Position]]:
    """A deal number, the moves of a random game that goes on for so long, and the positions."""
    engine = engine_for(slug)
    for number in range(seed, 10_000):
        chance = random.Random(number)
        position = engine.deal(number)
        made: list[Move] = []
        positions = [position]
        while len(made) < moves and (legal := list(engine.legal_moves(position))):
            move = chance.choice(legal)
            position = engine.apply(position, move)
            made.append(move)
            positions.append(position)
        if len(made) == moves:
            return number, made, positions
    raise AssertionError("no random game was long enough")


def tables() -> list[Table]:
    apply_times: list[float] = []
    legal_times: list[float] = []
    replay_times: list[float] = []
    for slug in GAMES:
        engine = engine_for(slug)
        number, moves, positions = random_game(slug, MOVES)
        for position, move in zip(positions, moves, strict=False):
            apply_times.append(_timed(_applier(engine, position, move)))
            legal_times.append(_timed(_lister(engine, position)))
        log = STEP_MARK.join(move_text(engine, move) for move in moves)
        play = Play.replay(slug, number, log)
        replay_times += [_timed(_rewinder(play)) for _ in range(9)]
    figures = [
        Figure("apply", statistics.median(apply_times) * 1e6, "µs", 10),
        Figure("legal_moves", statistics.median(legal_times) * 1e6, "µs", 150),
        Figure(f"replay of {MOVES} moves", statistics.median(replay_times) * 1e3, "ms", 4),
    ]
    return [tabulated("The rules alone", figures)]


def _applier(engine: Engine, position: Position, move: Move) -> Callable[[], object]:
    return lambda: engine.apply(position, move)


def _lister(engine: Engine, position: Position) -> Callable[[], object]:
    return lambda: list(engine.legal_moves(position))


def _rewinder(play: Play) -> Callable[[], object]:
    return lambda: play.rewound_to(play.ply)


def _timed(call: Callable[[], object]) -> float:
    """The best of five: what the call costs when nothing else is in the way."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)
