"""Searches one deal after another and stores the wins; goes on where it stopped. Or checks them.

`python -m tools.proved` makes slices of all games in turn, those of the house's two-pack games
first, until each has as many wins as it should; `--processes` shares a slice. Each deal is also
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
WINS = 2000
FEWER_WINS = {"double-signora": 500}
"""Four packs take long to prove."""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("action", nargs="?", choices=("make", "count", "check"), default="make")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=ORDER)
    parser.add_argument("--wins", type=int, help=f"wins a game, else {WINS} or {FEWER_WINS}")
    parser.add_argument("--slice", type=int, default=100, help="deals stored in one go")
    parser.add_argument("--moves", type=int, default=1_000_000, help="playout moves a deal")
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
    wanted = {slug: options.wins or FEWER_WINS.get(slug, WINS) for slug in options.games}
    with ProcessPoolExecutor(options.processes) as pool:
        for slug, numbers in slices(wanted, options.slice, options.folder):
            began = time.monotonic()
            searches = [pool.submit(search, slug, number, options.moves) for number in numbers]
            found, wins = zip(*(one.result() for one in searches), strict=True)
            append(slug, found, options.folder)
            append_wins(slug, wins, options.folder)
            tell(slug, found, time.monotonic() - began)


def slices(wanted: dict[str, int], size: int, folder: Path) -> Iterator[tuple[str, range]]:
    """The next deals to search: a slice of each game in turn that lacks wins, until none does.

    Looks at what is stored before each slice.
    """
    waiting = dict(wanted)
    while waiting:
        for slug, wins in tuple(waiting.items()):
            stored = list(proofs(slug, folder))
            if sum(1 for proof in stored if proof.choices) < wins:
                # rounds are the same for all games, also where they stopped in the middle of one
                first = len(stored) + 1
                yield slug, range(first, first + size - len(stored) % size)
            else:
                del waiting[slug]


def search(slug: str, number: int, playout_moves: int) -> tuple[Proof, int]:
    """Looks for a short win of one deal, and how many games by chance are won of it."""
    searcher = searcher_of(slug)
    deal = searcher.engine.deal(number)
    return proved(searcher, number, playout_moves), searcher.wins_by_chance(deal, PLAYOUTS)


def proved(searcher: Searcher, number: int, playout_moves: int) -> Proof:
    """A short win of one deal, if one is found, replayed as it will be stored."""
    engine = searcher.engine
    position = engine.deal(number)
    line, spent = short_win(searcher, position, playout_moves)
    proof = Proof(number, spent, choices_of(engine, position, line) if line else None)
    check(engine.rules.slug, proof)
    return proof


def count_wins(slug: str, folder: Path) -> None:
    """Plays by chance what is stored and not yet counted."""
    done = len(wins_by_chance(slug, folder))
    searched = sum(1 for _ in proofs(slug, folder))
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


def tell(slug: str, found: Iterable[Proof], seconds: float) -> None:
    numbers = [proof.number for proof in found]
    lengths = [check(slug, proof) for proof in found if proof.choices]
    print(
        f"{slug} {numbers[0]}-{numbers[-1]}: {len(lengths)} of {len(numbers)} won,"
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
