"""`make proved`: deals one after another, stored slice by slice, and never twice."""

from pathlib import Path

import pytest

from app.solver.proofs import Proof, append, check, check_all, proofs
from app.solver.winnable import wins_by_chance
from tools.proved import main, slices


def store(slug: str, first: int, choices: list[str | None], folder: Path) -> None:
    """Deals from `first` on, with these wins."""
    append(slug, [Proof(first + n, 9, each) for n, each in enumerate(choices)], folder)


def test_slices_go_round_the_games_until_each_has_its_wins(tmp_path: Path) -> None:
    todo = slices({"roman": 3, "bureau": 2}, 2, tmp_path)
    found = []
    for slug, numbers in todo:
        found.append((slug, numbers))
        store(slug, numbers.start, ["0", None if slug == "roman" else "0"], tmp_path)
    assert found == [
        ("roman", range(1, 3)),
        ("bureau", range(1, 3)),
        ("roman", range(3, 5)),
        ("roman", range(5, 7)),
    ]


def test_slices_go_on_where_they_stopped(tmp_path: Path) -> None:
    store("roman", 1, ["0", "0", "0"], tmp_path)
    todo = slices({"roman": 4, "bureau": 1}, 2, tmp_path)
    assert next(todo) == ("roman", range(4, 5))
    assert next(todo) == ("bureau", range(1, 3))


def test_deals_are_proved_stored_and_not_searched_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["--games", "klondike", "--moves", "400", "--slice", "2", "--folder", str(tmp_path)]
    main([*order, "--wins", "1"])
    first = list(proofs("klondike", tmp_path))
    assert [proof.number for proof in first] == [1, 2]
    assert check("klondike", first[1]) > 50
    assert len(wins_by_chance("klondike", tmp_path)) == 2

    capsys.readouterr()
    main([*order, "--wins", "1"])
    assert capsys.readouterr().out == ""
    main([*order, "--wins", "2"])
    assert capsys.readouterr().out.startswith("klondike 3-4: ")
    assert list(proofs("klondike", tmp_path))[:2] == first
    assert check_all(tmp_path)["klondike"][0] >= 4

    main(["check", "--folder", str(tmp_path)])
    assert "deals won, each replayed" in capsys.readouterr().out
