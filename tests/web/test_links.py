"""A crawl of the whole site: no link is dead, and none leads elsewhere."""

import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import httpx

from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser, serving
from tests.web.told import read_head

PUBLIC = "http://patience.test"
START = ("/", "/robots.txt", "/sitemap.xml")
NUMBER = re.compile(r"[0-9]+")

Found = dict[str, tuple[str, httpx.Response]]
"""Each address with the page that names it, and its answer."""


async def test_no_link_is_dead_and_none_leads_elsewhere(tmp_path: Path) -> None:
    # known by the name that it is asked by
    async with serving(tmp_path / "patience.db", public_url=PUBLIC) as site:
        browser = site.browser()
        found = await crawl(browser, PUBLIC)
        await browser.client.aclose()

    dead = [f"{place} on {page}" for place, (page, it) in found.items() if it.status_code != 200]
    assert dead == []
    assert list(lost_fragments(found)) == []
    pages = [f"/{lang}/{slug}{page}" for lang in LANGS for slug in SLUGS for page in ("", "/rules")]
    assert set(pages) <= set(found)


def test_links_are_found_wherever_they_stand() -> None:
    page = '<link href="/a?b&amp;c"><p><a href="b#c">b</a><img src="/d">'
    answer = httpx.Response(200, html=page)
    assert sorted(named_in("/en/x", answer)) == ["/a?b&c", "/d", "/en/b#c"]


def test_a_fragment_that_names_nothing_is_found() -> None:
    page = httpx.Response(200, html='<!doctype html><title>x</title><p id="here">')
    found = {"/x#here": ("/", page), "/x#there": ("/", page)}
    assert list(lost_fragments(found)) == ["/x#there on /"]


async def crawl(browser: Browser, site: str) -> Found:
    """What can be reached, redirects followed; fails for an address elsewhere.

    There are more deals and days than anyone can ask for: of those alike, one is.
    """
    found: Found = {}
    kinds: set[str] = set()
    waiting = deque(("", place) for place in START)
    while waiting:
        page, place = waiting.popleft()
        assert place.startswith("/"), f"{page} leads to {place}"
        # pictures take their time to be drawn
        kind = "/preview.png" if place.endswith("/preview.png") else NUMBER.sub("#", place)
        if kind in kinds:
            continue
        kinds.add(kind)
        answer = await browser.client.get(place, follow_redirects=True)
        found[place] = page, answer
        here = answer.url.raw_path.decode()
        waiting += [(here, link.removeprefix(site)) for link in named_in(here, answer)]
    return found


def named_in(here: str, answer: httpx.Response) -> Iterator[str]:
    """The addresses that a document names, as its reader would ask for them."""
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if kind == "text/html":
        named = _links(answer.text) + re.findall(r'"(?:url|item)": ?"([^"]+)"', _data(answer.text))
    elif kind == "application/xml":
        named = re.findall(r"<loc>(.*?)</loc>", answer.text)
        named += re.findall(r'href="(.*?)"', answer.text)
    elif kind == "text/plain":
        named = re.findall(r"Sitemap: (.*)", answer.text)
    elif kind == "application/manifest+json":
        named = re.findall(r'"(?:src|start_url)": ?"(.*?)"', answer.text)
    else:
        named = []
    # each once: a table names its sprite a hundred times
    yield from dict.fromkeys(urljoin(here, name) for name in named)


def _links(html: str) -> list[str]:
    # a parser of its own for each of some hundred pages would take most of the test's time
    return [unescape(link) for link in re.findall(r'\s(?:href|src)="([^"]+)"', html)]


def _data(html: str) -> str:
    return " ".join(map(str, read_head(html).data)).replace("'", '"')


def lost_fragments(found: Found) -> Iterator[str]:
    """Addresses whose last part names nothing on the page."""
    for place, (page, answer) in found.items():
        fragment = urldefrag(place).fragment
        if fragment and f' id="{fragment}"' not in answer.text:
            yield f"{place} on {page}"
