"""One page of every kind that a visitor may see, in each language and of each game."""

import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import httpx

from app.games import GAMES
from app.web.i18n import LANGUAGES
from tests.web.contact import filled
from tests.web.serving import Browser, Site

_WINS = json.loads((Path(__file__).parent.parent / "golden/wins.json").read_text("utf-8"))
WON = ("klondike", _WINS["klondike"]["number"], _WINS["klondike"]["log"])
STUCK = ("klondike-3", 2309, "d.d.d.d.d.t2t5.d.d.d.d.d.d.d.d.d.d.d.d")
OF_SITE = (
    "/",
    "/?packs=2&difficulty=hard",
    "/?packs=4&difficulty=easy",
    "/about",
    "/privacy",
    "/privacy/delete",
    "/settings",
    "/statistics",
    "/contact",
    "/contact?page=/en/roman/12",
    "/no-such-page",
    "/romann/12",
    "/roman/0",
    "/roman/0/embed",
)
"""Below each language."""
OF_GAME = ("", "/rules", "/12")
"""Below each game."""
OF_ONE_GAME = (
    "/12/table",
    "/12/share",
    "/12/strip",
    "/12/embed",
    "/12?pick=t1",
    "/deal?number=none",
    "/daily/2026-11-12",
    "/daily/1999-01-01",
    "/winnable",
)
"""Below one game, for they are alike."""

OF_PROVED = ("/1", "/1/shown", "/1/shown?step=0", "/1/shown?step=41", "/2/shown", "/winnable")
"""Below a game with stored wins: of its first deal, and none of its second."""


class Seen(NamedTuple):
    name: str
    answer: httpx.Response


async def every_page(site: Site) -> AsyncIterator[Seen]:
    """Of a new visitor, of one who has played, and what forms are answered with."""
    visitor, player = site.browser(), site.browser()
    for lang in LANGUAGES:
        for path in OF_SITE:
            yield await _read(visitor, f"/{lang}{path}")
        for slug, path in itertools.product(GAMES, OF_GAME):
            yield await _read(visitor, f"/{lang}/{slug}{path}")
        for path in OF_ONE_GAME:
            yield await _read(visitor, f"/{lang}/double-signora{path}")
        for path in OF_PROVED:
            yield await _read(visitor, f"/{lang}/roman{path}")
        for slug, number, log in (WON, STUCK):
            yield await _read(visitor, f"/{lang}/{slug}/{number}?log={log}&version=1")
        async for seen in _of_player(player, lang):
            yield seen
        async for seen in _of_forms(visitor, lang):
            yield seen
    for browser in (visitor, player):
        await browser.client.aclose()


async def _read(browser: Browser, path: str) -> Seen:
    return Seen(path, await browser.get(path))


async def _of_player(browser: Browser, lang: str) -> AsyncIterator[Seen]:
    """With games that are unfinished, one of them in mid-game."""
    deal = f"/{lang}/bureau/7"
    await browser.play(deal, "d.d")
    await browser.post("/en/settings", {"deck": "four", "auto": "safe", "verdict": "on"})
    asked = await browser.post(f"{deal}/hint", (await browser.table(deal)).fields)
    yield Seen(f"{deal}, with a hint", await _follow(browser, asked))
    for number in (7, 8):
        await browser.play(f"/{lang}/athena/{number}", "d")
        await browser.post(f"/{lang}/athena/{number}/forget")
    for path in (
        "/",
        "/privacy/delete",
        "/settings",
        "/statistics",
        "/bureau",
        "/bureau/7/strip",
        "/roman",
    ):
        yield await _read(browser, f"/{lang}{path}")
    yield await _read(browser, f"/{lang}/contact?page={deal}")
    yield Seen(f"{deal}, restarted", await _follow(browser, await browser.press(deal, "restart")))


async def _of_forms(browser: Browser, lang: str) -> AsyncIterator[Seen]:
    address = f"/{lang}/contact"
    for form in (
        filled(browser.site, message="short", email="nobody", kind="none"),
        filled(browser.site, message='A "quoted" <b>text</b> & more.', step="preview"),
        filled(browser.site, stamp="forged"),
    ):
        yield Seen(f"{address} {form}", await browser.post(address, form))
    sent = await browser.post(address, filled(browser.site))
    yield await _read(browser, sent.headers["location"])
    for move in ("f1t1", "nonsense"):
        form = {"version": "0", "move": move}
        yield Seen(f"{move} pressed", await browser.post(f"/{lang}/roman/12/move", form))


async def _follow(browser: Browser, answer: httpx.Response) -> httpx.Response:
    return await browser.get(answer.headers["location"])
