"""What a player sees of a position: the only door between the cards and the templates.

A view holds no hidden card. Views are compared to find out which piles changed.
"""

from functools import cache
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
    over = engine.is_won(position)
    takes = [] if over else engine.takes(position)
    base = engine.base_rank(position)
    stock_press = TURN if not over and engine.can_turn(position) else ""
    views = []
    for place, (name, text, pile) in enumerate(
        zip(engine.names, engine.texts, position.piles, strict=True)
    ):
        kind, number = name
        size = len(pile)
        if place == engine.stock:
            views.append(
                PileView(text, kind, number, (), size, stock_press, None, position.passes_left)
            )
            continue
        cards = _card_views(engine, position, place, takes, base)
        press = ""
        if pick:
            cards, press = _with_pick(engine, place, cards, pick)
        waits_for = base if not pile and place < engine.columns.start else None
        views.append(PileView(text, kind, number, tuple(cards), size, press, waits_for))
    return tuple(views)


def find_pick(engine: Engine, position: Position, source: int, cards: int) -> Pick | None:
    """The run of `cards` on top of `source`, if it can be lifted and laid somewhere."""
    if source not in engine.sources or engine.is_won(position):
        return None
    for count, targets in engine.lifts(position, source, engine.takes(position)):
        if count == cards:
            return Pick(source, cards, tuple(targets))
    return None


def _card_views(
    engine: Engine,
    position: Position,
    place: int,
    takes: list[frozenset[Card]],
    base: int | None,
) -> list[CardView]:
    pile = position.piles[place]
    if place < engine.columns.start:
        pile = pile[-FOUNDATION_SHOWN:]
    elif place == engine.waste:
        pile = pile[-WASTE_SHOWN:]
    face_down = position.face_down if place in engine.columns else 0
    if face_down:
        cards = [_FACE_DOWN if face_down >> card & 1 else _still(card) for card in pile]
    else:
        cards = [_still(card) for card in pile]
    if takes:
        text = engine.texts[place]
        for count, targets in engine.lifts(position, place, takes):
            run = text if count == 1 else f"{text}x{count}"
            names = _best_first(engine, position, targets, base)
            cards[-count] = CardView(pile[-count], "free", run, names)
    return cards


@cache
def _still(card: Card) -> CardView:
    return CardView(card)


_FACE_DOWN = CardView(None)


def _with_pick(
    engine: Engine, place: int, cards: list[CardView], pick: Pick
) -> tuple[list[CardView], str]:
    """The cards and the press of a pile while a run is picked up."""
    if place == pick.source:
        picked = [CardView(view.card, "picked") for view in cards[-pick.cards :]]
        return [*cards[: -pick.cards], *picked], ""
    if place not in pick.targets:
        return cards, ""
    press = move_text(engine, Move(pick.source, place, pick.cards))
    return [*cards[:-1], *(CardView(view.card, "target", press) for view in cards[-1:])], press


def _best_first(engine: Engine, position: Position, targets: list[int], base: int | None) -> str:
    """Foundation, columns with cards, empty columns; foundations last while no base is set."""
    names = engine.texts
    if len(targets) == 1:
        return names[targets[0]]
    first_column = engine.columns.start
    piles = position.piles
    up = [names[t] for t in targets if t < first_column]
    laid = [names[t] for t in targets if t >= first_column and piles[t]]
    empty = [names[t] for t in targets if t >= first_column and not piles[t]]
    return " ".join([*laid, *empty, *up] if base is None else [*up, *laid, *empty])
