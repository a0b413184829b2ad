"""`make bench-hints`: how often whoever follows every hint wins, how long a hint takes.

From sight alone, without undo. The deals are the same every time. Beside each share stands that of
a simple player who knew the order of the talon, where there is a figure for one.
"""

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

from app.engine import Move, engine_for
from app.games import GAMES
from app.hints.looking import best_plan
from app.hints.seen import Watcher, seen

FIRST_NUMBER = 1001
MOST_HINTS = 2000
BUDGET = 50
"""Milliseconds for a hint."""
SIMPLE = {"roman": 0.01, "signora": 0.20, "bureau": 0.042, "klondike": 0.34}
"""How many deals a greedy player wins, in one try each."""


class Game(NamedTuple):
    is_won: bool
    up: int
    hints: int
    seconds: float
    """Of the CPU, for all hints."""


class Circle(AssertionError):
    """Hints have led back to a table that they came from."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--deals", type=int, default=100)
    options = parser.parse_args()
    print(f"deals {FIRST_NUMBER} to {FIRST_NUMBER + options.deals - 1}, hints from sight alone")
    for slug in options.games:
        numbers = range(FIRST_NUMBER, FIRST_NUMBER + options.deals)
        print_game(slug, [play(slug, number) for number in numbers])


def print_game(slug: str, games: list[Game]) -> None:
    hints = sum(game.hints for game in games)
    won = sum(game.is_won for game in games) / len(games)
    milliseconds = 1000 * sum(game.seconds for game in games) / max(1, hints)
    simple = f" (a simple player {SIMPLE[slug]:.1%})" if slug in SIMPLE else ""
    up = sum(game.up for game in games) / len(games)
    print(
        f"{slug}: {won:.1%} won{simple}, {up:.1f} of {GAMES[slug].cards} cards up,"
        f" {milliseconds:.2f} ms a hint (at most {BUDGET})",
        flush=True,
    )


def play(slug: str, number: int) -> Game:
    """A game in which every hint is followed; raises Circle."""
    engine = engine_for(slug)
    watcher = Watcher(engine, engine.deal(number))
    known = {seen(engine, watcher.position)}
    seconds = 0.0
    hints = 0
    began = time.process_time()
    for move in hinted(slug, watcher):
        seconds += time.process_time() - began
        hints += 1
        watcher.see(move)
        table = seen(engine, watcher.position)
        if table in known:
            raise Circle(f"{slug} {number} after {hints} hints")
        known.add(table)
        began = time.process_time()
    piles = watcher.position.piles
    up = sum(len(piles[place]) for place in engine.foundations)
    return Game(engine.is_won(watcher.position), up, hints, seconds)


def hinted(slug: str, watcher: Watcher) -> Iterator[Move]:
    """Each as it is asked for."""
    engine = engine_for(slug)
    for _ in range(MOST_HINTS):
        if engine.is_won(watcher.position):
            return
        plan = best_plan(engine, watcher.position, watcher.memory)
        if plan is None:
            return
        yield plan.way[0]


if __name__ == "__main__":
    main()
