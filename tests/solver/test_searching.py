"""The search: it wins, the same way every time, and its wins are replayed before use."""

import importlib.util
import os
import subprocess
import sys
from functools import reduce

import pytest

from app.engine import Move, Position, engine_for
from app.games import GAMES
from app.notation import parse_step, split_log
from app.solver.environment import COMPILED
from app.solver.searching import (
    FalseWin,
    Line,
    Searcher,
    checked,
    promising_bases,
    without_cycles,
)
from tests.positions import draw
from tests.test_golden_wins import WINS

ENOUGH = 20_000


def golden_line(slug: str) -> tuple[Position, Line]:
    """A deal and a won game of it."""
    engine, win = engine_for(slug), WINS[slug]
    steps = (parse_step(engine, text) for text in split_log(win["log"]))
    return engine.deal(win["number"]), tuple(move for step in steps for move in step)


def near_the_end(slug: str, moves: int) -> Position:
    """The position from which a golden game needs only so many moves more."""
    position, line = golden_line(slug)
    return reduce(engine_for(slug).apply, line[:-moves], position)


@pytest.mark.parametrize("slug", GAMES)
def test_wins_from_deep_in_a_won_game(slug: str) -> None:
    searcher = Searcher(engine_for(slug))
    position = near_the_end(slug, 30)
    searcher.begin(position)
    line = searcher.go_on(ENOUGH)
    assert line
    assert checked(searcher.engine, position, line) == line


def test_a_seed_searches_in_the_same_way_every_time() -> None:
    position = engine_for("klondike").deal(2)
    lines = []
    for seed in (1, 2, 1):
        searcher = Searcher(engine_for("klondike"))
        searcher.begin(position, seed)
        lines.append(searcher.go_on(ENOUGH))
    assert lines[0] == lines[2]
    assert lines[0] != lines[1]


def test_slices_change_nothing() -> None:
    position = engine_for("bureau").deal(9)
    spent = []
    for size in (1, 1_000_000):
        searcher = Searcher(engine_for("bureau"))
        searcher.begin(position)
        while not searcher.go_on(size):
            pass
        spent.append(searcher.spent)
    assert spent[0] == spent[1]


def test_a_searcher_forgets_the_position_before() -> None:
    fresh, used = (Searcher(engine_for("klondike")) for _ in range(2))
    used.begin(engine_for("klondike").deal(5))
    used.go_on(500)
    for searcher in fresh, used:
        searcher.begin(engine_for("klondike").deal(2))
    assert fresh.go_on(ENOUGH) == used.go_on(ENOUGH)


def test_gives_up_when_it_has_spent_what_it_may() -> None:
    table = draw("bureau", "F1=AS; T1=5D; T2=6D; W=9H; S=-; p=2")
    searcher = Searcher(table.engine)
    searcher.begin(table.position)
    assert searcher.go_on(200) is None
    assert 200 <= searcher.spent < 300


def test_a_false_win_is_refused() -> None:
    engine = engine_for("bureau")
    position, line = golden_line("bureau")
    assert checked(engine, position, line) == line
    with pytest.raises(FalseWin, match="not won"):
        checked(engine, position, line[:-1])
    with pytest.raises(FalseWin, match="refused"):
        checked(engine, position, line[1:])
    with pytest.raises(FalseWin, match="refused"):
        checked(engine, position, (*line, engine.turn))


# -- shorter wins --------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "double-signora"])
def test_a_win_becomes_no_longer_and_stays_a_win(slug: str) -> None:
    engine = engine_for(slug)
    position, line = golden_line(slug)
    made, rest = line[:-40], line[-40:]
    position = reduce(engine.apply, made, position)
    short = Searcher(engine).shortened(position, rest)
    assert len(short) <= len(rest)
    assert checked(engine, position, short) == short


def test_what_leads_nowhere_is_left_out() -> None:
    table = draw("klondike", "F1=AC 2C; T1=3C 5D; T2=6S; T3=6C")
    there, back = (table.engine.columns.start + n for n in (1, 2))
    first = table.engine.columns.start
    hops = [Move(first, there), Move(there, back), Move(back, there)]
    cut = without_cycles(table.engine, table.position, [*hops, Move(first, 0)])
    assert cut == [hops[0], Move(first, 0)]


def test_a_whole_pass_for_nothing_is_left_out() -> None:
    engine = engine_for("klondike")
    position, line = golden_line("klondike")
    whole_pass = (engine.turn,) * (len(position.piles[engine.stock]) + 1)
    assert reduce(engine.apply, whole_pass, position) == position
    assert len(Searcher(engine).shortened(position, whole_pass + line)) <= len(line)


# -- the base ------------------------------------------------------------------------------


def test_bases_for_which_the_reserve_lies_well_come_first() -> None:
    table = draw("signora", "T1=9D; R=4H 3C 2D AS")
    assert promising_bases(table.engine, table.position)[0] == 1
    # two pairs lie the wrong way whatever the base; with 3 each waits for one card only
    turned = draw("signora", "T1=9D; R=AS 2D 3C 4H")
    assert promising_bases(turned.engine, turned.position)[0] == 3


def test_there_is_no_base_to_choose_where_it_is_set() -> None:
    table = draw("signora", "F1=7C; T1=9D; R=4H 3C 2D AS")
    assert promising_bases(table.engine, table.position) == []
    assert promising_bases(engine_for("klondike"), engine_for("klondike").deal(1)) == []


# -- compiled and uncompiled ---------------------------------------------------------------

TELL = """
from app.engine import engine_for
from app.solver.searching import Searcher
for slug, number in ("klondike", 2), ("bureau", 9), ("signora", 4):
    searcher = Searcher(engine_for(slug))
    position = engine_for(slug).deal(number)
    searcher.begin(position)
    print(slug, searcher.go_on(3000), searcher.spent)
"""


def told(switch: str) -> str:
    run = [sys.executable, "-c", TELL]
    environment = os.environ | {COMPILED: switch}
    return subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="no numba here")
def test_compiled_code_searches_as_the_source_says() -> None:
    assert told("yes") == told("no")
