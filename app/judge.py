"""What can be said of a position for certain: which cards are safe to send up, whether it is stuck.

Reads nothing that the player has not seen.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from app.cards import ACE, Card, rank
from app.engine import UNLIMITED, Engine, Move, Offer, Position
from app.rules import Kind

SEARCH_BOUND = 200
"""How many positions a request may look at before it says nothing."""


class Auto(StrEnum):
    """What goes to the foundations by itself after a move."""

    NEVER = "never"
    SAFE = "safe"
    """All that will certainly not be missed."""
    FINISH = "finish"
    """All that is left, and only if that wins."""


def following_moves(engine: Engine, position: Position, auto: Auto) -> tuple[Move, ...]:
    """The moves to the foundations that follow by themselves where a move has led."""
    match auto:
        case Auto.NEVER:
            return ()
        case Auto.SAFE:
            return certain_moves(engine, position)
        case Auto.FINISH:
            return finishing_moves(engine, position)


def certain_moves(engine: Engine, position: Position) -> tuple[Move, ...]:
    """What the player is certain never to miss: all the rest where that wins, else what is safe."""
    return finishing_moves(engine, position) or safe_moves(engine, position)


def can_send(engine: Engine, position: Position, offers: Iterable[Offer]) -> bool:
    """Whether there are `certain_moves`; `offers` are the engine's for this position."""
    is_safe = safe_move(engine, position, offers) is not None
    return is_safe or bool(finishing_moves(engine, position))


def finishing_moves(engine: Engine, position: Position) -> tuple[Move, ...]:
    """All the rest to the foundations, if nothing is hidden and that wins; else nothing.

    What comes first goes first: of two equal cards that may be the wrong one, and then this says
    nothing of a game that could be finished.
    """
    piles = position.piles
    if piles[engine.stock] or piles[engine.waste] or position.face_down:
        return ()
    moves: list[Move] = []
    while engine.base_rank(position) and (going_up := _going_up(engine, engine.offers(position))):
        moves.append(going_up[0])
        position = engine.apply(position, going_up[0])
    return tuple(moves) if engine.is_won(position) else ()


def safe_moves(engine: Engine, position: Position) -> tuple[Move, ...]:
    """The moves to the foundations, one after another, that can never be regretted.

    A card is safe when every card that a column would let lie on it is on a foundation already, or
    is an ace that can go up now. A reserve top always is; the only card of a column that would be
    refilled never is. The base is never chosen: while there is none, nothing is safe.
    """
    moves: list[Move] = []
    while move := safe_move(engine, position, engine.offers(position)):
        moves.append(move)
        position = engine.apply(position, move)
    return tuple(moves)


def safe_move(engine: Engine, position: Position, offers: Iterable[Offer]) -> Move | None:
    """The first of `safe_moves`, if there is one; `offers` are the engine's for this position."""
    if engine.base_rank(position) is None:
        return None
    going_up = _going_up(engine, offers)
    if not going_up:
        return None
    piles = position.piles
    settled = {card for move in going_up if rank(card := piles[move.source][-1]) == ACE}
    settled = settled.union(*piles[: engine.columns.start])
    for move in going_up:
        if _is_safe(engine, position, move.source, settled):
            return move
    return None


def is_stuck(engine: Engine, position: Position, seen: frozenset[Card] = frozenset()) -> bool:
    """Whether it is certain that no series of legal moves makes progress.

    Progress is a turn of the stock, more cards on the foundations, fewer face down, or fewer in
    waste, stock and reserve. `seen`: the cards that the stock has brought up in a whole pass made
    without another move, where passes are unlimited; turning it is then no progress, playing one
    of them is. False when won, and when the search reaches SEARCH_BOUND.
    """
    if engine.is_won(position) or (engine.can_turn(position) and not seen):
        return False
    return not _can_make_progress(engine, position, seen)


# a search costs as much as ten moves, and an answer asks several times of the same position
@lru_cache(maxsize=1024)
def _can_make_progress(engine: Engine, position: Position, seen: frozenset[Card]) -> bool:
    """Also true when the search reaches SEARCH_BOUND."""
    start = progress_of(engine, position)
    known = {position}
    waiting = [position]
    for here in waiting:
        if any(seen & taken for taken in engine.takes(here)):
            return True
        for move in engine.legal_moves(here):
            if move == engine.turn:
                continue
            there = engine.apply(here, move)
            if is_progress(start, progress_of(engine, there)):
                return True
            if there not in known:
                if len(known) == SEARCH_BOUND:
                    return True
                known.add(there)
                waiting.append(there)
    return False


def progress_of(engine: Engine, position: Position) -> tuple[int, int, int]:
    """What it is measured by: cards up, face down, and in waste, stock and reserve."""
    piles = position.piles
    return (
        sum(map(len, piles[: engine.columns.start])),
        position.face_down.bit_count(),
        sum(map(len, piles[engine.columns.stop :])),
    )


def is_progress(before: tuple[int, int, int], after: tuple[int, int, int]) -> bool:
    """Between two `progress_of`."""
    return after[0] > before[0] or after[1] < before[1] or after[2] < before[2]


def cards_in_a_whole_pass(engine: Engine, position: Position, turns: int) -> frozenset[Card]:
    """The cards that came up, one after another, if the last `turns` moves were a whole pass.

    `turns` counts the turns of the stock since the last other move. Empty unless passes are
    unlimited and those turns went from a full stock to an empty one.
    """
    waste = position.piles[engine.waste]
    per_turn = engine.rules.stock.per_turn
    whole_pass = -(-len(waste) // per_turn)
    if position.passes_left != UNLIMITED or position.piles[engine.stock] or turns < whole_pass:
        return frozenset()
    # with the turn-over before it, the pass certainly began with an empty waste
    if turns == whole_pass and per_turn > 1:
        return frozenset()
    return frozenset(waste[per_turn - 1 :: per_turn] + waste[-1:])


def _going_up(engine: Engine, offers: Iterable[Offer]) -> list[Move]:
    # the foundations stand first
    first_column = engine.columns.start
    return [
        Move(source, targets[0])
        for source, cards, targets in offers
        if cards == 1 and targets[0] < first_column <= source
    ]


def _is_safe(engine: Engine, position: Position, place: int, settled: set[Card]) -> bool:
    pile = position.piles[place]
    match engine.names[place].kind:
        case Kind.RESERVE:
            return True
        case Kind.TABLEAU if len(pile) == 1 and engine.rules.tableau.refill:
            return False
        case _:
            return engine.lies_on[pile[-1]] <= settled
