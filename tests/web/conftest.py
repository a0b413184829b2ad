"""One running application for all tests of the web: each test has players of its own."""

from collections.abc import AsyncIterator, Callable

import pytest

from app.web.appearance import manifests
from app.web.assets import Assets
from app.web.i18n import LANGUAGES
from app.web.rendering import Renderer
from tests.postgres import STORES
from tests.web.serving import Browser, Site, count_rows, serving


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked `each_store` have a site of every kind, the others one on SQLite."""
    is_marked = metafunc.definition.get_closest_marker("each_store") is not None
    if is_marked and "database_url" in metafunc.fixturenames:
        metafunc.parametrize("database_url", STORES, indirect=True, scope="session")


@pytest.fixture(scope="session")
def database_url(request: pytest.FixtureRequest, new_database_url: Callable[[str], str]) -> str:
    return new_database_url(getattr(request, "param", "sqlite"))


@pytest.fixture(scope="session")
async def site(database_url: str) -> AsyncIterator[Site]:
    async with serving(database_url) as site:
        yield site


@pytest.fixture(scope="session")
def renderers() -> dict[str, Renderer]:
    """By language; for tests that need no server."""
    assets = Assets(manifests())
    return {language: Renderer(language, assets) for language in LANGUAGES}


@pytest.fixture
async def browser(site: Site) -> AsyncIterator[Browser]:
    browser = site.browser()
    yield browser
    await browser.client.aclose()


@pytest.fixture
def rows(site: Site) -> Callable[[], int]:
    """How many plays are stored in all."""
    return lambda: count_rows(site.database_url)
