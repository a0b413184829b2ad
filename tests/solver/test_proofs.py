"""Stored wins: every one is replayed here, and one with a single move changed is refused."""

from pathlib import Path
from random import Random

import pytest

from app.engine import engine_for
from app.games import GAMES
from app.notation import STEP_MARK, BadNotation, split_log
from app.play import Play
from app.solver.proofs import BadProof, Proof, append, check, check_all, check_log, proofs
from tests.test_golden_wins import WINS

FORGED = 1000


@pytest.mark.parametrize("slug", GAMES)
def test_every_stored_win_is_won(slug: str) -> None:
    """Also that the deals are all there, one after another from the first."""
    found = list(proofs(slug))
    assert [proof.number for proof in found] == list(range(1, len(found) + 1))
    for proof in found:
        assert check(slug, proof) > 0 or proof.log is None


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    first = [Proof(1, 500, "d.w1t3"), Proof(2, 6_000_000, None)]
    append("bureau", first, tmp_path)
    append("bureau", [Proof(3, 7, "d")], tmp_path)
    assert list(proofs("bureau", tmp_path)) == [*first, Proof(3, 7, "d")]
    assert list(proofs("roman", tmp_path)) == []


def test_what_is_stored_later_leaves_what_is_there(tmp_path: Path) -> None:
    append("bureau", [Proof(1, 500, "d.w1t3")], tmp_path)
    before = (tmp_path / "bureau.jsonl.xz").read_bytes()
    append("bureau", [Proof(2, 9, None)], tmp_path)
    assert (tmp_path / "bureau.jsonl.xz").read_bytes().startswith(before)


def test_a_gap_and_a_loss_are_refused(tmp_path: Path) -> None:
    append("bureau", [Proof(2, 9, None)], tmp_path)
    with pytest.raises(BadProof, match="2 stands in the place of 1"):
        check_all(tmp_path)


def test_counts_what_is_searched_and_won(tmp_path: Path) -> None:
    log = WINS["athena-1"]["log"]
    assert WINS["athena-1"]["number"] == 1
    append("athena-1", [Proof(1, 500, log), Proof(2, 9, None)], tmp_path)
    counts = check_all(tmp_path)
    assert counts["athena-1"] == (2, 1)
    assert counts["roman"] == (0, 0)


def test_a_win_ends_where_it_is_won() -> None:
    log, number = WINS["klondike"]["log"], WINS["klondike"]["number"]
    assert check_log(engine_for("klondike"), number, log) == len(split_log(log))
    for false in "", STEP_MARK.join(split_log(log)[:-1]), log + ".d", log.replace("d", "d-d", 1):
        with pytest.raises((BadProof, BadNotation)):
            check_log(engine_for("klondike"), number, false)


def test_a_win_of_another_deal_is_refused() -> None:
    with pytest.raises(BadProof):
        check_log(engine_for("klondike"), WINS["klondike"]["number"] + 1, WINS["klondike"]["log"])


def test_forged_wins_are_refused() -> None:
    """One move made another. Few wins survive that, and those are wins: they are replayed too."""
    random = Random(1)
    refused = 0
    while refused < FORGED:
        slug = random.choice(list(WINS))
        engine, number = engine_for(slug), WINS[slug]["number"]
        forged = with_one_move_changed(slug, random)
        try:
            check_log(engine, number, forged)
        except BadProof:
            refused += 1
        else:
            assert replays(slug, forged)


def with_one_move_changed(slug: str, random: Random) -> str:
    """The golden win with a move in it that is another move of this game."""
    steps = split_log(WINS[slug]["log"])
    place = random.randrange(len(steps))
    others = [text for text in dict.fromkeys(steps) if text != steps[place]]
    steps[place] = random.choice(others)
    return STEP_MARK.join(steps)


def replays(slug: str, log: str) -> bool:
    """Whether `log` is a win, by what a player's game says of it."""
    return Play.replay(slug, WINS[slug]["number"], log).is_won
