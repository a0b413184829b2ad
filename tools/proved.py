"""Searches one deal after another and stores the wins; goes on where it stopped. Or checks them.

`python -m tools.proved` makes slices of all games in turn, those of the house's two-pack games
first, until each has as many deals as it should; `--processes` shares a slice. `check` replays all
that is stored.
"""

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from app.engine import engine_for
from app.games import GAMES
from app.notation import STEP_MARK, move_text
from app.solver.proofs import Proof, append, check_all, check_log, proofs
from app.solver.searching import Searcher, short_win

ORDER = (
    "roman",
    "bureau",
    "signora",
    "klondike",
    "athena-1",
    "athena",
    "klondike-3",
    "colonel",
    "double-signora",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("action", nargs="?", choices=("make", "check"), default="make")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=ORDER)
    parser.add_argument("--deals", type=int, default=2500, help="numbers from 1 to this")
    parser.add_argument("--slice", type=int, default=100, help="deals stored in one go")
    parser.add_argument("--moves", type=int, default=6_000_000, help="playout moves a deal")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    if options.action == "check":
        report()
        return
    with ProcessPoolExecutor(options.processes, initializer=be_polite) as pool:
        for slug, numbers in slices(options.games, options.deals, options.slice):
            began = time.monotonic()
            searches = [pool.submit(search, slug, number, options.moves) for number in numbers]
            found = [one.result() for one in searches]
            append(slug, found)
            tell(slug, found, time.monotonic() - began)


def slices(games: tuple[str, ...], deals: int, size: int) -> Iterator[tuple[str, range]]:
    """What is still to be searched: a slice of each game, then the next of each."""
    stored = {slug: sum(1 for _ in proofs(slug)) for slug in games}
    for first in range(1, deals + 1, size):
        for slug in games:
            last = min(first + size - 1, deals)
            if stored[slug] < last:
                yield slug, range(max(first, stored[slug] + 1), last + 1)


def search(slug: str, number: int, playout_moves: int) -> Proof:
    """Looks for a short win of one deal, and replays it as it will be stored."""
    searcher = searcher_of(slug)
    engine = searcher.engine
    line, spent = short_win(searcher, engine.deal(number), playout_moves)
    if line is None:
        return Proof(number, spent, None)
    log = STEP_MARK.join(move_text(engine, move) for move in line)
    check_log(engine, number, log)
    return Proof(number, spent, log)


@cache
def searcher_of(slug: str) -> Searcher:
    return Searcher(engine_for(slug))


def be_polite() -> None:
    os.nice(max(0, 19 - os.nice(0)))


def tell(slug: str, found: list[Proof], seconds: float) -> None:
    won = [proof for proof in found if proof.log is not None]
    moves = sum(proof.log.count(STEP_MARK) + 1 for proof in won if proof.log is not None)
    print(
        f"{slug} {found[0].number}-{found[-1].number}: {len(won)} of {len(found)} won,"
        f" {moves / max(1, len(won)):.0f} moves on average, {seconds:.0f} s",
        flush=True,
    )


def report() -> None:
    began = time.process_time()
    for slug, (searched, won) in check_all().items():
        print(f"{slug}: {won} of {searched} deals won, each replayed")
    print(f"{time.process_time() - began:.1f} s of CPU")


if __name__ == "__main__":
    main()
