"""The page of a game: the table first, then all that there is to say of it; a deal is lean."""

import re

import brotli  # type: ignore[import-untyped]  # has no types
import pytest
from markupsafe import escape

from app.games import GAMES, draw_variants
from app.howto import relatives
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser
from tests.web.told import all_told

EveryPage = pytest.mark.parametrize(("lang", "slug"), [(a, b) for a in LANGS for b in SLUGS])


@EveryPage
async def test_all_is_told_below_the_table(browser: Browser, lang: str, slug: str) -> None:
    page = (await browser.get(f"/{lang}/{slug}")).text

    table, below, text = page.partition('<div class="below">')
    assert below
    assert 'id="board"' in table
    assert [told for told in all_told(slug, lang) if str(escape(told)) not in text] == []
    near = [*draw_variants(GAMES[slug]), *relatives(GAMES[slug])]
    assert near
    for path in (*(other.slug for other in near), "contact"):
        assert f'href="/{lang}/{path}"' in text


@EveryPage
async def test_a_deal_is_lean_and_leads_to_the_rules(
    browser: Browser, lang: str, slug: str
) -> None:
    page = (await browser.get(f"/{lang}/{slug}/48213")).text

    # the names of piles are on the table too
    sentences = [told for told in all_told(slug, lang) if len(told) > 20]
    assert [told for told in sentences if str(escape(told)) in page] == []
    assert f'href="/{lang}/{slug}/rules"' in page


@pytest.mark.parametrize("slug", SLUGS)
async def test_no_part_bears_the_name_of_a_pile(browser: Browser, slug: str) -> None:
    page = (await browser.get(f"/fr/{slug}")).text

    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'aria-labelledby="([^"]+)"', page)) <= set(ids)


async def test_a_game_that_is_gone_on_with_is_told_too(browser: Browser) -> None:
    await browser.play("/en/klondike/7", "d.d")
    page = (await browser.get("/en/klondike")).text

    assert 'data-deal="/en/klondike/7"' in page
    assert 'id="rules-aim"' in page


async def test_a_wrong_number_is_asked_again_without_text(browser: Browser) -> None:
    answer = await browser.get("/en/roman/deal?number=none")

    assert answer.status_code == 422
    assert 'id="rules-aim"' not in answer.text


@pytest.mark.parametrize(
    ("accepts", "encoding"),
    [("gzip, deflate, br, zstd", "br"), ("zstd, br;q=0", "zstd"), ("gzip", "gzip"), ("", None)],
)
async def test_it_comes_as_short_as_the_client_takes_it(
    browser: Browser, accepts: str, encoding: str | None
) -> None:
    await browser.play("/en/roman/7", "d")
    headers = {"Accept-Encoding": accepts}
    async with browser.client.stream("GET", "/en/roman", headers=headers) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])

    assert answer.headers.get("Content-Encoding") == encoding
    assert int(answer.headers["Content-Length"]) == len(raw)
    assert ("Accept-Encoding" in answer.headers["Vary"]) == (encoding is not None)
    if encoding == "br":
        plain = await browser.client.get("/en/roman", headers={"Accept-Encoding": "identity"})
        assert brotli.decompress(raw) == plain.content
