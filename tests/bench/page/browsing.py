"""A Chromium that is slowed down as a phone on a mobile line is, and the games it plays."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, sync_playwright

from tests.browser.conftest import NO_EXTRAS
from tests.browser.hands import DESKTOP, Clicks, Mouse
from tests.browser.server import Server
from tests.browser.table import Lift, Table
from tests.chromium import FLAGS

WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
CPU = 4
"""Times slower than here."""
_NO_LIMIT = -1


class Line(NamedTuple):
    """Between the browser and the server."""

    round_trip: int
    """Milliseconds."""
    down: float = 0
    """Kilobits a second; 0: as fast as it goes."""
    up: float = 0


LOCAL = Line(0)
MOBILE = Line(150, 1600, 750)
FAR = Line(300)


@contextmanager
def chromium_at(path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, NO_EXTRAS])
        yield browser
        browser.close()


@contextmanager
def sitting(
    browser: Browser, server: Server, slug: str, number: int, line: Line, cpu: int = CPU
) -> Iterator[tuple[Table, CDPSession]]:
    """A new profile's table, not yet opened, and the way to ask the browser about its page."""
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
        locale="en-GB",
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    slow_down(session, line, cpu)
    yield Table(page, server.url, slug, number), session
    context.close()


def slow_down(session: CDPSession, line: Line, cpu: int = CPU) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": line.round_trip,
            "downloadThroughput": line.down * 1000 / 8 or _NO_LIMIT,
            "uploadThroughput": line.up * 1000 / 8 or _NO_LIMIT,
        },
    )


class Press(NamedTuple):
    """One press and what came of it, in milliseconds after the event."""

    moved: float | None
    """None: where the card goes was not on the page."""
    answered: float


def press_any(table: Table, turn: int) -> Press:
    """The first card that can go somewhere, by clicks and by dragging in turn; else the stock."""
    # what flies over a card is not to be pressed in its place
    table.page.wait_for_function("() => document.getAnimations().length === 0")
    offer = table.offer()
    lifts = [lift for lift in offer.lifts if lift.targets]
    if lifts and turn % 3:
        return _lift(table, lifts[turn % len(lifts)], turn)
    if offer.can_turn:
        _expect(table, "", "stock")
        Clicks().turn(table)
        return _outcome(table, offer.version, knows_target=False)
    if lifts:
        return _lift(table, lifts[0], turn)
    _expect(table, "", "undo")
    Clicks().press(table, "undo")
    return _outcome(table, offer.version, knows_target=False)


def _lift(table: Table, lift: Lift, turn: int) -> Press:
    version = table.version
    target = lift.targets[0]
    _expect(table, lift.id, target)
    (Mouse() if turn % 2 else Clicks()).move(table, lift, target)
    return _outcome(table, version, knows_target=True)


def _expect(table: Table, card: str, target: str) -> None:
    table.page.evaluate("move => expectMove(...move)", [card, target])


def _outcome(table: Table, version: int, *, knows_target: bool) -> Press:
    table.answered(version + 1)
    press = table.page.evaluate("() => seen.press")
    if not knows_target:
        return Press(None, press["answered"])
    moved = press["answered"] if press["moved"] is None else press["moved"]
    return Press(moved, press["answered"])
