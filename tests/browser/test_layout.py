"""How the table stands on a screen: all of it there, legible, and still while one plays."""

import io
from itertools import pairwise

import pytest
from PIL import Image
from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.conftest import NewContext, SitDown
from tests.browser.hands import DESKTOP, Keys
from tests.browser.server import Server
from tests.browser.table import Box, Table
from tests.browser.test_promises import play_one

pytestmark = pytest.mark.browser

NARROW = (360, 740)
LANDSCAPE = (667, 375)
LONG_COLUMN = 207
"""A Klondike whose last column grows to 19 cards."""
LONG_COLUMN_LOG = (
    "t3t7.t4t6.d.d.d.w1t1.d.w1t7.w1t7.t1t7x2.d.d.w1t2.d.t5t2.t4t5.w1t4.t5t4x2.t5t1.d.w1t2.d.d.d"
    ".d.d.d.d.t5f3.t5t3.t2t3x4.t1t5.d.t5t1.d.t1t5.d.w1t7.t3t7x6"
)
LONG_BUREAU = 217
"""A Bureau whose ninth column grows to sixteen cards, as many as one can."""
LONG_BUREAU_LOG = (
    "t6t12.t6t13.t10t4.t13t12x2.t6t12.t10t12.t13t11.t12t8x6.t8t9x7.t9t12x3.t6t9.t12t9x2.t7t3.t7t9"
    ".t10t9.t8t9.t5t9.t5t4.t5t9"
)
LEAST_RANK = 14
LEAST_STRIP = 10
DARKEST_PAPER = 160


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("screen", [NARROW, (390, 844), LANDSCAPE, (1280, 800)])
def test_nothing_leaves_the_screen(
    slug: str, screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    table = Table(new_context(screen).new_page(), server.url, slug, 48213).open()
    _assert_on_screen(table)


@pytest.mark.parametrize("slug", ["bureau", "double-signora"])
def test_ranks_are_legible_on_a_narrow_phone(
    slug: str, new_context: NewContext, server: Server
) -> None:
    page = new_context(NARROW).new_page()
    table = Table(page, server.url, slug, 48213).open()
    for turn in range(8):
        play_one(table, turn)
    _assert_on_screen(table)
    screen = Image.open(io.BytesIO(page.screenshot())).convert("L")
    tops = page.locator(".tableau li:last-child .card").evaluate_all(
        "cards => cards.map(one => one.id)"
    )
    heights = {card: _rank_height(screen, table.box(f"#{card}")) for card in tops}
    assert min(heights.values()) >= LEAST_RANK, heights


def test_a_long_column_fits_a_phone_held_sideways(
    new_context: NewContext, sit_down: SitDown
) -> None:
    page = new_context(LANDSCAPE).new_page()
    table = sit_down("klondike", LONG_COLUMN, LONG_COLUMN_LOG, page=page)
    _assert_on_screen(table)
    strips: list[float] = table.page.locator("#t7 li").evaluate_all(
        "items => items.map(one => one.getBoundingClientRect().top)"
        ".map((top, n, tops) => n ? top - tops[n - 1] : Infinity)"
    )
    assert len(strips) >= 17
    assert min(strips) >= LEAST_STRIP, strips


@pytest.mark.parametrize("screen", [NARROW, (412, 700)])
def test_thirteen_columns_stand_in_two_rows_on_a_phone_held_upright(
    screen: tuple[int, int], new_context: NewContext, sit_down: SitDown
) -> None:
    page = new_context(screen).new_page()
    table = sit_down("bureau", LONG_BUREAU, LONG_BUREAU_LOG, page=page)
    _assert_on_screen(table)
    boxes = [table.box(f"#t{column} > .place") for column in range(1, 14)]
    assert [box.y for box in boxes] == sorted(box.y for box in boxes)
    assert len({box.y for box in boxes}) == 2
    assert min(box.width for box in boxes) > 36
    tops = page.locator("#t9 li").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    assert len(tops) == 16
    strips = [low["top"] - high["top"] for high, low in pairwise(tops)]
    assert min(strips) >= LEAST_STRIP, strips
    assert tops[-1]["bottom"] <= table.box("#status").y
    board = table.box("#board")
    # nor does the longest column of the first row reach into the second
    assert 2 * (boxes[12].y - boxes[0].y) >= board.bottom - boxes[0].y

    page.locator("#t3 .card").last.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('.pile').id") == "t10"


@pytest.mark.parametrize("slug", ["roman", "klondike"])
@pytest.mark.parametrize("screen", [NARROW, DESKTOP])
def test_no_move_shifts_the_page(
    slug: str, screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    table = Table(new_context(screen).new_page(), server.url, slug, 48213).open()
    table.settled()
    table.page.evaluate(_WATCH_SHIFTS)
    for turn in range(30):
        play_one(table, turn)
    shifts: list[str] = table.page.evaluate("() => window.shifts()")
    assert not shifts


@pytest.mark.soak
def test_no_long_game_shifts_the_page(sit_down: SitDown) -> None:
    table = sit_down("double-signora", 48213)
    table.page.evaluate(_WATCH_SHIFTS)
    for turn in range(150):
        play_one(table, turn)
    shifts: list[str] = table.page.evaluate("() => window.shifts()")
    assert not shifts


def test_the_focus_stays_on_the_table(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    for turn in range(20):
        offer = table.offer()
        if offer.lifts and turn % 3:
            lift = offer.lifts[turn % len(offer.lifts)]
            Keys().move(table, lift, lift.targets[0])
        elif table.page.evaluate("() => document.activeElement.matches('.card, .place')"):
            Keys().turn(table)
        else:
            table.stock.focus()
            table.page.keyboard.press("Enter")
        table.answered(offer.version + 1)
        expect(table.page.locator(".pile :focus")).to_have_count(1)


def test_nothing_is_stored_in_the_browser(sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    for turn in range(5):
        play_one(table, turn)
    assert [cookie["name"] for cookie in table.page.context.cookies()] == ["player"]
    assert table.page.evaluate(_STORED) == [0, 0, 0, 0, 0]


def _assert_on_screen(table: Table) -> None:
    page = table.page
    outside: list[str] = page.evaluate(_OUTSIDE)
    assert not outside
    width: list[int] = page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert width[0] <= width[1]


def _rank_height(screen: Image.Image, card: Box) -> int:
    """Pixels from the top to the bottom of the ink that begins highest at the card's left."""
    left, top = round(card.x), round(card.y)
    index = screen.crop((left + 1, top + 1, left + round(card.width / 2), round(card.bottom) - 1))
    # True where a line of pixels is paper from end to end
    blank = [
        min(index.crop((0, y, index.width, y + 1)).tobytes()) > DARKEST_PAPER
        for y in range(index.height)
    ]
    first = blank.index(False)
    return blank.index(True, first) - first


_OUTSIDE = """() => {
  const board = document.getElementById('board').getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const height = document.documentElement.clientHeight;
  const found = [];
  for (const one of document.querySelectorAll('.pile li, .place, .count, .passes')) {
    const box = one.getBoundingClientRect();
    const slack = 0.6;
    const isInside =
      box.left >= -slack && box.top >= -slack &&
      box.right <= width + slack && box.bottom <= height + slack;
    const corners = [box.left, box.top, box.right, box.bottom].map(Math.round);
    const name = `${one.closest('.pile').id} ${one.className || one.tagName}`;
    if (!isInside) found.push(`${name}: ${corners}`);
  }
  return found;
}"""

# a fan gives way within its pile, a count stays centred; nodes that have gone were cards
_WATCH_SHIFTS = """() => {
  const shifts = [];
  const note = (list) => {
    for (const { sources, value } of list) {
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const element = node?.parentElement && (node.closest ? node : node.parentElement);
        const place = (box) => [box.x, box.y, box.width, box.height].join();
        const isStill = place(from) === place(to);
        if (!element || isStill || element.closest('.pile > ol')) continue;
        shifts.push(`${value}: ${element.outerHTML.slice(0, 120)} ${place(from)} to ${place(to)}`);
      }
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  window.shifts = () => {
    note(observer.takeRecords());
    return shifts;
  };
}"""

_STORED = """async () => [
  localStorage.length,
  sessionStorage.length,
  (await indexedDB.databases()).length,
  (await caches.keys()).length,
  (await navigator.serviceWorker.getRegistrations()).length,
]"""
