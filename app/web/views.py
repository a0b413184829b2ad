"""What a player sees of a position: the only door between the cards and the templates.

A view holds no hidden card. Views are compared to find out which piles changed.
"""

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
    takes = engine.takes(position)
    base = engine.base_rank(position)
    views = []
    for place, name in enumerate(engine.names):
        text = engine.texts[place]
        pile = position.piles[place]
        if name.kind is Kind.STOCK:
            press = TURN if engine.can_turn(position) and not over else ""
            cards: tuple[CardView, ...] = ()
        else:
            press = _press_of_target(engine, place, pick)
            cards = _card_views(engine, position, place, text, [] if over else takes, pick)
            if press and cards:
                cards = (*cards[:-1], CardView(cards[-1].card, "target", press))
        views.append(
            PileView(
                text,
                name.kind,
                name.number,
                cards,
                len(pile),
                press,
                base if name.kind is Kind.FOUNDATION and not pile else None,
                position.passes_left if name.kind is Kind.STOCK else 0,
            )
        )
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
    text: str,
    takes: list[frozenset[Card]],
    pick: Pick | None,
) -> tuple[CardView, ...]:
    pile = position.piles[place]
    shown = pile[-_SHOWN.get(engine.names[place].kind, len(pile)) or len(pile) :]
    face_down = position.face_down
    views = [
        CardView(None) if face_down and face_down >> card & 1 else CardView(card) for card in shown
    ]
    if takes and pile:
        for count, targets in engine.lifts(position, place, takes):
            run = text if count == 1 else f"{text}x{count}"
            names = " ".join(_best_first(engine, position, targets))
            views[-count] = CardView(shown[-count], "free", run, names)
    if pick and pick.source == place:
        for n in range(1, pick.cards + 1):
            views[-n] = CardView(shown[-n], "picked")
    return tuple(views)


_SHOWN = {Kind.FOUNDATION: FOUNDATION_SHOWN, Kind.WASTE: WASTE_SHOWN}


def _best_first(engine: Engine, position: Position, targets: list[int]) -> list[str]:
    """Foundation, columns with cards, empty columns; foundations last while no base is set."""
    first_column = engine.columns.start
    piles = position.piles
    unset = engine.base_rank(position) is None
    names = engine.texts
    up = [names[t] for t in targets if t < first_column]
    laid = [names[t] for t in targets if t >= first_column and piles[t]]
    empty = [names[t] for t in targets if t >= first_column and not piles[t]]
    return [*laid, *empty, *up] if unset else [*up, *laid, *empty]


def _press_of_target(engine: Engine, place: int, pick: Pick | None) -> str:
    if pick and place in pick.targets:
        return move_text(engine, Move(pick.source, place, pick.cards))
    return ""
