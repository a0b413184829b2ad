"""A player's game: a deal, the log of what was chosen, and how much of the log is made."""

from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce

from app.engine import UNLIMITED, Engine, Position, engine_for
from app.judge import Auto, cards_in_a_whole_pass, certain_moves, following_moves, is_stuck
from app.notation import (
    STEP_MARK,
    TURN,
    BadNotation,
    Step,
    count_moves,
    count_steps,
    first_steps,
    parse_step,
    split_log,
    step_text,
)


class NotNow(ValueError):
    """Something that cannot be done in this position; nothing has changed."""


class IllegalMove(NotNow):
    """A move that the rules refuse; the argument is its notation."""


class NothingToUndo(NotNow):
    """No move is made."""


class NothingToRedo(NotNow):
    """No undone move is left in the log."""


# a page is followed by a first move, an undo by another, and each begins with the shuffled pack
@lru_cache(maxsize=256)
def dealt(slug: str, number: int) -> Position:
    """The table before the first move; raises KeyError for an unknown game and NoSuchDeal."""
    return engine_for(slug).deal(number)


@dataclass(frozen=True, slots=True)
class Play:
    """One game of a deal. The log is the truth; `position` is where its first `ply` steps lead."""

    slug: str
    number: int
    log: str
    ply: int
    """How many steps of the log are made; the rest can be redone."""
    engine: Engine = field(compare=False, repr=False)
    """The slug's own: looked for once, and a move asks ten times."""
    position: Position = field(compare=False, repr=False)
    steps: int = field(compare=False, repr=False)
    """How many steps the log holds, made or undone; counted once, a log may be long."""

    @classmethod
    def start(cls, slug: str, number: int) -> "Play":
        """The untouched deal; raises KeyError for an unknown game and NoSuchDeal."""
        return cls(slug, number, "", 0, engine_for(slug), dealt(slug, number), 0)

    @classmethod
    def resume(cls, slug: str, number: int, log: str, ply: int, position: Position) -> "Play":
        """A game whose position is known already; trusts what it is given."""
        return cls(slug, number, log, ply, engine_for(slug), position, count_steps(log))

    @classmethod
    def replay(cls, slug: str, number: int, log: str, ply: int | None = None) -> "Play":
        """The game that `log` tells, `ply` steps of it made, or all.

        Raises KeyError, NoSuchDeal, BadNotation (also for a ply beyond the log), and IllegalMove
        with the first step that the rules refuse; the whole log is checked.
        """
        play = cls.start(slug, number)
        steps = split_log(log)
        if not 0 <= (len(steps) if ply is None else ply) <= len(steps):
            raise BadNotation(f"{ply} of {len(steps)} steps")
        for text in steps:
            play = play.make(parse_step(play.engine, text))
        return play if ply is None else play.rewound_to(ply)

    @property
    def made(self) -> str:
        """The part of the log that is made."""
        return self.log if self.ply == self.steps else first_steps(self.log, self.ply)

    @property
    def last_step(self) -> Step:
        """What the log ends with, made or undone; raises BadNotation where it is empty."""
        return parse_step(self.engine, self.log.rpartition(STEP_MARK)[2])

    @property
    def moves(self) -> int:
        """How many moves are made, turns of the stock included."""
        return count_moves(self.made)

    @property
    def is_won(self) -> bool:
        return self.engine.is_won(self.position)

    @property
    def is_stuck(self) -> bool:
        """Whether no useful move is left, for certain and as far as the player can know."""
        engine, position = self.engine, self.position
        # mostly so, and then nothing need be remembered, nor the log looked through
        if position.piles[engine.stock] or (position.passes_left > 0 and engine.can_turn(position)):
            return False
        return _is_stuck(self)

    def make(self, step: Step, auto: Auto = Auto.NEVER) -> "Play":
        """The game after `step` and what follows by itself; what had been undone is forgotten.

        Raises IllegalMove when one of its moves is none.
        """
        engine, position = self.engine, self.position
        for move in step:
            if not engine.is_legal(position, move):
                raise IllegalMove(step_text(engine, step))
            position = engine.apply(position, move)
        # a card that was taken back would go up again at once
        if auto is not Auto.NEVER and not engine.is_foundation[step[-1].source]:
            following = following_moves(engine, position, auto)
            position = reduce(engine.apply, following, position)
            step += following
        text = step_text(engine, step)
        made = self.made
        log = f"{made}{STEP_MARK}{text}" if made else text
        ply = self.ply + 1
        return Play(self.slug, self.number, log, ply, engine, position, steps=ply)

    def safe_step(self) -> Step:
        """All that goes up and will certainly not be missed, as one step; raises IllegalMove."""
        if step := certain_moves(self.engine, self.position):
            return step
        raise IllegalMove("")

    def undo(self) -> "Play":
        if not self.ply:
            raise NothingToUndo
        return self.rewound_to(self.ply - 1)

    def redo(self) -> "Play":
        if self.ply == self.steps:
            raise NothingToRedo
        step = parse_step(self.engine, split_log(self.log)[self.ply])
        position = reduce(self.engine.apply, step, self.position)
        return replace(self, ply=self.ply + 1, position=position)

    def redo_all(self) -> "Play":
        if self.ply == self.steps:
            raise NothingToRedo
        return self.rewound_to(self.steps)

    def restart(self) -> "Play":
        """The deal as it was; the log is kept, so that Redo brings the game back."""
        if not self.ply:
            raise NothingToUndo
        return self.rewound_to(0)

    def at(self, ply: int) -> "Play":
        """The same log with so many steps made; raises BadNotation beyond its ends."""
        if not 0 <= ply <= self.steps:
            raise BadNotation(f"{ply} of {self.steps} steps")
        return self.rewound_to(ply)

    def rewound_to(self, ply: int) -> "Play":
        """The same log with `ply` steps made, replayed from the deal without judging again."""
        engine = self.engine
        moves = (move for text in split_log(self.log)[:ply] for move in parse_step(engine, text))
        return replace(
            self, ply=ply, position=reduce(engine.apply, moves, dealt(self.slug, self.number))
        )


# the store, the answer and the line that is said all ask
@lru_cache(maxsize=1024)
def _is_stuck(play: Play) -> bool:
    engine, position = play.engine, play.position
    seen = cards_in_a_whole_pass(engine, position, _turns_since_another_move(play))
    return is_stuck(engine, position, seen)


def _turns_since_another_move(play: Play) -> int:
    if play.position.passes_left != UNLIMITED:
        return 0
    made = split_log(play.made)
    turns = next((n for n, text in enumerate(reversed(made)) if text != TURN), len(made))
    # the deal leaves the waste empty, as a turn-over does
    return turns + (turns == len(made))
