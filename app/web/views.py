"""What a player sees of a position: the only door between the cards and the templates.

A view holds no hidden card. Views are compared to find out which piles changed.
"""

from collections.abc import Iterable
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from app.cards import Card, fresh_decks
from app.engine import Engine, Move, Offer, Position
from app.judge import can_send
from app.notation import TURN, move_text
from app.rules import Kind

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
    stock = TURN if engine.can_turn(position) else "", position.passes_left
    seen = Sight([], {}, engine.base_rank(position), stock, can_send=False)
    views = [_pile_view(engine, position, place, seen) for place in range(len(engine.names))]
    views[engine.stock] = views[engine.stock]._replace(press="")
    if came_to is not None:
        views[came_to] = views[came_to]._replace(hint="to")
    return tuple(views)


def changed_views(
    engine: Engine, before: Position, after: Position, also: Iterable[int] = ()
) -> tuple[PileView, ...]:
    """The piles that look different after a move, and perhaps one that only changed below.

    `also`: places that the page shows otherwise than `before` does.

    Compares what the views of `pile_views` are made of, and makes only those that differ.
    """
    # a position shares with the one before it what a move did not touch
    touched = compress(count(), map(is_not, after.piles, before.piles))
    changed = {place for place in touched if after.piles[place] != before.piles[place]}
    old = sight(engine, before)
    is_turn = old.offers and changed <= {engine.waste, engine.stock}
    new = sight(engine, after, turned_from=before if is_turn else None)
    lifts, lifted = new.lifts, old.lifts
    changed.update([place for place, lift in lifts.items() if lift != lifted.get(place)])
    changed.update(lifted.keys() - lifts.keys())
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


class Sight(NamedTuple):
    """What a position lets the player do."""

    offers: list[Offer]
    lifts: dict[int, list[tuple[int, str]]]
    """By pile: how many cards can be lifted, and the targets of each such run, best first."""
    base: int | None
    stock: tuple[str, int]
    """The move that pressing the stock makes, if any, and the passes left."""
    can_send: bool
    """Whether a card can go to the foundations that will certainly not be missed."""


MOST_SEEN = 1024


class _Seen(NamedTuple):
    engine: Engine
    position: Position
    sight: Sight


# What a move leads to is where the next one starts. No board is kept: this remembers what a pure
# function has said, for as long as it is likely to be asked again. By identity, for a move asks
# three times, and to hash two packs costs as much as a card's HTML: each entry keeps its position,
# so no other can be mistaken for it.
_seen: dict[int, _Seen] = {}


def sight(engine: Engine, position: Position, turned_from: Position | None = None) -> Sight:
    """`turned_from`: a position that differs in stock and waste alone, which spares most of it."""
    seen = _seen.get(id(position))
    if seen and seen.position is position and seen.engine is engine:
        return seen.sight
    found = _look(engine, position, turned_from)
    if len(_seen) >= MOST_SEEN:
        del _seen[next(iter(_seen))]
    _seen[id(position)] = _Seen(engine, position, found)
    return found


def _look(engine: Engine, position: Position, turned_from: Position | None) -> Sight:
    base = engine.base_rank(position)
    if engine.is_won(position):
        return Sight([], {}, base, ("", position.passes_left), can_send=False)
    offers: list[Offer] = []
    lifts: dict[int, list[tuple[int, str]]] = {}
    found = engine.offers(position, (engine.waste,) if turned_from else None)
    if turned_from:
        before = sight(engine, turned_from)
        offers += [offer for offer in before.offers if offer[0] != engine.waste]
        lifts |= before.lifts
        lifts.pop(engine.waste, None)
    is_plain = base is not None and all(position.piles[engine.columns.start : engine.columns.stop])
    texts = engine.texts
    for source, cards, targets in found:
        if len(targets) > 1:
            # the engine's order is best first but where a column is empty or no base is set
            ordered = targets if is_plain else _best_first(engine, position, targets)
            names = " ".join([texts[target] for target in ordered])
        else:
            names = texts[targets[0]]
        lift = cards, names
        if source in lifts:
            lifts[source].append(lift)
        else:
            lifts[source] = [lift]
    offers += found
    press = TURN if engine.can_turn(position) else ""
    stock = press, position.passes_left
    return Sight(offers, lifts, base, stock, can_send(engine, position, offers))


def _pile_view(engine: Engine, position: Position, place: int, seen: Sight) -> PileView:
    (kind, number), text = engine.names[place], engine.texts[place]
    pile = position.piles[place]
    if place == engine.stock:
        press, passes_left = seen.stock
        return PileView(text, kind, number, (), len(pile), press, None, passes_left, "", not press)
    waits_for = seen.base if not pile and place in engine.foundations else None
    cards = _card_views(engine, position, place, seen.lifts.get(place, ()))
    return PileView(text, kind, number, cards, len(pile), "", waits_for)


def _card_views(
    engine: Engine, position: Position, place: int, lifts: Iterable[tuple[int, str]]
) -> tuple[CardView, ...]:
    pile = position.piles[place]
    if place in engine.foundations:
        pile = pile[-FOUNDATION_SHOWN:]
    elif place == engine.waste:
        pile = pile[-WASTE_SHOWN:]
    face_down = position.face_down if place in engine.columns else 0
    if face_down:
        cards = [_FACE_DOWN if face_down >> card & 1 else _STILL[card] for card in pile]
    else:
        cards = [_STILL[card] for card in pile]
    text = engine.texts[place]
    for length, targets in lifts:
        run = text if length == 1 else f"{text}x{length}"
        cards[-length] = CardView(pile[-length], "free", run, targets)
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


def _best_first(engine: Engine, position: Position, targets: list[int]) -> list[int]:
    """Foundation, columns with cards, empty columns; foundations last while no base is set."""
    first_column = engine.columns.start
    piles = position.piles
    laid = [t for t in targets if t >= first_column and piles[t]]
    if len(laid) == len(targets):
        return targets
    up = [t for t in targets if t < first_column]
    empty = [t for t in targets if t >= first_column and not piles[t]]
    return [*laid, *empty, *up] if engine.base_rank(position) is None else [*up, *laid, *empty]
