"""The verdict beside the table, the strip of all moves, and the way back to any of them."""

import re
from html import unescape
from pathlib import Path

import pytest

from app.engine import engine_for
from app.play import Play
from app.solver.asking.trail import positions_of
from app.solver.asking.verdicts import Kind, position_key
from app.solver.proofs import proofs
from app.store import StoredVerdict
from app.web.i18n import catalog
from app.web.seats import seat_at
from app.web.verdict_line import line_beside
from tests.proved import log_of
from tests.web.players import LANGS
from tests.web.serving import HX, Browser, Site, serving
from tests.web.table import read_table

PROOF = next(proof for proof in proofs("roman") if proof.choices)
WIN = log_of(engine_for("roman"), PROOF).split(".")
DEAL = f"roman/{PROOF.number}"
CELL = re.compile(r'<label class="(\w+)"><input type="radio" name="to" value="(\d+)"( checked)?')
both_languages = pytest.mark.parametrize("lang", LANGS)


OPEN_NUMBER = 4_000_000_002
"""No win of it is stored, nor found in eight million playout moves."""
OPEN = f"/en/roman/{OPEN_NUMBER}"


async def switch_on(browser: Browser, lang: str) -> None:
    # with the cookie that the first choice brings
    await browser.post(f"/{lang}/settings", {"verdict": "on", "page": f"/{lang}/"})


async def said(browser: Browser, deal: str, query: str = "") -> str:
    """The line as script asks for it."""
    answer = await browser.get(f"{deal}/verdict{query}", **HX)
    assert answer.status_code == 200
    return words_of(answer.text)


def words_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def beside(page: str) -> str:
    return page.partition('<div id="verdict"')[2].partition("</div>")[0]


def words_ago(lang: str) -> str:
    """The beginning of what is said of a game that could be won."""
    words = catalog(lang).ngettext(
        "It could be won %(count)d move ago.", "It could be won %(count)d moves ago.", 2
    )
    return words.partition(" %")[0]


async def keep(site: Site, play: Play, ply: int, kind: Kind) -> None:
    position = positions_of(play.slug, play.number, play.log)[ply]
    row = StoredVerdict(play.slug, position_key(position), kind, 1, 600.0, 0.0, "")
    # the same for both languages: there may be one
    await site.house.store.verdicts.keep(row)


@both_languages
async def test_nothing_is_said_unless_it_is_wanted(browser: Browser, lang: str) -> None:
    page = (await browser.get(f"/{lang}/{DEAL}")).text
    assert 'id="verdict"' not in page
    assert "verdict.css" not in page
    await switch_on(browser, lang)
    page = (await browser.get(f"/{lang}/{DEAL}")).text
    assert catalog(lang).gettext("This deal can be won: proved.") in unescape(beside(page))
    assert "verdict.css" in page
    await browser.post(f"/{lang}/settings", {"verdict": "off", "page": f"/{lang}/"})
    assert 'id="verdict"' not in (await browser.get(f"/{lang}/{DEAL}")).text


async def test_a_press_of_the_menu_turns_it_on_and_off(browser: Browser) -> None:
    await browser.play(f"/en/{DEAL}", WIN[0])
    for value in ("on", "off"):
        page = (await browser.get(f"/en/{DEAL}")).text
        assert f'name="verdict" value="{value}"' in page
        form = {"verdict": value, "page": f"/en/{DEAL}"}
        answer = await browser.post("/en/settings", form)
        assert answer.headers["location"] == f"/en/{DEAL}"
        is_on = 'id="verdict"' in (await browser.get(f"/en/{DEAL}")).text
        assert is_on == (value == "on")


async def test_a_move_costs_the_same_with_it(site: Site) -> None:
    """Nothing of it is in a move's answer, and nothing is asked for a move."""
    answers = []
    for is_wanted in (False, True):
        browser = site.browser()
        if is_wanted:
            await switch_on(browser, "en")
        await browser.play(OPEN, "d")
        searched = site.house.solver.pool.waiting
        answer = await browser.post(f"{OPEN}/move", {"version": "1", "move": "d"}, htmx=True)
        assert site.house.solver.seen("roman", engine_for("roman").deal(OPEN_NUMBER)) is None
        assert site.house.solver.pool.waiting == searched
        answers.append(re.sub(r'data-seconds="\\d+"', "", answer.text))
        await browser.client.aclose()
    assert answers[0] == answers[1]


@both_languages
async def test_along_a_known_line_it_stays_proved(browser: Browser, lang: str) -> None:
    deal, tell = f"/{lang}/{DEAL}", catalog(lang).gettext
    assert words_of(tell("This deal can be won: proved.")) in await said(browser, deal)
    await browser.play(deal, ".".join(WIN[:9]))
    line = await said(browser, deal)
    assert words_of(tell("Still winnable: proved.")) in line
    assert words_of(words_ago(lang)) not in line


async def test_what_is_seen_already_is_not_sent_again(browser: Browser) -> None:
    deal = "/en/bureau/987654"
    name = (await line_beside(browser.site.house, "en", seat_at(None, "bureau", 987_654))).name
    again = await browser.get(f"{deal}/verdict?seen={name}", **HX)
    assert (again.status_code, again.text) == (204, "")
    await browser.play(deal, "d")
    moved = await browser.get(f"{deal}/verdict?seen={name}", **HX)
    assert moved.status_code == 200


@both_languages
async def test_a_lost_game_leads_back_to_where_it_could_be_won(browser: Browser, lang: str) -> None:
    deal = f"/{lang}/{DEAL}"
    words = catalog(lang)
    log = ".".join([*WIN[:6], *["d"] * 3])
    play = Play.replay("roman", PROOF.number, log)
    won = max(ply for ply in range(10) if play.log.split(".")[:ply] == WIN[:ply])
    for ply in range(won + 1, 10):
        await keep(browser.site, play, ply, Kind.LOST)
    await browser.play(deal, log)
    line = await said(browser, deal)
    count = 9 - won
    ago = words.ngettext(
        "It could be won %(count)d move ago.", "It could be won %(count)d moves ago.", count
    )
    assert words_of(words.gettext("Lost: proved.")) in line
    assert ago % {"count": count} in line
    answer = await browser.get(f"{deal}/verdict", **HX)
    button = next(b for b in read_table(answer.text).buttons if b.get("id") == "go-back")
    assert (button["name"], button["value"], button["form"]) == ("to", str(won), "table")
    pressed = await browser.post(
        button["formaction"], {"version": "9", "to": button["value"]}, htmx=True
    )
    assert pressed.status_code == 200
    stored = await browser.stored("roman", PROOF.number)
    assert stored is not None
    assert (stored.ply, stored.log, stored.undos) == (won, log, 1)
    assert words_of(words.gettext("Still winnable: proved.")) in await said(browser, deal)
    # what was taken back is still there
    assert "redo" in (await browser.table(deal)).controls


async def test_where_nothing_is_known_it_says_so(browser: Browser) -> None:
    deal = "/en/double-signora/77777"
    await browser.play(deal, "d.d.d")
    assert (await said(browser, deal)).startswith("All cards known Not known.")


async def test_stuck_and_won_have_words_of_their_own(browser: Browser) -> None:
    deal = f"/en/{DEAL}"
    await browser.play(deal, ".".join(WIN))
    assert "Won!" in await said(browser, deal)
    page = (await browser.get(deal)).text
    assert f'href="{deal}/strip"' in page.partition('id="ending"')[2].partition("</div>")[0]


async def test_without_script_the_page_says_it_and_asks_again(tmp_path: Path) -> None:
    """A worker that is not ready yet: the search goes on behind the page."""
    async with serving(tmp_path / "patience.db", solver_workers=1) as site:
        browser = site.browser()
        await switch_on(browser, "en")
        page = (await browser.get("/en/bureau/31415")).text
        assert "Not known yet." in beside(page)
        links = {link.get("id"): link["href"] for link in read_table(page).links}
        assert links["ask-again"] == "/en/bureau/31415"
        assert links["open-strip"] == "/en/bureau/31415/strip"
        strip = await browser.get("/en/bureau/31415/verdict")
        assert (strip.status_code, strip.headers["location"]) == (303, links["open-strip"])
        await browser.client.aclose()


@both_languages
async def test_the_strip_tells_every_move_and_goes_on_from_any(browser: Browser, lang: str) -> None:
    deal = f"/{lang}/{DEAL}"
    log = ".".join([*WIN[:4], *["d"] * 4])
    play = Play.replay("roman", PROOF.number, log)
    won = max(ply for ply in range(9) if play.log.split(".")[:ply] == WIN[:ply])
    await keep(browser.site, play, won + 2, Kind.LOST)
    await keep(browser.site, play, won + 1, Kind.UNKNOWN)
    await browser.play(deal, log)
    page = (await browser.get(f"{deal}/strip")).text
    shown = CELL.findall(page)
    assert [int(ply) for _, ply, _ in shown] == list(range(9))
    kinds = ["won"] * (won + 1) + ["unknown"] + ["lost"] * (7 - won)
    assert [kind for kind, _, _ in shown] == kinds
    assert [int(ply) for _, ply, checked in shown if checked] == [won]
    tell = catalog(lang).gettext
    first = tell("%(moves)s it can be won: proved.")
    second = tell("%(moves)s nobody knows.")
    to_won = tell("From the deal to move %(last)d") % {"last": won}
    after = tell("At move %(first)d") % {"first": won + 1}
    assert words_of(first % {"moves": to_won}) in words_of(page)
    assert words_of(second % {"moves": after}) in words_of(page)
    answer = await browser.post(f"{deal}/back", {"version": "8", "to": "2"})
    assert (answer.status_code, answer.headers["location"]) == (303, deal)
    table = await browser.table(deal)
    assert table.version == 9
    stored = await browser.stored("roman", PROOF.number)
    assert stored is not None
    assert (stored.ply, stored.log, stored.last) == (2, log, "back2")


async def test_script_asks_for_the_strip_again_for_a_time(tmp_path: Path) -> None:
    """A worker that is not ready yet: there is more to know, for now."""
    async with serving(tmp_path / "patience.db", solver_workers=1) as site:
        browser = site.browser()
        deal = OPEN
        await browser.play(deal, "d.d.d")
        page = (await browser.get(f"{deal}/strip")).text
        assert "htmx.min.js" in page
        (link,) = (link for link in read_table(page).links if link.get("id") == "ask-again")
        assert link["href"] == f"{deal}/strip"
        poll = link["data-hx-get"]
        seen = await browser.get(poll, **HX)
        assert (seen.status_code, seen.text) == (204, "")
        # from a page that looks otherwise: what the reader has chosen stays
        other = (await browser.get(f"{poll.replace('seen=', 'seen=0')}&to=1", **HX)).text
        assert [ply for _, ply, checked in CELL.findall(other) if checked] == ["1"]
        assert "<html" not in other
        over = await browser.get(re.sub(r"until=\d+", "until=1", poll), **HX)
        (link,) = (link for link in read_table(over.text).links if link.get("id") == "ask-again")
        assert "data-hx-get" not in link
        for wrong in ("until=x", "to=x", "to=-7", "to=99"):
            assert (await browser.get(f"{deal}/strip?{wrong}", **HX)).status_code == 200
        await browser.client.aclose()


async def test_script_asks_for_the_line_again_for_a_time(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", solver_workers=1) as site:
        browser = site.browser()
        await switch_on(browser, "en")
        page = (await browser.get(OPEN)).text
        line = (await browser.get(f"{OPEN}/verdict", **HX)).text
        for text in page, line:
            (link,) = (k for k in read_table(text).links if k.get("id") == "ask-again")
            poll = link["data-hx-get"]
            assert (await browser.get(poll, **HX)).status_code == 204
            over = await browser.get(re.sub(r"until=\d+", "until=1", poll), **HX)
            (link,) = (k for k in read_table(over.text).links if k.get("id") == "ask-again")
            assert link["href"] == OPEN
            assert "data-hx-get" not in link
        await browser.client.aclose()


async def test_where_a_lost_game_was_lost_is_asked_for_again(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", solver_workers=1) as site:
        browser = site.browser()
        deal, play = "/en/bureau/31416", Play.replay("bureau", 31416, "d.d.d")
        await keep(site, play, 3, Kind.LOST)
        await browser.play(deal, play.log)
        for page in ("strip", "verdict"):
            text = (await browser.get(f"{deal}/{page}", **HX)).text
            assert "Lost: proved." in text
            assert 'id="ask-again"' in text
        await browser.client.aclose()


async def test_where_nobody_searches_nothing_is_asked_again(browser: Browser) -> None:
    await browser.play("/en/bureau/31417", "d.d")
    page = (await browser.get("/en/bureau/31417/strip")).text
    assert "htmx" not in page
    assert 'id="ask-again"' not in page


@pytest.mark.parametrize("to", ["", "x", "-1", "4", "99999999999999999999"])
async def test_no_such_move_changes_nothing(browser: Browser, to: str) -> None:
    deal = "/en/bureau/8"
    await browser.play(deal, "d.d.d")
    for htmx in (False, True):
        answer = await browser.post(f"{deal}/back", {"version": "3", "to": to}, htmx=htmx)
        assert answer.status_code == (200 if htmx else 422)
    stored = await browser.stored("bureau", 8)
    assert stored is not None
    assert (stored.ply, stored.version) == (3, 3)


async def test_the_same_press_twice_goes_back_once(browser: Browser) -> None:
    deal = "/en/bureau/9"
    await browser.play(deal, "d.d.d.d")
    for _ in range(2):
        answer = await browser.post(f"{deal}/back", {"version": "4", "to": "1"})
        assert answer.status_code == 303
    other = await browser.post(f"{deal}/back", {"version": "4", "to": "2"})
    assert other.status_code == 409
    stored = await browser.stored("bureau", 9)
    assert stored is not None
    assert (stored.ply, stored.version, stored.undos) == (1, 5, 1)


async def test_a_browser_without_cookies_is_told_too(site: Site) -> None:
    browser = site.browser(keeps_cookies=False)
    log = ".".join(WIN[:5])
    query = f"?log={log}&version=5"
    deal = f"/en/{DEAL}"
    page = (await browser.get(f"{deal}{query}")).text
    ask = next(link for link in read_table(page).links if link.get("id") == "ask")
    strip = (await browser.get(ask["href"])).text
    assert "Still winnable: proved." in strip
    assert strip.count('type="radio"') == 6
    # no choice is offered that could not be kept
    assert 'name="verdict"' not in strip
    form = {"log": log, "ply": "5", "version": "5", "to": "3"}
    answer = await browser.post(f"{deal}/back", form)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{deal}?log={log.replace('.', '.')}&ply=3&version=6"
    line = await browser.get(f"{deal}/verdict{query}&ply=3", **HX)
    assert f"{deal}/strip?log={log}" in unescape(line.text)
    await browser.client.aclose()


@pytest.mark.parametrize("page", ["verdict", "strip"])
async def test_what_is_no_game_is_not_found(browser: Browser, page: str) -> None:
    for deal in ("/en/chess/1", "/de/roman/1", "/en/roman/4294967296"):
        assert (await browser.get(f"{deal}/{page}")).status_code == 404
