"""What a finger does beside playing: swipes that scroll, long presses, aim at what is narrow."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from app.notation import split_log
from tests.browser.conftest import NewContext, SitDown, give_cookie
from tests.browser.hands import PHONE, Taps, Touch, between
from tests.browser.scripts import make_press
from tests.browser.server import Server
from tests.browser.table import Point, Table
from tests.browser.test_layout import LANDSCAPE, LONG_COLUMN, LONG_COLUMN_LOG
from tests.browser.test_wins import WINS

pytestmark = pytest.mark.browser

LAST_MOVES = 5
HELD_MS = 700
SWIPE = 300
NEXT_TO = 3


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    return new_context(PHONE, touch=True).new_page()


@pytest.mark.parametrize("slug", ["klondike", "roman", "bureau"])
def test_the_end_of_a_game_is_won_by_taps_alone(slug: str, phone: Page, sit_down: SitDown) -> None:
    won = WINS[slug]
    moves = won["log"].replace("-", ".").split(".")
    table = sit_down(slug, won["number"], ".".join(moves[:-LAST_MOVES]), page=phone)
    taps = Taps()
    for move in moves[-LAST_MOVES:]:
        table.answered(make_press(table, taps, "move", move))
    expect(table.ending).to_contain_text("Won!")
    assert table.moves == len(moves)


def test_a_double_tap_sends_a_card_to_a_foundation(phone: Page, server: Server) -> None:
    table = Table(phone, server.url, "roman", 1).open()
    lift = next(one for one in table.offer().lifts if any(to[0] == "f" for to in one.targets))
    point = table.grip(f"#{lift.id}")
    taps = Taps()
    taps.tap(table, point)
    taps.tap(table, point)
    table.answered(1)
    expect(phone.locator(f".foundation #{lift.id}")).to_be_visible()
    assert phone.evaluate("() => visualViewport.scale") == 1


# ---- pulled down, swiped up


def test_a_card_pulled_down_from_the_first_row_loads_nothing_anew(
    phone: Page, server: Server
) -> None:
    table = turned(phone, server)
    before = table.board()
    loaded = phone.evaluate("() => performance.timeOrigin")
    start = table.grip_of_pile("w1")
    Touch().drag(table, pulled_down(start))
    expect(phone.locator(".carried, .picked")).to_have_count(0)
    assert phone.evaluate("() => [performance.timeOrigin, scrollY]") == [loaded, 0]
    assert table.board() == before
    # no browser without a window shows it: what forbids it is asked for, and missed where it is not
    assert phone.evaluate(_MAY_BE_PULLED) is False
    phone.goto("about:blank")
    assert phone.evaluate(_MAY_BE_PULLED) is True


def test_a_page_that_is_loaded_anew_in_mid_drag_shows_the_same_cards(
    phone: Page, server: Server
) -> None:
    table = turned(phone, server)
    before = table.board()
    touch = Touch()
    touch.hold_and_go(table, pulled_down(table.grip_of_pile("w1")))
    expect(phone.locator(".carried")).to_have_count(1)
    phone.reload()
    expect(phone.locator(".carried, .picked")).to_have_count(0)
    assert table.board() == before == table.fresh_board()
    touch.let_go(table)
    table.settled()
    assert table.board() == before


@pytest.mark.parametrize("where", ["felt", "a card face down", "the rules"])
def test_a_swipe_scrolls_the_page(where: str, phone: Page, server: Server) -> None:
    # a game that is left unfinished is listed below the table
    give_cookie(phone, server)
    table = Table(phone, server.url, "klondike", 48213).open()
    if where == "the rules":
        phone.goto(f"{server.url}/en/roman/rules", wait_until="load")
    start = Point(*phone.evaluate(_SPOTS[where]))
    end = Point(start.x, start.y - min(SWIPE, start.y - 1))
    Touch().drag(table, [start, *between(start, end, 8), end])
    phone.wait_for_function("() => scrollY > 50")
    if where != "the rules":
        expect(phone.locator(".picked, .carried")).to_have_count(0)
        assert table.version == 0


# ---- held


def test_a_card_that_is_held_selects_no_text_and_opens_no_menu(phone: Page, server: Server) -> None:
    table = Table(phone, server.url, "klondike", 48213).open()
    for selector in (".card[data-targets]", ".down svg", ".stock > .place"):
        assert phone.evaluate(_SELECTS, selector) == "none", selector
        assert phone.evaluate(_MENU_OPENS, [selector, "touch"]) is False, selector
        assert phone.evaluate(_MENU_OPENS, [selector, "mouse"]) is True, selector
    # what can be lifted is dragged; what cannot is scrolled over, and zoomed with two fingers only
    assert phone.evaluate(_TOUCHED, ".card[data-targets]") == "none"
    assert phone.evaluate(_TOUCHED, "#board") == "manipulation"
    # a property that this browser does not know, so does not compute
    sheet = phone.locator("link[rel=stylesheet]").first.get_attribute("href") or ""
    assert "-webkit-touch-callout:none" in phone.request.get(server.url + sheet).text()
    # beside the table it is the browser's own
    assert phone.evaluate(_MENU_OPENS, ["h1", "touch"]) is True

    card = table.offer().lifts[0].id
    x, y = table.grip(f"#{card}")
    phone.context.new_cdp_session(phone).send(
        "Input.synthesizeTapGesture",
        {"x": x, "y": y, "duration": HELD_MS, "gestureSourceType": "touch"},
    )
    assert phone.evaluate("() => String(getSelection())") == ""
    assert table.version == 0


def test_pages_can_be_zoomed_with_two_fingers(phone: Page, server: Server) -> None:
    for path in ("/en/", "/en/roman/12", "/en/roman/rules"):
        phone.goto(server.url + path)
        content = phone.locator("meta[name=viewport]").get_attribute("content") or ""
        assert "user-scalable" not in content, path
        assert "maximum-scale" not in content, path


# ---- aimed at what is narrow


def test_a_tap_on_a_narrow_strip_picks_the_nearest_card_that_lifts(
    new_context: NewContext, sit_down: SitDown
) -> None:
    page = new_context(LANDSCAPE, touch=True).new_page()
    table = sit_down("klondike", LONG_COLUMN, LONG_COLUMN_LOG, page=page)
    own = [lift.id for lift in table.offer().lifts if lift.source == "t7"]
    tops = {card: table.box(f"#{card}").y for card in own}
    strips: Sequence[float] = page.locator("#t7 li").evaluate_all(
        "items => items.map(one => one.getBoundingClientRect().top)"
    )
    x = table.box("#t7").middle.x
    assert len(strips) > len(own) > 1
    for top in strips[:-1]:
        y = top + NEXT_TO
        nearest = min(own, key=lambda card: abs(tops[card] - y))
        Taps().tap(table, Point(x, y))
        expect(page.locator(f"#{nearest}")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    assert table.moves == len(split_log(LONG_COLUMN_LOG))


def turned(page: Page, server: Server) -> Table:
    """One card of the stock lies open, in the first row."""
    table = Table(page, server.url, "klondike", 48213).open()
    Taps().turn(table)
    table.answered(1)
    return table


def pulled_down(start: Point) -> list[Point]:
    end = Point(start.x, PHONE[1] - 200)
    return [start, *between(start, end, 8), end]


_MAY_BE_PULLED = """() =>
  [document.documentElement, document.body]
    .every(one => getComputedStyle(one).overscrollBehaviorY === 'auto')"""

_SELECTS = "selector => getComputedStyle(document.querySelector(selector)).userSelect"
_TOUCHED = "selector => getComputedStyle(document.querySelector(selector)).touchAction"

_MENU_OPENS = """([selector, pointerType]) => {
  const button = pointerType === 'mouse' ? 2 : 0;
  const asked = { pointerType, button, bubbles: true, cancelable: true };
  return document.querySelector(selector).dispatchEvent(new PointerEvent('contextmenu', asked));
}"""

_SPOTS = {
    "felt": """() => {
      const board = document.getElementById('board').getBoundingClientRect();
      const x = board.left + board.width / 2;
      for (let y = board.bottom - 4; y > board.top; y -= 4)
        if (!document.elementFromPoint(x, y).closest('.pile li, .place')) return [x, y];
    }""",
    "a card face down": """() => {
      const { x, y, width } = document.querySelector('#t7 .down').getBoundingClientRect();
      return [x + width / 2, y + 3];
    }""",
    "the rules": "() => [innerWidth / 2, innerHeight / 2]",
}
