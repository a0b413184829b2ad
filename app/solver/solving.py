"""One position from the question to its verdict, within a time; starts no process."""

from collections.abc import Callable
from time import monotonic

from app.engine import Position
from app.solver import exhaustive
from app.solver.asking.verdicts import Kind, Verdict
from app.solver.compiled import IS_COMPILED
from app.solver.exhaustive import exhaust
from app.solver.searching import SLICE, Line, Searcher, checked, without_cycles

# a tenth of a second and 50 MB; uncompiled, some seconds
BOUND = 100_000 if IS_COMPILED else 2_000
"""Positions that an end may have to be looked at to the last."""
SLICE_HERE = SLICE if IS_COMPILED else SLICE // 20
"""Playout moves between two looks at the clock."""


def solve(
    searcher: Searcher, position: Position, seconds: float, is_wanted: Callable[[], bool]
) -> Verdict:
    """Stops early, and then says unknown, when `is_wanted` says no more.

    Most wins are found in a moment; then the end is looked at, should it be small; then the search
    goes on for as long as it may.
    """
    engine = searcher.engine
    if engine.is_won(position):
        return Verdict(Kind.WON)
    began = monotonic()
    searcher.begin(position)
    if line := searcher.go_on(SLICE_HERE):
        return _won(searcher, position, line, began)
    found = exhaust(engine, position, BOUND)
    if found.verdict is exhaustive.Verdict.LOST:
        return Verdict(Kind.LOST, (), found.positions, monotonic() - began)
    if found.verdict is exhaustive.Verdict.WON:
        return _won(searcher, position, found.line, began)
    while monotonic() - began < seconds and is_wanted():
        if line := searcher.go_on(SLICE_HERE):
            return _won(searcher, position, line, began)
    return Verdict(Kind.UNKNOWN, (), searcher.spent, monotonic() - began)


def warm_up(searcher: Searcher) -> None:
    """Compiles, or loads, all that a question may need: later ones are then answered at once."""
    engine = searcher.engine
    position = engine.deal(1)
    searcher.begin(position)
    line = searcher.go_on(SLICE_HERE if IS_COMPILED else 1)
    while IS_COMPILED and line is None:
        line = searcher.go_on(SLICE_HERE)
    if line is not None:
        _won(searcher, position, line, monotonic())
    exhaust(engine, position, 10)


def _won(searcher: Searcher, position: Position, line: Line, began: float) -> Verdict:
    effort = searcher.spent
    if IS_COMPILED:
        line = searcher.shortened(position, line)
    else:
        # to shorten it further would take a minute
        engine = searcher.engine
        line = checked(engine, position, without_cycles(engine, position, line))
    return Verdict(Kind.WON, line, effort, monotonic() - began)
