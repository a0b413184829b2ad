"""Measures what is missing and writes docs/WINNABILITY.md with its plots; or checks them.

`python -m tools.winnability` goes on where it stopped: simple players, then deals of which no win
is known, looked at position by position, and those still open searched for longer. All that it
writes comes from the stored proofs and from docs/winnability/measured.jsonl alone; `check` finds it
stale, in a moment.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from app.games import GAMES
from app.solver.proofs import FOLDER
from tools.winnability.ledger import entries, keep
from tools.winnability.longer import searched_longer
from tools.winnability.page import PLOTS, page
from tools.winnability.sums import Figures, all_figures, fingerprint
from tools.winnability.trials import trials

DOCS = Path(__file__).resolve().parents[2] / "docs"
PLAYS = 5_000


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("action", nargs="?", choices=("make", "write", "check"), default="make")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=tuple(GAMES))
    parser.add_argument("--plays", type=int, default=PLAYS, help="deals each player plays")
    parser.add_argument("--processes", type=int, default=1, help="that search for longer")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the proofs are")
    parser.add_argument("--docs", type=Path, default=DOCS)
    options = parser.parse_args(arguments)
    ledger = options.docs / "winnability" / "measured.jsonl"
    if options.action == "make":
        for entry in trials(options.games, options.plays, ledger, options.folder):
            keep(ledger, entry)
            print(*entry, flush=True)
        with ProcessPoolExecutor(options.processes) as pool:
            known = entries(ledger)
            for slug, proof in searched_longer(options.games, known, pool, options.folder):
                said = "won" if proof.choices else "not won"
                print(slug, proof.number, said, proof.spent, flush=True)
    found = all_figures(entries(ledger), options.folder)
    if options.action == "check":
        old = stale(options.docs, found)
        print(*(f"{path}: run `make winnability`" for path in old), sep="\n", end="\n" * bool(old))
        return bool(old)
    write(options.docs, found)
    return 0


def write(docs: Path, found: list[Figures]) -> None:
    # drawing is an extra that a check does without
    from tools.winnability.plots import draw  # noqa: PLC0415

    draw(docs / "winnability", found)
    (docs / "WINNABILITY.md").write_text(page(found), encoding="utf-8")


def stale(docs: Path, found: list[Figures]) -> list[Path]:
    """What was not written from these figures."""
    text = docs / "WINNABILITY.md"
    old = [] if text.exists() and text.read_text(encoding="utf-8") == page(found) else [text]
    mark = fingerprint(found)
    for name in PLOTS:
        plot = docs / "winnability" / f"{name}.svg"
        if not plot.exists() or mark not in plot.read_text(encoding="utf-8"):
            old.append(plot)
    return old


if __name__ == "__main__":
    sys.exit(main())
