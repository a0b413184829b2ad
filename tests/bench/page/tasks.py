"""How long the page's one thread is busy at a stretch, as Chromium's own trace tells."""

import json
from collections.abc import Iterator
from statistics import median
from typing import TypedDict, cast

from playwright.sync_api import Browser

from tests.bench.figures import Figure
from tests.bench.page.browsing import FAR, press_any, sitting
from tests.browser.server import Server

GAME = "double-signora"
"""208 cards."""
TASK_MS = 16.0
MOVE_MS = 250
"""The card is at its place; on this line the answer is still on its way."""
SETTLED_MS = 400
_TRACED = ["blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline"]
_TASK = "RunTask"
"""With the promises that it settles, which is where an answer is put into the page."""


class Event(TypedDict, total=False):
    name: str
    pid: int
    tid: int
    ts: float
    """Microseconds, as all times here."""
    dur: float
    tdur: float
    """Of the thread itself, however busy the machine is with other things."""


def longest_tasks(browser: Browser, server: Server, runs: int) -> Iterator[Figure]:
    found = [_longest(browser, server, number) for number in range(1, runs + 1)]
    moves, answers = zip(*found, strict=True)
    yield Figure(f"{GAME}: longest task of a move", median(moves), "ms", TASK_MS)
    yield Figure(f"{GAME}: longest task of its answer", median(answers), "ms", TASK_MS)


def _longest(browser: Browser, server: Server, number: int) -> tuple[float, float]:
    """Of one move of a card, and of what its answer sets off; milliseconds."""
    with sitting(browser, server, GAME, number, FAR) as (board, _):
        board.open()
        board.page.wait_for_function("() => document.getAnimations().length === 0")
        board.page.evaluate("() => { seen.isTraced = true; }")
        browser.start_tracing(page=board.page, categories=_TRACED)
        press = press_any(board, turn=1)
        board.page.wait_for_timeout(SETTLED_MS)
        trace = json.loads(browser.stop_tracing())
    assert press.moved is not None, f"nothing to move in deal {number}"
    return _split(cast(list[Event], trace["traceEvents"]))


def _split(events: list[Event]) -> tuple[float, float]:
    pressed = next(event for event in events if event["name"] == "press")
    thread = pressed["pid"], pressed["tid"]
    tasks = [
        event
        for event in events
        if event["name"] == _TASK
        and "dur" in event
        and (event["pid"], event["tid"]) == thread
        and event["ts"] + event["dur"] >= pressed["ts"]
    ]
    border = pressed["ts"] + MOVE_MS * 1000
    return (
        max(task["tdur"] for task in tasks if task["ts"] < border) / 1000,
        max(task["tdur"] for task in tasks if task["ts"] >= border) / 1000,
    )
