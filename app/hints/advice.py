"""What to tell a player who asks for a hint: whether to play on, which card, where, and why."""

from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from app.engine import UNLIMITED, Move
from app.hints.effects import Effect, Reason, reason_for
from app.hints.looking import Way, best_plan
from app.hints.seen import known, remembered
from app.play import Play


class Prospect(Enum):
    """Whether there is something useful."""

    MOVE = auto()
    STOCK = auto()
    """Nothing on the table looks better than the stock."""
    PASSED = auto()
    """A whole pass brought nothing to play, and the next would bring the same."""
    NOTHING = auto()
    WON = auto()


class Knowledge(Enum):
    """Where the advice comes from."""

    SIGHT = auto()
    """What the player has seen."""
    PROVED = auto()
    """A win that was found by who knows the hidden cards."""
    NO_WIN_KNOWN = auto()
    """Sight, for no such win is known."""
    LOST = auto()
    """Sight, for there is none: all positions that can come were looked at."""


class Advice(NamedTuple):
    prospect: Prospect
    move: Move | None = None
    reason: Reason = Reason(Effect.NONE)
    knowledge: Knowledge = Knowledge.SIGHT


@lru_cache(maxsize=256)
def advice(play: Play) -> Advice:
    """From what the player has seen, and nothing else.

    Who follows it never comes to the same table twice: it leads to none that the play has met
    since a card was last turned up, or last left stock, waste and reserve for good; before that
    they were others.
    """
    if play.is_won:
        return Advice(Prospect.WON)
    engine, position = play.engine, play.position
    memory = remembered(play)
    if plan := best_plan(engine, position, memory):
        start = known(engine, position, has_seen_stock=memory.has_seen_stock)
        reason = reason_for(engine, start, plan.way)
        is_stock = reason.effect is Effect.ONLY_STOCK
        return Advice(Prospect.STOCK if is_stock else Prospect.MOVE, plan.way[0], reason)
    is_round = position.passes_left == UNLIMITED and engine.can_turn(position)
    return Advice(Prospect.PASSED if is_round else Prospect.NOTHING)


def proved_advice(play: Play, win: Way) -> Advice:
    """The first move of a win from here on; why is told from what the player has seen."""
    engine = play.engine
    start = known(engine, play.position, has_seen_stock=remembered(play).has_seen_stock)
    is_turn = win[0] == engine.turn
    reason = Reason(Effect.NONE) if is_turn else reason_for(engine, start, win[:2])
    return Advice(Prospect.MOVE, win[0], reason, Knowledge.PROVED)
