"""Make, undo, redo and restart in any order, in every game, and what must hold all the while."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.deals import FIRST_DEAL, LAST_DEAL
from app.engine import Position
from app.games import GAMES
from app.judge import Auto, safe_moves
from app.notation import parse_position, parse_step, position_text, split_log, step_text
from app.play import IllegalMove, NothingToRedo, NothingToUndo, Play
from app.rules import Empty
from tests.core.invariants import check_position


class PlayMachine(RuleBasedStateMachine):
    """A `Play` beside the simplest model of one: the positions so far, and which is shown."""

    slug: str

    def __init__(self) -> None:
        super().__init__()
        self.play = Play.start(self.slug, 1)
        self.positions: list[Position] = []
        self.lengths: list[int] = []
        self.at = 0

    @initialize(number=st.integers(FIRST_DEAL, LAST_DEAL))
    def deal(self, number: int) -> None:
        self.play = Play.start(self.slug, number)
        self.positions = [self.play.position]
        self.lengths = []

    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 30))
    def make(self, seed: int, count: int) -> None:
        random = Random(seed)
        for _ in range(count):
            if moves := list(self.play.engine.legal_moves(self.play.position)):
                self._made(self.play.make((random.choice(moves),)), 1)

    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 30), auto=st.sampled_from(Auto))
    def make_followed(self, seed: int, count: int, auto: Auto) -> None:
        """A move, and what goes up by itself after it, are the same moves made one by one."""
        random = Random(seed)
        for _ in range(count):
            if moves := list(self.play.engine.legal_moves(self.play.position)):
                play = self.play.make((random.choice(moves),), auto)
                singly = self.play
                for move in play.last_step:
                    singly = singly.make((move,))
                assert singly.position == play.position
                self._made(play, len(play.last_step))

    @rule()
    @precondition(lambda self: bool(safe_moves(self.play.engine, self.play.position)))
    def make_joined(self) -> None:
        step = self.play.safe_step()
        self._made(self.play.make(step), len(step))

    @rule(steps=st.integers(1, 20))
    def undo(self, steps: int) -> None:
        for _ in range(steps):
            if not self.at:
                with pytest.raises(NothingToUndo):
                    self.play.undo()
                return
            self.play = self.play.undo()
            self.at -= 1
            assert self.play.position == self.positions[self.at]

    @rule(steps=st.integers(1, 20))
    def redo(self, steps: int) -> None:
        for _ in range(steps):
            if self.at == len(self.lengths):
                with pytest.raises(NothingToRedo):
                    self.play.redo()
                return
            self.play = self.play.redo()
            self.at += 1
            assert self.play.position == self.positions[self.at]

    @rule()
    def redo_all(self) -> None:
        if self.at == len(self.lengths):
            with pytest.raises(NothingToRedo):
                self.play.redo_all()
            return
        self.play = self.play.redo_all()
        self.at = len(self.lengths)

    @rule()
    def restart(self) -> None:
        if not self.at:
            with pytest.raises(NothingToUndo):
                self.play.restart()
            return
        self.play = self.play.restart()
        self.at = 0

    @rule(seed=st.integers(0, 2**32))
    def refused(self, seed: int) -> None:
        engine, position, random = self.play.engine, self.play.position, Random(seed)
        piles = range(len(engine.names))
        move = engine.turn._replace(
            source=random.choice(piles), target=random.choice(piles), cards=random.randint(1, 3)
        )
        if not engine.is_legal(position, move) and engine.stock not in move[:2]:
            with pytest.raises(IllegalMove):
                self.play.make((move,))

    @invariant()
    def the_model_agrees(self) -> None:
        if not self.positions:
            return
        play = self.play
        assert play.position == self.positions[self.at]
        assert (play.ply, play.steps) == (self.at, len(self.lengths))
        assert play.moves == sum(self.lengths[: self.at])
        assert play.is_won == play.engine.is_won(play.position)

    @invariant()
    def the_position_is_sound(self) -> None:
        check_position(self.play.engine, self.play.position)

    @invariant()
    def texts_come_back(self) -> None:
        play = self.play
        replayed = Play.replay(play.slug, play.number, play.log, play.ply)
        assert (replayed, replayed.position) == (play, play.position)
        made = Play.replay(play.slug, play.number, play.made)
        assert (made.position, made.ply) == (play.position, play.ply)
        assert parse_position(position_text(play.position)) == play.position
        for text in split_log(play.log)[-3:]:
            assert step_text(play.engine, parse_step(play.engine, text)) == text

    def _made(self, play: Play, moves: int) -> None:
        engine = play.engine
        if engine.rules.tableau.empty is Empty.NOTHING:
            for place in engine.columns:
                assert self.play.position.piles[place] or not play.position.piles[place]
        del self.positions[self.at + 1 :], self.lengths[self.at :]
        self.positions.append(play.position)
        self.lengths.append(moves)
        self.at += 1
        self.play = play
        check_position(engine, play.position)


@pytest.mark.parametrize("slug", GAMES)
def test_any_order(slug: str) -> None:
    machine = type(f"{slug}-machine", (PlayMachine,), {"slug": slug})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=12,
            stateful_step_count=14,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_any_order_for_long(slug: str) -> None:
    machine = type(f"{slug}-machine", (PlayMachine,), {"slug": slug})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=60,
            stateful_step_count=50,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
