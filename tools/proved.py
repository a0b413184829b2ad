"""Searches one deal after another and stores the wins; goes on where it stopped. Or checks them.

`python -m tools.proved` makes slices of all games in turn, those of the house's two-pack games
first, until each has as many deals as it should; `--processes` shares a slice. Then each deal is
played by chance, which grades it; `count` does that alone. `check` replays all that is stored.
"""

import argparse
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from app.engine import engine_for
from app.games import GAMES
from app.solver.proofs import FOLDER, Proof, append, check, check_all, choices_of, proofs
from app.solver.searching import Searcher, short_win
from app.solver.winnable import PLAYOUTS, append_wins, wins_by_chance

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


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("action", nargs="?", choices=("make", "count", "check"), default="make")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=ORDER)
    parser.add_argument("--deals", type=int, default=2500, help="numbers from 1 to this")
    parser.add_argument("--slice", type=int, default=50, help="deals stored in one go")
    parser.add_argument("--moves", type=int, default=6_000_000, help="playout moves a deal")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    if options.action == "check":
        report(options.folder)
        return
    for slug in options.games:
        count_wins(slug, options.folder)
    if options.action == "count":
        return
    todo = slices(stored(options.games, options.folder), options.deals, options.slice)
    with ProcessPoolExecutor(options.processes) as pool:
        for slug, numbers in todo:
            began = time.monotonic()
            searches = [pool.submit(search, slug, number, options.moves) for number in numbers]
            found = [one.result() for one in searches]
            append(slug, found, options.folder)
            count_wins(slug, options.folder)
            tell(slug, found, time.monotonic() - began)


def stored(games: Iterable[str], folder: Path) -> dict[str, int]:
    """How many deals of each game are searched already."""
    return {slug: sum(1 for _ in proofs(slug, folder)) for slug in games}


def slices(done: dict[str, int], deals: int, size: int) -> Iterator[tuple[str, range]]:
    """What is still to be searched: a slice of each game, then the next of each."""
    for first in range(1, deals + 1, size):
        last = min(first + size - 1, deals)
        for slug, count in done.items():
            if count < last:
                yield slug, range(max(first, count + 1), last + 1)


def search(slug: str, number: int, playout_moves: int) -> Proof:
    """Looks for a short win of one deal, and replays it as it will be stored."""
    searcher = searcher_of(slug)
    engine = searcher.engine
    position = engine.deal(number)
    line, spent = short_win(searcher, position, playout_moves)
    choices = choices_of(engine, position, line) if line else None
    proof = Proof(number, spent, choices)
    check(slug, proof)
    return proof


def count_wins(slug: str, folder: Path) -> None:
    """Plays by chance what is stored and not yet counted."""
    done, searched = len(wins_by_chance(slug, folder)), stored([slug], folder)[slug]
    if done >= searched:
        return
    searcher = searcher_of(slug)
    numbers = range(done + 1, searched + 1)
    wins = [searcher.wins_by_chance(searcher.engine.deal(n), PLAYOUTS) for n in numbers]
    append_wins(slug, wins, folder)
    print(f"{slug} {done + 1}-{searched}: {sum(wins) / len(wins):.1f} of {PLAYOUTS} won by chance")


@cache
def searcher_of(slug: str) -> Searcher:
    return Searcher(engine_for(slug))


def tell(slug: str, found: list[Proof], seconds: float) -> None:
    lengths = [check(slug, proof) for proof in found if proof.choices]
    print(
        f"{slug} {found[0].number}-{found[-1].number}: {len(lengths)} of {len(found)} won,"
        f" {sum(lengths) / max(1, len(lengths)):.0f} moves on average, {seconds:.0f} s",
        flush=True,
    )


def report(folder: Path) -> None:
    began = time.process_time()
    for slug, (searched, won) in check_all(folder).items():
        print(f"{slug}: {won} of {searched} deals won, each replayed")
    print(f"{time.process_time() - began:.1f} s of CPU")


if __name__ == "__main__":
    main()
