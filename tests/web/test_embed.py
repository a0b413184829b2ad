"""A board in the page of another site: it reads no cookie, keeps nothing, and can be played."""

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from app.deals import LAST_DEAL
from app.play import Play
from app.web.game import Outcome
from app.web.i18n import catalog
from app.web.press import Action
from tests.test_golden_wins import WINS
from tests.web.headers import fragment_headers, page_headers
from tests.web.players import LANGS, SLUGS, random_play
from tests.web.serving import HX, Browser, Site, serving
from tests.web.table import read_table

# what a browser says of a press in the frame of a sandbox
FRAMED = {"Origin": "null", "Sec-Fetch-Site": "cross-site"}
BOARD = "/en/roman/48213/embed"


async def press(
    browser: Browser, board: str, fields: dict[str, str], action: str, move: str, *, htmx: bool
) -> tuple[dict[str, str], str]:
    """The fields of the form after a press, and the answer's text."""
    form = {**fields, "move": move} if action == "move" else fields
    answer = await browser.post(f"{board}/{action}", form, htmx=htmx, headers=FRAMED)
    if not htmx:
        assert answer.status_code == 303
        assert answer.headers["location"].startswith(f"{board}?log=")
        answer = await browser.get(answer.headers["location"])
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    return read_table(answer.text).fields, answer.text


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_game_goes_on_by_the_log_it_carries(
    browser: Browser, rows: Callable[[], int], slug: str, *, htmx: bool
) -> None:
    before = rows()
    lang = LANGS[htmx]
    board = f"/{lang}/{slug}/31/embed"
    play = random_play(slug, 31, 8)
    page = await browser.get(board)
    fields = read_table(page.text).fields
    assert fields == {"version": "0"}
    for n, text in enumerate(play.log.split("."), 1):
        fields, _ = await press(browser, board, fields, "move", text, htmx=htmx)
        known = Play.replay(slug, 31, ".".join(play.log.split(".")[:n]))
        assert fields == {"version": str(n), "log": known.log, "ply": str(n)}
    for action in ("undo", "redo", "restart", "redo-all", "undo"):
        fields, _ = await press(browser, board, fields, action, "", htmx=htmx)
    assert fields == {"version": str(play.ply + 5), "log": play.log, "ply": str(play.ply - 1)}
    assert rows() == before
    assert not list(browser.client.cookies.jar)


async def test_a_game_can_be_won_and_leads_to_the_next_one_in_the_frame(browser: Browser) -> None:
    won = WINS["klondike"]
    board = f"/en/klondike/{won['number']}/embed"
    *moves, last = won["log"].split(".")
    log = ".".join(moves)
    fields = {"version": str(len(moves)), "log": log, "ply": str(len(moves))}
    _, text = await press(browser, board, fields, "move", last, htmx=True)
    assert "Won!" in text
    assert f"/en/klondike/{int(won['number']) + 1}/embed" in text
    # in the frame it would be a page that no frame shows
    assert 'id="copy"' not in text


@pytest.mark.parametrize("lang", LANGS)
async def test_it_is_nobodys_own(site: Site, lang: str) -> None:
    """The same bytes whether or not the player has a game, a look and a language of their own."""
    player, stranger = site.browser(), site.browser()
    deal = f"/{lang}/roman/48213"
    await player.post(f"{deal}/move", {"version": "0", "move": "d"})
    await player.post(f"/{lang}/settings", {"deck": "four", "scheme": "dark"})
    stored = await player.stored("roman", 48213)
    for path in (f"{deal}/embed", f"{deal}/embed?log=d.d&version=2", "/xx/roman/48213/embed"):
        seen = [await browser.get(path) for browser in (player, stranger)]
        assert seen[0].content == seen[1].content
        assert [answer.headers.get("set-cookie") for answer in seen] == [None, None]
    form = {"version": "0", "move": "d"}
    pressed = [
        await browser.post(f"{deal}/embed/move", form, htmx=True) for browser in (player, stranger)
    ]
    assert pressed[0].content == pressed[1].content
    assert await player.stored("roman", 48213) == stored


async def test_only_its_own_addresses_may_be_framed(browser: Browser) -> None:
    deal = BOARD.removesuffix("/embed")
    for path, may in {
        BOARD: True,
        f"{BOARD}?log=d&version=1": True,
        f"{BOARD}?log=nonsense": True,
        "/en/whist/48213/embed": True,
        deal: False,
        f"{deal}/table": False,
        "/en/roman": False,
        "/en/roman/embed": False,
        "/en/": False,
        f"{BOARD}/undo/embed": False,
        f"{deal}/undo/embed": False,
        "/en/embed": False,
        "/embed": False,
        "/en/contact": False,
    }.items():
        answer = await browser.get(path)
        policy = answer.headers["content-security-policy"]
        assert ("frame-ancestors *" in policy, "frame-ancestors 'none'" in policy) == (may, not may)


async def test_its_answers_say_what_a_frame_without_an_origin_needs(browser: Browser) -> None:
    page = await browser.get(BOARD)
    form = {"version": "0", "move": "d"}
    answer = await browser.post(f"{BOARD}/move", form, htmx=True, headers=FRAMED)
    for given, wanted in ((page, page_headers(BOARD)), (answer, fragment_headers(BOARD))):
        found = {name.encode(): value.encode() for name, value in given.headers.items()}
        assert wanted.items() <= found.items()
    # the queue of the script tells by it that an answer is the table's
    assert "HX-Push-Url" in answer.headers["access-control-expose-headers"]
    assert "hx-push-url" in answer.headers
    asked = await browser.client.options(
        f"{BOARD}/move", headers={**FRAMED, "Access-Control-Request-Headers": "hx-request"}
    )
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-headers"] == "*"


async def test_the_page_uses_drawings_of_its_own(browser: Browser) -> None:
    text = (await browser.get(BOARD)).text
    used = set(re.findall(r'<use href="([^"]*)"', text))
    assert used
    assert all(href.startswith("#") for href in used)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in used} <= set(ids)


async def test_without_script_a_card_is_picked_and_laid(browser: Browser) -> None:
    page = await browser.get("/en/klondike/31/embed?log=d&version=1&ply=1")
    run = next(b for b in read_table(page.text).buttons if b.get("name") == "pick" and b["value"])
    picked = await browser.get(f"/en/klondike/31/embed?log=d&version=1&ply=1&pick={run['value']}")
    shown = read_table(picked.text)
    laid = min({b["value"] for b in shown.buttons if b.get("name") == "move"} - {"", "d"})
    button = next(b for b in shown.buttons if b.get("value") == laid)
    assert button["formaction"] == "/en/klondike/31/embed/move"
    fields, _ = await press(
        browser, "/en/klondike/31/embed", shown.fields, "move", laid, htmx=False
    )
    assert fields["log"] == f"d.{laid}"


async def test_the_way_to_the_site_takes_the_game_along(browser: Browser) -> None:
    fields, _ = await press(browser, BOARD, {"version": "0"}, "move", "d", htmx=False)
    page = await browser.get(f"{BOARD}?log=d&version=1")
    (button,) = [b for b in read_table(page.text).buttons if b.get("id") == "site"]
    assert button["formaction"] == "/en/roman/48213"
    assert button["formtarget"] == "_blank"
    assert re.search(r'<form id="table"[^>]* method="get"[^>]* rel="noopener"', page.text)
    there = await browser.client.get(button["formaction"], params=fields)
    assert read_table(there.text).fields == fields
    leaving = re.findall(r'<a [^>]*href="([^"]+)"([^>]*)>', page.text)
    for href, rest in leaving:
        assert href.endswith("/embed") or 'target="_blank" rel="noopener"' in rest


WRONG: list[tuple[str, dict[str, str], Outcome]] = [
    ("move", {"version": "0", "move": "t1t1"}, Outcome.REFUSED),
    ("undo", {"version": "0"}, Outcome.REFUSED),
    ("move", {"version": "x", "move": "d"}, Outcome.MALFORMED),
    ("move", {"version": "1", "move": "d", "log": "t1t2"}, Outcome.MALFORMED),
    ("move", {"version": "1", "log": "d"}, Outcome.MALFORMED),
    # the game that it speaks of has not come along
    ("move", {"version": "3", "move": "d"}, Outcome.MALFORMED),
]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("action", "form", "outcome"), WRONG, ids=range(len(WRONG)))
async def test_what_cannot_be_done_is_said_in_the_frame(
    browser: Browser,
    rows: Callable[[], int],
    lang: str,
    action: str,
    form: dict[str, str],
    outcome: Outcome,
) -> None:
    before = rows()
    board = f"/{lang}/roman/48213/embed"
    plain = await browser.post(f"{board}/{action}", form, headers=FRAMED)
    htmx = await browser.post(f"{board}/{action}", form, htmx=True, headers=FRAMED)
    assert (plain.status_code, htmx.status_code) == (422, 200)
    for answer in (plain, htmx):
        assert catalog(lang).gettext(outcome.line) in answer.text
        assert "set-cookie" not in answer.headers
    assert f'action="{board}"' in plain.text
    assert "frame-ancestors *" in plain.headers["content-security-policy"]
    assert rows() == before


async def test_a_fault_leaves_the_frame_readable(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", rate_moves="1/day") as site:
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            form = {"version": "0", "move": "d"}
            answers = [await client.post(f"{BOARD}/move", data=form) for _ in range(2)]
            unknown = [
                await client.get(f"/fr/{deal}/embed")
                for deal in ("whist/1", "roman/0", "roman/48213x", f"roman/{LAST_DEAL + 1}")
            ]
            late = await client.post(f"{BOARD}/move", data=form, headers=HX)
    assert [answer.status_code for answer in answers] == [303, 429]
    assert int(late.headers["retry-after"]) > 0
    for answer, status in ((answers[1], 429), *((lost, 404) for lost in unknown)):
        assert answer.status_code == status
        assert "frame-ancestors *" in answer.headers["content-security-policy"]
        # nothing to be pressed by mistake in somebody else's page
        assert "<form" not in answer.text
        assert 'target="_blank"' in answer.text


@pytest.mark.parametrize("htmx", [True, False])
async def test_a_hint_is_told_in_the_frame(
    browser: Browser, rows: Callable[[], int], *, htmx: bool
) -> None:
    before = rows()
    board = "/en/klondike/31/embed"
    fields, _ = await press(browser, board, {"version": "0"}, "move", "d", htmx=False)
    answer = await browser.post(f"{board}/hint", fields, htmx=htmx, headers=FRAMED)
    if not htmx:
        assert answer.status_code == 303
        assert answer.headers["location"].startswith(f"{board}?log=d&")
        answer = await browser.get(answer.headers["location"])
    assert answer.status_code == 200
    assert 'class="status hinting"' in answer.text
    told = read_table(answer.text).fields
    assert told == {**fields, "hint": "1", "hints": "1"}
    # what a hint marks is still pressed in the frame
    again = await browser.post(f"{board}/hint", told, htmx=True, headers=FRAMED)
    assert read_table(again.text).fields["hint"] == "2"
    for given in (answer.text, again.text):
        addresses = re.findall(r'formaction="([^"]+)/(?:move|hint)"', given)
        assert set(addresses) <= {board}
    assert rows() == before


async def test_every_action_of_the_table_is_there(browser: Browser) -> None:
    for action in Action:
        answer = await browser.post(f"{BOARD}/{action.value}", {"version": "x"}, headers=FRAMED)
        assert answer.status_code == 422, action
    for path in ("typed", "new", "forget", "table"):
        answer = await browser.post(f"{BOARD}/{path}", {}, headers=FRAMED)
        assert answer.status_code in (404, 405), path
