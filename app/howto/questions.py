"""Small questions to the engine, each put as a position: what may lie here, what may go there."""

from functools import lru_cache

from app.cards import QUEEN, RANKS, Card, Pile, Suit, fresh_decks, rank
from app.engine import Engine, Move, PileName, Position
from app.rules import GameRules, Kind


def heart(number: int) -> Card:
    """A card to speak of; every suit fares alike."""
    return Card(Suit.HEARTS * RANKS + number - 1)


class Questions:
    """What one game answers. Make one with `questions_to`: its engine costs some milliseconds."""

    def __init__(self, rules: GameRules) -> None:
        self._engine = Engine(rules)
        self._kinds = tuple(dict.fromkeys(name.kind for name in self._engine.names))

    def on_column(self, card: Card) -> frozenset[Card]:
        """What a column takes with `card` on top."""
        return self._taken(self._engine.columns.start, (card,))

    def on_empty_column(self) -> frozenset[Card]:
        return self._taken(self._engine.columns.start, ())

    def on_foundation(self, *cards: Card) -> frozenset[Card]:
        """What a foundation with these cards takes; with none, what one may begin with."""
        return self._taken(0, cards)

    def last_rank(self, first: int) -> int:
        """The rank on top of a complete foundation that began with `first`."""
        pile: Pile = (heart(first),)
        while followers := self.on_foundation(*pile):
            pile += (min(followers),)
        return rank(pile[-1])

    def run(self, cards: int) -> Pile:
        """Cards that lie as a column is built, from the queen of hearts on."""
        run: Pile = (heart(QUEEN),)
        while len(run) < cards:
            run += (min(self.on_column(run[-1])),)
        return run

    def destinations(self, source: Kind) -> tuple[Kind, ...]:
        """The kinds of pile that the top card of a `source` may go to."""
        return tuple(kind for kind in self._kinds if self._goes(source, kind))

    def origins(self, target: Kind) -> tuple[Kind, ...]:
        """The kinds of pile whose top card may go to a `target`, columns first."""
        kinds = (Kind.TABLEAU, Kind.WASTE, Kind.RESERVE, Kind.FOUNDATION)
        return tuple(kind for kind in kinds if self._goes(kind, target))

    def _goes(self, source: Kind, target: Kind) -> bool:
        """Whether a card that fits may be moved so: an 8, which fits on some card everywhere."""
        engine = self._engine
        if not {source, target} <= set(self._kinds):
            return False
        start = engine.index[PileName(source, 1)]
        end = len(engine.names) - 1 - [name.kind for name in engine.names][::-1].index(target)
        return any(
            engine.is_legal(self._table({start: (heart(8),), end: (under,)}), Move(start, end))
            for under in fresh_decks(1)
        )

    def _taken(self, place: int, pile: Pile) -> frozenset[Card]:
        return self._engine.takes(self._table({place: pile}))[place]

    def _table(self, piles: dict[int, Pile]) -> Position:
        places = range(len(self._engine.names))
        return Position(tuple(piles.get(place, ()) for place in places), face_down=0, passes_left=0)


# as many as there are games, and some to compare them with
questions_to = lru_cache(maxsize=16)(Questions)
