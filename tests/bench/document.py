"""Writes figures into a document, with the day and the machine that they are of."""

import datetime
import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path

from tests.bench.figures import Table, markdown


def write(
    document: Path, begin: str, end: str, circumstances: str, tables: Iterable[Table]
) -> None:
    """Between the marks `begin` and `end`."""
    before, marked, rest = document.read_text(encoding="utf-8").partition(begin)
    _, ended, after = rest.partition(end)
    assert marked
    assert ended
    parts = "\n".join([circumstances, "", *map(markdown, tables)])
    document.write_text(f"{before}{begin}\n{parts}\n{end}{after}", encoding="utf-8")


def circumstances(versions: str) -> str:
    """The day, the machine, the versions, and what else ran there."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return (
        f"{today}: {_processor()}, {os.cpu_count()} cores; Linux {platform.release()}; "
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"{versions}. "
        f"Load of the machine before the start: {os.getloadavg()[0]:.2f}."
    )


def _processor() -> str:
    found = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found[1] if found else platform.machine()
