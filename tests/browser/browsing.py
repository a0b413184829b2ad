"""What a browser does a moment later than its driver says."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

_PROBE = "**/healthz"
_IS_HELD = "() => fetch('/healthz').then(answer => answer.status === 204)"


def intercept(
    page: Page, address: str, handle: Callable[[Route], object], times: int | None = None
) -> None:
    """`page.route` that holds for the next request, too.

    Chromium takes up the first route of a page only a little later: what the page asks for
    meanwhile goes out untouched, and no event tells of it.
    """
    page.route(_PROBE, lambda route: route.fulfill(status=204))
    page.wait_for_function(_IS_HELD)
    page.route(address, handle, times=times)
    # not before there is another: the last to go ends it all
    page.unroute(_PROBE)


def follow(link: Locator, address: str | re.Pattern[str]) -> None:
    """Presses a link and waits until the page that it leads to listens for keys."""
    link.click()
    expect(link.page).to_have_url(address)
    link.page.wait_for_load_state()
