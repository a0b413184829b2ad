"""A player's game: one step is one undo, and nothing is ever lost on the way back."""

from dataclasses import replace
from random import Random

import pytest

from app.cards import fresh_decks
from app.deals import NoSuchDeal
from app.engine import Move, Position, engine_for
from app.games import GAMES
from app.notation import BadNotation, parse_move, step_text
from app.play import IllegalMove, NothingToRedo, NothingToUndo, Play
from tests.core.invariants import check_position
from tests.positions import draw


def random_play(slug: str, number: int, moves: int, *, turns: float = 0.3) -> Play:
    """A game of random moves, each its own step; the stock is turned about so often."""
    play, random = Play.start(slug, number), Random(number)
    for _ in range(moves):
        legal = list(play.engine.legal_moves(play.position))
        others = [move for move in legal if move != play.engine.turn]
        if not legal:
            break
        turn = len(others) < len(legal) and (not others or random.random() < turns)
        play = play.make((play.engine.turn if turn else random.choice(others),))
    return play


def positions_back_to_the_deal(play: Play) -> list[Position]:
    positions = [play.position]
    while play.ply:
        play = play.undo()
        positions.append(play.position)
    return positions


def test_bureau_to_its_second_pass_and_back() -> None:
    play = Play.start("bureau", 12)
    positions = [play.position]
    while play.position.passes_left:
        play = play.make((play.engine.turn,))
        positions.append(play.position)
    assert play.position.piles[play.engine.waste] == ()
    for n in range(10):
        play = play.make((list(play.engine.legal_moves(play.position))[n % 2 * -1],))
        positions.append(play.position)
    assert play.moves == 63
    assert positions_back_to_the_deal(play) == positions[::-1]
    play = play.restart()
    for position in positions[1:]:
        play = play.redo()
        assert play.position == position
    assert play.restart().redo_all() == play


@pytest.mark.parametrize("slug", ["roman", "bureau", "signora", "colonel"])
def test_undo_works_from_a_dead_position_to_the_deal(slug: str) -> None:
    dead = next(
        play
        for number in range(1, 200)
        if (play := random_play(slug, number, 300, turns=0.9)).is_stuck and not play.is_won
    )
    assert positions_back_to_the_deal(dead)[-1] == Play.start(slug, dead.number).position


def find_refill(*, from_waste: bool) -> tuple[Play, Move]:
    """A Roman game and a move that empties one of its columns, with or without a waste."""
    for number in range(1, 100):
        play = Play.start("roman", number)
        if from_waste:
            play = play.make((play.engine.turn,)).make((play.engine.turn,))
        for move in play.engine.legal_moves(play.position):
            if move.source in play.engine.columns and move.target in play.engine.columns:
                return play, move
    raise AssertionError


@pytest.mark.parametrize("from_waste", [True, False])
def test_a_move_and_its_refill_are_one_undo(*, from_waste: bool) -> None:
    before, move = find_refill(from_waste=from_waste)
    after = before.make((move,))
    giver = after.engine.waste if from_waste else after.engine.stock
    old, new = before.position.piles, after.position.piles
    assert new[move.source] == old[giver][-1:]
    assert new[giver] == old[giver][:-1]
    assert after.moves == before.moves + 1
    assert after.undo().position == before.position
    assert after.undo().redo() == after


def test_undo_turns_a_card_face_down_again() -> None:
    before = next(
        play
        for number in range(1, 100)
        for play in [Play.start("bureau", number)]
        if any(
            move.source in play.engine.columns for move in play.engine.legal_moves(play.position)
        )
    )
    move = next(iter(before.engine.legal_moves(before.position)))
    after = before.make((move,))
    uncovered = after.position.piles[move.source][-1]
    assert before.position.face_down >> uncovered & 1
    assert not after.position.face_down >> uncovered & 1
    assert after.undo().position == before.position


def test_undo_of_the_turn_over() -> None:
    play = Play.start("bureau", 3)
    while play.position.piles[play.engine.stock]:
        play = play.make((play.engine.turn,))
    turned = play.make((play.engine.turn,))
    assert (play.position.passes_left, turned.position.passes_left) == (1, 0)
    assert turned.position.piles[turned.engine.stock] == Play.start("bureau", 3).position.piles[-1]
    assert turned.undo().position == play.position


def test_undo_of_the_first_foundation_card_unsets_the_base() -> None:
    start = Play.start("roman", 1)
    engine = start.engine
    after = start.make((Move(engine.columns.start, 2),))
    assert engine.base_rank(after.position)
    assert after.position.piles[engine.columns.start] == start.position.piles[engine.stock][-1:]
    back = after.undo()
    assert engine.base_rank(back.position) is None
    assert back.position == start.position


def long_game(slug: str, number: int) -> list[Play]:
    """Up to 300 moves of what can go on for ever: cards to and fro, and the stock now and then."""
    game, random = [Play.start(slug, number)], Random(number)
    while len(game) <= 300:
        play = game[-1]
        if not (legal := list(play.engine.legal_moves(play.position))):
            break
        others = [move for move in legal if move != play.engine.turn]
        game.append(
            play.make((random.choice(others if others and random.random() < 0.9 else legal),))
        )
    return game


@pytest.mark.parametrize("slug", GAMES)
def test_300_moves_300_undos(slug: str) -> None:
    game = next(game for n in range(1, 50) if len(game := long_game(slug, n)) > 300)
    play = game[-1]
    assert play.moves == 300
    for earlier in game[-2::-1]:
        play = play.undo()
        assert (play.position, play.moves) == (earlier.position, earlier.moves)
    with pytest.raises(NothingToUndo):
        play.undo()
    assert play.redo_all() == game[-1]
    assert play.redo_all().position == game[-1].position


@pytest.mark.parametrize("slug", GAMES)
def test_10_000_random_moves_keep_the_packs(slug: str) -> None:
    """Deal after deal; nothing is checked on the way but the cards, and all at every end."""
    engine, pack = engine_for(slug), fresh_decks(GAMES[slug].decks)
    random, moves, number = Random(slug), 0, 0
    while moves < 10_000:
        number += 1
        position = engine.deal(number)
        for _ in range(500):
            legal = list(engine.legal_moves(position))
            if not legal:
                break
            position = engine.apply(position, random.choice(legal))
            moves += 1
            if moves % 10 == 0:
                assert sorted(card for pile in position.piles for card in pile) == pack
        check_position(engine, position)


def test_x5_refused_and_nothing_changes() -> None:
    play = Play.start("bureau", 1)
    engine, column = play.engine, play.engine.columns.start
    for move in (
        Move(column, column),
        Move(column, column + 1, 0),
        Move(column, column + 1, -1),
        Move(column, engine.waste),
        Move(column, engine.stock),
        Move(engine.stock, column),
        Move(engine.stock, engine.waste, 2),
        Move(engine.waste, column),
        Move(column, column + 1, 4),
        Move(column, column + 1, 5),
    ):
        with pytest.raises(IllegalMove):
            play.make((move,))
    assert play == Play.start("bureau", 1)
    assert (play.moves, play.log, play.ply) == (0, "", 0)


def test_x5_a_pile_that_does_not_exist() -> None:
    engine = engine_for("bureau")
    column = engine.columns.start
    for source, target in ((column, 99), (99, column), (-1, column), (column, -1), (-1, -2)):
        assert not engine.is_legal(engine.deal(1), Move(source, target))


def test_a_step_with_a_refused_move_makes_none_of_it() -> None:
    play = Play.start("roman", 1)
    good, bad = Move(play.engine.columns.start, 0), Move(play.engine.columns.start, 0)
    text = step_text(play.engine, (good, bad))
    with pytest.raises(IllegalMove, match=text):
        play.make((good, bad))
    assert play == Play.start("roman", 1)


def test_a_refused_move_forgets_nothing_undone() -> None:
    play = Play.start("roman", 1)
    undone = play.make((play.engine.turn,)).undo()
    with pytest.raises(IllegalMove):
        undone.make((Move(play.engine.waste, 0),))
    assert undone.redo().ply == 1


def test_a_new_move_forgets_what_was_undone() -> None:
    play = Play.start("klondike", 1)
    twice = play.make((play.engine.turn,)).make((play.engine.turn,))
    again = twice.restart().make((play.engine.turn,))
    assert again.log == "d"
    with pytest.raises(NothingToRedo):
        again.redo()


def test_a_joined_step_counts_its_moves_and_is_undone_as_one() -> None:
    play = Play.start("roman", 1)
    step = (play.engine.turn, play.engine.turn, play.engine.turn)
    made = play.make(step)
    assert (made.log, made.moves, made.ply, made.steps) == ("d-d-d", 3, 1, 1)
    assert made.undo().position == play.position
    assert made.undo().redo() == made


def test_nothing_after_the_win() -> None:
    foundations = "; ".join(
        f"F{n + 1}=" + " ".join(rank + suit for rank in "A23456789TJQK")
        for n, suit in enumerate("SHDC")
    )
    table = draw("klondike", foundations)
    won = replace(
        Play.start("klondike", 1),
        position=Position(
            (*table.position.piles[:4], (), (), (), (), (), (), (), (), ()),
            0,
            table.position.passes_left,
        ),
    )
    assert won.is_won
    assert not won.is_stuck
    for text in ("d", "f1t1", "t1f1"):
        with pytest.raises(IllegalMove):
            won.make((parse_move(won.engine, text),))
    with pytest.raises(IllegalMove):
        won.safe_step()


def test_a_play_that_cannot_be() -> None:
    with pytest.raises(KeyError):
        Play.start("spider", 1)
    with pytest.raises(NoSuchDeal):
        Play.start("roman", 0)
    with pytest.raises(NoSuchDeal):
        Play.start("roman", 2**32)


@pytest.mark.parametrize("log", ["x", "d.", ".d", "d-", "d--d", "t1t99", "d d", "T1F1", "d\n"])
def test_a_log_that_is_none(log: str) -> None:
    with pytest.raises(BadNotation):
        Play.replay("roman", 1, log)


@pytest.mark.parametrize("ply", [-1, 3])
def test_a_ply_beyond_the_log(ply: int) -> None:
    with pytest.raises(BadNotation):
        Play.replay("roman", 1, "d.d", ply)


@pytest.mark.parametrize("log", ["w1f1", "d.w1f1.w1f1", "d-d.t1f1x2"])
def test_a_log_that_the_rules_refuse(log: str) -> None:
    with pytest.raises(IllegalMove):
        Play.replay("roman", 1, log, 0)
