"""Whose turn it is to have something searched, and who has to give way."""

import pytest

from app.solver.asking.turns import Turns


def waiting(most: int, *named: str) -> Turns[str]:
    """`a1` is a's first."""
    turns = Turns[str](most)
    for item in named:
        assert turns.has_room_for(item[0])
        turns.add(item[0], item)
    return turns


def taken(turns: Turns[str]) -> list[str]:
    return list(iter(turns.take, None))


def test_each_is_next_in_turn() -> None:
    assert taken(waiting(9, "a1", "a2", "a3", "b1", "c1", "b2")) == [
        "a1",
        "b1",
        "c1",
        "a2",
        "b2",
        "a3",
    ]


def test_alone_the_first_comes_first() -> None:
    assert taken(waiting(3, "a1", "a2", "a3")) == ["a1", "a2", "a3"]


def test_who_has_most_gives_way_by_the_newest() -> None:
    turns = waiting(4, "a1", "a2", "a3", "a4")
    assert not turns.has_room_for("a")
    assert turns.has_room_for("b")
    assert turns.add("b", "b1") == "a4"
    assert turns.has_room_for("b")
    assert turns.add("b", "b2") == "a3"
    # now they have the same
    assert not turns.has_room_for("b")
    assert turns.add("c", "c1") in {"a2", "b2"}
    assert len(turns) == 4


def test_among_equals_nobody_gives_way() -> None:
    turns = waiting(3, "a1", "b1", "c1")
    assert not any(turns.has_room_for(name) for name in "abcd")
    assert turns.take() == "a1"
    assert turns.has_room_for("d")


def test_however_many_one_asks_for_nobody_else_is_kept_out() -> None:
    turns = Turns[str](8)
    for n in range(1000):
        if turns.has_room_for("a"):
            turns.add("a", f"a{n}")
    for name in "bcdefgh":
        assert turns.has_room_for(name)
        turns.add(name, f"{name}1")
    assert {item[0] for item in taken(turns)} == set("abcdefgh")


@pytest.mark.parametrize("unwanted", ["", "a", "ab", "abc"])
def test_what_nobody_wants_is_dropped(unwanted: str) -> None:
    turns = waiting(6, "a1", "b1", "a2", "c1", "b2", "c2")
    dropped = turns.drop(lambda item: item[0] in unwanted)
    assert sorted(dropped) == [f"{name}{n}" for name in unwanted for n in "12"]
    left = taken(turns)
    assert left == [f"{name}{n}" for n in "12" for name in "abc" if name not in unwanted]
    assert turns.take() is None
