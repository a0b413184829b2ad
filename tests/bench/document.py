"""Writes the figures into docs/BENCHMARKS.md, with the day and the machine that they are of."""

import datetime
import os
import platform
import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from tests.bench.figures import Table, markdown
from tests.postgres import Postgres, query

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "BENCHMARKS.md"
BEGIN = "<!-- figures: written by `make bench ARGS=--write` -->\n"
END = "<!-- figures end -->"


def write(circumstances: str, tables: Iterable[Table]) -> None:
    before, marked, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    _, ended, after = rest.partition(END)
    assert marked
    assert ended
    parts = "\n".join([circumstances, "", *map(markdown, tables)])
    DOCUMENT.write_text(f"{before}{BEGIN}\n{parts}\n{END}{after}", encoding="utf-8")


def circumstances(postgres: Postgres) -> str:
    """The day, the machine, the versions, and what else ran there."""
    (version,) = query(postgres.url(), "SHOW server_version")
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return (
        f"{today}: {_processor()}, {os.cpu_count()} cores; Linux {platform.release()}; "
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, PostgreSQL {version}. "
        f"Load of the machine before the start: {os.getloadavg()[0]:.2f}."
    )


def _processor() -> str:
    found = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found[1] if found else platform.machine()
