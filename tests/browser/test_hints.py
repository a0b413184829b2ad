"""A hint on the screen: by key, click and touch; marked, said, and gone with the next move."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from app.hints.advice import advice
from app.play import Play
from tests.browser.axe import faults_in_any_scheme
from tests.browser.browsing import intercept
from tests.browser.conftest import NewContext, SitDown, give_cookie
from tests.browser.hands import Clicks
from tests.browser.server import Server
from tests.browser.table import Table

pytestmark = pytest.mark.browser

SLUG, NUMBER = "klondike", 7
FROM = ".card[data-hint]"
TO = ".hint-to"


def hinted(table: Table) -> tuple[str, str]:
    """The piles that the first hint of the deal leads from and to."""
    play = Play.start(table.slug, table.number)
    move = advice(play).move
    assert move is not None
    return play.engine.texts[move.source], play.engine.texts[move.target]


def line(page: Page) -> Locator:
    return page.locator("#status .hint")


def test_three_presses_of_the_key_and_a_move(sit_down: SitDown) -> None:
    table = sit_down(SLUG, NUMBER)
    page, (source, target) = table.page, hinted(table)
    before = table.cards()
    page.locator(f"#{source} .card").last.focus()
    said = []
    for step in (1, 2, 3):
        page.keyboard.press("h")
        expect(page.locator("#fields [name=hint]")).to_have_value(str(step))
        table.settled()
        text = line(page).inner_text()
        assert page.locator("#live").text_content() == text
        said.append(text)
        expect(page.locator(FROM)).to_have_count(int(step > 1))
        expect(page.locator(TO)).to_have_count(int(step > 2))
    assert len(set(said)) == 3
    expect(page.locator(f"#{source} {FROM}")).to_be_focused()
    expect(page.locator(f"#{target}{TO}")).to_be_visible()
    assert table.cards() == before
    assert (table.version, table.line.text_content()) == (0, "")
    Clicks().turn(table)
    table.answered(1)
    expect(page.locator(f"{FROM}, {TO}, #status .hint, [name=hint]")).to_have_count(0)
    # the next one is of the new table
    page.keyboard.press("h")
    expect(page.locator("#fields [name=hint]")).to_have_value("1")
    assert table.board() == table.fresh_board()


def test_the_move_that_was_meant_wipes_the_hint_off(sit_down: SitDown) -> None:
    table = sit_down(SLUG, NUMBER)
    _, target = hinted(table)
    for step in (1, 2, 3):
        table.page.locator("#hint").click()
        expect(table.page.locator("#fields [name=hint]")).to_have_value(str(step))
    run = table.page.locator(FROM).get_attribute("value") or ""
    Clicks().move(table, table.lift(run), target)
    table.answered(1)
    expect(table.page.locator(f"{FROM}, {TO}, #status .hint")).to_have_count(0)
    assert table.board() == table.fresh_board()


def test_nothing_is_heard_or_moves_but_by_a_move(new_context: NewContext, server: Server) -> None:
    context = new_context(motion=True)
    context.add_init_script(_BOOKS)
    page = context.new_page()
    give_cookie(page, server)
    context.request.post(f"{server.url}/en/settings", form={"sound": "on"})
    table = Table(page, server.url, SLUG, NUMBER).open()
    page.keyboard.press("Escape")
    page.evaluate("() => { window.moved = 0; }")
    for step in (1, 2, 3):
        page.keyboard.press("h")
        expect(page.locator("#fields [name=hint]")).to_have_value(str(step))
    assert page.evaluate("() => window.moved") == 0
    Clicks().turn(table)
    table.answered(1)
    # whatever came before it had been heard before it
    page.wait_for_function("() => window.heard.length")
    assert page.evaluate("() => window.heard") == ["turn"]
    assert page.evaluate("() => window.moved") > 0


def test_whoever_waits_for_a_hint_plays_on(sit_down: SitDown) -> None:
    """It is long in coming: a move is seen at once all the same, and made after it."""
    table = sit_down(SLUG, NUMBER)
    page, (source, target), version = table.page, hinted(table), 0
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    intercept(page, "**/hint", hold)
    for is_by_key in (True, False):
        with page.expect_request("**/hint"):
            if is_by_key:
                page.keyboard.press("h")
            else:
                page.locator("#hint").click()
        lift = table.lift(page.locator(f"#{source} .card").last.get_attribute("value") or "")
        Clicks().move(table, lift, target)
        expect(page.locator(f".pending #{lift.id}")).to_be_visible()
        held.pop().continue_()
        version += 1
        table.answered(version)
        assert table.board() == table.fresh_board()
        page.keyboard.press("z")
        version += 1
        table.answered(version)


@pytest.mark.parametrize(
    ("screen", "lang"),
    [((320, 640), "fr"), ((360, 740), "en"), ((740, 360), "fr"), ((1280, 720), "en")],
)
def test_on_a_screen(
    screen: tuple[int, int], lang: str, new_context: NewContext, server: Server
) -> None:
    """The bar keeps its rows, the whole sentence shows, nothing moves, and axe has no word."""
    page = new_context(screen, touch=screen[0] < 1000).new_page()
    table = Table(page, server.url, "roman", 12, lang).open()
    places = "() => [...document.querySelectorAll('.pile, .control')].map(one => one.offsetTop)"
    tops = page.evaluate(places)
    for step in (1, 2, 3):
        page.locator("#hint").click()
        expect(page.locator("#fields [name=hint]")).to_have_value(str(step))
    assert page.evaluate(places) == tops
    boxes = [table.box(f"#{name}") for name in ("undo", "redo", "hint", "up")]
    assert len({round(box.y) for box in boxes}) == (2 if screen == (740, 360) else 1)
    assert all(box.width >= 44 and box.height >= 44 for box in boxes)
    expect(line(page).locator("span")).to_be_in_viewport(ratio=1)
    assert page.evaluate(_IS_WHOLE)
    assert faults_in_any_scheme(page) == []


def test_marks_show_without_colours(new_context: NewContext, server: Server) -> None:
    page = new_context((360, 740)).new_page()
    page.emulate_media(forced_colors="active")
    table = Table(page, server.url, SLUG, NUMBER).open()
    for step in (1, 2, 3):
        page.locator("#hint").click()
        expect(page.locator("#fields [name=hint]")).to_have_value(str(step))
    outline = page.locator(FROM).evaluate("one => getComputedStyle(one).outlineStyle")
    top = table.page.locator(f"{TO} li:last-child .card, {TO} > .place").last
    border = top.evaluate("one => getComputedStyle(one, '::after').borderTopStyle")
    assert (outline, border) == ("solid", "dashed")


def test_without_script(new_context: NewContext, server: Server) -> None:
    page = new_context(script=False).new_page()
    Table(page, server.url, SLUG, NUMBER, has_script=False).open()
    for _ in range(3):
        page.locator("#hint").click()
    expect(line(page)).to_be_visible()
    expect(page.locator(FROM)).to_be_visible()
    expect(page.locator(TO)).to_be_visible()
    page.locator(".stock > .place").click()
    expect(page.locator(f"{FROM}, {TO}, #status .hint")).to_have_count(0)


# keeps books of what is heard and of what is set in motion
_BOOKS = """(() => {
  window.heard = [];
  const names = { 150: 'lay', 310: 'turn', 196: 'refused', 523: 'won' };
  window.OscillatorNode = class extends OscillatorNode {
    constructor(context, options) {
      super(context, options);
      window.heard.push(names[options.frequency] ?? 'more');
    }
  };
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.moved += 1;
    return animate.apply(this, how);
  };
})()"""

# the sentence is not cut off: its last letter is what one meets where it stands
_IS_WHOLE = """() => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector('#status .hint > span'));
  const status = document.getElementById('status').getBoundingClientRect();
  const hint = document.querySelector('#status .hint').getBoundingClientRect();
  const { top, bottom, left, right } = text.getBoundingClientRect();
  const isCut = getComputedStyle(document.getElementById('status')).overflow !== 'visible';
  const room = isCut ? status : hint;
  return top >= room.top - 1 && bottom <= room.bottom + 1 && left >= 0 && right <= innerWidth;
}"""
