"""Engines and positions written into the flat arrays of the search, and moves read back."""

from collections.abc import Mapping

from app.cards import Card, face
from app.engine import Engine, Move, Position
from app.rules import Base
from app.solver import layout
from app.solver.compiled import Numbers, numbers
from app.solver.layout import COUNT_SHIFT, FACES, PILE_BITS, PILE_PART, STRIDE


class TooLarge(ValueError):
    """A game of more cards or piles than the arrays hold."""


def compile_game(engine: Engine) -> Numbers:
    """What the search needs to know of a game, read off its engine; raises TooLarge."""
    rules = engine.rules
    if rules.cards > layout.CARDS or len(engine.names) > layout.PILES:
        raise TooLarge(rules.slug)
    game = [0] * layout.GAME
    for card in range(rules.cards):
        game[layout.FACE + card] = face(Card(card))
    for n in range(FACES):
        game[layout.RANK + n] = n % layout.FULL + 1
        game[layout.FILLS + n] = Card(n) in engine.fillers
        game[layout.ALIKE + n] = first_alike(engine, Card(n))
        for start, followers in (layout.LIES, engine.lies_on), (layout.GOES, engine.goes_on):
            faces = sorted({face(card) for card in followers[Card(n)]})
            place = start + n * STRIDE
            game[place : place + 1 + len(faces)] = [len(faces), *faces]
    for pile in range(len(engine.names)):
        game[layout.REACH + pile] = _mask(engine.targets[pile])
        game[layout.RUN_REACH + pile] = _mask(engine.run_targets[pile])
        game[layout.BIT + 2**pile % layout.BITS] = pile
    for pile in engine.foundations:
        game[layout.FOLLOWERS + pile] = layout.GOES
    for pile in engine.columns:
        game[layout.FOLLOWERS + pile] = layout.LIES
    givers = [*engine.refill, -1, -1]
    game[layout.FIRST_COLUMN] = engine.columns.start
    game[layout.RESERVE] = engine.columns.stop
    game[layout.WASTE] = engine.waste
    game[layout.STOCK] = engine.stock
    game[layout.PER_TURN] = rules.stock.per_turn
    game[layout.FIRST_GIVER], game[layout.SECOND_GIVER] = givers[:2]
    game[layout.ACE_BASE] = rules.foundations.base is Base.ACE
    game[layout.ALL_CARDS] = rules.cards
    game[layout.UP_MASK] = _mask(engine.foundations)
    game[layout.COLUMN_MASK] = _mask(engine.columns)
    return numbers(game)


def first_alike(engine: Engine, card: Card) -> int:
    """The first face of the same rank that takes, and is taken by, the same cards as `card`."""

    def is_alike(other: Card, followers: Mapping[Card, frozenset[Card]]) -> bool:
        if followers[other] != followers[card]:
            return False
        # a king takes nothing on a foundation: the queens tell kings apart
        unders = (followers[Card(n)] for n in range(FACES))
        return all((other in taken) == (card in taken) for taken in unders)

    return next(
        n
        for n in range(card % layout.FULL, FACES, layout.FULL)
        if is_alike(Card(n), engine.lies_on) and is_alike(Card(n), engine.goes_on)
    )


def table_of(engine: Engine, position: Position) -> Numbers:
    """`position` as the kernel plays it."""
    table = [0] * layout.TABLE
    for pile, cards in enumerate(position.piles):
        table[layout.TOP + pile] = cards[-1] if cards else -1
        table[layout.SIZE + pile] = len(cards)
        for under, card in zip((-1, *cards), cards, strict=False):
            table[layout.UNDER + card] = under
            table[layout.DOWN + card] = position.face_down >> card & 1
    for pile, taken in enumerate(engine.takes(position)):
        cards = position.piles[pile]
        if cards:
            for n in {face(card) for card in taken}:
                table[layout.TAKERS + n] |= 1 << pile
        elif pile in engine.columns:
            table[layout.EMPTY] |= 1 << pile
        else:
            table[layout.UNSTARTED] |= 1 << pile
        if pile in engine.columns:
            table[layout.RUN + pile] = _run(engine, position, pile)
    table[layout.BASE] = engine.base_rank(position) or 0
    table[layout.PASSES] = position.passes_left
    table[layout.UP] = sum(len(position.piles[pile]) for pile in engine.foundations)
    table[layout.HIDDEN] = position.face_down.bit_count()
    return numbers(table)


def move_of(packed: int) -> Move:
    return Move(packed & PILE_PART, packed >> PILE_BITS & PILE_PART, packed >> COUNT_SHIFT)


def packed_of(move: Move) -> int:
    return move.source | move.target << PILE_BITS | move.cards << COUNT_SHIFT


def _mask(piles: "frozenset[int] | range") -> int:
    return sum(1 << pile for pile in piles)


def _run(engine: Engine, position: Position, column: int) -> int:
    cards = position.piles[column]
    count = min(len(cards), 1)
    for under, over in zip(cards[-2::-1], cards[:0:-1], strict=True):
        if position.face_down >> under & 1 or over not in engine.lies_on[under]:
            break
        count += 1
    return count
