"""What a player sees of a position: the only door between the cards and the templates.

A view holds no hidden card. Views are compared to find out which piles changed.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from app.cards import Card
from app.engine import Engine, Move, Position
from app.notation import TURN, move_text
from app.rules import Kind

WASTE_SHOWN = 3
FOUNDATION_SHOWN = 2


class CardView(NamedTuple):
    card: Card | None
    """None when face down."""
    state: str = "still"
    """`still`, `free` (can be lifted), `picked`, `target` (pressing it makes a move)."""
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


class Pick(NamedTuple):
    """A run that the player has picked up without script."""

    source: int
    cards: int
    targets: tuple[int, ...]


def pile_views(
    engine: Engine, position: Position, pick: Pick | None = None
) -> tuple[PileView, ...]:
    """Every pile as the player sees it, in the engine's order."""
    offers = _offers(engine, position)
    views = [_pile_view(engine, position, place, offers) for place in range(len(engine.names))]
    if pick:
        views = [_with_pick(engine, place, view, pick) for place, view in enumerate(views)]
    return tuple(views)


def changed_views(engine: Engine, before: Position, after: Position) -> tuple[PileView, ...]:
    """The piles that look different after a move, and perhaps one that only changed below.

    Compares what the views of `pile_views` are made of, and makes only those that differ.
    """
    old, new = _offers(engine, before), _offers(engine, after)
    changed = {place for place in old.keys() | new.keys() if old.get(place) != new.get(place)}
    changed.update(
        place
        for place, (pile, seen) in enumerate(zip(after.piles, before.piles, strict=True))
        if pile is not seen and pile != seen
    )
    if engine.base_rank(before) != engine.base_rank(after):
        changed.update(place for place in engine.foundations if not after.piles[place])
    if _stock_press(engine, before) != _stock_press(engine, after):
        changed.add(engine.stock)
    if turned := before.face_down ^ after.face_down:
        changed.update(
            place
            for place in engine.columns
            if any(turned >> card & 1 for card in after.piles[place])
        )
    return tuple(_pile_view(engine, after, place, new) for place in sorted(changed))


def find_pick(engine: Engine, position: Position, source: int, cards: int) -> Pick | None:
    """The run of `cards` on top of `source`, if it can be lifted and laid somewhere."""
    if engine.is_won(position):
        return None
    for _, count, targets in engine.offers(position, (source,)):
        if count == cards:
            return Pick(source, cards, tuple(targets))
    return None


_Offers = dict[int, list[tuple[int, str]]]
"""By pile: how many cards can be lifted, and the targets of each such run in the player's order."""


# what a move leads to is where the next one starts: no board is kept, but its offers are not
# looked for twice
@lru_cache(maxsize=1024)
def _offers(engine: Engine, position: Position) -> _Offers:
    offers: _Offers = {}
    if engine.is_won(position):
        return offers
    in_order = engine.base_rank(position) is not None and all(
        position.piles[engine.columns.start : engine.columns.stop]
    )
    for source, cards, targets in engine.offers(position):
        best = targets if in_order or len(targets) == 1 else _best_first(engine, position, targets)
        names = " ".join([engine.texts[target] for target in best])
        offers.setdefault(source, []).append((cards, names))
    return offers


def _stock_press(engine: Engine, position: Position) -> tuple[str, int]:
    """The move that pressing the stock makes, if any, and the passes left."""
    can_turn = engine.can_turn(position) and not engine.is_won(position)
    return TURN if can_turn else "", position.passes_left


def _pile_view(engine: Engine, position: Position, place: int, offers: _Offers) -> PileView:
    (kind, number), text = engine.names[place], engine.texts[place]
    pile = position.piles[place]
    if place == engine.stock:
        press, passes_left = _stock_press(engine, position)
        return PileView(text, kind, number, (), len(pile), press, None, passes_left)
    waits_for = engine.base_rank(position) if not pile and place in engine.foundations else None
    cards = _card_views(engine, position, place, offers.get(place, ()))
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
    cards = [_FACE_DOWN if face_down >> card & 1 else CardView(card) for card in pile]
    text = engine.texts[place]
    for count, targets in lifts:
        run = text if count == 1 else f"{text}x{count}"
        cards[-count] = CardView(pile[-count], "free", run, targets)
    return tuple(cards)


_FACE_DOWN = CardView(None)


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


def _best_first(engine: Engine, position: Position, targets: list[int]) -> list[int]:
    """Foundation, columns with cards, empty columns; foundations last while no base is set."""
    first_column = engine.columns.start
    piles = position.piles
    up = [t for t in targets if t < first_column]
    laid = [t for t in targets if t >= first_column and piles[t]]
    empty = [t for t in targets if t >= first_column and not piles[t]]
    return [*laid, *empty, *up] if engine.base_rank(position) is None else [*up, *laid, *empty]
