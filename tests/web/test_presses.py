"""Forms that play: what each answers, and that what cannot be carried out changes nothing."""

from collections.abc import Callable
from functools import partial
from urllib.parse import quote

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.play import Play
from app.web.forms import fields_of
from app.web.game import Outcome
from app.web.house import MOST_BYTES
from app.web.i18n import catalog
from app.web.press import MOST_VERSION, Action, Press
from app.web.views import pile_views
from tests.web.players import LANGS, SLUGS, legal_texts, random_play
from tests.web.serving import Browser
from tests.web.table import board, read_table

pytestmark = pytest.mark.each_store

NUMBER = 48213
BESIDES = {"fields", "status", "controls", "again", "ending", "live"}

everywhere = pytest.mark.parametrize(("lang", "slug"), [(a, b) for a in LANGS for b in SLUGS])
both_ways = pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])


def line(lang: str, outcome: Outcome) -> str:
    return catalog(lang).gettext(outcome.line)


def piles_of(play: Play) -> set[str]:
    return set(play.engine.texts)


@given(
    version=st.integers(0, 10**12),
    move=st.text("abdfrtwx0123456789-.", max_size=12),
    away=st.none() | st.integers(0, 10**12),
    auto=st.none() | st.sampled_from(["safe", "finish", "never", "", "Safe", "always"]),
)
def test_a_plain_form_is_read_as_any_other(
    version: int, move: str, away: int | None, auto: str | None
) -> None:
    wish = "" if auto is None else f"&auto={auto}"
    body = f"version={version}{wish}&move={move}" + ("" if away is None else f"&away={away}")

    sent = body.encode()
    for action in Action:
        slowly = _read(partial(Press.read, action, fields_of(sent)))
        assert _read(partial(Press.of_body, action, sent)) == slowly


def _read(press: Callable[[], Press]) -> Press | type[Exception]:
    try:
        return press()
    except (ValueError, KeyError) as refused:
        return type(refused)


async def begun(browser: Browser, deal: str, moves: int = 3) -> Play:
    """A game of some moves, made through the plain forms."""
    _, _, slug, number = deal.split("/")
    play = random_play(slug, int(number), moves)
    await browser.play(deal, play.log)
    return play


async def told(browser: Browser, answer: httpx.Response, lang: str, outcome: Outcome) -> None:
    """Asserts that an answer shows the whole true board and the line of `outcome`."""
    deal = answer.request.url.path.rpartition("/")[0]
    truth = (await browser.get(deal)).text
    assert line(lang, outcome) in answer.text
    assert line(lang, outcome) not in truth
    table = read_table(answer.text)
    assert table.fields == read_table(truth).fields
    if table.parts:
        assert answer.status_code == 200
        piles = {name: html for name, html in table.parts.items() if name not in BESIDES}
        assert set(piles) == piles_of(Play.start(deal.split("/")[2], 1))
        assert all(html in truth for html in piles.values())
    else:
        assert answer.status_code == outcome.status
        assert answer.headers["cache-control"] == "no-store"
        assert table.lang == lang
        assert board(answer.text) == board(truth)


# -- what is made --------------------------------------------------------------------------


@everywhere
async def test_a_move_by_a_plain_form(browser: Browser, lang: str, slug: str) -> None:
    deal = f"/{lang}/{slug}/{NUMBER}"
    before = await browser.table(deal)
    move = min(before.offered)

    answer = await browser.post(f"{deal}/move", before.press(move))

    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert f"max-age={400 * 86400}" in cookie
    page = await browser.get(answer.headers["location"])
    assert (page.status_code, page.headers["location"]) == (303, deal)
    after = await browser.table(deal)
    assert after.version == 1
    stored = await browser.stored(slug, NUMBER)
    assert stored
    assert (stored.log, stored.ply, stored.last) == (move, 1, move)
    again = await browser.post(f"{deal}/move", after.press(min(after.offered)))
    assert (again.status_code, again.headers["location"]) == (303, deal)


@everywhere
async def test_a_move_by_htmx_answers_what_changed(browser: Browser, lang: str, slug: str) -> None:
    deal = f"/{lang}/{slug}/{NUMBER}"
    play = random_play(slug, NUMBER, 12)
    await browser.play(deal, play.log)
    move = min((await browser.table(deal)).offered - {"d"}, default="d")

    answer = await browser.post(f"{deal}/move", {"version": str(play.ply), "move": move}, htmx=True)

    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    parts = read_table(answer.text).parts
    after = Play.replay(slug, NUMBER, f"{play.log}.{move}")
    changed = {
        new.name
        for old, new in zip(
            pile_views(play.engine, play.position),
            pile_views(play.engine, after.position),
            strict=True,
        )
        if old != new
    }
    assert changed
    assert set(parts) - BESIDES == changed
    assert {"fields", "status", "live"} <= set(parts)
    fresh = (await browser.get(deal)).text
    for name, html in parts.items():
        if name != "live":
            assert html.strip() in fresh, name
    assert parts["live"].strip()


@everywhere
async def test_undo_redo_restart_and_back_again(browser: Browser, lang: str, slug: str) -> None:
    deal = f"/{lang}/{slug}/{NUMBER}"
    play = await begun(browser, deal, 4)
    pages = {play.ply: board((await browser.get(deal)).text)}

    assert "redo" not in (await browser.table(deal)).controls
    for ply in (3, 2, 1, 0):
        assert (await browser.press(deal, "undo")).status_code == 303
        pages[ply] = board((await browser.get(deal)).text)
    assert "undo" not in (await browser.table(deal)).controls
    for ply in (1, 2, 3, 4):
        assert (await browser.press(deal, "redo")).status_code == 303
        assert board((await browser.get(deal)).text) == pages[ply]
    assert (await browser.press(deal, "restart")).status_code == 303
    restarted = (await browser.get(deal)).text
    assert board(restarted) == pages[0]
    words = catalog(lang).gettext("Back to move %(number)d") % {"number": 4}
    assert words in restarted
    assert "redo-all" in read_table(restarted).controls
    assert (await browser.press(deal, "redo-all")).status_code == 303
    assert board((await browser.get(deal)).text) == pages[4]
    stored = await browser.stored(slug, NUMBER)
    assert stored
    assert (stored.log, stored.ply, stored.undos) == (play.log, 4, 4)
    assert stored.version == 4 + 4 + 4 + 1 + 1


async def test_to_the_foundations_is_one_step(browser: Browser) -> None:
    slug, number, play = next(
        ("klondike", number, play)
        for number in range(1, 200)
        if len((play := random_play("klondike", number, 40)).engine.texts)
        and (step := _safe(play))
        and step.count("-") >= 1
    )
    deal = f"/en/{slug}/{number}"
    await browser.play(deal, play.log)
    before = board((await browser.get(deal)).text)

    assert (await browser.press(deal, "up")).status_code == 303

    stored = await browser.stored(slug, number)
    assert stored
    assert stored.log == f"{play.log}.{_safe(play)}"
    assert stored.ply == play.ply + 1
    assert "up" not in (await browser.table(deal)).controls
    await browser.press(deal, "undo")
    assert board((await browser.get(deal)).text) == before


def _safe(play: Play) -> str:
    try:
        return play.make(play.safe_step()).log.rpartition(".")[2]
    except ValueError:
        return ""


# -- what is not made ----------------------------------------------------------------------


@both_ways
@everywhere
async def test_a_stale_form(browser: Browser, lang: str, slug: str, *, htmx: bool) -> None:
    deal = f"/{lang}/{slug}/{NUMBER}"
    await begun(browser, deal)
    stored = await browser.stored(slug, NUMBER)
    move = min((await browser.table(deal)).offered)

    for version in ("1", "0", "17"):
        answer = await browser.post(f"{deal}/move", {"version": version, "move": move}, htmx=htmx)
        await told(browser, answer, lang, Outcome.STALE)

    assert await browser.stored(slug, NUMBER) == stored


@both_ways
@everywhere
async def test_the_same_form_twice(browser: Browser, lang: str, slug: str, *, htmx: bool) -> None:
    deal = f"/{lang}/{slug}/{NUMBER}"
    play = await begun(browser, deal)
    stored = await browser.stored(slug, NUMBER)
    last = play.log.rpartition(".")[2]

    again = await browser.post(
        f"{deal}/move", {"version": str(play.ply - 1), "move": last}, htmx=htmx
    )

    assert await browser.stored(slug, NUMBER) == stored
    assert line(lang, Outcome.STALE) not in again.text
    if htmx:
        assert again.status_code == 200
        table = read_table(again.text)
        assert table.version == play.ply
        truth = (await browser.get(deal)).text
        for name, html in table.parts.items():
            if name != "live":
                assert html.strip() in truth
    else:
        assert (again.status_code, again.headers["location"]) == (303, deal)


@pytest.mark.parametrize("action", ["undo", "restart"])
@both_ways
async def test_other_presses_twice(browser: Browser, action: str, *, htmx: bool) -> None:
    deal = "/fr/colonel/9"
    await begun(browser, deal, 5)
    form = (await browser.table(deal)).fields
    answers = [await browser.post(f"{deal}/{action}", form, htmx=htmx) for _ in range(3)]

    assert {answer.status_code for answer in answers} == ({200} if htmx else {303})
    stored = await browser.stored("colonel", 9)
    assert stored
    assert (stored.version, stored.ply) == (6, 4 if action == "undo" else 0)
    # another press of that version is stale, not a repeat
    other = await browser.post(f"{deal}/redo", form, htmx=htmx)
    await told(browser, other, "fr", Outcome.STALE)


async def test_two_turns_of_the_stock_are_two_moves(browser: Browser) -> None:
    deal = "/en/klondike/9"
    for version in range(6):
        form = {"version": str(version), "move": "d"}
        await browser.post(f"{deal}/move", form, htmx=True)
    stored = await browser.stored("klondike", 9)
    assert stored
    assert stored.log == "d.d.d.d.d.d"


@both_ways
@everywhere
async def test_an_illegal_move(browser: Browser, lang: str, slug: str, *, htmx: bool) -> None:
    deal = f"/{lang}/{slug}/{NUMBER}"
    play = await begun(browser, deal)
    stored = await browser.stored(slug, NUMBER)
    wrong = next(m for m in ("t1t2", "t2t1", "t3t1") if m not in legal_texts(play))

    answer = await browser.post(
        f"{deal}/move", {"version": str(play.ply), "move": wrong}, htmx=htmx
    )

    await told(browser, answer, lang, Outcome.REFUSED)
    assert await browser.stored(slug, NUMBER) == stored


@both_ways
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("action", ["undo", "redo", "redo-all", "restart", "up"])
async def test_a_press_with_nothing_to_do(
    browser: Browser, rows: Callable[[], int], lang: str, action: str, *, htmx: bool
) -> None:
    before = rows()

    answer = await browser.post(f"/{lang}/roman/8/{action}", {"version": "0"}, htmx=htmx)

    await told(browser, answer, lang, Outcome.REFUSED)
    assert "set-cookie" not in answer.headers
    assert rows() == before


BAD_FORMS: list[dict[str, str]] = [
    {},
    {"move": "d"},
    {"version": "", "move": "d"},
    {"version": "x", "move": "d"},
    {"version": "3"},
    {"version": "3", "move": ""},
    {"version": "3", "move": "D"},
    {"version": "3", "move": "t1"},
    {"version": "3", "move": "t01t2"},
    {"version": "3", "move": "t1t2x1"},
    {"version": "3", "move": "t1t2x99"},
    {"version": "3", "move": "t1t99"},
    {"version": "3", "move": "d.d"},
    {"version": "3", "move": "d-d"},
    {"version": "3", "move": "s1w1"},
    {"version": "3", "move": " d"},
    {"version": "3", "move": "d\n"},
    {"version": "3", "move": "t١t2"},
    {"version": "9" * 5000, "move": "d"},
    {"version": "1e1", "move": "d"},
    {"version": "3.0", "move": "d"},
    {"version": "3", "move": "d", "away": "x"},
    {"version": "3", "move": "d", "log": "x" * 20_001},
    {f"field{n}": "" for n in range(30)},
]


@both_ways
@pytest.mark.parametrize("lang", LANGS)
async def test_malformed_forms(browser: Browser, lang: str, *, htmx: bool) -> None:
    deal = f"/{lang}/bureau/{NUMBER}"
    await begun(browser, deal, 3)
    stored = await browser.stored("bureau", NUMBER)

    for form in BAD_FORMS:
        answer = await browser.post(f"{deal}/move", form, htmx=htmx)
        await told(browser, answer, lang, Outcome.MALFORMED)
    assert await browser.stored("bureau", NUMBER) == stored


@pytest.mark.parametrize("version", [str(MOST_VERSION), "9" * 40, "-1", "-" + "9" * 40])
async def test_versions_that_cannot_be(browser: Browser, version: str) -> None:
    deal = f"/en/bureau/{NUMBER}"
    await begun(browser, deal, 3)
    stored = await browser.stored("bureau", NUMBER)

    answer = await browser.post(f"{deal}/move", {"version": version, "move": "d"})

    outcome = Outcome.STALE if version == str(MOST_VERSION) else Outcome.MALFORMED
    await told(browser, answer, "en", outcome)
    assert await browser.stored("bureau", NUMBER) == stored


@pytest.mark.parametrize("away", ["nan", "inf", "-inf", "1e400", "-5", "0", "", "1e-300"])
async def test_any_time_away_is_clamped(browser: Browser, away: str) -> None:
    deal = "/en/roman/9"
    await begun(browser, deal, 3)

    answer = await browser.post(f"{deal}/move", {"version": "3", "move": "d", "away": away})

    # whether or not it is understood, nothing breaks and the time stays a time
    assert answer.status_code in (303, 422)
    stored = await browser.stored("roman", 9)
    assert stored
    assert 0 <= stored.seconds < 300


@pytest.mark.parametrize(
    "body",
    [
        b"version=3&move=\xff",
        b"\xc3\x28",
        b"version=3&move=%ff%fe",
        b"\x00" * 100,
        b'{"version": 3}',
        b"version=3;move=d",
    ],
)
async def test_bodies_that_are_no_form(browser: Browser, body: bytes) -> None:
    deal = f"/fr/athena/{NUMBER}"
    await begun(browser, deal, 3)
    stored = await browser.stored("athena", NUMBER)

    answer = await browser.client.post(f"{deal}/move", content=body)

    await told(browser, answer, "fr", Outcome.MALFORMED)
    assert await browser.stored("athena", NUMBER) == stored


@both_ways
@pytest.mark.parametrize("lang", LANGS)
async def test_a_body_too_large(browser: Browser, lang: str, *, htmx: bool) -> None:
    answer = await browser.post(
        f"/{lang}/athena/5/move", {"version": "0", "move": "d" * MOST_BYTES}, htmx=htmx
    )

    assert answer.status_code == 413
    words = catalog(lang).gettext("That was too large; nothing has changed.")
    assert words in answer.text
    assert "set-cookie" not in answer.headers


# -- forged --------------------------------------------------------------------------------

FORGED = [
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-site"},
    {"sec_fetch_site": "cross-site", "origin": "http://patience.test"},
    {"origin": "https://evil.example"},
    {"origin": "http://patience.test.evil.example"},
    {"origin": "http://patience.test:8080"},
    {"origin": "null"},
]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
async def test_presses_from_another_site(browser: Browser, lang: str, *, htmx: bool) -> None:
    deal = f"/{lang}/signora/{NUMBER}"
    play = await begun(browser, deal)
    stored = await browser.stored("signora", NUMBER)

    for headers in FORGED:
        for action in ("move", "undo", "restart"):
            form = {"version": str(play.ply), "move": "d"}
            answer = await browser.post(f"{deal}/{action}", form, htmx=htmx, headers=headers)
            assert answer.status_code == 403
            await told(browser, answer, lang, Outcome.FORGED)
        forgotten = await browser.post(f"{deal}/forget", htmx=htmx, headers=headers)
        assert forgotten.status_code == 403
        assert read_table(forgotten.text).lang == lang
    assert await browser.stored("signora", NUMBER) == stored


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "none"},
        {"origin": "http://patience.test"},
        {"sec_fetch_site": "same-origin", "origin": "http://patience.test"},
    ],
)
async def test_presses_from_here(browser: Browser, headers: dict[str, str]) -> None:
    answer = await browser.post(
        "/en/signora/5/move", {"version": "0", "move": "d"}, headers=headers
    )

    assert answer.status_code == 303


async def test_a_cookie_that_is_none_is_no_player(browser: Browser) -> None:
    for cookie in ("", "x", "é" * 22, "a" * 23, "a" * 5000):
        headers = {"Cookie": f"player={quote(cookie)}"}
        page = await browser.client.get("/en/roman/5", headers=headers)
        assert page.status_code == 200
        assert read_table(page.text).version == 0
