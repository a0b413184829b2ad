"""A table as the player knows it: what has not been seen is replaced before anyone looks at it."""

from typing import NamedTuple

from app.cards import Card, Pile
from app.engine import Engine, Move, Position
from app.notation import parse_step, split_log
from app.play import Play

Seen = tuple[tuple[Pile, ...], int]
"""What tells one table of a deal from another: hidden cards are one and the same."""

_HIDDEN = Card(-1)


class Known(NamedTuple):
    """A position whose hidden cards are stand-ins, so that nothing can be read from them."""

    position: Position
    unknown: frozenset[Card]
    """The stand-ins: the cards that have never been seen, in an order that says nothing."""


class Memory(NamedTuple):
    """What somebody who has watched a play remembers of it."""

    met: frozenset[Seen]
    """The tables that the play has come through, this one included, as far as they can return."""
    has_seen_stock: bool
    """Whether the stock has come round, so that each of its cards was seen."""


class Watcher:
    """Goes along with a play, move by move, and remembers."""

    def __init__(self, engine: Engine, dealt: Position) -> None:
        self.position = dealt
        self._engine = engine
        self._since = [dealt]
        self._has_seen_stock = False

    def see(self, move: Move) -> None:
        engine, before = self._engine, self.position
        self._has_seen_stock |= move == engine.turn and not before.piles[engine.stock]
        self.position = engine.apply(before, move)
        if cannot_return(engine, before, self.position):
            self._since.clear()
        self._since.append(self.position)

    @property
    def memory(self) -> Memory:
        met = frozenset(seen(self._engine, position) for position in self._since)
        return Memory(met, self._has_seen_stock)


def remembered(play: Play) -> Memory:
    """Of the moves made, not of those undone."""
    engine = play.engine
    watcher = Watcher(engine, engine.deal(play.number))
    for text in split_log(play.made):
        for move in parse_step(engine, text):
            watcher.see(move)
    return watcher.memory


def cannot_return(engine: Engine, before: Position, after: Position) -> bool:
    """Whether a card was turned up, or left the stock, waste and reserve for good."""
    held = engine.columns.stop
    return before.face_down != after.face_down or sum(map(len, before.piles[held:])) != sum(
        map(len, after.piles[held:])
    )


def known(engine: Engine, position: Position, *, has_seen_stock: bool) -> Known:
    """`position` with all that was never seen replaced."""
    piles, face_down, passes_left = position
    stock = piles[engine.stock]
    hidden = [c for place in engine.columns for c in piles[place] if face_down >> c & 1]
    if not has_seen_stock:
        hidden += stock
    if not hidden:
        return Known(position, frozenset())
    unknown = sorted(hidden)
    stands_for = dict(zip(hidden, unknown, strict=True))
    shown = list(piles)
    for place in engine.columns:
        if any(face_down >> card & 1 for card in piles[place]):
            shown[place] = tuple(stands_for.get(card, card) for card in piles[place])
    if not has_seen_stock:
        shown[engine.stock] = tuple(stands_for[card] for card in stock)
    bits = sum(1 << stands_for[card] for card in hidden if face_down >> card & 1)
    return Known(Position(tuple(shown), bits, passes_left), frozenset(unknown))


def seen(engine: Engine, position: Position) -> Seen:
    """Equal for two tables of one deal exactly where they are the same table."""
    piles, face_down, passes_left = position
    shown = list(piles)
    stock = piles[engine.stock]
    shown[engine.stock] = (_HIDDEN,) * len(stock)
    if face_down:
        for place in engine.columns:
            shown[place] = tuple(_HIDDEN if face_down >> c & 1 else c for c in piles[place])
    return tuple(shown), passes_left
