"""What a move is good for, found by comparing the table before and after it; knows no game."""

from enum import Enum, auto
from typing import NamedTuple

from app.cards import Card
from app.engine import Engine, Move, Position
from app.hints.looking import Way
from app.hints.seen import Known
from app.judge import safe_move
from app.rules import Empty, Kind


class Effect(Enum):
    """What comes of a move, the first that holds being the one worth telling."""

    WINS = auto()
    ONLY_STOCK = auto()
    """The stock is turned because nothing else looks better."""
    COMES_UP = auto()
    """`card`: of a stock that was seen before, once it is turned so far."""
    SETS_BASE = auto()
    """`rank`: of all foundations; `cards`: reserve cards that can then go up in a row."""
    TURNS_UP = auto()
    REFILLS_FROM_WASTE = auto()
    """`card`: what fills the emptied column."""
    REFILLS_FROM_STOCK = auto()
    RESERVE_RUN = auto()
    """`cards`: reserve cards that go up in a row, this one included."""
    LETS_UP = auto()
    """`card`: can go to a foundation now."""
    FREES = auto()
    """`card`: can be moved now."""
    LETS_FOLLOW = auto()
    """`card`: is what goes on to be moved."""
    SPACE = auto()
    """The column stays empty and takes any card."""
    SPACE_FOR_KING = auto()
    NOT_MISSED = auto()
    """No column will ever need the card that goes up."""
    UP = auto()
    OFF_WASTE = auto()
    NONE = auto()
    """Nothing that a player sees at once."""


class Reason(NamedTuple):
    effect: Effect
    card: Card | None = None
    cards: int = 0
    rank: int = 0


def reason_for(engine: Engine, start: Known, way: Way) -> Reason:
    """Why the first move of `way` is made; the rest of it says what it leads to."""
    before, move = start.position, way[0]
    if move == engine.turn:
        return _of_turning(engine, before, way)
    after = engine.apply(before, move)
    if engine.is_won(after):
        return Reason(Effect.WINS)
    return (
        _of_base(engine, before, after)
        or _of_column(engine, start, after, move)
        or _of_reserve(engine, before, after, move)
        or _of_freed(engine, start, after, move)
        or _of_next(engine, start, after, way)
        or _of_itself(engine, before, after, move)
    )


def _of_turning(engine: Engine, before: Position, way: Way) -> Reason:
    """`way` turns the stock until a card comes up that is then played, or only turns it."""
    if way[-1] == engine.turn:
        return Reason(Effect.ONLY_STOCK)
    for move in way[:-1]:
        before = engine.apply(before, move)
    return Reason(Effect.COMES_UP, before.piles[way[-1].source][-1])


def _of_base(engine: Engine, before: Position, after: Position) -> Reason | None:
    base = engine.base_rank(after)
    if base is None or engine.base_rank(before) is not None:
        return None
    return Reason(Effect.SETS_BASE, cards=_reserve_run(engine, after), rank=base)


def _of_column(engine: Engine, start: Known, after: Position, move: Move) -> Reason | None:
    """A card turned up, or a column refilled."""
    before = start.position
    if before.face_down != after.face_down:
        return Reason(Effect.TURNS_UP)
    is_emptied = move.source in engine.columns and move.cards == len(before.piles[move.source])
    if not is_emptied or not after.piles[move.source]:
        return None
    if len(after.piles[engine.waste]) == len(before.piles[engine.waste]):
        return Reason(Effect.REFILLS_FROM_STOCK)
    return Reason(Effect.REFILLS_FROM_WASTE, after.piles[move.source][-1])


def _of_reserve(engine: Engine, before: Position, after: Position, move: Move) -> Reason | None:
    if engine.names[move.source].kind is not Kind.RESERVE or len(before.piles[move.source]) < 2:
        return None
    run = 1 + _reserve_run(engine, after)
    return Reason(Effect.RESERVE_RUN, cards=run) if run > 1 else None


def _reserve_run(engine: Engine, position: Position) -> int:
    """How many cards of the reserve can go up one after another, and nothing else."""
    reserves = tuple(range(engine.columns.stop, engine.waste))
    count = 0
    while offers := engine.offers(position, reserves):
        source, _, targets = offers[0]
        position = engine.apply(position, Move(source, targets[0]))
        count += 1
    return count


def _of_freed(engine: Engine, start: Known, after: Position, move: Move) -> Reason | None:
    """What lay under the cards that were moved, if there is a place for it."""
    # before the base is set any card could go up: that is no news of this one
    first = 0 if engine.base_rank(after) else engine.columns.start
    pile = after.piles[move.source]
    if not pile or move.source in engine.foundations or pile[-1] in start.unknown:
        return None
    targets = {
        target
        for _, cards, targets in engine.offers(after, (move.source,))
        for target in targets
        if cards == 1 and target != move.target and target >= first
    }
    if not targets:
        return None
    is_up = min(targets) in engine.foundations
    return Reason(Effect.LETS_UP if is_up else Effect.FREES, pile[-1])


def _of_next(engine: Engine, start: Known, after: Position, way: Way) -> Reason | None:
    if len(way) == 1 or way[1] == engine.turn:
        return None
    source, target, cards = way[1]
    card = after.piles[source][-cards]
    if card in start.unknown:
        return None
    return Reason(Effect.LETS_UP if target in engine.foundations else Effect.LETS_FOLLOW, card)


def _of_itself(engine: Engine, before: Position, after: Position, move: Move) -> Reason:
    if move.source in engine.columns and not after.piles[move.source]:
        match engine.rules.tableau.empty:
            case Empty.ANY:
                return Reason(Effect.SPACE)
            case Empty.KING:
                return Reason(Effect.SPACE_FOR_KING)
            case Empty.NOTHING:
                pass
    if move.target in engine.foundations:
        safe = safe_move(engine, before, engine.offers(before, (move.source,)))
        return Reason(Effect.NOT_MISSED if safe else Effect.UP)
    return Reason(Effect.OFF_WASTE if move.source == engine.waste else Effect.NONE)
