"""Moves, logs and snapshots as text, and back."""

import pytest

from app.cards import Card, face, face_name, fresh_decks, is_red, rank, suit
from app.engine import Move, engine_for
from app.games import GAMES
from app.notation import (
    BadNotation,
    count_moves,
    first_steps,
    move_text,
    parse_move,
    parse_position,
    parse_step,
    position_text,
    split_log,
    step_text,
)


@pytest.mark.parametrize("slug", GAMES)
def test_every_move_comes_back(slug: str) -> None:
    engine = engine_for(slug)
    moves = [
        Move(source, target, cards)
        for source in engine.sources
        for target in (*engine.foundations, *engine.columns)
        for cards in range(1, 14)
    ]
    texts = [move_text(engine, move) for move in moves]
    assert len(set(texts)) == len(moves)
    assert [parse_move(engine, text) for text in texts] == moves
    step = (engine.turn, *moves[:5])
    assert parse_step(engine, step_text(engine, step)) == step


@pytest.mark.parametrize(
    "text",
    [
        "",
        "D",
        "dd",
        "t1",
        "t1t0",
        "t0t1",
        "t01t2",
        "t1t10",
        "f9t1",
        "r2f1",
        "w2f1",
        "t1r1",
        "t1w1",
        "s1w1",
        "t1s1",
        "t1t2x1",
        "t1t2x0",
        "t1t2x14",
        "t1t2x02",
        "t1 t2",
        "t1t2\n",
        "t1t2x",
        "T1T2",
        "t\N{ARABIC-INDIC DIGIT ONE}t2",
        "t1t2.t2t1",
        "t1t2-t2t1",
        "t100t1",
    ],
)
def test_no_move(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_move(engine_for("roman"), text)


@pytest.mark.parametrize("text", ["r1f1", "f8t1"])
def test_a_pile_of_another_game(text: str) -> None:
    parse_move(engine_for("roman"), text)
    with pytest.raises(BadNotation):
        parse_move(engine_for("klondike"), text)


@pytest.mark.parametrize(
    ("log", "steps", "moves"),
    [("", 0, 0), ("d", 1, 1), ("d.t1f1", 2, 2), ("d-d.t1f1", 2, 3), ("t1t2x3-d-d", 1, 3)],
)
def test_counts(log: str, steps: int, moves: int) -> None:
    assert len(split_log(log)) == steps
    assert count_moves(log) == moves


@pytest.mark.parametrize("slug", GAMES)
def test_a_snapshot_comes_back(slug: str) -> None:
    engine = engine_for(slug)
    position = engine.apply(engine.deal(4), engine.turn)
    again = parse_position(position_text(position))
    assert again == position
    assert hash(again) == hash(position)
    assert " " not in position_text(position)


def test_cards() -> None:
    pack = fresh_decks(1)
    assert len({face_name(card) for card in pack}) == 52
    named = " ".join(face_name(pack[n]) for n in (0, 12, 13, 26, 39, 51))
    assert named == "AS KS AH AD AC KC"
    assert sum(map(is_red, pack)) == 26
    for card in fresh_decks(4):
        assert face_name(card) == face_name(Card(face(card)))
        assert rank(card) == "A23456789TJQK".index(face_name(card)[0]) + 1
        assert suit(card) == "SHDC".index(face_name(card)[1])
        assert is_red(card) == (face_name(card)[1] in "HD")


@pytest.mark.parametrize("steps", range(8))
def test_the_first_steps_are_cut_off_from_either_end(steps: int) -> None:
    texts = [f"t{number}t1-d" for number in range(1, steps + 1)]
    for ply in range(steps + 2):
        assert first_steps(".".join(texts), ply) == ".".join(texts[:ply])
