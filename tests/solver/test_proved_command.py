"""`make proved`: deals one after another, stored slice by slice, and never twice."""

from pathlib import Path

import pytest

from app.solver.proofs import check, check_all, proofs
from tools.proved import main, slices


def test_slices_go_round_the_games() -> None:
    todo = slices({"roman": 0, "bureau": 0}, deals=5, size=2)
    assert list(todo) == [
        ("roman", range(1, 3)),
        ("bureau", range(1, 3)),
        ("roman", range(3, 5)),
        ("bureau", range(3, 5)),
        ("roman", range(5, 6)),
        ("bureau", range(5, 6)),
    ]


def test_slices_go_on_where_they_stopped() -> None:
    todo = slices({"roman": 4, "bureau": 1}, deals=5, size=2)
    assert list(todo) == [
        ("bureau", range(2, 3)),
        ("bureau", range(3, 5)),
        ("roman", range(5, 6)),
        ("bureau", range(5, 6)),
    ]


def test_deals_are_proved_stored_and_not_searched_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["--games", "klondike", "--moves", "400", "--slice", "1", "--folder", str(tmp_path)]
    main([*order, "--deals", "2"])
    first = list(proofs("klondike", tmp_path))
    assert [proof.number for proof in first] == [1, 2]
    assert check("klondike", first[1]) > 50
    capsys.readouterr()

    main([*order, "--deals", "3"])
    assert capsys.readouterr().out.startswith("klondike 3-3: ")
    assert list(proofs("klondike", tmp_path))[:2] == first
    assert check_all(tmp_path)["klondike"][0] == 3

    main(["check", "--folder", str(tmp_path)])
    assert "of 3 deals won, each replayed" in capsys.readouterr().out
