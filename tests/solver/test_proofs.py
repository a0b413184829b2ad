"""Stored wins: every one is replayed here, and one with a single move changed is refused."""

from pathlib import Path
from random import Random

import pytest

from app.engine import engine_for
from app.games import GAMES
from app.notation import split_log
from app.play import Play
from app.solver.proofs import (
    PLACES,
    BadProof,
    Proof,
    append,
    check,
    check_all,
    choices_of,
    in_order,
    line_of,
    nth_move,
    proofs,
    replace,
)
from tests.proved import log_of
from tests.solver.test_searching import golden_line
from tests.test_golden_wins import WINS
from tests.web.players import SLUGS, random_play

FORGED = 1000


@pytest.mark.parametrize("slug", GAMES)
def test_every_stored_win_is_won(slug: str) -> None:
    """Also that the deals are all there, one after another from the first."""
    found = list(proofs(slug))
    assert [proof.number for proof in found] == list(range(1, len(found) + 1))
    for proof in found:
        assert check(slug, proof) > 0 or proof.choices is None


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    first = [Proof(1, 500, "0410"), Proof(2, 6_000_000, None)]
    append("bureau", first, tmp_path)
    append("bureau", [Proof(3, 7, "1")], tmp_path)
    assert list(proofs("bureau", tmp_path)) == [*first, Proof(3, 7, "1")]
    assert list(proofs("roman", tmp_path)) == []


def test_what_is_stored_later_leaves_what_is_there(tmp_path: Path) -> None:
    append("bureau", [Proof(1, 500, "0410")], tmp_path)
    before = (tmp_path / "bureau.jsonl.xz").read_bytes()
    append("bureau", [Proof(2, 9, None)], tmp_path)
    assert (tmp_path / "bureau.jsonl.xz").read_bytes().startswith(before)


def test_a_longer_search_takes_the_place_of_a_shorter_one(tmp_path: Path) -> None:
    append("bureau", [Proof(1, 500, "0410"), Proof(2, 9, None)], tmp_path)
    append("bureau", [Proof(3, 9, None)], tmp_path)
    replace("bureau", {2: Proof(2, 90, "1")}, tmp_path)
    assert list(proofs("bureau", tmp_path)) == [
        Proof(1, 500, "0410"),
        Proof(2, 90, "1"),
        Proof(3, 9, None),
    ]


def test_a_gap_and_a_loss_are_refused(tmp_path: Path) -> None:
    append("bureau", [Proof(2, 9, None)], tmp_path)
    with pytest.raises(BadProof, match="2 stands in the place of 1"):
        check_all(tmp_path)


def test_counts_what_is_searched_and_won(tmp_path: Path) -> None:
    proof = golden_proof("athena-1")
    assert proof.number == 1
    append("athena-1", [proof, Proof(2, 9, None)], tmp_path)
    counts = check_all(tmp_path)
    assert counts["athena-1"] == (2, 1)
    assert counts["roman"] == (0, 0)


def golden_proof(slug: str) -> Proof:
    position, line = golden_line(slug)
    choices = choices_of(engine_for(slug), position, line)
    return Proof(WINS[slug]["number"], 1, choices)


@pytest.mark.parametrize("slug", WINS)
def test_choices_tell_the_log(slug: str) -> None:
    proof = golden_proof(slug)
    assert log_of(engine_for(slug), proof) == WINS[slug]["log"]
    assert check(slug, proof) == len(split_log(WINS[slug]["log"]))


def test_a_place_beyond_the_last_character_has_marks_before_it() -> None:
    """On an untouched table of four packs every card may begin any of sixteen foundations."""
    engine = engine_for("double-signora")
    position = engine.deal(1)
    moves = in_order(engine, position)
    assert len(moves) > 2 * PLACES
    told = [choices_of(engine, position, [move]) for move in moves]
    assert told[0] == "0"
    assert told[PLACES - 1] == "}"
    assert told[PLACES] == "~0"
    assert told[2 * PLACES] == "~~0"
    assert [next(line_of(engine, position, choices)) for choices in told] == moves


@pytest.mark.parametrize("slug", SLUGS)
def test_one_move_is_found_as_all_are_ordered(slug: str) -> None:
    for moves in range(0, 160, 10):
        play = random_play(slug, 5, moves)
        ordered = in_order(play.engine, play.position)
        found = [nth_move(play.engine, play.position, place) for place in range(len(ordered))]
        assert found == ordered
        for place in -1, len(ordered):
            with pytest.raises(BadProof):
                nth_move(play.engine, play.position, place)


def test_a_win_ends_where_it_is_won() -> None:
    proof = golden_proof("klondike")
    assert proof.choices
    for false in "", proof.choices[:-1], proof.choices + "0", proof.choices[1:], "}", "~~~":
        with pytest.raises(BadProof):
            check("klondike", proof._replace(choices=false))


def test_a_win_of_another_deal_is_refused() -> None:
    proof = golden_proof("klondike")
    with pytest.raises(BadProof):
        check("klondike", proof._replace(number=proof.number + 1))


def test_forged_wins_are_refused() -> None:
    """One move made another. Few wins survive that, and a player's game says that they are wins."""
    random = Random(1)
    golden = {slug: golden_proof(slug) for slug in WINS}
    refused = 0
    while refused < FORGED:
        slug = random.choice(list(golden))
        forged = with_one_choice_changed(golden[slug], random)
        try:
            check(slug, forged)
        except BadProof:
            refused += 1
        else:
            log = log_of(engine_for(slug), forged)
            assert Play.replay(slug, forged.number, log).is_won


def with_one_choice_changed(proof: Proof, random: Random) -> Proof:
    assert proof.choices
    place = random.randrange(len(proof.choices))
    other = random.choice([c for c in "0123456789" if c != proof.choices[place]])
    return proof._replace(choices=proof.choices[:place] + other + proof.choices[place + 1 :])
