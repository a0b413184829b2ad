"""Prints every figure of the page beside its limit; fails when one does not hold."""

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from tests.bench import document
from tests.bench.figures import Table, markdown
from tests.bench.page import moves, visits
from tests.bench.page.browsing import chromium_at
from tests.browser.server import ROOT, Server
from tests.chromium import find_chromium

GAMES = ["roman", "bureau", "double-signora", "klondike-3"]
README = ROOT / "README.md"
BEGIN = "<!-- page figures: written by `make bench-page ARGS=--write` -->\n"
END = "<!-- page figures end -->"


def main() -> None:
    arguments = _arguments()
    # servers that were started are stopped, whatever ends the bench
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    chromium = find_chromium()
    if chromium is None:
        sys.exit("There is no Chromium here.")
    done: list[Table] = []
    with tempfile.TemporaryDirectory() as room, chromium_at(chromium) as browser:
        circumstances = document.circumstances(f"Chromium {browser.version}")
        print(circumstances, end="\n\n")
        server = Server(Path(room) / "patience.db")
        server.start()
        try:
            for table in _tables(browser, server, arguments.games, arguments.runs):
                print(markdown(table), flush=True)
                done.append(table)
        finally:
            server.stop()
    if arguments.write:
        document.write(README, BEGIN, END, circumstances, done)
    if breaches := [breach for table in done for breach in table.breaches]:
        sys.exit("\n".join(["Too much:", *breaches]))


def _tables(browser: Browser, server: Server, games: list[str], runs: int) -> Iterator[Table]:
    yield visits.table(browser, server, games, runs)
    yield moves.table_of_presses(browser, server, games, runs)
    yield moves.table_of_motion(browser, server, games, runs)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.page", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="whose median counts")
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--write", action="store_true", help="write the figures into README.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
