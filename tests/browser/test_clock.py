"""The clock runs while one plays and at no other time; a pause takes the cards away."""

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, SitDown
from tests.browser.hands import Clicks
from tests.browser.scripts import make_press
from tests.browser.server import Server
from tests.browser.table import Table, player_of
from tests.browser.test_wins import WINS, make

pytestmark = pytest.mark.browser

TEN_MINUTES = 600_000
SHIFTS = """() => {
  window.shifts = 0;
  const count = (list) => { for (const shift of list.getEntries()) window.shifts += shift.value; };
  new PerformanceObserver(count).observe({ type: 'layout-shift' });
}"""


def be_hidden(page: Page, *, hidden: bool) -> None:
    """What a browser does when its tab goes out of sight, or comes back."""
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def hide(page: Page) -> Callable[[], None]:
    be_hidden(page, hidden=True)
    return lambda: be_hidden(page, hidden=False)


def cut_off(page: Page) -> Callable[[], None]:
    page.context.set_offline(True)
    page.wait_for_function("() => !navigator.onLine")
    return lambda: page.context.set_offline(False)


def pause(page: Page) -> Callable[[], None]:
    page.keyboard.press("p")
    # the curtain is fetched
    expect(page.locator("#paused")).to_be_visible()
    return lambda: page.keyboard.press("p")


ABSENCES = pytest.mark.parametrize("leave", [hide, cut_off, pause])


@pytest.fixture
def table(page: Page, sit_down: SitDown) -> Table:
    """After its first move, the time standing still."""
    page.clock.install()
    table = sit_down("roman", 48213)
    play(table)
    stand_still(page)
    return table


def play(table: Table) -> float:
    """A move; the seconds away that the server is told of."""
    version = table.version
    with table.page.expect_request("**/move") as sent:
        Clicks().turn(table)
    table.answered(version + 1)
    (away,) = parse_qs(sent.value.post_data or "")["away"]
    return float(away)


def stand_still(page: Page) -> None:
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 1)


def shown(table: Table) -> int:
    minutes, seconds = (table.page.locator("#clock").text_content() or "").split(":")
    return int(minutes) * 60 + int(seconds)


def test_it_starts_with_the_first_move(page: Page, sit_down: SitDown) -> None:
    page.clock.install()
    table = sit_down("roman", 48213)
    page.clock.fast_forward(30_000)
    assert shown(table) == 0
    play(table)
    stand_still(page)
    began = shown(table)
    assert began < 10
    page.clock.run_for(70_000)
    assert shown(table) == began + 70
    # no move on the table: it stands, and begins anew with the next
    page.clock.resume()
    table.answered(make_press(table, Clicks(), "undo"))
    page.clock.fast_forward(30_000)
    assert shown(table) == 0
    play(table)
    assert shown(table) < 10


def test_a_press_that_is_refused_takes_no_time_back(table: Table) -> None:
    page = table.page
    page.clock.run_for(6_000)
    shown = page.locator("#clock").inner_text()
    page.locator("#typed").fill("nonsense")
    page.locator("#typed").press("Enter")
    # it is sent in a task of its own
    page.clock.run_for(50)
    expect(table.line).not_to_have_text("")
    assert page.locator("#clock").inner_text() >= shown


@ABSENCES
def test_ten_minutes_away_add_nothing(
    table: Table, leave: Callable[[Page], Callable[[], None]]
) -> None:
    page = table.page
    before = shown(table)
    come_back = leave(page)
    page.clock.run_for(TEN_MINUTES)
    assert shown(table) == before
    come_back()
    page.clock.run_for(5_000)
    assert shown(table) in (before + 5, before + 6)
    page.clock.resume()
    assert play(table) in (600, 601)
    assert shown(table) < 60


def test_reasons_to_be_away_may_overlap(table: Table) -> None:
    page = table.page
    before = shown(table)
    go_on = pause(page)
    page.clock.run_for(60_000)
    show = hide(page)
    page.clock.run_for(60_000)
    go_on()
    page.clock.run_for(60_000)
    assert shown(table) == before
    show()
    page.clock.resume()
    assert play(table) in (180, 181)


def test_an_answer_while_hidden_begins_the_count_anew(table: Table) -> None:
    page = table.page
    hide(page)
    page.clock.run_for(60_000)
    page.clock.resume()
    assert play(table) in (60, 61)
    stand_still(page)
    page.clock.run_for(30_000)
    be_hidden(page, hidden=False)
    page.clock.resume()
    assert play(table) in range(30, 40)


def test_a_long_thought_stops_it_as_it_stops_the_servers(table: Table) -> None:
    before = shown(table)
    table.page.clock.run_for(2 * TEN_MINUTES)
    assert before + 290 < shown(table) <= 300


def test_it_goes_on_where_a_left_game_stood(table: Table, server: Server) -> None:
    page = table.page
    player = player_of(page.context)
    server.change("UPDATE plays SET moved = moved - 600, seconds = 245 WHERE player = ?", player)
    page.clock.resume()
    page.reload()
    assert shown(table) in range(245, 255)
    assert play(table) in range(595, 615)


def test_it_stops_with_the_win(page: Page, sit_down: SitDown) -> None:
    page.clock.install()
    won = WINS["klondike"]
    *moves, last = re.split(r"[.-]", won["log"])
    table = sit_down("klondike", won["number"], ".".join(moves))
    make(table, Clicks(), last)
    expect(table.ending).to_contain_text("Won!")
    stand_still(page)
    before = page.locator("#clock").text_content()
    page.clock.run_for(TEN_MINUTES)
    assert page.locator("#clock").text_content() == before


def test_it_moves_nothing_on_the_page(table: Table) -> None:
    page = table.page
    page.evaluate(SHIFTS)
    for _ in range(5):
        page.clock.run_for(58_000)
    page.clock.resume()
    table.settled()
    assert page.evaluate("() => window.shifts") == 0


def test_nothing_wakes_up_while_it_stands(table: Table) -> None:
    page = table.page
    pause(page)
    page.evaluate(
        "() => { window.started = []; const start = setTimeout;"
        " window.setTimeout = (...all) => { window.started.push(all[1]); return start(...all); }; }"
    )
    page.clock.run_for(60_000)
    assert page.evaluate("() => window.started") == []


GO_ON = {
    "its button": lambda page: page.get_by_role("button", name="Go on").click(),
    "anywhere": lambda page: page.mouse.click(5, 5),
    "P": lambda page: page.keyboard.press("p"),
    "Enter": lambda page: page.keyboard.press("Enter"),
    "Escape": lambda page: page.keyboard.press("Escape"),
}


@pytest.mark.parametrize("way", GO_ON)
def test_a_pause_takes_the_cards_away(way: str, sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    page = table.page
    card = page.locator("#board .card[data-targets]").first
    card.focus()
    page.keyboard.press("p")
    expect(page.get_by_role("dialog", name="Paused")).to_be_visible()
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    expect(page.locator("#board .card >> visible=true")).to_have_count(0)
    assert not re.search(r"spades|hearts|diamonds|clubs", accessible_names(page))
    # nothing is played behind the curtain
    page.keyboard.press("d")
    GO_ON[way](page)
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(card).to_be_visible()
    expect(card).to_be_focused()
    table.settled()
    assert table.version == 0
    assert re.search(r"spades|hearts|diamonds|clubs", accessible_names(page))


def test_the_pause_has_a_button_where_there_is_script(
    sit_down: SitDown, new_context: NewContext, server: Server
) -> None:
    table = sit_down("roman", 48213)
    table.page.locator("#pause").evaluate("button => button.click()")
    expect(table.page.get_by_role("dialog", name="Paused")).to_be_visible()
    without = new_context(script=False).new_page()
    Table(without, server.url, "roman", 48213, has_script=False).open()
    for name in ("pause", "full", "share"):
        expect(without.locator(f"#{name}")).to_be_hidden()


def accessible_names(page: Page) -> str:
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return json.dumps([node.get("name") for node in nodes if not node["ignored"]])
