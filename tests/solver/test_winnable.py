"""How hard the deals with stored wins are: from what is counted, third by third."""

from pathlib import Path

import pytest

from app.engine import engine_for
from app.games import GAMES
from app.games.grades import Grade
from app.solver.proofs import Proof, append, proofs
from app.solver.searching import Searcher
from app.solver.winnable import PLAYOUTS, Deal, append_wins, graded, winnable, wins_by_chance
from tools.proved import count_wins


def test_thirds_are_alike_in_size_and_in_order() -> None:
    found = graded([Deal(n, spent=100 * n, wins=PLAYOUTS - n) for n in range(1, 11)], 12)
    assert found.searched == 12
    assert [third.deals for third in found.thirds] == [3, 3, 4]
    assert [third.grade for third in found.thirds] == list(Grade)
    assert found.numbers(Grade.EASY) == [1, 2, 3]
    assert found.numbers(Grade.HARD) == [7, 8, 9, 10]
    assert found.numbers() == list(range(1, 11))
    assert [third.wins for third in found.thirds] == [198, 195, 191]
    assert [third.spent for third in found.thirds] == [200, 500, 800]


def test_both_wins_and_effort_count() -> None:
    """The first is won most often and found last, so it stands in the middle."""
    deals = [Deal(1, 900, 90), Deal(2, 100, 80), Deal(3, 200, 70), Deal(4, 800, 1), Deal(5, 850, 0)]
    grades = graded([*deals, Deal(6, 700, 60)], 6).grades
    assert grades == {
        1: Grade.MEDIUM,
        2: Grade.EASY,
        3: Grade.EASY,
        4: Grade.HARD,
        5: Grade.HARD,
        6: Grade.MEDIUM,
    }


def test_deals_that_are_alike_in_one_thing_are_told_by_the_other() -> None:
    grades = graded([Deal(n, spent=100 - n, wins=0) for n in range(1, 4)], 3).grades
    assert list(grades.values()) == [Grade.HARD, Grade.MEDIUM, Grade.EASY]


def test_of_nothing_there_are_no_thirds(tmp_path: Path) -> None:
    assert winnable("roman", tmp_path) == graded([], 0)
    assert graded([], 0).thirds == ()
    assert graded([], 0).numbers(Grade.EASY) == []


def test_only_what_is_won_and_counted_is_graded(tmp_path: Path) -> None:
    append("bureau", [Proof(1, 500, "0"), Proof(2, 6000, None), Proof(3, 7, "1")], tmp_path)
    append("bureau", [Proof(4, 9, "0")], tmp_path)
    append_wins("bureau", [20, 0], tmp_path)
    append_wins("bureau", [30], tmp_path)
    assert wins_by_chance("bureau", tmp_path) == [20, 0, 30]
    assert winnable("bureau", tmp_path).numbers() == [1, 3]


def test_what_is_stored_is_counted_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    append("athena-1", [Proof(1, 500, "0"), Proof(2, 500, "0")], tmp_path)
    append_wins("athena-1", [7], tmp_path)
    count_wins("athena-1", tmp_path)
    count_wins("athena-1", tmp_path)
    assert capsys.readouterr().out.count("athena-1 2-2: ") == 1
    wins = wins_by_chance("athena-1", tmp_path)
    assert len(wins) == 2
    assert wins[0] == 7


@pytest.mark.parametrize("slug", GAMES)
def test_every_stored_deal_is_counted(slug: str) -> None:
    """After new proofs: `python -m tools.proved count`."""
    counts = wins_by_chance(slug)
    assert len(counts) == sum(1 for _ in proofs(slug))
    assert all(0 <= count <= PLAYOUTS for count in counts)
    assert len(winnable(slug).grades) == sum(1 for proof in proofs(slug) if proof.choices)


def test_counted_anew_it_is_the_same() -> None:
    engine = engine_for("roman")
    assert Searcher(engine).wins_by_chance(engine.deal(1), PLAYOUTS) == wins_by_chance("roman")[0]


def test_a_single_game_by_chance_is_the_first_of_many() -> None:
    searcher = Searcher(engine_for("klondike"))
    deals = [searcher.engine.deal(number) for number in range(1, 9)]
    ones = [searcher.is_won_by_chance(deal, seed=1) for deal in deals]
    assert ones == [searcher.wins_by_chance(deal, 1) == 1 for deal in deals]
    assert len(set(ones)) == 2
    first, both = (searcher.wins_by_chance(deals[0], count) for count in (1, 2))
    assert both - first in (0, 1)
