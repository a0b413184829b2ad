"""What is said of how hard and how long a game is comes from what was measured."""

import os
import subprocess
import sys

import pytest

from app.games import GAMES
from app.games.grades import DEALS, MEASURED, PROVED_DEALS, SECONDS_A_MOVE, Grade, Measured
from app.solver.environment import COMPILED
from tools.grades import main, proved_moves


def test_every_game_is_measured() -> None:
    assert tuple(MEASURED) == tuple(GAMES)


@pytest.mark.parametrize("slug", GAMES)
def test_a_win_is_as_long_as_the_stored_ones(slug: str) -> None:
    found, moves = proved_moves(slug)
    assert found in {0, PROVED_DEALS}
    assert not found or moves == MEASURED[slug].moves


@pytest.mark.parametrize(
    ("wins", "grade"),
    [(0, Grade.HARD), (29, Grade.HARD), (30, Grade.MEDIUM), (149, Grade.MEDIUM), (150, Grade.EASY)],
)
def test_the_more_are_won_by_chance_the_easier(wins: int, grade: Grade) -> None:
    assert DEALS == 1000
    assert Measured(wins, 200).grade is grade


@pytest.mark.parametrize(("moves", "minutes"), [(1, 5), (112, 5), (113, 10), (187, 10), (423, 30)])
def test_minutes_go_by_fives(moves: int, minutes: int) -> None:
    assert SECONDS_A_MOVE == 4
    assert Measured(100, moves).minutes == minutes


def test_the_family_is_graded_as_the_study_found() -> None:
    grades = {slug: measured.grade for slug, measured in MEASURED.items()}
    assert grades["signora"] is Grade.EASY
    assert grades["bureau"] is Grade.MEDIUM
    assert grades["roman"] is Grade.HARD


def test_the_command_tells_what_it_counts(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "klondike", "--deals", "8"])
    told = capsys.readouterr().out
    assert told.startswith("klondike: 3 of 8 won by chance; ")


@pytest.mark.soak
def test_measured_anew_it_is_the_same() -> None:
    run = [sys.executable, "-m", "tools.grades"]
    told = subprocess.run(
        run, env=os.environ | {COMPILED: "yes"}, capture_output=True, check=True, text=True
    ).stdout
    for slug, measured in MEASURED.items():
        assert f"{slug}: {measured.wins} of {DEALS} won by chance; " in told
