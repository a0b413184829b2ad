"""How good a table is, from what is known of it: an estimate, the higher the better."""

from typing import NamedTuple

from app.cards import RANKS, Card, Pile
from app.engine import UNLIMITED, Engine, Position
from app.hints.seen import Known


class Weights(NamedTuple):
    """What each thing is worth, in cards on the foundations."""

    hidden: float = 3.0
    """A card face down."""
    waste: float = 1.5
    """A card in the waste, where passes have an end."""
    talon: float = 0.3
    """A card in stock or waste, where they have none."""
    reserve: float = 3.0
    blocked: float = 0.9
    """A card that lies on one which must go up before it."""
    reach: float = 8.0
    """That all cards never seen would find a pile to take them; of some, their share."""
    space: float = 1.0
    """An empty column, where one can be filled; where none can, a column lost."""
    choice: float = 3.0
    """That the rank of the foundations may still be chosen, in blocked cards."""


class Judge:
    """Judges the tables that a known one may lead to."""

    def __init__(self, engine: Engine, start: Known, weights: Weights) -> None:
        self._engine = engine
        self._unknown = start.unknown
        self._weights = weights
        self._is_endless = start.position.passes_left == UNLIMITED
        self._reserves = range(engine.columns.stop, engine.waste)

    def worth(self, position: Position) -> float:
        engine, weights, piles = self._engine, self._weights, position.piles
        up = sum(map(len, piles[: engine.columns.start]))
        reserve = sum(len(piles[place]) for place in self._reserves)
        return (
            up
            - weights.hidden * position.face_down.bit_count()
            - weights.reserve * reserve
            - self._held(position)
            - weights.blocked * self._blocked(position)
            + self._reach(position)
            + self._space(position)
        )

    def _held(self, position: Position) -> float:
        waste, stock = position.piles[self._engine.waste :]
        if self._is_endless:
            return self._weights.talon * (len(waste) + len(stock))
        return self._weights.waste * len(waste)

    def _reach(self, position: Position) -> float:
        if not self._unknown:
            return 0.0
        taken = frozenset[Card]().union(*self._engine.takes(position))
        return self._weights.reach * len(taken & self._unknown) / len(self._unknown)

    def _space(self, position: Position) -> float:
        empty = sum(not position.piles[place] for place in self._engine.columns)
        return self._weights.space * empty if self._engine.fillers else -self._weights.space * empty

    def _blocked(self, position: Position) -> float:
        """For the best rank, where it is still to be chosen."""
        piles = self._in_order(position)
        base = self._engine.base_rank(position)
        if base is not None:
            return sum(self._blocked_in(pile, base) for pile in piles)
        fewest = min(
            sum(self._blocked_in(pile, rank) for pile in piles) for rank in range(1, RANKS + 1)
        )
        return fewest - self._weights.choice

    def _in_order(self, position: Position) -> list[Pile]:
        """The piles whose cards can only go one after the other."""
        # where passes have no end each card of the waste comes up again
        end = self._engine.waste + (not self._is_endless)
        return [pile for pile in position.piles[self._engine.columns.start : end] if len(pile) > 1]

    def _blocked_in(self, pile: Pile, base: int) -> int:
        lowest = RANKS
        count = 0
        for card in pile:
            if card not in self._unknown:
                place = (card % RANKS + 1 - base) % RANKS
                if place < lowest:
                    lowest = place
                elif place > lowest:
                    count += 1
        return count
