"""What a position lets a player do; remembered for as long as it is likely to be asked again."""

from typing import NamedTuple

from app.engine import Engine, Position
from app.judge import can_send
from app.notation import TURN
from app.reach import Reach, Since, reach_after, reach_of

MOST_SEEN = 512

Run = tuple[int, str]
"""How many cards can be lifted, and the piles that take them, best first: `f1 t4`."""


class Sight(NamedTuple):
    """What a position lets the player do."""

    engine: Engine
    position: Position
    base: int | None
    stock: tuple[str, int]
    """The move that pressing the stock makes, if any, and the passes left."""
    runs: dict[int, list[Run]]
    """By pile, one card first."""
    can_send: bool = False
    """Whether a card can go to the foundations that will certainly not be missed."""
    reach: Reach | None = None
    """None where nothing can be lifted."""


# What a move leads to is where the next one starts. No board is kept: this remembers what a pure
# function has said. By identity, for a move asks three times, and to hash two packs costs as much
# as a card's HTML: each entry keeps its position, so no other can be mistaken for it.
_seen: dict[int, Sight] = {}


def sight(engine: Engine, position: Position, came_of: Since | None = None) -> Sight:
    """`came_of` spares looking at what a move has left as it was."""
    seen = _seen.get(id(position))
    if seen and seen.position is position and seen.engine is engine:
        return seen
    found = look(engine, position, came_of)
    if len(_seen) >= MOST_SEEN:
        del _seen[next(iter(_seen))]
    _seen[id(position)] = found
    return found


def at_rest(engine: Engine, position: Position) -> Sight:
    """As if no card could be lifted: so it is once a game is won."""
    stock = _stock(engine, position)
    return Sight(engine, position, engine.base_rank(position), stock, {})


def look(engine: Engine, position: Position, came_of: Since | None = None) -> Sight:
    """As `sight`, but nothing is remembered of `position`."""
    if engine.is_won(position):
        return at_rest(engine, position)
    base = engine.base_rank(position)
    known = sight(engine, came_of[0]) if came_of else None
    if came_of and known and known.reach and known.base == base:
        reach, stale, found = reach_after(engine, known.reach, came_of, position)
        runs = {place: known.runs[place] for place in known.runs if place not in stale}
    else:
        reach = reach_of(engine, position)
        runs, found = {}, reach.offers
    # the engine's order is best first but where a column is empty or no base is set
    is_plain = base is not None and all(position.piles[engine.columns.start : engine.columns.stop])
    for source, cards, targets in found:
        names = engine.texts[targets[0]]
        if len(targets) > 1:
            ordered = targets if is_plain else _best_first(engine, position, targets)
            names = " ".join([engine.texts[target] for target in ordered])
        runs.setdefault(source, []).append((cards, names))
    sends = can_send(engine, position, reach.offers)
    return Sight(engine, position, base, _stock(engine, position), runs, sends, reach)


def _stock(engine: Engine, position: Position) -> tuple[str, int]:
    return TURN if engine.can_turn(position) else "", position.passes_left


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
