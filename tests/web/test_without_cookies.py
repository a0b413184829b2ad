"""A browser that keeps no cookie: the forms and addresses carry the game along."""

from collections.abc import Callable
from html import escape
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest

from app.play import Play
from app.web.game import Outcome
from app.web.i18n import catalog
from app.web.press import LONGEST_LOG
from tests.web.players import LANGS, SLUGS, random_play
from tests.web.serving import Browser, Site
from tests.web.table import Table, read_table

pytestmark = pytest.mark.each_store

KEPT_IN_ADDRESS = '<p id="kept" class="notice">'


@pytest.fixture
def forgetful(site: Site) -> Browser:
    """A browser whose cookies are all blocked."""
    return site.browser(keeps_cookies=False)


async def pressed(browser: Browser, table: Table, action: str, move: str = "") -> httpx.Response:
    """Presses a button of a page and follows to the page that comes of it."""
    button = next(
        button
        for button in table.buttons
        if button.get("formaction", "").endswith(f"/{action}") and button["value"] in (move, action)
    )
    answer = await browser.post(
        button["formaction"], {**table.fields, button["name"]: button["value"]}
    )
    assert answer.status_code == 303, answer.status_code
    page = await browser.get(answer.headers["location"])
    assert page.status_code == 200
    return page


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_game_goes_on_by_the_log_it_carries(
    forgetful: Browser, rows: Callable[[], int], lang: str, slug: str
) -> None:
    play = random_play(slug, 31, 25)
    page = await forgetful.get(f"/{lang}/{slug}/31")
    assert KEPT_IN_ADDRESS not in page.text
    before = rows()
    known: Play = Play.start(slug, 31)
    for text in play.log.split("."):
        table = read_table(page.text)
        form = {**table.fields, "move": text}
        answer = await forgetful.post(f"/{lang}/{slug}/31/move", form)
        assert answer.status_code == 303
        page = await forgetful.get(answer.headers["location"])
        known = Play.replay(slug, 31, f"{known.log}.{text}".strip("."))
        table = read_table(page.text)
        assert table.fields == {
            "version": str(known.ply),
            "log": known.log,
            "ply": str(known.ply),
        }
        assert KEPT_IN_ADDRESS in page.text
    # the first move made a row, for the cookie that never came back
    assert rows() <= before + 1
    address = parse_qs(urlsplit(str(page.request.url)).query)
    assert address["log"] == [play.log]

    for action in ("undo", "undo", "redo", "undo", "restart", "redo-all"):
        page = await pressed(forgetful, read_table(page.text), action)
    last = read_table(page.text)
    assert last.fields == {
        "version": str(play.ply + 6),
        "log": play.log,
        "ply": str(play.ply),
    }
    assert rows() <= before + 1


async def test_a_page_without_script_offers_targets_that_carry_the_log(forgetful: Browser) -> None:
    page = await forgetful.get("/en/klondike/31")
    answer = await forgetful.post("/en/klondike/31/move", {"version": "0", "move": "d"})
    page = await forgetful.get(answer.headers["location"])
    table = read_table(page.text)
    run = next(b for b in table.buttons if b.get("name") == "pick" and b["value"])

    # what the browser sends when the card is pressed: the form of the page by GET
    picked = await forgetful.get(
        f"/en/klondike/31?{urlencode({**table.fields, 'pick': run['value']})}"
    )

    shown = read_table(picked.text)
    assert shown.fields == table.fields
    targets = {b["value"] for b in shown.buttons if b.get("name") == "move"} - {"", "d"}
    pile, _, cards = run["value"].partition("x")
    suffix = f"x{cards}" if cards else ""
    assert targets == {pile + t + suffix for t in run["data-targets"].split()}
    after = await pressed(forgetful, shown, "move", min(targets))
    assert read_table(after.text).fields["log"] == f"d.{min(targets)}"


async def test_htmx_carries_the_log_too(forgetful: Browser, rows: Callable[[], int]) -> None:
    play = random_play("roman", 12, 30)
    form: dict[str, str] = {"version": "0"}
    before = rows()
    for n, text in enumerate(play.log.split("."), 1):
        answer = await forgetful.post("/en/roman/12/move", {**form, "move": text}, htmx=True)
        table = read_table(answer.text)
        form = table.fields
        assert form["version"] == str(n)
        assert form["ply"] == str(n)
        # after the first move the cookie may still come back
        assert (KEPT_IN_ADDRESS in answer.text) == (n > 1)
    assert form["log"] == play.log
    assert rows() == before + 1


async def test_the_cookie_that_comes_back_leads_to_the_clean_address(browser: Browser) -> None:
    answer = await browser.post("/en/roman/12/move", {"version": "0", "move": "d"})
    carried = answer.headers["location"]
    assert "log=d" in carried

    back = await browser.get(carried)

    assert (back.status_code, back.headers["location"]) == (303, "/en/roman/12")
    assert "log" not in (await browser.table("/en/roman/12")).fields


async def test_a_link_that_carries_a_game_is_remembered_from_the_second_move_on(
    browser: Browser, rows: Callable[[], int]
) -> None:
    """A friend opens it: the first answer offers the cookie that the second press brings back."""
    before = rows()
    page = await browser.get("/en/klondike/31?log=d.d&version=2")
    form = read_table(page.text).fields
    answer = await browser.post("/en/klondike/31/move", {**form, "move": "d"}, htmx=True)
    assert rows() == before
    form = read_table(answer.text).fields
    answer = await browser.post("/en/klondike/31/move", {**form, "move": "d"}, htmx=True)
    assert rows() == before + 1
    assert read_table(answer.text).fields.keys() == {"version"}
    assert KEPT_IN_ADDRESS not in answer.text
    assert 'id="kept"' in answer.text
    stored = await browser.stored("klondike", 31)
    assert stored
    assert stored.log == "d.d.d.d"


@pytest.mark.parametrize("lang", LANGS)
async def test_who_has_a_cookie_is_not_told_that_none_came_back(site: Site, lang: str) -> None:
    words = catalog(lang).gettext(
        "No cookie came back: only the address of this page keeps the game."
    )
    link = f"/{lang}/klondike/31?log=d.d&version=2"
    browser = site.browser()
    assert words in (await browser.get(link)).text
    await browser.post(f"/{lang}/settings", {"deck": "four"})
    page = await browser.get(link)
    assert words not in page.text
    # the script must know that a reload finds the game in the address alone
    assert f"{KEPT_IN_ADDRESS}</p>" in page.text
    form = {**read_table(page.text).fields, "move": "t1t1"}
    refused = await browser.post(f"/{lang}/klondike/31/move", form, htmx=True)
    assert catalog(lang).gettext(Outcome.REFUSED.line) in refused.text
    assert 'id="kept"' not in refused.text


async def test_the_language_switch_takes_a_carried_game_along(forgetful: Browser) -> None:
    address = "/fr/bureau/3?log=d.d&ply=1&version=5"
    page = await forgetful.get(address)
    assert f'name="page" value="{escape(address)}"' in page.text
    answer = await forgetful.post("/language", {"lang": "en", "page": address})
    assert answer.headers["location"] == "/en/bureau/3?log=d.d&ply=1&version=5"
    hostile = address + "&next=//elsewhere.test"
    answer = await forgetful.post("/language", {"lang": "en", "page": hostile})
    assert answer.headers["location"] == "/en/"


async def test_htmx_leaves_the_board_alone_when_the_cookie_is_lost(browser: Browser) -> None:
    await browser.play("/en/roman/12", "d.d.d")
    browser.client.cookies.clear()
    for move in ("d", "d"):
        form = {"version": "3", "move": move}
        answer = await browser.post("/en/roman/12/move", form, htmx=True)
        assert answer.status_code == 200
        assert catalog("en").gettext(Outcome.LOST.line) in answer.text
        assert "data-pile" not in answer.text
        assert 'name="version"' not in answer.text


async def test_a_lost_cookie_is_said_and_the_board_is_intact(browser: Browser) -> None:
    """A page loaded with the cookie carries no log; the cookie is deleted before the press."""
    await browser.play("/fr/roman/12", "d.d.d")
    browser.client.cookies.clear()

    answer = await browser.post("/fr/roman/12/move", {"version": "3", "move": "d"})

    assert answer.status_code == 409
    assert catalog("fr").gettext(Outcome.LOST.line) in answer.text
    assert read_table(answer.text).offered


TAMPERED = [
    {"log": "t1t2"},
    {"log": "d.x"},
    {"log": "d..d"},
    {"log": "."},
    {"log": "d" * 22_000},
    {"log": ".".join("d" * (LONGEST_LOG // 2 + 2))},
    {"log": "d", "version": "x"},
    # one more has a digit too many for Python to write down
    {"log": "d", "version": "9" * 4300},
    {"log": "d", "ply": "2"},
    {"log": "d", "ply": "-1"},
    {"log": "d", "ply": "x"},
    {"log": "f1f1"},
    {"log": "d-d.t1t1"},
    {"log": "<script>"},
]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("fields", TAMPERED, ids=range(len(TAMPERED)))
async def test_a_log_that_cannot_be_is_refused_clearly(
    forgetful: Browser, rows: Callable[[], int], lang: str, fields: dict[str, str]
) -> None:
    before = rows()
    words = catalog(lang).gettext(Outcome.MALFORMED.line)
    query = urlencode({"version": "3", **fields})

    read = await forgetful.get(f"/{lang}/klondike/31?{query}")
    plain = await forgetful.post(
        f"/{lang}/klondike/31/move", {"version": "3", "move": "d", **fields}
    )
    htmx = await forgetful.post(
        f"/{lang}/klondike/31/move", {"version": "3", "move": "d", **fields}, htmx=True
    )

    assert (read.status_code, plain.status_code, htmx.status_code) == (422, 422, 200)
    for answer in (read, plain, htmx):
        assert words in answer.text
        assert "<script>" not in answer.text
        assert read_table(answer.text).fields["version"] == "0"
    assert rows() == before
