"""A game looked back on: after which of its steps it could still be won, and where that ended.

Between the last step known as won and the first known as lost nobody knows. Before the one all is
won, for the moves that were made lead there; after the other all is lost.
"""

from functools import lru_cache, reduce
from typing import NamedTuple

from app.engine import Position, engine_for
from app.notation import parse_step, split_log
from app.play import Play
from app.solver.asking.service import Solver
from app.solver.asking.turns import ANYONE, Asker
from app.solver.asking.verdicts import Kind

BACKWARDS = 2.0
"""Seconds that a search takes for an earlier step: there are several, and most wins are quick."""
NONE = -1
LONGEST_KEPT = 2_000
"""Characters of a log whose positions are kept: a thousand moves at the most, and some 1 MB."""

Positions = tuple[Position, ...]


class Trail(NamedTuple):
    """What is known of each ply, undone ones included."""

    last_won: int
    """The last ply that is proved to be won; NONE: none is."""
    first_lost: int
    """The first that is proved to be lost; beyond the last ply: none is."""
    is_searching: bool
    """Whether more may be known soon."""

    def kind(self, ply: int) -> Kind:
        if ply <= self.last_won:
            return Kind.WON
        return Kind.LOST if ply >= self.first_lost else Kind.UNKNOWN


async def look_back(
    solver: Solver, play: Play, end: int, *, wait: float = 0.0, asker: Asker = ANYONE
) -> Trail:
    """What is known; asks for what is wanted next: the position at `end`, then where it was lost.

    `wait`: seconds that this may take besides.
    """
    positions = positions_of(play.slug, play.number, play.log)
    await solver.recall_deal(play.slug, play.number)
    await solver.recall(play.slug, positions)
    trail = _as_seen(solver, play, positions)
    if trail.kind(end) is Kind.UNKNOWN:
        found = await solver.ask(play.slug, positions[end], wait=wait, asker=asker)
        if found is None:
            return trail._replace(is_searching=solver.pool.is_open)
        trail = _as_seen(solver, play, positions)
    if trail.kind(end) is Kind.WON:
        return trail
    return await _search_back(solver, play, positions, trail, end, asker)


async def _search_back(
    solver: Solver,
    play: Play,
    positions: Positions,
    trail: Trail,
    end: int,
    asker: Asker,
) -> Trail:
    """Halves what nobody knows, and goes on towards the deal where a search was in vain."""
    low, high = trail.last_won, min(trail.first_lost, end)
    while high - low > 1:
        middle = (low + high) // 2
        found = await solver.ask(play.slug, positions[middle], seconds=BACKWARDS, asker=asker)
        if found is None:
            seen = _as_seen(solver, play, positions)
            return seen._replace(is_searching=solver.pool.is_open)
        if found.kind is Kind.WON:
            low = middle
        else:
            high = middle
    return _as_seen(solver, play, positions)


def _as_seen(solver: Solver, play: Play, positions: Positions) -> Trail:
    kinds = [seen.kind if (seen := solver.seen(play.slug, here)) else None for here in positions]
    if play.is_stuck:
        kinds[play.ply] = Kind.LOST
    last_won = max((ply for ply, kind in enumerate(kinds) if kind is Kind.WON), default=NONE)
    lost = (ply for ply, kind in enumerate(kinds) if kind is Kind.LOST)
    return Trail(last_won, min(lost, default=len(kinds)), is_searching=False)


def positions_of(slug: str, number: int, log: str) -> Positions:
    """Where each step of a log leads, the deal first; the log is trusted."""
    # those of the longest logs would be hundreds of megabytes
    find = _kept_positions if len(log) <= LONGEST_KEPT else _positions
    return find(slug, number, log)


def _positions(slug: str, number: int, log: str) -> Positions:
    engine = engine_for(slug)
    positions = [engine.deal(number)]
    for text in split_log(log):
        positions.append(reduce(engine.apply, parse_step(engine, text), positions[-1]))
    return tuple(positions)


# a page asks every other second
_kept_positions = lru_cache(maxsize=32)(_positions)
