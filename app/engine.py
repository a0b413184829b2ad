"""One declaration made ready to play: deals, finds, judges and makes moves; remembers nothing.

Each pile *takes* a set of cards, and a move is legal when the lowest card lifted is in the set of
the pile it goes to. The sets are built once an engine.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from app.cards import ACE, KING, RANKS, Card, Pile, rank
from app.deals import shuffled
from app.followers import CardSets
from app.games import GAMES
from app.rules import Base, Empty, GameRules, Kind, Unit

UNLIMITED = -1
"""`passes_left` where the stock may be gone through for ever."""


class Position(NamedTuple):
    """Everything that lies on the table; immutable, and shares what a move did not touch."""

    piles: tuple[Pile, ...]
    """Foundations, columns, reserve (if any), waste, stock; the stock's last card is next."""
    face_down: int
    """One bit a card (bit n for card n) for what lies face down in the columns."""
    passes_left: int
    """Passes not yet begun, or UNLIMITED."""


class Move(NamedTuple):
    """What the player chose, by pile index; what follows from it is never written down."""

    source: int
    target: int
    cards: int = 1


Offer = tuple[int, int, list[int]]
"""What can be lifted and laid: source, number of cards, and the piles that take them."""

Lifts = dict[Card, tuple[int, int]]
"""What can be lifted: by its lowest card, the source and the number of cards."""

Takers = dict[frozenset[Card], list[int]]
"""By the cards that they take, the foundations and columns that take just these."""


class PileName(NamedTuple):
    """How a player speaks of a pile: the second column, the waste."""

    kind: Kind
    number: int
    """Counted from 1 among the piles of its kind."""


class Engine:
    """Plays one game. Make one with `engine_for`: it costs some milliseconds."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.names = _pile_names(rules)
        self.index = {name: place for place, name in enumerate(self.names)}
        self.texts = tuple(f"{kind.value}{number}" for kind, number in self.names)
        """The piles in notation: `f1`, `t10`, `w1`."""
        self.places = {text: place for place, text in enumerate(self.texts)}
        first_column = rules.foundations.count
        self.foundations = range(first_column)
        self.columns = range(first_column, first_column + len(rules.tableau.deal))
        # a range finds out by arithmetic what it holds, each time: this is asked with every card
        self.is_foundation = tuple(name.kind is Kind.FOUNDATION for name in self.names)
        self.is_column = tuple(name.kind is Kind.TABLEAU for name in self.names)
        self.waste = len(self.names) - 2
        self.stock = len(self.names) - 1
        self.sources = (*self.columns, *range(self.columns.stop, self.stock), *self.foundations)
        """The piles that cards are lifted from: columns, reserve, waste, foundations."""
        self.turn = Move(self.stock, self.waste)
        """Turns the stock or, when it is empty, starts the next pass."""

        sets = CardSets(rules.decks)
        self.lies_on = sets.followers(rules.tableau.build)
        """For each card, the cards that a column lets lie on it."""
        self.goes_on = sets.followers(rules.foundations.build)
        """For each card, the cards that a foundation lets lie on it."""
        self.fillers = {
            Empty.NOTHING: sets.nothing,
            Empty.KING: sets.of_rank[KING],
            Empty.ANY: sets.all,
        }[rules.tableau.empty]
        self._sets = sets
        self._holding = sets.holding()
        self._fixed_base = ACE if rules.foundations.base is Base.ACE else None
        self.refill = tuple(self.index[PileName(kind, 1)] for kind in rules.tableau.refill)
        self._moves_runs = rules.tableau.unit is Unit.RUN
        self.targets = tuple(map(self._targets_from, range(len(self.names))))
        self.run_targets = tuple(map(self._run_targets_from, range(len(self.names))))

    def deal(self, number: int) -> Position:
        """The table before the first move of deal `number`; raises NoSuchDeal."""
        return self.lay_out(shuffled(self.rules.decks, number))

    def lay_out(self, pack: Pile) -> Position:
        """Deals `pack` from its first card: round after round to the columns, then the reserve."""
        cards = iter(pack)
        deal = self.rules.tableau.deal
        columns: list[list[Card]] = [[] for _ in deal]
        face_down = 0
        for row in range(max(map(len, deal))):
            for column, faces in zip(columns, deal, strict=True):
                if row < len(faces):
                    card = next(cards)
                    column.append(card)
                    face_down |= (faces[row] == "d") << card
        reserve = (
            [tuple(next(cards) for _ in range(self.rules.reserve.cards))]
            if (self.rules.reserve)
            else []
        )
        passes = self.rules.stock.passes
        return Position(
            piles=(
                *(() for _ in self.foundations),
                *map(tuple, columns),
                *reserve,
                (),
                tuple(cards)[::-1],
            ),
            face_down=face_down,
            passes_left=UNLIMITED if passes is None else passes - 1,
        )

    def legal_moves(self, position: Position) -> Iterator[Move]:
        """Every move there is, the turn of the stock last; none once the game is won."""
        if self.is_won(position):
            return
        for source, cards, targets in self.offers(position):
            for target in targets:
                yield Move(source, target, cards)
        if self.can_turn(position):
            yield self.turn

    def is_legal(self, position: Position, move: Move) -> bool:
        """Whether `move`, whatever its numbers, may be made now."""
        if self.is_won(position):
            return False
        source, target, cards = move
        if source == self.stock:
            return move == self.turn and self.can_turn(position)
        if source not in self.sources or target not in self.targets[source]:
            return False
        pile = position.piles[source]
        if cards != 1 and not self._is_run(position, move):
            return False
        return bool(pile) and pile[-cards] in self.takes_at(position, target)

    def apply(self, position: Position, move: Move) -> Position:
        """The position after `move` and all that follows from it. Unchecked: ask is_legal first."""
        source, target, count = move
        if source == self.stock:
            return self._turned(position)
        piles = list(position.piles)
        pile = piles[source]
        left = pile[:-count]
        piles[source] = left
        piles[target] += pile[-count:]
        face_down = position.face_down
        if left:
            if face_down:
                face_down &= ~(1 << left[-1])
        elif self.is_column[source]:
            for giver in self.refill:
                if stack := piles[giver]:
                    piles[source] = stack[-1:]
                    piles[giver] = stack[:-1]
                    break
        return Position(tuple(piles), face_down, position.passes_left)

    def is_won(self, position: Position) -> bool:
        # most are not, and the first pile tells
        return len(position.piles[0]) == RANKS and all(
            len(position.piles[place]) == RANKS for place in self.foundations
        )

    def can_turn(self, position: Position) -> bool:
        """Whether the stock can be turned, or its next pass begun."""
        return bool(
            position.piles[self.stock] or (position.passes_left and position.piles[self.waste])
        )

    def base_rank(self, position: Position) -> int | None:
        """The rank an empty foundation waits for; None while any card would do."""
        if self._fixed_base:
            return self._fixed_base
        for place in self.foundations:
            if pile := position.piles[place]:
                return rank(pile[0])
        return None

    def takes(self, position: Position) -> list[frozenset[Card]]:
        """For each foundation and column, in pile order, the cards that it takes now."""
        piles = position.piles
        starters = self._starters(position)
        up, down, fillers = self.goes_on, self.lies_on, self.fillers
        sets = [
            (up[pile[-1]] if len(pile) < RANKS else self._sets.nothing) if pile else starters
            for pile in piles[: self.columns.start]
        ]
        sets += [
            down[pile[-1]] if pile else fillers
            for pile in piles[self.columns.start : self.columns.stop]
        ]
        return sets

    def takers(self, position: Position) -> Takers:
        takers: Takers = {}
        for place, taken in enumerate(self.takes(position)):
            if taken in takers:
                takers[taken].append(place)
            else:
                takers[taken] = [place]
        return takers

    def takes_at(self, position: Position, place: int) -> frozenset[Card]:
        """The cards that the foundation or column at `place` takes now."""
        pile = position.piles[place]
        if self.is_column[place]:
            return self.lies_on[pile[-1]] if pile else self.fillers
        if pile:
            return self.goes_on[pile[-1]] if len(pile) < RANKS else self._sets.nothing
        return self._starters(position)

    def offers(self, position: Position, sources: tuple[int, ...] | None = None) -> list[Offer]:
        """All that can be lifted and laid, of every pile or of `sources`.

        One card first, then longer runs; targets stand in pile order: foundations, columns.
        """
        lifts = self.lifts(position, self.sources if sources is None else sources)
        return self.laid(lifts, self.takers(position))

    def lifts(self, position: Position, sources: Iterable[int]) -> Lifts:
        """What can be lifted off `sources`, whether another pile takes it or not."""
        piles, face_down, lies_on = position.piles, position.face_down, self.lies_on
        if not self._moves_runs:
            return {piles[source][-1]: (source, 1) for source in sources if piles[source]}
        lifts = {}
        is_column = self.is_column
        for source in sources:
            if pile := piles[source]:
                card = pile[-1]
                lifts[card] = source, 1
                # mostly the top card alone is a run, and a pile may be long
                if is_column[source] and len(pile) > 1 and card in lies_on[pile[-2]]:
                    cards = 1
                    for lower in pile[-2::-1]:
                        if face_down >> lower & 1 or card not in lies_on[lower]:
                            break
                        cards += 1
                        card = lower
                        lifts[card] = source, cards
        return lifts

    def laid(self, lifts: Lifts, takers: Takers) -> list[Offer]:
        """Those of `lifts` that can be laid somewhere."""
        offers = []
        for card, (source, cards) in lifts.items():
            targets: list[int] = []
            # a card is in few of the sets that there are, and who takes one is known
            for taken in self._holding[card]:
                if taken in takers:
                    targets += takers[taken]
            if targets:
                ever = self.targets[source] if cards == 1 else self.run_targets[source]
                if targets := sorted(ever.intersection(targets)):
                    offers.append((source, cards, targets))
        return offers

    def _starters(self, position: Position) -> frozenset[Card]:
        """What an empty foundation takes."""
        base = self.base_rank(position)
        return self._sets.all if base is None else self._sets.of_rank[base]

    def _is_run(self, position: Position, move: Move) -> bool:
        source, target, cards = move
        pile = position.piles[source]
        if target not in self.run_targets[source] or not 1 <= cards <= len(pile):
            return False
        run = pile[-cards:]
        # in a column dealt down and up in turn, a hidden card may lie between two of a run
        return not any(position.face_down >> card & 1 for card in run) and all(
            over in self.lies_on[under] for under, over in pairwise(run)
        )

    def _turned(self, position: Position) -> Position:
        piles = list(position.piles)
        stock, waste = piles[self.stock], piles[self.waste]
        if not stock:
            # the waste is turned over as it lies: no shuffle between passes, and nothing is dealt
            piles[self.stock], piles[self.waste] = waste[::-1], ()
            left = position.passes_left
            return Position(
                tuple(piles), position.face_down, left if left == UNLIMITED else left - 1
            )
        per_turn = self.rules.stock.per_turn
        piles[self.stock] = stock[:-per_turn]
        piles[self.waste] = waste + stock[-per_turn:][::-1]
        return Position(tuple(piles), position.face_down, position.passes_left)

    def _targets_from(self, place: int) -> frozenset[int]:
        """The piles that a card of the pile at `place` may ever go to."""
        kinds: tuple[Kind, ...]
        match self.names[place].kind:
            case Kind.TABLEAU | Kind.WASTE:
                kinds = (Kind.FOUNDATION, Kind.TABLEAU)
            case Kind.FOUNDATION:
                kinds = (Kind.TABLEAU,)
            case Kind.RESERVE:
                assert self.rules.reserve
                kinds = self.rules.reserve.plays_to
            case Kind.STOCK:
                kinds = ()
        return frozenset(
            other for other, name in enumerate(self.names) if name.kind in kinds and other != place
        )

    def _run_targets_from(self, place: int) -> frozenset[int]:
        """The piles that a run of several cards may ever go to."""
        if not self._moves_runs or place not in self.columns:
            return frozenset()
        return frozenset(self.columns) - {place}


@cache
def engine_for(slug: str) -> Engine:
    """The engine of a game of the house; raises KeyError for a slug that is none."""
    return Engine(GAMES[slug])


def _pile_names(rules: GameRules) -> tuple[PileName, ...]:
    return (
        *(PileName(Kind.FOUNDATION, n + 1) for n in range(rules.foundations.count)),
        *(PileName(Kind.TABLEAU, n + 1) for n in range(len(rules.tableau.deal))),
        *((PileName(Kind.RESERVE, 1),) if rules.reserve else ()),
        PileName(Kind.WASTE, 1),
        PileName(Kind.STOCK, 1),
    )
