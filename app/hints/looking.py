"""Looks for the most promising way on among those whose outcome is known to the player."""

from collections.abc import Iterator
from typing import NamedTuple

from app.engine import UNLIMITED, Engine, Move, Position
from app.hints.seen import Known, Memory, known, seen
from app.hints.worth import Judge, Weights
from app.judge import is_progress, progress_of

DEPTH = 3
"""Moves after which no way is followed further."""
BOUND = 80
"""How many tables are looked at for one hint: a few milliseconds."""
STEP = 0.02
"""What a way is worth less for each of its moves."""
USUAL = Weights()

Way = tuple[Move, ...]


class Plan(NamedTuple):
    gain: float
    """By how much the table gets better at its end."""
    way: Way
    """At least one move."""


def best_plan(
    engine: Engine, position: Position, memory: Memory, weights: Weights = USUAL
) -> Plan | None:
    """The way to progress that promises most, or the turn of the stock.

    Its first move never leads to a table that the play has met. None where no other makes
    progress, as far as was looked. Reads no card that was never seen.
    """
    start = known(engine, position, has_seen_stock=memory.has_seen_stock)
    plan = _Search(engine, start, memory, weights).best()
    knows_all_turns = position.passes_left == UNLIMITED and memory.has_seen_stock
    if plan and (plan.gain > 0 or knows_all_turns):
        return plan
    return _turn(engine, start, memory) or plan


def _turn(engine: Engine, start: Known, memory: Memory) -> Plan | None:
    if not engine.can_turn(start.position):
        return None
    after = engine.apply(start.position, engine.turn)
    return None if seen(engine, after) in memory.met else Plan(0.0, (engine.turn,))


class _Search:
    """From one table, breadth first, each table once."""

    def __init__(self, engine: Engine, start: Known, memory: Memory, weights: Weights) -> None:
        self._engine = engine
        self._start = start
        self._met = memory.met
        self._judge = Judge(engine, start, weights)
        self._measure = progress_of(engine, start.position)
        self._value = self._judge.worth(start.position)
        self._looked = {start.position}

    def best(self) -> Plan | None:
        best: Plan | None = None
        waiting: list[tuple[Position, Way]] = [(self._start.position, ())]
        for here, way in waiting:
            for longer, there in self._steps(here, way):
                plan = self._judged(there, longer)
                if plan and (best is None or plan.gain > best.gain):
                    best = plan
                if len(self._looked) >= BOUND:
                    return best
                if len(longer) < DEPTH and not self._reveals(here, there):
                    waiting.append((there, longer))
        return best

    def _judged(self, there: Position, way: Way) -> Plan | None:
        """None without progress: hopping about can go on for ever."""
        if not is_progress(self._measure, progress_of(self._engine, there)):
            return None
        return Plan(self._judge.worth(there) - self._value - STEP * len(way), way)

    def _steps(self, here: Position, way: Way) -> Iterator[tuple[Way, Position]]:
        for step, there in _ways(self._engine, here):
            if there not in self._looked:
                self._looked.add(there)
                if way or self._is_new(step):
                    yield way + step, there
        if not way and not self._start.unknown.intersection(here.piles[self._engine.stock]):
            yield from self._after_turns()

    def _after_turns(self) -> Iterator[tuple[Way, Position]]:
        if self._start.position.passes_left == UNLIMITED and self._is_new((self._engine.turn,)):
            yield from _ways_after_turns(self._engine, self._start.position)

    def _is_new(self, way: Way) -> bool:
        return seen(self._engine, self._engine.apply(self._start.position, way[0])) not in self._met

    def _reveals(self, here: Position, there: Position) -> bool:
        """Whether a card has come up that was never seen: what follows is not known."""
        stock = self._engine.stock
        is_drawn = len(there.piles[stock]) != len(here.piles[stock])
        return there.face_down != here.face_down or (is_drawn and bool(self._start.unknown))


def _ways(engine: Engine, here: Position) -> Iterator[tuple[Way, Position]]:
    """Each move, of equal places the first alone."""
    for source, cards, targets in engine.offers(here):
        is_whole_column = source in engine.columns and cards == len(here.piles[source])
        had_empty: set[bool] = {False} if is_whole_column else set()
        for target in targets:
            is_up = target in engine.foundations
            if not here.piles[target]:
                if is_up in had_empty:
                    continue
                had_empty.add(is_up)
            move = Move(source, target, cards)
            yield (move,), engine.apply(here, move)


def _ways_after_turns(engine: Engine, here: Position) -> Iterator[tuple[Way, Position]]:
    """Each card of a stock that is known, played after the turns that bring it up."""
    takes = engine.takes(here)
    turned = engine.apply(here, engine.turn)
    way: Way = (engine.turn,)
    # an endless stock comes to each of its tables once in two passes
    for _ in range(2 * (len(here.piles[engine.stock]) + len(here.piles[engine.waste])) + 2):
        for card in turned.piles[engine.waste][-1:]:
            for target, taken in enumerate(takes):
                if card in taken:
                    move = Move(engine.waste, target)
                    yield (*way, move), engine.apply(turned, move)
                    break
        turned = engine.apply(turned, engine.turn)
        way += (engine.turn,)
        if turned.piles == here.piles:
            return
