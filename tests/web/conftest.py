"""One running application for all tests of the web: each test has players of its own."""

from collections.abc import AsyncIterator, Callable

import pytest

from app.web.assets import Assets
from app.web.i18n import LANGUAGES
from app.web.rendering import Renderer
from tests.web.serving import Browser, Site, count_rows, serving


@pytest.fixture(scope="session")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with serving(tmp_path_factory.mktemp("site") / "patience.db") as site:
        yield site


@pytest.fixture(scope="session")
def renderers() -> dict[str, Renderer]:
    """By language; for tests that need no server."""
    assets = Assets()
    return {language: Renderer(language, assets) for language in LANGUAGES}


@pytest.fixture
async def browser(site: Site) -> AsyncIterator[Browser]:
    browser = site.browser()
    yield browser
    await browser.client.aclose()


@pytest.fixture
def rows(site: Site) -> Callable[[], int]:
    """How many plays are stored in all."""
    return lambda: count_rows(site.path)
