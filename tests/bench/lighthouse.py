"""Lighthouse's marks of every kind of page, on its phone: `make lighthouse ARGS="--pages game"`.

Fails below what is wanted. It needs node and npm; what it fetches stays in `var/`.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypedDict, cast

from app.web.i18n import LANGUAGES
from tests.bench.figures import Table, markdown
from tests.browser.server import ROOT, AppServer
from tests.chromium import FLAGS, find_chromium

LIGHTHOUSE = "lighthouse@12.2.3"
FOLDER = ROOT / "var/lighthouse"
TRIES = 3
"""On a busy machine it loses its own trace now and then."""
WANTED = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
PAGES = {
    "home": "/",
    "game": "/roman",
    "deal": "/roman/48213",
    "rules": "/roman/rules",
    "contact": "/contact",
    "settings": "/settings",
    "about": "/about",
    "privacy": "/privacy",
}


class Mark(NamedTuple):
    """Of one page and category."""

    score: float
    """At most 100."""
    lacking: tuple[str, ...]
    """The audits that cost it something."""


class Audit(TypedDict):
    title: str
    score: float | None


class Reference(TypedDict):
    id: str
    weight: float


class Category(TypedDict):
    score: float
    auditRefs: list[Reference]


class Report(TypedDict):
    categories: dict[str, Category]
    audits: dict[str, Audit]


Marks = dict[str, Mark]
"""By category."""


def main() -> None:
    arguments = _arguments()
    # the server that was started is stopped, whatever ends the bench
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    _fetch()
    rows: list[tuple[str, ...]] = []
    lacking: list[str] = []
    with tempfile.TemporaryDirectory() as room:
        for name, marks in _measured(Path(room), arguments):
            cells = [_cell(marks[category].score, least) for category, least in WANTED.items()]
            rows.append((name, *cells))
            lacking += _lacking(name, marks)
            print(name, *cells, flush=True)
    print("", markdown(Table("Lighthouse, of 100", ("", *WANTED), rows)), sep="\n")
    if lacking:
        sys.exit("\n".join(["Too little:", *lacking]))


def _measured(room: Path, arguments: argparse.Namespace) -> Iterator[tuple[str, Marks]]:
    port = _free_port()
    server = AppServer(f"sqlite:///{room}/patience.db", public_url=f"http://127.0.0.1:{port}")
    server.start(port)
    try:
        for page in arguments.pages:
            for language in arguments.languages:
                path = f"/{language}{PAGES[page]}"
                runs = [_marks(server.url + path) for _ in range(arguments.runs)]
                yield path, {category: _middle(runs, category) for category in WANTED}
    finally:
        server.stop()


def _marks(address: str) -> Marks:
    command = [
        str(FOLDER / "node_modules/.bin/lighthouse"),
        address,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(WANTED)}",
        f"--chrome-flags={' '.join(['--headless', '--no-sandbox', *map(_quoted, FLAGS)])}",
    ]
    chromium = find_chromium()
    if chromium is None:
        sys.exit("There is no Chromium here.")
    environment = {**os.environ, "CHROME_PATH": chromium}
    complaint = ""
    for _ in range(TRIES):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            report = cast(Report, json.loads(done.stdout))
            return {name: _mark(report, name) for name in WANTED}
        complaint = done.stderr
    sys.exit(f"{address}: {complaint}")


def _mark(report: Report, name: str) -> Mark:
    category = report["categories"][name]
    costly = [report["audits"][each["id"]] for each in category["auditRefs"] if each["weight"] > 0]
    lacking = (audit["title"] for audit in costly if (audit["score"] or 0) < 1)
    return Mark(round(category["score"] * 100), tuple(lacking))


def _middle(runs: list[Marks], category: str) -> Mark:
    score = median(run[category].score for run in runs)
    return Mark(score, runs[-1][category].lacking)


def _cell(score: float, least: int) -> str:
    return f"{score:g}" if score >= least else f"{score:g}, TOO LITTLE"


def _lacking(name: str, marks: Marks) -> Iterator[str]:
    for category, least in WANTED.items():
        if marks[category].score < least:
            yield f"{name}, {category}: {'; '.join(marks[category].lacking)}"


def _quoted(flag: str) -> str:
    """As the shell would want it: Lighthouse splits the flags as one does."""
    name, is_set, value = flag.partition("=")
    return f"{name}='{value}'" if is_set else flag


def _fetch() -> None:
    """Raises SystemExit where there is no npm."""
    if (FOLDER / "node_modules/.bin/lighthouse").exists():
        return
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("Lighthouse needs node and npm, and there are none here.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--no-save", "--silent", "--ignore-scripts", "--prefix", str(FOLDER)]
    subprocess.run([*command, LIGHTHOUSE], check=True)


def _free_port() -> int:
    # the page names its own address, so it must be known before the server starts
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lighthouse", description=__doc__)
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=[*PAGES])
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=[*LANGUAGES])
    parser.add_argument("--runs", type=int, default=1, help="whose median counts")
    return parser.parse_args()


if __name__ == "__main__":
    main()
