"""A board in the page of another site, in a browser that lets no site keep anything."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Protocol

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.browser.conftest import NO_EXTRAS
from tests.browser.guard import Guard
from tests.browser.server import Server
from tests.chromium import FLAGS
from tests.test_golden_wins import WINS

pytestmark = pytest.mark.browser

SANDBOX = "allow-scripts allow-forms"
"""What is not allowed: an origin of its own, and with it cookies and storage."""
# a page of this name is of another site than the one at 127.0.0.1
ELSEWHERE = [flag.replace("EXCLUDE 127", "EXCLUDE localhost , EXCLUDE 127") for flag in FLAGS]
_MOVE = re.compile(r"([ftrw]\d+)([ft]\d+)(x\d+)?")


class Neighbour:
    """Another site, whose only page frames whatever it is asked to."""

    def __init__(self) -> None:
        neighbour = self

        class Answering(BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # the library's name
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(neighbour.page.encode())

            def log_message(self, *_: object) -> None: ...

        self.page = ""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self.url = f"http://localhost:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever)
        self._thread.start()

    def frame(self, url: str, sandbox: str | None) -> None:
        allowed = "" if sandbox is None else f' sandbox="{sandbox}"'
        icon = '<link rel="icon" href="data:,">'
        self.page = (
            f'<!doctype html><html lang="en"><title>Elsewhere</title>{icon}'
            f'<iframe title="Board" width="640" height="560" src="{url}"{allowed}></iframe>'
        )

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def neighbour() -> Iterator[Neighbour]:
    neighbour = Neighbour()
    yield neighbour
    neighbour.close()


class Visit(Protocol):
    def __call__(self, url: str, sandbox: str | None, *, script: bool = True) -> Page: ...


@pytest.fixture
def visit(
    browser: Browser, chromium: str, server: Server, neighbour: Neighbour, tmp_path: Path
) -> Iterator[Visit]:
    """Opens the neighbour's page; no site may keep anything, a framed one least of all."""
    choices = tmp_path / "Default" / "Preferences"
    choices.parent.mkdir()
    forbidden = {"default_content_setting_values": {"cookies": 2}, "cookie_controls_mode": 1}
    choices.write_text(json.dumps({"profile": forbidden}))
    guard = Guard(server.url, neighbour.url)
    with ExitStack() as opened:

        def go(url: str, sandbox: str | None, *, script: bool = True) -> Page:
            context = browser.browser_type.launch_persistent_context(
                tmp_path,
                executable_path=chromium,
                args=[*ELSEWHERE, NO_EXTRAS],
                java_script_enabled=script,
                reduced_motion="reduce",
            )
            opened.callback(context.close)
            context.set_default_timeout(10_000)
            guard.watch(context)
            page = context.new_page()
            neighbour.frame(url, sandbox)
            page.goto(neighbour.url)
            return page

        yield go
    guard.check()


def play(board: FrameLocator, log: str, made: int = 0, *, script: bool) -> None:
    """Clicks through a log, whose first moves are made already."""
    for version, move in enumerate(log.split("."), made + 1):
        if found := _MOVE.fullmatch(move):
            source, target, count = found.groups("")
            run = board.locator(f'.card[name=pick][value="{source}{count}"]')
            # of a card that is covered the corner shows
            run.click(position={"x": 6, "y": 5})
            top = f"#{target} li:last-child .card{{0}}, #{target}:not(:has(li)) .place{{0}}"
            if script:
                # its name says that it does nothing by itself
                board.locator(top.format("")).click(force=True)
            else:
                board.locator(top.format(f'[value="{move}"]')).click()
        else:
            board.locator(".stock > .place").click()
        board.locator(f'#status[data-version="{version}"]').wait_for()


def test_a_game_is_won_in_a_frame_without_an_origin(visit: Visit, server: Server) -> None:
    win(visit, server, "klondike", SANDBOX, begun=len(WINS["klondike"]["log"].split(".")) - 10)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("sandbox", "script"), [(None, True), (None, False), (SANDBOX, True), (SANDBOX, False)]
)
@pytest.mark.parametrize("slug", ["roman", "bureau"])
def test_each_game_is_won_in_a_frame(
    visit: Visit, server: Server, slug: str, sandbox: str | None, *, script: bool
) -> None:
    win(visit, server, slug, sandbox, script=script)


def win(
    visit: Visit,
    server: Server,
    slug: str,
    sandbox: str | None,
    *,
    script: bool = True,
    begun: int = 0,
) -> None:
    """`begun`: how many moves the frame's address brings along."""
    won = WINS[slug]
    stored = server.rows("SELECT count(*) FROM plays")
    url = f"{server.url}/en/{slug}/{won['number']}/embed"
    moves = won["log"].split(".")
    if begun:
        url += f"?log={'.'.join(moves[:begun])}&version={begun}"
    page = visit(url, sandbox, script=script)
    board = page.frame_locator("iframe")
    play(board, ".".join(moves[begun:]), begun, script=script)
    expect(board.locator("#ending")).to_contain_text("Won!")
    assert page.context.cookies() == []
    assert server.rows("SELECT count(*) FROM plays") == stored


@pytest.mark.parametrize("script", [True, False], ids=["script", "forms"])
def test_a_board_in_a_frame(visit: Visit, server: Server, *, script: bool) -> None:
    """With script where the frame has an origin, and without in one that has none."""
    won = WINS["roman"]
    stored = server.rows("SELECT count(*) FROM plays")
    moves = won["log"].split(".")
    url = f"{server.url}/fr/roman/{won['number']}/embed"
    page = visit(url, None if script else SANDBOX, script=script)
    board = page.frame_locator("iframe")
    play(board, ".".join(moves[:3]), script=script)
    board.locator("#undo").click()
    expect(board.locator("#status")).to_have_attribute("data-version", "4")
    expect(board.locator("#status .moves")).to_have_text("2 coups")
    board.locator("#open-menu").click()
    board.locator("#restart").click()
    expect(board.locator("#status .moves")).to_have_text("0 coup")
    board.locator("#redo-all").click()
    expect(board.locator("#status .moves")).to_have_text("3 coups")
    if script:
        with page.context.expect_page() as opened:
            board.locator("#site").click()
        there = opened.value
        expect(there.locator("#status .moves")).to_have_text("3 coups")
        assert there.evaluate("() => window.opener") is None
        there.close()
    assert page.context.cookies() == []
    assert server.rows("SELECT count(*) FROM plays") == stored
