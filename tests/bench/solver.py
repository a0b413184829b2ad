"""`make bench-solver`: deals proved by CPU seconds, playout moves a second, lengths, first verdict.

Times are of the CPU: other work on the machine changes them little. The deals are the same ones
every time, and are named, so that another search can be asked about them.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from subprocess import PIPE
from typing import NamedTuple

from app.engine import engine_for
from app.games import GAMES
from app.notation import position_text
from app.solver.asking.frames import framed, read
from app.solver.asking.process import PROGRAM, ROOT, Workplace, environment_of
from app.solver.asking.verdicts import Kind
from app.solver.compiled import IS_COMPILED
from app.solver.searching import SLICE, Line, Searcher, short_win

FIRST_NUMBER = 1001
MARKS = (0.1, 0.3, 1, 2, 5, 10)
"""CPU seconds after which the proved deals are counted."""


class Budget(NamedTuple):
    seconds: float
    share: float


BUDGETS = {
    "roman": (Budget(2, 0.60), Budget(10, 0.75)),
    "bureau": (Budget(1, 0.90), Budget(10, 0.96)),
    "signora": (Budget(1, 0.98),),
    "klondike": (Budget(1, 0.80),),
}
LENGTHS = {"roman": 260, "bureau": 210}
SPEED = 0.8
"""Million playout moves a second."""
MEMORY = 400
"""MB of the process that searches."""
COLD, WARM = 60, 5
"""Seconds until the first verdict, with an empty and with a full cache of compiled code."""

FIRST_ASKED = ("signora", 4)
"""A game and a deal of it that is proved in a moment."""


class Trial(NamedTuple):
    number: int
    line: Line | None
    seconds: float
    spent: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=BUDGETS)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    print(f"compiled: {IS_COMPILED}; deals {FIRST_NUMBER} to {FIRST_NUMBER + options.deals - 1}")
    print_first_verdicts()
    for slug in options.games:
        print_game(slug, options.deals, options.seconds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"memory {peak} MB (at most {MEMORY})")


def print_first_verdicts() -> None:
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = first_verdict(folder), first_verdict(folder)
    print(f"first verdict: {cold:.1f} s cold (at most {COLD}), {warm:.1f} s warm (at most {WARM})")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"memory of the worker that compiled {peak} MB (at most {MEMORY})")


def first_verdict(folder: str) -> float:
    """CPU seconds of a server's worker until it has proved its first deal."""
    slug, number = FIRST_ASKED
    deal = position_text(engine_for(slug).deal(number))
    asked = framed({"job": 1, "slug": slug, "position": deal, "seconds": 60.0})
    run = [sys.executable, *PROGRAM, str(MEMORY)]
    told = environment_of(Workplace(MEMORY, folder, compiles=IS_COMPILED))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(run, cwd=ROOT, env=told, stdin=PIPE, stdout=PIPE) as worker:
        assert worker.stdin
        assert worker.stdout
        worker.stdin.write(asked)
        worker.stdin.flush()
        ready, answer = read(worker.stdout), read(worker.stdout)
        worker.stdin.close()
    assert ready
    assert answer
    assert answer["kind"] == Kind.WON
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def print_game(slug: str, deals: int, seconds: float) -> None:
    searcher = Searcher(engine_for(slug))
    # compiles or loads what the trials must not pay for
    trial(searcher, FIRST_NUMBER, 0.05)
    trials = [trial(searcher, FIRST_NUMBER + n, seconds) for n in range(deals)]
    wins = [one for one in trials if one.line]
    speed = sum(one.spent for one in trials) / sum(one.seconds for one in trials) / 1e6
    print(f"\n{slug}: {speed:.2f} million playout moves a second (at least {SPEED})")
    print("  " + ", ".join(f"{mark:g} s {share(trials, mark):.0%}" for mark in marks(seconds)))
    for budget in BUDGETS.get(slug, ()):
        if budget.seconds <= seconds:
            proved = share(trials, budget.seconds)
            print(f"  in {budget.seconds:g} s {proved:.0%} (at least {budget.share:.0%})")
    print_lengths(slug, searcher, wins)
    print("  not known:", *(one.number for one in trials if not one.line))


def print_lengths(slug: str, searcher: Searcher, wins: list[Trial]) -> None:
    began = time.process_time()
    short = [
        line
        for one in wins
        if (line := short_win(searcher, searcher.engine.deal(one.number), one.spent)[0])
    ]
    per_win = (time.process_time() - began) / max(1, len(wins))
    found = [one.line for one in wins if one.line]
    limit = f" (at most {LENGTHS[slug]})" if slug in LENGTHS else ""
    print(f"  {mean(found):.0f} moves as found, {mean(short):.1f} made shorter{limit}", end="")
    print(f" in {per_win:.1f} s each")


def trial(searcher: Searcher, number: int, seconds: float) -> Trial:
    searcher.begin(searcher.engine.deal(number))
    began = time.process_time()
    line, taken = None, 0.0
    while line is None and taken < seconds:
        line = searcher.go_on(SLICE)
        taken = time.process_time() - began
    return Trial(number, line, taken, searcher.spent)


def marks(seconds: float) -> list[float]:
    return [mark for mark in MARKS if mark <= seconds]


def share(trials: list[Trial], seconds: float) -> float:
    return sum(one.line is not None and one.seconds <= seconds for one in trials) / len(trials)


def mean(lines: list[Line]) -> float:
    return sum(map(len, lines)) / max(1, len(lines))


if __name__ == "__main__":
    main()
