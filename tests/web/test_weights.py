"""What a first visit weighs, compressed as a browser of today takes it."""

import itertools
import re

import pytest

from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser

TABLE_BYTES = 45_000
TEXT_BYTES = 25_000
REQUESTS = 8
TAKES = {"Accept-Encoding": "gzip, deflate, br, zstd"}
TEXTS = (
    "/",
    "/roman/rules",
    "/about",
    "/privacy",
    "/contact",
    "/settings",
    "/statistics",
    "/roman/winnable",
)
_NAMED = re.compile(r'<(?:link|script)[^>]* (?:href|src)="(/static/[^"#]+)|href="(/static/[^"#]+)#')
_LATER = ("icon-touch.png",)
"""Asked for when the site is put on a home screen."""


@pytest.mark.parametrize(("lang", "slug"), [*itertools.product(LANGS, SLUGS)])
async def test_a_game_with_all_its_text(browser: Browser, lang: str, slug: str) -> None:
    weights = await weigh(browser, f"/{lang}/{slug}")

    assert sum(weights.values()) <= TABLE_BYTES, weights
    assert len(weights) <= REQUESTS
    assert any(path.endswith("/cards.svg") for path in weights)


@pytest.mark.parametrize("lang", LANGS)
async def test_a_win_that_is_shown(browser: Browser, lang: str) -> None:
    weights = await weigh(browser, f"/{lang}/roman/1/shown?step=41")

    assert sum(weights.values()) <= TABLE_BYTES, weights


@pytest.mark.parametrize(("lang", "path"), [*itertools.product(LANGS, TEXTS)])
async def test_a_page_of_text(browser: Browser, lang: str, path: str) -> None:
    weights = await weigh(browser, f"/{lang}{path}")

    assert sum(weights.values()) <= TEXT_BYTES, weights
    assert len(weights) <= REQUESTS


async def weigh(browser: Browser, path: str) -> dict[str, int]:
    """Bytes of the page and of each file that it names."""
    page = (await browser.get(path)).text
    named = {first or second for first, second in _NAMED.findall(page)}
    files = [name for name in sorted(named) if not name.endswith(_LATER)]
    return {each: await _length(browser, each) for each in (path, *files)}


async def _length(browser: Browser, path: str) -> int:
    async with browser.client.stream("GET", path, headers=TAKES) as answer:
        assert answer.status_code == 200, path
        return len(b"".join([part async for part in answer.aiter_raw()]))
