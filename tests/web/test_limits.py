"""How often one may ask, and what who asks more often is told; nothing of theirs is lost by it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest

from app.engine import engine_for
from app.settings import Settings
from app.solver.asking.process import Question
from app.solver.asking.verdicts import position_key
from app.web.i18n import catalog
from app.web.limits import MOST_KEYS, Counts, Limits, Rule
from app.web.press import LONGEST_LOG
from tests.web.players import LANGS
from tests.web.serving import Browser, Site, count_rows, serving
from tests.web.table import read_table

DEAL = "/en/klondike/9"
TOO_FAST = "That was too fast; nothing has changed. Try again in a few seconds."
# a day: no test meets its end
FEW = {"rate_moves": "6/day", "rate_player_moves": "4/day", "rate_pages": "3/day"}

Come = Callable[[str], Browser]


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_003.0

    def __call__(self) -> float:
        return self.now


# -- counting --------------------------------------------------------------------------------


def test_a_rule_admits_its_number_in_each_window() -> None:
    clock = Clock()
    rule = Rule("pages", "3/10 seconds", clock)
    assert [rule.admits("anna") for _ in range(5)] == [True] * 3 + [False] * 2
    assert rule.admits("bert")
    # windows begin and end by the clock: this one at 1,000,010
    assert rule.seconds_left() == 7
    clock.now = 1_000_009.9
    assert not rule.admits("anna")
    assert rule.seconds_left() == 1
    clock.now = 1_000_010.0
    assert [rule.admits("anna") for _ in range(4)] == [True] * 3 + [False]


def test_a_clock_that_is_set_back_locks_no_one_out() -> None:
    clock = Clock()
    rule = Rule("pages", "1/10 seconds", clock)
    assert rule.admits("anna")
    clock.now -= 86400
    assert rule.admits("anna")
    assert rule.seconds_left() <= 10


def test_a_million_addresses_take_no_more_memory() -> None:
    counts = Counts(Clock())
    for _ in range(50):
        counts.incr("loud", 3600)
    for number in range(3 * MOST_KEYS):
        counts.incr(f"2001:db8::{number}", 3600)
        assert len(counts.here) <= MOST_KEYS
    # who asks again and again is not forgotten among those who came once
    assert counts.get("loud") == 50


def test_a_window_that_ends_leaves_nothing() -> None:
    clock = Clock()
    counts = Counts(clock)
    counts.incr("anna", 10)
    clock.now += 10
    counts.incr("bert", 10)
    assert counts.here == {"bert": 1}


def test_the_limits_that_are_set_are_kept() -> None:
    limits = Limits(Settings(rate_moves="2/day", rate_player_moves="1/day", rate_new_games="1/day"))
    assert limits.wait_for_press("203.0.113.1", "a" * 22) == 0
    assert limits.wait_for_press("203.0.113.2", "a" * 22) > 0, "one player at two addresses"
    assert limits.wait_for_press("203.0.113.1", "b" * 22) == 0
    assert limits.wait_for_press("203.0.113.1", "c" * 22) > 0, "many players at one address"
    assert limits.may_store_new_game("203.0.113.1")
    assert not limits.may_store_new_game("203.0.113.1")


def test_twenty_moves_a_second_are_fine_with_the_limits_that_nobody_set() -> None:
    clock = Clock()
    limits = Limits(Settings(), clock)
    for _ in range(20 * 600):
        assert limits.wait_for_press("203.0.113.1", "a" * 22) == 0
        clock.now += 1 / 20


def test_this_machine_is_counted_by_player_alone() -> None:
    limits = Limits(Settings(rate_moves="1/day", rate_pages="1/day", rate_new_games="1/day"))
    for _ in range(5):
        assert limits.wait_for_press(None, None) == limits.wait_for_page(None) == 0
        assert limits.may_store_new_game(None)


# -- being told ------------------------------------------------------------------------------


@pytest.fixture
async def strict(tmp_path: Path) -> AsyncIterator[Site]:
    async with serving(tmp_path / "patience.db", **FEW) as site:
        yield site


@pytest.fixture
async def come(strict: Site) -> AsyncIterator[Come]:
    """Opens a browser at an address."""
    opened: list[Browser] = []

    def open_one(address: str) -> Browser:
        transport = httpx.ASGITransport(strict.app, client=(address, 1))
        client = httpx.AsyncClient(transport=transport, base_url="http://patience.test")
        opened.append(Browser(strict, client))
        return opened[-1]

    yield open_one
    for browser in opened:
        await browser.client.aclose()


async def turn(browser: Browser, version: int, *, lang: str = "en", htmx: bool) -> httpx.Response:
    form = {"version": str(version), "move": "d"}
    return await browser.post(f"/{lang}/klondike/9/move", form, htmx=htmx)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
async def test_a_player_who_is_too_fast(come: Come, lang: str, *, htmx: bool) -> None:
    browser = come("203.0.113.7")
    # the first has no cookie yet
    for version in range(5):
        assert (await turn(browser, version, lang=lang, htmx=htmx)).status_code in (200, 303)
    stored = await browser.stored("klondike", 9)

    answer = await turn(browser, 5, lang=lang, htmx=htmx)

    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 86400
    assert answer.headers["cache-control"] == "no-store"
    assert catalog(lang).gettext(TOO_FAST) in answer.text
    assert "set-cookie" not in answer.headers
    assert await browser.stored("klondike", 9) == stored
    table = read_table(answer.text)
    if htmx:
        # one line, and nothing of the table
        assert set(table.parts) == {"live", "status .line"}
        assert not table.fields
        assert not table.buttons
    else:
        assert table.lang == lang
        assert f"/{lang}/klondike/9" in {link.get("href") for link in table.links}


async def test_other_players_go_on(come: Come) -> None:
    fast, slow = come("203.0.113.7"), come("203.0.113.8")
    for version in range(5):
        await turn(fast, version, htmx=True)
    assert (await turn(fast, 5, htmx=True)).status_code == 429
    assert (await turn(slow, 0, htmx=True)).status_code == 200


async def test_new_cookies_do_not_help(come: Come) -> None:
    statuses = [(await turn(come("203.0.113.7"), 0, htmx=True)).status_code for _ in range(8)]
    assert statuses == [200] * 6 + [429] * 2


async def test_a_neighbour_in_the_same_network_of_64_bits_is_the_same(come: Come) -> None:
    addresses = [f"2001:db8:0:1::{number}" for number in range(1, 9)]
    statuses = [(await turn(come(address), 0, htmx=True)).status_code for address in addresses]
    assert statuses == [200] * 6 + [429] * 2
    assert (await turn(come("2001:db8:0:2::1"), 0, htmx=True)).status_code == 200


@pytest.mark.parametrize("lang", LANGS)
async def test_pages_are_counted_by_address(come: Come, lang: str) -> None:
    browser = come("203.0.113.7")
    path = f"/{lang}/klondike/9"
    assert [(await browser.get(path)).status_code for _ in range(3)] == [200] * 3
    for asked in (path, f"/{lang}/", f"/{lang}/nothing"):
        answer = await browser.get(asked)
        assert answer.status_code == 429
        assert catalog(lang).gettext(TOO_FAST) in answer.text
        assert read_table(answer.text).lang == lang
    # and moves by themselves
    assert (await turn(browser, 0, htmx=True)).status_code == 200


async def test_files_and_health_are_not_counted(come: Come, strict: Site) -> None:
    browser = come("203.0.113.7")
    file = strict.house.assets.url("site.css")
    for _ in range(10):
        for path in (file, "/healthz", "/readyz"):
            assert (await browser.get(path)).status_code == 200


async def test_a_way_back_leads_to_no_other_site(come: Come) -> None:
    browser = come("203.0.113.7")
    for path in ["/en/"] * 3:
        await browser.get(path)
    for path in ("//evil.example/en/roman/5", "/en//evil.example/5", "/en/roman/5//evil.example"):
        url = httpx.URL("http://patience.test").copy_with(raw_path=path.encode())
        answer = await browser.client.get(url)
        assert answer.status_code == 429
        assert not [
            link for link in read_table(answer.text).links if "evil" in link.get("href", "")
        ]


# -- new games -------------------------------------------------------------------------------


@pytest.fixture
def crowded(tmp_path: Path) -> AbstractAsyncContextManager[Site]:
    """A site that stores two new games for an address."""
    return serving(tmp_path / "patience.db", rate_new_games="2/day")


@pytest.mark.parametrize("known", [True, False], ids=["invented cookies", "no cookies"])
async def test_nobody_fills_the_disk_and_everybody_plays(
    crowded: AbstractAsyncContextManager[Site], *, known: bool
) -> None:
    async with crowded as site:
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        for number in range(1, 7):
            async with httpx.AsyncClient(
                transport=transport, base_url="http://patience.test"
            ) as client:
                if known:
                    client.cookies.set("player", f"{number:022}", domain="patience.test")
                browser = Browser(site, client)
                fields = {"version": "0"}
                for ply in range(1, 4):
                    answer = await browser.post(
                        f"/en/klondike/{number}/move", {**fields, "move": "d"}, htmx=True
                    )
                    assert answer.status_code == 200
                    table = read_table(answer.text)
                    fields = table.fields
                    assert table.version == ply
                assert fields.get("log") == (None if number <= 2 else "d.d.d")
        assert count_rows(site.database_url) == 2


@pytest.mark.parametrize("known", [True, False], ids=["invented cookies", "no cookies"])
async def test_nobody_fills_the_disk_with_choices(
    crowded: AbstractAsyncContextManager[Site], *, known: bool
) -> None:
    async with crowded as site:
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        for number in range(1, 5):
            async with httpx.AsyncClient(
                transport=transport, base_url="http://patience.test"
            ) as client:
                if known:
                    client.cookies.set("player", f"{number:022}", domain="patience.test")
                for choice in ("four", "two"):
                    answer = await client.post("/en/settings", data={"deck": choice})
                    # who has chosen once may go on choosing; nothing chosen is nothing to be kept
                    is_refused = number > 2 and choice == "four"
                    assert answer.status_code == (429 if is_refused else 303)
                    assert not is_refused or TOO_FAST in answer.text
        assert count_rows(site.database_url, "choices") == 2


async def test_a_game_from_the_page_is_stored_once_there_is_room(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", rate_new_games="1/day") as site:
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://patience.test"
        ) as client:
            browser = Browser(site, client)
            await browser.post(f"{DEAL}/move", {"version": "0", "move": "d"})
            deal = "/en/klondike/10"
            answer = await browser.post(f"{deal}/move", {"version": "0", "move": "d"})
            carried = answer.headers["location"]
            assert "log=d" in carried
            assert count_rows(site.database_url) == 1
            table = await browser.table(carried)
        near = site.browser(token=browser.token or "")
        await near.post(f"{deal}/move", table.press("d"))
        stored = await near.stored("klondike", 10)
        assert stored
        assert stored.log == "d.d"


# -- what costs much -------------------------------------------------------------------------


async def test_a_log_that_is_replayed_counts_by_its_length(tmp_path: Path) -> None:
    """Fifty milliseconds of replay a request: as many as of plain pages would stop a server."""
    log = ".".join("d" * 10_000)
    async with serving(
        tmp_path / "patience.db", rate_pages="200/day", rate_moves="200/day"
    ) as site:
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            pages = [await client.get(DEAL, params={"log": log}) for _ in range(4)]
            form = {"version": "10000", "move": "d", "log": log}
            presses = [await client.post(f"{DEAL}/move", data=form) for _ in range(4)]
    assert [answer.status_code for answer in pages] == [200] * 2 + [429] * 2
    assert [answer.status_code for answer in presses] == [422] * 2 + [429] * 2


async def test_zeros_before_a_length_make_no_form_cheaper(tmp_path: Path) -> None:
    form = f"version=0&move=d&log={'.'.join('d' * 5_000)}".encode()
    async with serving(tmp_path / "patience.db", rate_moves="60/day") as site:
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            length = {"Content-Length": f"{len(form):09}"}
            statuses = [
                (await client.post(f"{DEAL}/move", content=form, headers=length)).status_code
                for _ in range(2)
            ]
    assert statuses == [303, 429]


async def test_so_does_taking_back_in_a_long_game(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", rate_moves="90/day") as site:
        near = site.browser(token="a" * 22)
        log = ".".join("d" * 9_000)
        await near.post(f"{DEAL}/move", {"version": "9000", "move": "d", "log": log})
        stored = await near.stored("klondike", 9)
        assert stored
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            client.cookies.set("player", "a" * 22, domain="a.test")
            statuses = [
                (await client.post(f"{DEAL}/undo", data={"version": str(version)})).status_code
                for version in range(stored.version, stored.version + 4)
            ]
    assert statuses == [303, 303, 429, 429]


@pytest.mark.parametrize("page", ["/strip", "/verdict", ""])
async def test_so_does_looking_back_on_a_long_game(tmp_path: Path, page: str) -> None:
    """The address says nothing of how long the stored game is."""
    async with serving(tmp_path / "patience.db", rate_pages="90/day") as site:
        near = site.browser(token="a" * 22)
        log = ".".join("d" * 9_000)
        await near.post(f"{DEAL}/move", {"version": "9000", "move": "d", "log": log})
        await near.post("/en/settings", {"verdict": "on"})
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            client.cookies.set("player", "a" * 22, domain="a.test")
            headers = {"HX-Request": "true"} if page == "/verdict" else {}
            asked = [await client.get(f"{DEAL}{page}", headers=headers) for _ in range(3)]
    assert [answer.status_code for answer in asked] == [200, 200, 429]


async def test_one_address_has_only_so_many_positions_searched(tmp_path: Path) -> None:
    """Each takes a worker's time and leaves a row; asked for once more it is the same search."""
    script = {"HX-Request": "true"}
    async with serving(
        tmp_path / "patience.db", rate_searches="3/day", solver_workers=1, solver_waiting=9
    ) as site:
        near = site.browser(token="a" * 22)
        await near.post("/en/settings", {"verdict": "on", "hints": "solver"})
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            client.cookies.set("player", "a" * 22, domain="a.test")
            for deal in (f"/en/klondike/{number}" for number in range(4_000_001, 4_000_004)):
                for _ in range(2):
                    assert (await client.get(f"{deal}/verdict", headers=script)).status_code == 200
            for address in ("4000004/verdict", "4000005/strip", "4000006?hint=1", "4000007"):
                answer = await client.get(f"/en/klondike/{address}", headers=script)
                assert answer.status_code == 200
            pool = site.house.solver.pool
            # one may be neither: it is being searched
            assert 2 <= pool.waiting + pool.searched.total() <= 3


async def test_one_address_keeps_no_other_from_having_something_searched(tmp_path: Path) -> None:
    """The queue is full of the positions of one, and takes that of another all the same."""
    script = {"HX-Request": "true"}
    async with serving(tmp_path / "patience.db", solver_workers=1, solver_waiting=3) as site:

        def at(host: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(site.app, client=(host, 1))
            return httpx.AsyncClient(transport=transport, base_url="http://a.test")

        async def is_searched(client: httpx.AsyncClient, number: int) -> bool:
            await client.get(f"/en/klondike/{number}/verdict", headers=script)
            position = engine_for("klondike").deal(number)
            question = Question("klondike", position_key(position), position, 1.0)
            return site.house.solver.pool.running_job(question) is not None

        async with at("203.0.113.7") as greedy, at("203.0.113.8") as other:
            asked = [await is_searched(greedy, number) for number in range(4_000_011, 4_000_017)]
            # one of them may have left the queue for the worker
            assert sum(asked) in {3, 4}
            assert await is_searched(other, 4_000_018)
            assert site.house.solver.pool.waiting <= 3


async def test_so_does_a_list_of_long_games(tmp_path: Path) -> None:
    log = ".".join("d" * 9_000)
    async with serving(tmp_path / "patience.db", rate_pages="6/day") as site:
        near = site.browser(token="a" * 22)
        for number in range(1, 4):
            carried = {"version": "9000", "move": "d", "log": log}
            await near.post(f"/en/klondike/{number}/move", carried)
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            client.cookies.set("player", "a" * 22, domain="a.test")
            # 27,003 moves count as five pages
            assert (await client.get("/en/")).status_code == 200
            assert (await client.get("/en/")).status_code == 429


async def test_a_list_of_many_games_counts_wherever_it_is_shown(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", rate_pages="4/day", rate_moves="4/day") as site:
        near = site.browser(token="a" * 22)
        for number in range(1, 61):
            await near.post(f"/en/klondike/{number}/move", {"version": "0", "move": "d"})
        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            client.cookies.set("player", "a" * 22, domain="a.test")
            pages = [(await client.get("/en/klondike")).status_code for _ in range(2)]
            # what is stale or refused is answered with the page, and that lists them too
            presses = [(await client.post(f"{DEAL}/undo")).status_code for _ in range(2)]
    assert (pages, presses) == ([200, 429], [422, 429])


async def test_a_game_does_not_grow_for_ever(browser: Browser) -> None:
    deal = "/en/klondike/11"
    log = ".".join("d" * (LONGEST_LOG // 2))
    carried = {"version": "0", "log": log}
    for htmx in (True, False):
        answer = await browser.post(f"{deal}/move", {**carried, "move": "d"}, htmx=htmx)
        assert "This game is too long to go on" in answer.text
        assert answer.status_code == (200 if htmx else 422)
    # what makes it no longer is possible
    assert (await browser.post(f"{deal}/undo", carried)).status_code == 303
