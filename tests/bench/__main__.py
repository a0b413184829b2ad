"""Prints every figure beside its limit; fails when one does not hold."""

import argparse
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench import document, engine, load, presses, process, stored, visit
from tests.bench.figures import Table, markdown
from tests.postgres import Postgres, query, running_postgres

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "BENCHMARKS.md"
BEGIN = "<!-- figures: written by `make bench ARGS=--write` -->\n"
END = "<!-- figures end -->"


def main() -> None:
    arguments = _arguments()
    # servers that were started are stopped, whatever ends the bench
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    done: list[Table] = []
    with tempfile.TemporaryDirectory() as folder, running_postgres(tcp=True) as postgres:
        circumstances = document.circumstances(_versions(postgres))
        print(circumstances, end="\n\n")
        for table in _tables(Path(folder), postgres, is_long=arguments.long or arguments.write):
            print(markdown(table), flush=True)
            done.append(table)
    if arguments.write:
        document.write(DOCUMENT, BEGIN, END, circumstances, done)
    if breaches := [breach for table in done for breach in table.breaches]:
        sys.exit("\n".join(["Too much:", *breaches]))


def _tables(folder: Path, postgres: Postgres, *, is_long: bool) -> Iterator[Table]:
    yield from presses.tables(folder, postgres)
    yield from stored.tables(folder, postgres)
    yield from load.tables(folder, postgres)
    yield from process.tables(folder, postgres, is_long=is_long)
    yield from engine.tables()
    yield from visit.tables(folder)


def _versions(postgres: Postgres) -> str:
    (version,) = query(postgres.url(), "SHOW server_version")
    return f"SQLite {sqlite3.sqlite_version}, PostgreSQL {version}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--long", action="store_true", help="memory over 100,000 moves too")
    parser.add_argument(
        "--write", action="store_true", help="write docs/BENCHMARKS.md, with what --long adds"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
