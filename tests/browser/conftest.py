"""One server and one browser for each worker, a new browser profile for each test."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.guard import Guard
from tests.browser.hands import DESKTOP
from tests.browser.server import Server
from tests.browser.table import Table
from tests.chromium import FLAGS

_CARRIER = ("klondike", 1)
"""A deal that is played to get a cookie; no test looks at it."""

# each profile is a window, whose own pages cost more than ours; the list replaces Playwright's
NO_EXTRAS = (
    "--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIOmniboxAimPopup"
    ",HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,NetworkTimeServiceQuerying"
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "patience.db")
    server.start()
    yield server
    server.stop()


# not a session's: its event loop must be gone when the tests of another folder start theirs
@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, NO_EXTRAS])
        yield browser
        browser.close()


class NewContext(Protocol):
    def __call__(
        self,
        viewport: tuple[int, int] = DESKTOP,
        *,
        script: bool = True,
        touch: bool = False,
        motion: bool = False,
        timezone: str | None = None,
    ) -> BrowserContext: ...


@pytest.fixture
def guard(server: Server) -> Iterator[Guard]:
    """Fails the test for any error in a browser and any request to another server."""
    guard = Guard(server.url)
    yield guard
    guard.check()


@pytest.fixture
def new_context(browser: Browser, server: Server, guard: Guard) -> Iterator[NewContext]:
    """Makes browser profiles: each is a player, with a screen and a kind of input.

    Without `motion` its system asks for none, so that what a test sees has come to rest.
    """
    with ExitStack() as opened:

        def make(
            viewport: tuple[int, int] = DESKTOP,
            *,
            script: bool = True,
            touch: bool = False,
            motion: bool = False,
            timezone: str | None = None,
        ) -> BrowserContext:
            context = browser.new_context(
                base_url=server.url,
                viewport={"width": viewport[0], "height": viewport[1]},
                java_script_enabled=script,
                has_touch=touch,
                is_mobile=touch,
                locale="en-GB",
                timezone_id=timezone,
                reduced_motion="no-preference" if motion else "reduce",
            )
            opened.callback(context.close)
            context.set_default_timeout(10_000)
            guard.watch(context)
            return context

        yield make


@pytest.fixture
def page(new_context: NewContext) -> Page:
    return new_context().new_page()


class SitDown(Protocol):
    def __call__(
        self, slug: str, number: int, log: str = "", *, page: Page | None = None
    ) -> Table: ...


@pytest.fixture
def sit_down(page: Page, server: Server) -> SitDown:
    """Opens a deal; with a log, at the place where that leads, in a browser that has a cookie."""

    def open_table(slug: str, number: int, log: str = "", *, page: Page | None = page) -> Table:
        assert page is not None
        if log:
            give_cookie(page, server)
        return Table(page, server.url, slug, number).open(log)

    return open_table


def give_cookie(page: Page, server: Server) -> None:
    """Plays one move of another game, after which a log in an address is stored with a move."""
    slug, number = _CARRIER
    answer = page.context.request.post(
        f"{server.url}/en/{slug}/{number}/move", form={"version": "0", "move": "d"}
    )
    assert answer.ok
