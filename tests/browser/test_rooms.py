"""The table in every room that it may be given: narrow, low, zoomed, with large text, mirrored."""

import pytest
from playwright.sync_api import Page

from app.games import GAMES
from tests.browser.conftest import NewContext, give_cookie
from tests.browser.server import Server
from tests.browser.table import Box, Table
from tests.browser.test_promises import STUCK, play_one

pytestmark = pytest.mark.browser

PHONES = [(320, 568), (360, 740), (390, 844), (667, 375), (740, 360)]
DESKS = [(1024, 600), (1280, 720)]
ZOOMED = (320, 180)
"""1280 by 720 at 400 percent."""
A4 = (718, 1047)
"""As wide and high as a sheet within its margins is for the style."""
EVERY_ROOM = [*PHONES, ZOOMED, (820, 1180), (1280, 720), (1920, 1080)]
OTHER_PAGES = ("/en/", "/en/settings", "/en/contact", "/en/roman/rules", "/en/roman/12/table")
LEAST_EDGE = 16
LEAST_TOUCH = 44
LEAST_GAP = 4
LEAST_APART = 48


@pytest.mark.parametrize("screen", PHONES)
def test_no_pile_lies_at_the_edge_that_a_thumb_holds(
    screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    for slug in GAMES:
        Table(page, server.url, slug, 48213).open()
        left, right = page.evaluate(_EDGES)
        assert left >= LEAST_EDGE, slug
        assert right <= screen[0] - LEAST_EDGE, slug


@pytest.mark.parametrize("screen", [(1280, 720), (1366, 768), (1920, 1080)])
def test_a_desktop_shows_the_whole_table(
    screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    for slug in GAMES:
        Table(page, server.url, slug, 48213).open()
        assert page.evaluate(_OVERFLOW) == [0, 0], slug
        assert page.evaluate(_OUTSIDE_THE_BOARD) == [], slug


@pytest.mark.parametrize("screen", EVERY_ROOM)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_bar_can_be_pressed(
    language: str, screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    table = Table(page, server.url, "double-signora", 4_294_967_295, language).open()
    boxes = {name: table.box(f"#{name}") for name in ("undo", "redo", "up", "new", "open-menu")}
    for name, box in boxes.items():
        assert min(box.width, box.height) >= LEAST_TOUCH, name
        assert box.x >= 0, name
        assert box.right <= screen[0], name
    assert apart(boxes["undo"], boxes["new"]) >= LEAST_APART
    assert page.evaluate(_CUT_WORDS) == []
    page.locator("#open-menu").click()
    assert apart(boxes["undo"], table.box("#restart")) >= LEAST_APART


@pytest.mark.parametrize("screen", [*PHONES, (820, 1180), (1280, 720)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_undo_stands_apart_from_what_else_ends_a_dead_end(
    language: str, screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    give_cookie(page, server)
    slug, number, log = STUCK
    table = Table(page, server.url, slug, number, language).open(f"{log}.d")
    undo, restart, new = (
        table.box(f".ending [value={name}]") for name in ("undo", "restart", "new")
    )
    for box in (undo, restart, new):
        assert min(box.width, box.height) >= LEAST_TOUCH
        assert box.x >= 0
        assert box.right <= screen[0]
    assert apart(undo, restart) >= LEAST_APART
    assert apart(undo, new) >= LEAST_APART


@pytest.mark.parametrize("screen", [(390, 844), (1280, 720)])
def test_stock_and_waste_stand_left_of_the_foundations_above_the_columns(
    screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    for slug in GAMES:
        table = Table(page, server.url, slug, 48213).open()
        stock, waste, first, column = (
            table.box(f"#{name} > .place") for name in ("s1", "w1", "f1", "t1")
        )
        assert stock.right <= waste.x, slug
        assert waste.right <= first.x, slug
        assert stock.y == waste.y == first.y, slug
        assert column.y >= stock.bottom, slug
        assert table.box("#s1 .count").y >= stock.bottom, slug
        if page.locator("#r1").count():
            assert table.box("#r1 > .place").x <= first.x, slug


@pytest.mark.parametrize("screen", [(320, 568), (360, 740), (390, 844), (1280, 720)])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_list_of_games_breaks_no_name(
    lang: str, screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    page.goto(f"{server.url}/{lang}/")
    words = page.locator(".games :is(a, span)")
    assert words.count() == 3 * len(GAMES)
    assert page.evaluate(_BROKEN, ".games :is(a, span)") == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_keeps_the_game_is_said_in_few_words(
    lang: str, new_context: NewContext, server: Server
) -> None:
    page = new_context((360, 740)).new_page()
    page.goto(f"{server.url}/{lang}/klondike/31?log=d.d&version=2")
    lines = page.evaluate(_LINES, "#kept")
    assert 1 <= lines <= 2


@pytest.mark.parametrize("slug", ["bureau", "double-signora", "klondike"])
def test_at_four_hundred_percent_one_scrolls_one_way_and_plays(
    slug: str, new_context: NewContext, server: Server
) -> None:
    page = new_context(ZOOMED).new_page()
    for path in OTHER_PAGES:
        page.goto(server.url + path)
        assert page.evaluate(_OVERFLOW)[0] == 0, path
    table = Table(page, server.url, slug, 48213).open()
    for turn in range(4):
        play_one(table, turn)
    assert page.evaluate(_OVERFLOW)[0] == 0
    assert page.evaluate(_OUTSIDE_THE_BOARD) == []


@pytest.mark.parametrize("screen", [(360, 740), (740, 360), (820, 1180), (1280, 720)])
@pytest.mark.parametrize("slug", ["bureau", "double-signora", "klondike-3"])
def test_words_may_be_twice_as_large(
    slug: str, screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    Table(page, server.url, slug, 48213, "fr").open()
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert page.evaluate(_OVERFLOW)[0] == 0
    assert page.evaluate(_CUT_WORDS) == []
    assert page.evaluate(_CLASHING_WORDS) == []


@pytest.mark.parametrize("screen", [(740, 360), (820, 1180)])
def test_what_stands_at_the_sides_stands_off_from_the_columns(
    screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    for slug in GAMES:
        table = Table(page, server.url, slug, 48213).open()
        stock, column, last, foundation = (
            table.box(name) for name in ("#s1", "#t1", ".tableau-row > :last-child", "#f1")
        )
        if foundation.y == column.y:
            assert column.x - stock.right >= LEAST_GAP, slug
            assert foundation.x - last.right >= LEAST_GAP, slug
        passes = page.locator(".passes")
        if passes.count():
            assert page.evaluate(_LEFT_OF_WORDS, ".passes") >= LEAST_GAP * 2, slug


@pytest.mark.parametrize("screen", [*EVERY_ROOM, A4])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_words_lie_on_others_or_off_the_screen(
    language: str, screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    for slug in GAMES:
        Table(page, server.url, slug, 48213, language).open()
        assert page.evaluate(_CLASHING_WORDS) == [], slug


@pytest.mark.parametrize("screen", [(360, 740), (740, 360), (1280, 720)])
def test_the_left_hand_finds_the_stock_at_the_right(
    screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    for slug in GAMES:
        table = Table(page, server.url, slug, 48213).open()
        _choose(page, hand="left")
        stock, waste = table.box("#s1"), table.box("#w1 > .place")
        first = table.box("#f1")
        assert first.right < stock.x, slug
        assert waste.x <= stock.x, slug
        assert table.box("#t1").x < table.box("#t2").x, slug
        assert page.evaluate(_OUTSIDE_THE_BOARD) == [], slug
        left, right = page.evaluate(_EDGES)
        assert left >= LEAST_EDGE, slug
        assert right <= screen[0] - LEAST_EDGE, slug


def test_clock_and_counts_can_be_hidden_and_nothing_moves(
    new_context: NewContext, server: Server
) -> None:
    page = new_context((1280, 720)).new_page()
    table = Table(page, server.url, "roman", 48213).open()
    before = table.box("#t1"), table.box("#r1")
    _choose(page, clock="hidden", counts="hidden")
    assert not page.locator("#clock").is_visible()
    assert not page.locator("#s1 .count").is_visible()
    assert (table.box("#t1"), table.box("#r1")) == before


@pytest.mark.parametrize("screen", [(360, 740), (740, 360), (1280, 720)])
def test_large_print_has_larger_ranks_and_keeps_the_table_whole(
    screen: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    for slug in ("bureau", "double-signora", "klondike"):
        Table(page, server.url, slug, 48213).open()
        usual = page.evaluate(_INDEX_HEIGHT)
        _choose(page, print="large")
        assert page.evaluate(_INDEX_HEIGHT) >= usual * 1.25, slug
        assert page.evaluate(_OUTSIDE_THE_BOARD) == [], slug


@pytest.mark.parametrize(
    ("screen", "slugs"),
    [
        *((phone, ("roman", "bureau", "double-signora", "klondike-3")) for phone in PHONES),
        *((desk, ("roman", "bureau", "double-signora", "klondike-3")) for desk in DESKS),
    ],
)
def test_large_print_shows_ranks_and_drawings_whole(
    screen: tuple[int, int], slugs: tuple[str, ...], new_context: NewContext, server: Server
) -> None:
    page = new_context(screen).new_page()
    for slug in slugs:
        table = Table(page, server.url, slug, 48213).open()
        _choose(page, print="large")
        table.stock.click()
        table.answered(1)
        assert page.evaluate(_CUT_INDICES) == [], slug
        assert page.locator(".card .face").first.evaluate(_IS_STRETCHED) is False, slug


@pytest.mark.parametrize("path", ["/en/", "/fr/settings", "/en/roman/rules"])
def test_the_foot_of_a_page_stands_under_its_text(path: str, page: Page, server: Server) -> None:
    page.goto(server.url + path)
    left = "one => one.getBoundingClientRect().left + parseFloat(getComputedStyle(one).paddingLeft)"
    assert page.locator(".foot").evaluate(left) == page.locator(".page").evaluate(left)


def apart(one: Box, other: Box) -> float:
    """Pixels between two boxes, across or down."""
    across = max(one.x - other.right, other.x - one.right)
    down = max(one.y - other.bottom, other.y - one.bottom)
    return max(across, down)


def _choose(page: Page, **choices: str) -> None:
    page.evaluate("choices => Object.assign(document.documentElement.dataset, choices)", choices)


_EDGES = """() => {
  const boxes = [...document.querySelectorAll('.pile')].map(pile => pile.getBoundingClientRect());
  return [Math.min(...boxes.map(box => box.left)), Math.max(...boxes.map(box => box.right))];
}"""

_OVERFLOW = """() => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  return [scrollWidth - clientWidth, scrollHeight - clientHeight];
}"""

_OUTSIDE_THE_BOARD = """() => {
  const slack = 0.6;
  const board = document.getElementById('board').getBoundingClientRect();
  return [...document.querySelectorAll('.pile li, .place')]
    .filter(one => {
      const box = one.getBoundingClientRect();
      return box.left < board.left - slack || box.right > board.right + slack
        || box.top < board.top - slack || box.bottom > board.bottom + slack;
    })
    .map(one => one.closest('.pile').id);
}"""

_CUT_WORDS = """() => [...document.querySelectorAll('#controls > .control, .more > .control, #new')]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => one.id)"""

_LEFT_OF_WORDS = """(selector) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(selector));
  return range.getBoundingClientRect().left;
}"""

_CLASHING_WORDS = """() => {
  const isSeen = ({ data, parentElement: one }) =>
    data.trim() && !one.closest('.sr, .typing') && one.checkVisibility();
  const boxesOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].map((box) => ({ text, box, words: text.data.trim() }));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = [];
  while (walker.nextNode()) if (isSeen(walker.currentNode)) seen.push(walker.currentNode);
  const all = seen.flatMap(boxesOf);
  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6;
  const outside = all.filter(({ box }) => box.left < 0 || box.right > innerWidth);
  const clashing = all.filter((one, n) =>
    all.slice(n + 1).some((other) => one.text !== other.text && overlaps(one.box, other.box)));
  return [...outside, ...clashing].map(({ words }) => words);
}"""

# an index as high as its drawing says, in the strip that the next card below it leaves
_CUT_INDICES = """() => {
  const strips = document.querySelectorAll('.pile li:has(.card):not(:last-child)');
  return [...strips].filter((item) => {
    const card = item.querySelector('.card').getBoundingClientRect();
    const next = item.nextElementSibling.getBoundingClientRect();
    if (Math.abs(next.left - card.left) > 1 || next.top < card.top) return false;
    const style = getComputedStyle(item.querySelector('.face'));
    const shows = (name) => style.getPropertyValue(name).trim() === 'inline';
    const small = shows('--tall-index') ? 0.774 : 0.614;
    const share = shows('--small-face') ? small : shows('--middle-face') ? 0.46 : 0.31;
    return next.top - card.top < card.width * share - 0.5;
  }).map((item) => item.firstElementChild.id);
}"""

_IS_STRETCHED = "face => getComputedStyle(face).transform !== 'none'"

# of the drawing that is shown: how high the rank of a card is on the screen; twenty-one cards
# of a reserve have no room for more than the usual one
_INDEX_HEIGHT = """() => {
  const style = getComputedStyle(document.querySelector('.tableau .card .face'));
  const width = document.querySelector('.card').getBoundingClientRect().width;
  const shows = name => style.getPropertyValue(name).trim();
  const grown = shows('--tall-index') === 'inline' ? 1.26 : 1;
  const middle = shows('--middle-face') === 'inline' ? 0.42 : 0.255;
  const share = shows('--small-face') === 'inline' ? 0.6 : middle;
  return width * share * grown;
}"""

# of the text of an element
_LINES = """selector => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(selector));
  return new Set([...text.getClientRects()].map(line => Math.round(line.top))).size;
}"""

# texts that take more than a line
_BROKEN = """selector => [...document.querySelectorAll(selector)].filter(one => {
  const text = document.createRange();
  text.selectNodeContents(one);
  return text.getClientRects().length > 1;
}).map(one => one.textContent)"""
