"""A stored win on the board, and that the route that everybody plays by accepts it, too."""

import re
from collections.abc import Callable
from html import unescape

import pytest

from app.daily import book
from app.engine import engine_for
from app.notation import split_log
from app.solver.proofs import proofs, stored_wins
from app.web.days import today_of_utc
from app.web.shown import win_of
from tests.proved import log_of
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser
from tests.web.table import board, read_table

PROOF = next(proof for proof in proofs("roman") if proof.choices)
LOG = split_log(log_of(engine_for("roman"), PROOF))
DEAL = f"/en/roman/{PROOF.number}"
SEEN = re.compile(r'cards\.svg#([\w-]+)"|id="([ftrw]\d+)"')
"""What is drawn, and on which pile."""
PROVED = [slug for slug in SLUGS if stored_wins(slug)]


def drawn(page: str) -> list[tuple[str, str]]:
    return SEEN.findall(board(page) or page.partition('<div id="board"')[2])


def said(page: str) -> str:
    return unescape(page.partition('id="said"')[2].partition(">")[2].partition("<")[0])


def version_in(page: str) -> str:
    """Of one's own game, as the form says it on."""
    return page.partition('name="version" value="')[2].partition('"')[0]


@pytest.mark.parametrize("slug", PROVED)
async def test_stored_wins_are_won_by_the_moves_that_everybody_makes(
    browser: Browser, slug: str
) -> None:
    """On the way the board that is shown is the board that is played."""
    proof = list(stored_wins(slug).values())[-1]
    log = split_log(log_of(engine_for(slug), proof))
    deal = f"/fr/{slug}/{proof.number}"
    for step, move in enumerate(log):
        if step in (0, 1, len(log) // 2, len(log) - 1):
            shown = (await browser.get(f"{deal}/shown?step={step}")).text
            assert drawn(shown) == drawn((await browser.get(deal)).text)
        form = {"version": str(step), "move": move}
        answer = await browser.post(f"{deal}/move", form, htmx=True)
        assert read_table(answer.text).version == step + 1, move
        if step in (0, len(log) // 2, len(log) - 1):
            told = unescape(answer.text.partition("#live")[2].partition(">")[2].partition("<")[0])
            assert told == said((await browser.get(f"{deal}/shown?step={step + 1}")).text)
    stored = await browser.stored(slug, proof.number)
    assert stored
    assert stored.won


def test_some_game_has_stored_wins() -> None:
    assert "roman" in PROVED


@pytest.mark.parametrize("lang", LANGS)
async def test_it_asks_before_it_shows(browser: Browser, lang: str) -> None:
    page = (await browser.get(f"/{lang}/roman/{PROOF.number}/shown")).text
    assert "cards.svg#" not in page
    assert f'href="/{lang}/roman/{PROOF.number}/shown?step=0"' in page
    assert str(len(LOG)) in page
    assert '<meta name="robots" content="noindex">' in page
    assert "/*/shown$" in (await browser.get("/robots.txt")).text


@pytest.mark.parametrize(
    ("step", "back", "onward"), [(0, None, 1), (41, 40, 42), (len(LOG), len(LOG) - 1, None)]
)
async def test_links_lead_from_step_to_step(
    browser: Browser, step: int, back: int | None, onward: int | None
) -> None:
    page = (await browser.get(f"{DEAL}/shown?step={step}")).text
    links = {link["id"]: link.get("href") for link in read_table(page).links if "id" in link}

    def at(number: int | None) -> str | None:
        return None if number is None else f"{DEAL}/shown?step={number}"

    assert links["back"] == at(back)
    assert links["next"] == at(onward)
    assert links["first"] == at(None if back is None else 0)
    assert links["last"] == at(None if onward is None else len(LOG))
    assert f"{step} / {len(LOG)}" in page


async def test_the_pile_that_a_move_led_to_is_marked(browser: Browser) -> None:
    target = "w1" if LOG[40] == "d" else LOG[40].partition("x")[0][2:]
    page = (await browser.get(f"{DEAL}/shown?step=41")).text
    assert re.findall(r'hint-to" id="(\w+)"', page) == [target]
    assert "hint-" not in (await browser.get(f"{DEAL}/shown?step=0")).text


async def test_nothing_can_be_lifted(browser: Browser) -> None:
    table = await browser.table(f"{DEAL}/shown?step=41")
    assert table.offered == set()
    assert table.controls == set()


@pytest.mark.parametrize("step", ["-1", "x", "007", "1.5", "٣", str(len(LOG) + 1), "9" * 30])
async def test_a_step_that_is_none_is_not_found(browser: Browser, step: str) -> None:
    assert (await browser.get(f"{DEAL}/shown?step={step}")).status_code == 404
    assert (await browser.post(f"{DEAL}/shown", {"step": step})).status_code == 404


@pytest.mark.parametrize("step", ["", "?step=1"])
async def test_of_a_deal_without_a_win_nothing_is_shown(browser: Browser, step: str) -> None:
    answer = await browser.get(f"/en/roman/2/shown{step}")
    assert answer.status_code == 404
    assert "No win of this deal is stored" in answer.text
    assert "cards.svg#" not in answer.text
    assert (await browser.post("/en/roman/2/shown", {"step": "1"})).status_code == 404


async def test_of_todays_deal_nothing_is_shown(browser: Browser) -> None:
    number = book().deal_of("klondike", today_of_utc())
    for step in "", "?step=1":
        answer = await browser.get(f"/fr/klondike/{number}/shown{step}")
        assert answer.status_code == 403
        assert "le lendemain" in answer.text
    assert (await browser.post(f"/fr/klondike/{number}/shown", {"step": "1"})).status_code == 404


async def test_looking_on_keeps_nothing(browser: Browser, rows: Callable[[], int]) -> None:
    before = rows()
    for path in (f"{DEAL}/shown", f"{DEAL}/shown?step=0", f"{DEAL}/shown?step=41"):
        assert "set-cookie" not in (await browser.get(path)).headers
    for step in "0", str(len(LOG)):
        answer = await browser.post(f"{DEAL}/shown", {"step": step})
        assert answer.headers["location"] == DEAL
    assert rows() == before


async def test_who_goes_on_plays_from_there(browser: Browser) -> None:
    await browser.play(DEAL, ".".join(LOG[:2]))
    page = (await browser.get(f"{DEAL}/shown?step=41")).text
    assert "replaces your own game of this deal (2 moves)" in page

    answer = await browser.post(f"{DEAL}/shown", {"step": "41", "version": version_in(page)})

    assert answer.headers["location"] == DEAL
    stored = await browser.stored("roman", PROOF.number)
    assert stored
    assert (stored.log, stored.ply) == (".".join(LOG[:41]), 41)
    assert (stored.version, stored.hints, stored.undos) == (3, 41, 0)
    table = (await browser.get(DEAL)).text
    assert drawn(table) == drawn(page)
    await browser.play(DEAL, LOG[41])
    # a form of the game that was replaced changes nothing
    answer = await browser.post(f"{DEAL}/move", {"version": "2", "move": LOG[2]})
    assert answer.status_code == 409


async def test_a_game_that_has_gone_on_is_not_replaced_unasked(browser: Browser) -> None:
    """In another tab, or since a form that the network sends twice was sent first."""
    await browser.play(DEAL, LOG[0])
    page = (await browser.get(f"{DEAL}/shown?step=5")).text
    form = {"step": "5", "version": version_in(page)}
    await browser.post(f"{DEAL}/move", {"version": "1", "move": LOG[1]})
    answer = await browser.post(f"{DEAL}/shown", form)
    assert answer.headers["location"] == f"{DEAL}/shown?step=5"
    page = (await browser.get(f"{DEAL}/shown?step=5")).text
    assert "replaces your own game of this deal (2 moves)" in page
    form = {"step": "5", "version": version_in(page)}
    for _ in range(2):
        assert (await browser.post(f"{DEAL}/shown", form)).headers["location"] == DEAL
    await browser.play(DEAL, LOG[5])
    for sent in (form, {"step": "5"}, {"step": "5", "version": "x"}):
        await browser.post(f"{DEAL}/shown", sent)
    stored = await browser.stored("roman", PROOF.number)
    assert stored
    assert stored.log == ".".join(LOG[:6])


async def test_a_first_visit_goes_on_in_the_address(browser: Browser) -> None:
    answer = await browser.post(f"{DEAL}/shown", {"step": "3"})
    carried = answer.headers["location"]
    assert carried.startswith(f"{DEAL}?log={'.'.join(LOG[:3])}&")
    # the cookie came back: the store remembers
    assert (await browser.get(carried)).headers["location"] == DEAL
    await browser.play(DEAL, LOG[3])


async def test_without_cookies_it_is_played_from_the_page(browser: Browser) -> None:
    bare = browser.site.browser(keeps_cookies=False)
    carried = (await bare.post(f"{DEAL}/shown", {"step": "3"})).headers["location"]
    table = await bare.table(carried)
    answer = await bare.post(f"{DEAL}/move", table.press(LOG[3]))
    assert f"log={'.'.join(LOG[:4])}" in answer.headers["location"]
    assert "hints=3" in answer.headers["location"]
    await bare.client.aclose()


async def test_another_site_makes_nobody_go_on(browser: Browser, rows: Callable[[], int]) -> None:
    before = rows()
    answer = await browser.post(
        f"{DEAL}/shown", {"step": "3"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403
    assert rows() == before


def test_a_win_is_a_win() -> None:
    assert len(win_of("roman", PROOF.number)) == len(LOG)
    assert win_of("roman", 2) == ()
