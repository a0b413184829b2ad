"""A page that comes over the line in two parts: what stands on it first stays where it is."""

from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from tests.browser.conftest import NewContext
from tests.browser.guard import Guard
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SCREENS = [(360, 740), (740, 360), (820, 1180), (1280, 720)]
PATHS = ["/fr/double-signora/48213", "/en/klondike-3/48213"]
CUTS = [b'<section class="more"', b'<button class="control" type="button" id="open-menu"']
"""What the second part begins with: the bar is half there, in two ways."""
GLANCES = 20
"""So often the page is asked something meanwhile; a browser that would paint it has done so."""
_SHIFTED = """() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
}"""


class SlowLine:
    """Stands before the server, and keeps the second part of a page until it is let go."""

    def __init__(self, server: Server) -> None:
        self.cut = b""
        self.let_go = Event()
        line, port = self, int(server.url.rpartition(":")[2])

        class Passing(BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # the library's name
                there = HTTPConnection("127.0.0.1", port)
                there.request("GET", self.path, headers={"Host": f"127.0.0.1:{port}"})
                answer = there.getresponse()
                body = answer.read()
                there.close()
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.headers["Content-Type"])
                self.end_headers()
                at = body.find(line.cut) if answer.headers.get_content_subtype() == "html" else -1
                if at > 0:
                    self.wfile.write(body[:at])
                    line.let_go.wait()
                self.wfile.write(body[max(at, 0) :])

            def log_message(self, *_: object) -> None: ...

        self._passing = ThreadingHTTPServer(("127.0.0.1", 0), Passing)
        self.url = f"http://127.0.0.1:{self._passing.server_port}"
        self._thread = Thread(target=self._passing.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self.let_go.set()
        self._passing.shutdown()
        self._thread.join()
        self._passing.server_close()


@pytest.fixture
def line(server: Server, guard: Guard) -> Iterator[SlowLine]:
    line = SlowLine(server)
    guard.server = line.url
    yield line
    line.close()


@pytest.mark.parametrize("cut", CUTS)
def test_a_bar_that_comes_late_moves_nothing(
    cut: bytes, new_context: NewContext, line: SlowLine
) -> None:
    line.cut = cut
    for screen in SCREENS:
        page = new_context(screen).new_page()
        for path in PATHS:
            line.let_go.clear()
            with page.expect_event("requestfinished", lambda one: "site.css" in one.url):
                page.goto(line.url + path, wait_until="commit")
            for _ in range(GLANCES):
                assert page.locator(".more .menu").count() == 0
            line.let_go.set()
            page.wait_for_load_state()
            assert page.locator(".more .menu").count() == 1
            assert page.evaluate(_SHIFTED) == 0, (screen, path)
        page.close()
