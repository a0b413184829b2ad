"""A first visit: what comes over the wire, and when one can play."""

import gzip
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession

from app.web.assets import BUILT
from app.web.i18n import LANGUAGE_NAMES
from tests.bench.figures import FIRST_VISIT_KB, Figure, Table, tabulated
from tests.bench.page.browsing import LOCAL, MOBILE, sitting
from tests.browser.server import Server

MOST_REQUESTS = 8
PLAYABLE_MS = 900.0
OUR_SCRIPT_KB = 8.0
FRAME_MS = 1000 / 60
"""Until what has arrived is on the screen."""

_CARDS = "(one) => one.name.includes('/cards.svg')"
_TIMES = """() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const cards = performance.getEntriesByType('resource').find(CARDS);
  return { paint: paint.startTime, cards: cards.responseEnd, script: seen.script };
}""".replace("CARDS", _CARDS)
_BODIES = """async () => {
  const known = () => performance.getEntries().filter((one) => 'encodedBodySize' in one);
  // a browser asks for these in its own time, this one perhaps not at all
  for (const { href } of document.querySelectorAll('link[rel~=icon], link[rel=manifest]')) {
    if (!known().some(({ name }) => name === href)) await (await fetch(href)).arrayBuffer();
  }
  return known().reduce((sum, one) => sum + one.encodedBodySize, 0);
}"""
_IS_COMPLETE = f"""() => seen.script !== null
  && performance.getEntriesByName('first-contentful-paint').length > 0
  && performance.getEntriesByType('resource').some({_CARDS})"""


class Visit(NamedTuple):
    bodies: float
    """Kilobytes."""
    whole: float
    """The same with the heads of HTTP/1.1, which a proxy's HTTP/2 says in a tenth."""
    requests: int
    elsewhere: int
    paint: float
    """When the table first shows; times in milliseconds after the navigation began."""
    cards: float
    """When it shows the faces of the cards, too."""
    script: float


class Wire:
    """Counts what a page asks for."""

    def __init__(self, session: CDPSession, server: Server) -> None:
        self.bytes = 0
        self.requests = 0
        self.elsewhere = 0
        self._own = server.url
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._came)

    def _asked(self, event: dict[str, dict[str, str]]) -> None:
        self.requests += 1
        self.elsewhere += not event["request"]["url"].startswith((f"{self._own}/", "data:"))

    def _came(self, event: dict[str, float]) -> None:
        self.bytes += int(event["encodedDataLength"])


def table(browser: Browser, server: Server, slugs: list[str], runs: int) -> Table:
    figures = [
        Figure("our script, compressed by gzip", _our_script(), "KB", OUR_SCRIPT_KB),
    ]
    for slug in slugs:
        visits = [_visit(browser, server, slug) for _ in range(runs)]
        figures += _figures(slug, visits)
        figures += [
            Figure(f"{slug}: with all its text, {name}", weight, "KB", FIRST_VISIT_KB)
            for name, weight in _told(browser, server, slug)
        ]
    return tabulated(
        "First visit: cold cache, processor slowed fourfold, 1.6 Mbit/s, 150 ms", figures
    )


def _figures(slug: str, visits: list[Visit]) -> list[Figure]:
    middle = Visit(*(median(values) for values in zip(*visits, strict=True)))
    return [
        Figure(f"{slug}: all that comes, compressed", middle.bodies, "KB", FIRST_VISIT_KB),
        Figure(f"{slug}: the same with its headers", middle.whole, "KB"),
        Figure(f"{slug}: requests", middle.requests, "", MOST_REQUESTS),
        Figure(f"{slug}: requests to elsewhere", middle.elsewhere, "", 0),
        Figure(f"{slug}: first paint", middle.paint, "ms", middle.script),
        Figure(f"{slug}: table with its cards shown", middle.cards, "ms", PLAYABLE_MS),
        Figure(f"{slug}: playable", max(middle.cards, middle.script), "ms", PLAYABLE_MS),
    ]


def _visit(browser: Browser, server: Server, slug: str) -> Visit:
    with sitting(browser, server, slug, 1, MOBILE) as (board, session):
        wire = Wire(session, server)
        board.open()
        page = board.page
        page.wait_for_function(_IS_COMPLETE)
        times = page.evaluate(_TIMES)
        bodies = page.evaluate(_BODIES)
        return Visit(
            bodies / 1000,
            wire.bytes / 1000,
            wire.requests,
            wire.elsewhere,
            times["paint"],
            max(times["paint"], times["cards"] + FRAME_MS),
            times["script"],
        )


def _told(browser: Browser, server: Server, slug: str) -> Iterator[tuple[str, float]]:
    """In each language, what comes with the page of the game; kilobytes."""
    for language, name in LANGUAGE_NAMES.items():
        with sitting(browser, server, slug, 1, LOCAL, cpu=1) as (board, _):
            board.page.goto(f"{server.url}/{language}/{slug}")
            board.page.wait_for_function(_IS_COMPLETE)
            yield name, board.page.evaluate(_BODIES) / 1000


def _our_script() -> float:
    return len(gzip.compress((BUILT / "site.js").read_bytes(), 9)) / 1000
