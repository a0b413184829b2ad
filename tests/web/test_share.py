"""Handing a deal on: the same cards and a play of their own for whoever opens the link."""

import html
import json
import re
from io import BytesIO
from pathlib import Path

import httpx
import pytest
import resvg_py
import zxingcpp
from PIL import Image

from app.deals import LAST_DEAL
from app.games import GAMES
from app.web.share_page import code
from app.web.share_words import Feat, message
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser, Site, serving
from tests.web.table import board

HERE = "http://patience.test"
WIN = json.loads((Path(__file__).parent.parent / "golden/wins.json").read_text())["klondike"]
DEAL = f"/en/klondike/{WIN['number']}"
PLAIN_LOG = WIN["log"].replace("-", ".")
MOVES = len(PLAIN_LOG.split("."))


def shared_link(page: str) -> str:
    found = re.search(r'<input id="shared-link" value="([^"]*)" readonly>', page)
    assert found
    return html.unescape(found[1])


def shared_message(page: str) -> str:
    found = re.search(r'<textarea id="shared-message"[^>]*>([^<]*)</textarea>', page)
    assert found
    return html.unescape(found[1])


def scanned(page: str) -> str:
    """What a camera reads off the page."""
    found = re.search(r'<svg [^>]*class="code".*?</svg>', page)
    assert found
    svg = found[0].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    png = resvg_py.svg_to_bytes(svg_string=svg, width=400, background="#ffffff")
    (read,) = zxingcpp.read_barcodes(Image.open(BytesIO(png)).convert("L"))
    return read.text


# -- the page --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_every_deal_can_be_handed_on_without_script(
    browser: Browser, lang: str, slug: str
) -> None:
    deal = f"/{lang}/{slug}/{LAST_DEAL}"
    assert f'href="{deal}/share"' in (await browser.get(deal)).text
    answer = await browser.get(f"{deal}/share")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    page = answer.text
    assert shared_link(page) == scanned(page) == f"{HERE}{deal}"
    told = message(lang, GAMES[slug], LAST_DEAL, None)
    assert shared_message(page) == f"{told} {HERE}{deal}"
    assert f'href="{deal}/preview.png"' in page
    # what only the script can do is not offered before it has come
    for button in re.findall(r"<button[^>]*(?:data-copies|send-on)[^>]*>", page):
        assert " hidden" in button
    assert not re.search(r"\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", page)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("slug", "feat", "english", "french"),
    [
        (
            "roman",
            Feat(143, 452.9),
            "Roman 48213 in 143 moves, 7:32: can you?",
            "Roman_48213 en 143 coups, 7:32_: à vous de jouer_!",
        ),
        (
            "klondike-3",
            Feat(143, 452.9),
            "Klondike, draw 3, deal 48213 in 143 moves, 7:32: can you?",
            "Klondike, tirage par 3, donne_48213 en 143 coups, 7:32_: à vous de jouer_!",
        ),
        (
            "bureau",
            Feat(210, None),
            "Bureau 48213 in 210 moves: can you?",
            "Bureau_48213 en 210 coups_: à vous de jouer_!",
        ),
        (
            "roman",
            None,
            "Roman 48213: can you win it?",
            "Roman_48213_: à vous de jouer_!",
        ),
    ],
)
def test_the_message(slug: str, feat: Feat | None, english: str, french: str) -> None:
    rules = GAMES[slug]
    assert message("en", rules, 48213, feat) == english
    assert message("fr", rules, 48213, feat) == french.replace("_", "\N{NO-BREAK SPACE}")


def test_the_code_is_read_at_its_longest() -> None:
    link = f"https://{'a' * 60}.patience.example/en/double-signora/{LAST_DEAL}"
    assert scanned(code(link)) == link
    assert scanned(code(link + "1")) != link


# -- after a win -----------------------------------------------------------------------------


async def test_who_has_won_tells_so_and_nobody_else_does(site: Site) -> None:
    winner, other = site.browser(), site.browser()
    await winner.play(DEAL, PLAIN_LOG)

    page = (await winner.get(DEAL)).text
    assert f'id="share-win" href="{DEAL}/share"' in page
    told = shared_message((await winner.get(f"{DEAL}/share")).text)
    assert re.fullmatch(
        rf"Klondike, draw 1, deal {WIN['number']} in {MOVES} moves, 0:\d\d: can you\? {HERE}{DEAL}",
        told,
    )
    await winner.press(DEAL, "restart")
    # the win is remembered, though the table is as dealt
    assert shared_message((await winner.get(f"{DEAL}/share")).text) == told

    theirs = shared_message((await other.get(f"{DEAL}/share")).text)
    assert theirs == f"Klondike, draw 1, deal {WIN['number']}: can you win it? {HERE}{DEAL}"


async def test_a_win_without_cookies_is_told_by_its_moves(site: Site) -> None:
    browser = site.browser(keeps_cookies=False)
    won = f"{DEAL}?log={PLAIN_LOG}&version=1"
    page = (await browser.get(won)).text
    found = re.search(r'id="share-win" href="([^"]+)"', page)
    assert found
    shared = (await browser.get(html.unescape(found[1]))).text
    told = f"Klondike, draw 1, deal {WIN['number']} in {MOVES} moves: can you? {HERE}{DEAL}"
    assert shared_message(shared) == told
    # the log stays with the player
    assert shared_link(shared) == scanned(shared) == f"{HERE}{DEAL}"


async def test_the_link_opens_the_same_cards_and_a_play_of_ones_own(site: Site) -> None:
    sharer, friend = site.browser(), site.browser()
    fresh = board((await friend.get("/en/roman/4711")).text)
    await sharer.play("/en/roman/4711", "d.d")
    link = shared_link((await sharer.get("/en/roman/4711/share")).text).removeprefix(HERE)

    assert board((await sharer.get(link)).text) != fresh
    opened = await friend.get(link)
    assert board(opened.text) == fresh
    await friend.play(link, "d")
    assert board((await friend.get(link)).text) != board((await sharer.get(link)).text)
    stored = await sharer.stored("roman", 4711)
    assert stored
    assert stored.log == "d.d"


# -- addresses -------------------------------------------------------------------------------


async def test_a_known_site_names_itself_whoever_asks(tmp_path: Path) -> None:
    known = {"public_url": "https://patience.example"}
    async with serving(tmp_path / "patience.db", **known) as site:
        browser = site.browser()
        answer = await browser.get("/en/roman/5/share", host="evil.example")
    assert shared_link(answer.text) == "https://patience.example/en/roman/5"
    assert "evil" not in answer.text


async def test_nothing_of_an_odd_host_gets_into_the_page(site: Site) -> None:
    transport = httpx.ASGITransport(site.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        answer = await client.get("/en/roman/5/share", headers={"Host": 'a"><script>alert(1)'})
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize(
    "address", ["/en/romn/5/share", "/de/roman/5/share", f"/en/roman/{LAST_DEAL + 1}/share"]
)
async def test_there_is_nothing_to_share_of_no_deal(browser: Browser, address: str) -> None:
    assert (await browser.get(address)).status_code == 404
