"""What no test may cause: an error in the browser, a request to another server."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

_FAILED_REQUEST = re.compile(r"Failed to load resource: ")


class Guard:
    """Watches all pages of the browser profiles that it is given."""

    def __init__(self, server: str, *neighbours: str) -> None:
        """`neighbours`: what else may be asked."""
        self.server = server
        self._neighbours = neighbours
        self._failures_expected = False
        self._faults: list[str] = []

    def expect_failed_requests(self) -> None:
        """This test forces answers of 4xx or 5xx, about which the browser adds its own line."""
        self._failures_expected = True

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)

    def check(self) -> None:
        assert not self._faults, "\n".join(self._faults)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if self._failures_expected and _FAILED_REQUEST.match(message.text):
            return
        self._faults.append(f"console {message.type}: {message.text}")

    def _on_error(self, error: WebError) -> None:
        self._faults.append(f"page error: {error.error}")

    def _on_request(self, request: Request) -> None:
        # a test may put a server of its own in the place of the first
        known = [f"{one}/" for one in (self.server, *self._neighbours)]
        if not request.url.startswith((*known, "data:")):
            self._faults.append(f"request to elsewhere: {request.url}")
