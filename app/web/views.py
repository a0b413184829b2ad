"""What a player sees of a position: the only door between the cards and the templates.

A view holds no hidden card. Views are compared to find out which piles changed.
"""

from collections.abc import Iterable
from typing import NamedTuple

from app.cards import Card, fresh_decks
from app.engine import Engine, Move, Position
from app.notation import move_text
from app.reach import Since
from app.rules import Kind
from app.web.sight import Run, Sight, at_rest, sight

MOST_DECKS = 4
WASTE_SHOWN = 3
FOUNDATION_SHOWN = 2


class CardView(NamedTuple):
    card: Card | None
    """None when face down."""
    state: str = "still"
    """`still`, `free` (can be lifted), `hinted` (and is what a hint means), `picked`, `target`
    (pressing it makes a move).
    """
    press: str = ""
    """What pressing it says: a run to pick (`t3x2`) or a move (`t3f1`)."""
    targets: str = ""
    """The piles that take it, best first: `f1 t4`."""


class PileView(NamedTuple):
    name: str
    """`t3`, as in notation."""
    kind: Kind
    number: int
    cards: tuple[CardView, ...]
    """Those that show, bottom first; a stock shows none."""
    size: int
    """How many cards lie here, those that do not show included."""
    press: str = ""
    """The move that pressing the place itself makes, or none."""
    base: int | None = None
    """The rank that an empty foundation waits for; None: any."""
    passes_left: int = 0
    """Of the stock: passes not yet begun, -1 without limit."""
    hint: str = ""
    """`from` for the stock that a hint means, `to` where it leads."""
    is_dead: bool = False
    """Of the stock: it will never be turned again."""


class Pick(NamedTuple):
    """A run that the player has picked up without script."""

    source: int
    cards: int
    targets: tuple[int, ...]


class Marks(NamedTuple):
    """What a hint means: a move, or only where it begins."""

    source: int
    cards: int
    target: int | None = None

    @property
    def places(self) -> tuple[int, ...]:
        return (self.source,) if self.target is None else (self.source, self.target)


def pile_views(
    engine: Engine, position: Position, pick: Pick | None = None, marks: Marks | None = None
) -> tuple[PileView, ...]:
    """Every pile as the player sees it, in the engine's order."""
    seen = sight(engine, position)
    views = [_pile_view(engine, position, place, seen) for place in range(len(engine.names))]
    if pick:
        views = [_with_pick(engine, place, view, pick) for place, view in enumerate(views)]
    elif marks:
        views = [_with_marks(engine, place, view, marks) for place, view in enumerate(views)]
    return tuple(views)


def still_views(engine: Engine, position: Position, came_to: int | None) -> tuple[PileView, ...]:
    """Every pile as it lies, with nothing to be lifted; `came_to`: where the last move has led."""
    seen = at_rest(engine, position)
    views = [_pile_view(engine, position, place, seen) for place in range(len(engine.names))]
    views[engine.stock] = views[engine.stock]._replace(press="")
    if came_to is not None:
        views[came_to] = views[came_to]._replace(hint="to")
    return tuple(views)


def changed_views(
    engine: Engine, came_of: Since, after: Position, also: Iterable[int] = ()
) -> tuple[PileView, ...]:
    """The piles that look different after a move, and perhaps one that only changed below.

    `also`: places that the page shows otherwise than the position before.

    Compares what the views of `pile_views` are made of, and makes only those that differ.
    """
    before, touched = came_of
    old, new = sight(engine, before), sight(engine, after, came_of)
    runs, ran = new.runs, old.runs
    changed = {place for place in touched if before.piles[place] != after.piles[place]}
    changed.update([place for place in runs if runs[place] != ran.get(place)])
    changed |= ran.keys() - runs.keys()
    if old.base != new.base:
        changed.update(place for place in engine.foundations if not after.piles[place])
    if old.stock != new.stock:
        changed.add(engine.stock)
    changed.update(also)
    if turned := before.face_down ^ after.face_down:
        cards = _cards_in(turned)
        changed.update([n for n in engine.columns if not cards.isdisjoint(after.piles[n])])
    return tuple([_pile_view(engine, after, place, new) for place in sorted(changed)])


def _cards_in(bits: int) -> set[Card]:
    cards = set()
    while bits:
        lowest = bits & -bits
        cards.add(Card(lowest.bit_length() - 1))
        bits ^= lowest
    return cards


def find_pick(engine: Engine, position: Position, source: int, cards: int) -> Pick | None:
    """The run of `cards` on top of `source`, if it can be lifted and laid somewhere."""
    if engine.is_won(position):
        return None
    for _, length, targets in engine.offers(position, (source,)):
        if length == cards:
            return Pick(source, cards, tuple(targets))
    return None


def _pile_view(engine: Engine, position: Position, place: int, seen: Sight) -> PileView:
    (kind, number), text = engine.names[place], engine.texts[place]
    pile = position.piles[place]
    if place == engine.stock:
        press, passes_left = seen.stock
        return PileView(text, kind, number, (), len(pile), press, None, passes_left, "", not press)
    waits_for = seen.base if not pile and engine.is_foundation[place] else None
    cards = _card_views(engine, position, place, seen.runs.get(place, ()))
    return PileView(text, kind, number, cards, len(pile), "", waits_for)


def _card_views(
    engine: Engine, position: Position, place: int, runs: Iterable[Run]
) -> tuple[CardView, ...]:
    pile = position.piles[place]
    if engine.is_foundation[place]:
        pile = pile[-FOUNDATION_SHOWN:]
    elif place == engine.waste:
        pile = pile[-WASTE_SHOWN:]
    face_down = position.face_down if engine.is_column[place] else 0
    if face_down:
        cards = [_FACE_DOWN if face_down >> card & 1 else _STILL[card] for card in pile]
    else:
        cards = [_STILL[card] for card in pile]
    text = engine.texts[place]
    for length, targets in runs:
        press = text if length == 1 else f"{text}x{length}"
        cards[-length] = CardView(pile[-length], "free", press, targets)
    return tuple(cards)


_FACE_DOWN = CardView(None)
_STILL = tuple(CardView(card) for card in fresh_decks(MOST_DECKS))


def _with_pick(engine: Engine, place: int, view: PileView, pick: Pick) -> PileView:
    """The pile while a run is picked up."""
    cards = view.cards
    if place == pick.source:
        picked = [CardView(card.card, "picked") for card in cards[-pick.cards :]]
        return view._replace(cards=(*cards[: -pick.cards], *picked))
    if place not in pick.targets:
        return view
    press = move_text(engine, Move(pick.source, place, pick.cards))
    top = [CardView(card.card, "target", press) for card in cards[-1:]]
    return view._replace(cards=(*cards[:-1], *top), press=press)


def _with_marks(engine: Engine, place: int, view: PileView, marks: Marks) -> PileView:
    if place == marks.target:
        return view._replace(hint="to")
    if place != marks.source:
        return view
    if place == engine.stock:
        return view._replace(hint="from")
    cards = list(view.cards)
    cards[-marks.cards] = cards[-marks.cards]._replace(state="hinted")
    return view._replace(cards=tuple(cards))
