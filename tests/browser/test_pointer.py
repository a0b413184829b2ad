"""Clicks, taps and drags as hands make them: shaky, quick, and beside the mark."""

import random
import re

import pytest
from playwright.sync_api import Request, expect

from app.games import GAMES
from app.notation import split_log
from tests.browser.conftest import NewContext, SitDown
from tests.browser.hands import PHONE, Clicks, Mouse, Touch
from tests.browser.server import Server
from tests.browser.table import Point, Table
from tests.browser.test_wins import WINS

pytestmark = pytest.mark.browser

FELT = Point(640, 700)
"""Nothing lies there on a desktop's screen when a game has just begun."""
BETWEEN, LEFT, RIGHT = 11, "t4", "t5"
"""A Bureau whose tenth column goes on two others that stand side by side."""
TAKEN_BACK = 49
"""After so many steps of the book's Klondike a card of a foundation could go back to a column."""

_WATCH_MENUS = """() => {
  window.menus = [];
  const note = (event) => setTimeout(() => window.menus.push(event.defaultPrevented));
  document.addEventListener('contextmenu', note);
}"""


def posts(table: Table) -> list[Request]:
    """Fills as the page sends presses."""
    sent: list[Request] = []
    table.page.on("request", lambda one: sent.append(one) if one.method == "POST" else None)
    return sent


def test_a_shaky_double_click_changes_no_order(sit_down: SitDown) -> None:
    """Fifty cards, 4 px of jitter; what it sent to a foundation is undone."""
    chance = random.Random(5)
    seen = 0
    for slug in GAMES:
        table = sit_down(slug, 48213)
        mouse = table.page.mouse
        for card in table.page.locator(".card").evaluate_all("all => all.map(one => one.id)"):
            if seen == 50:
                return
            seen += 1
            before = table.cards()
            offer = table.offer()
            lift = next((lift for lift in offer.lifts if lift.id == card), None)
            goes_up = lift is not None and any(target[0] == "f" for target in lift.targets)
            x, y = table.grip(f"#{card}")
            mouse.click(x, y)
            mouse.click(x + chance.choice((-4, 4)), y + chance.choice((-4, 0, 4)))
            if goes_up:
                table.answered(offer.version + 1)
                table.control("undo").click()
                table.answered(offer.version + 2)
            else:
                table.settled()
                table.page.keyboard.press("Escape")
            assert table.cards() == before
    assert seen == 50


def test_a_double_click_sends_a_card_to_a_foundation(sit_down: SitDown) -> None:
    table = sit_down("roman", 1)
    lift = next(lift for lift in table.offer().lifts if any(t[0] == "f" for t in lift.targets))
    table.page.mouse.dblclick(*table.grip(f"#{lift.id}"))
    table.answered(1)
    expect(table.page.locator(f".foundation #{lift.id}")).to_be_visible()


def test_a_drop_on_felt_sends_nothing(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    sent = posts(table)
    before = table.board()
    lift = table.offer().lifts[0]
    mouse = table.page.mouse
    mouse.move(*table.grip(f"#{lift.id}"))
    mouse.down()
    mouse.move(*FELT, steps=5)
    expect(table.page.locator(".target").first).to_be_attached()
    mouse.up()
    expect(table.page.locator(".picked, .target, .carried")).to_have_count(0)
    assert table.board() == before == table.fresh_board()
    assert not sent


def test_a_click_on_felt_drops_the_selection(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    sent = posts(table)
    lift = table.offer().lifts[0]
    table.page.mouse.click(*table.grip(f"#{lift.id}"))
    expect(table.page.locator(f"#{lift.id}")).to_have_attribute("aria-pressed", "true")
    for target in lift.targets:
        expect(table.page.locator(f"#{target}.target")).to_be_visible()
    table.page.mouse.click(*FELT)
    expect(table.page.locator("[aria-pressed=true], .picked, .target")).to_have_count(0)
    assert not sent


def test_an_illegal_second_click_selects(sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    sent = posts(table)
    lifts = table.offer().lifts
    first, second = next(
        (one, two) for one in lifts for two in lifts if one != two and two.source not in one.targets
    )
    table.page.mouse.click(*table.grip(f"#{first.id}"))
    table.page.mouse.click(*table.grip(f"#{second.id}"))
    expect(table.page.locator(f"#{second.id}")).to_have_attribute("aria-pressed", "true")
    expect(table.page.locator("[aria-pressed=true]")).to_have_count(1)
    table.settled()
    assert not sent


def test_eight_pixels_of_slip_are_still_a_click(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    lift = table.offer().lifts[0]
    x, y = table.grip(f"#{lift.id}")
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 8, y)
    expect(table.page.locator(".carried")).to_have_count(0)
    mouse.up()
    expect(table.page.locator(f"#{lift.id}")).to_have_attribute("aria-pressed", "true")
    mouse.down()
    mouse.move(x + 17, y)
    expect(table.page.locator(".carried")).not_to_have_count(0)
    mouse.up()


@pytest.mark.parametrize(("share", "target"), [(0.35, LEFT), (0.65, RIGHT)])
def test_a_card_dropped_on_two_piles_goes_where_it_covers_more(
    share: float, target: str, sit_down: SitDown
) -> None:
    table = sit_down("bureau", BETWEEN)
    lift = next(one for one in table.offer().lifts if {LEFT, RIGHT} <= {*one.targets})
    card, left, right = (table.box_of_pile(name) for name in (lift.source, LEFT, RIGHT))
    start = table.grip(f"#{lift.id}")
    across = left.x + (right.x - left.x) * share - card.x
    mouse = table.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start.x + across, start.y + left.y - card.y, steps=5)
    for name in lift.targets:
        expect(table.page.locator(f"#{name}.target")).to_be_visible()
    mouse.up()
    table.answered(1)
    expect(table.page.locator(f"#{target} #{lift.id}")).to_be_visible()


@pytest.mark.parametrize("tap", ["select", "send"])
def test_the_top_of_a_foundation_is_picked_and_goes_nowhere_by_itself(
    sit_down: SitDown, tap: str
) -> None:
    won = WINS["klondike"]
    table = sit_down("klondike", won["number"], ".".join(split_log(won["log"])[:TAKEN_BACK]))
    table.page.evaluate("tap => { document.documentElement.dataset.tap = tap; }", tap)
    sent = posts(table)
    lift = next(one for one in table.offer().lifts if one.source[0] == "f")
    x, y = table.grip(f"#{lift.id}")
    card = table.page.locator(f"#{lift.id}")
    table.page.mouse.click(x, y)
    expect(card).to_have_attribute("aria-pressed", "true")
    table.page.keyboard.press("Escape")
    table.page.mouse.dblclick(x, y)
    table.settled()
    assert not sent
    # nor is it kept there: whoever wants it takes it
    table.page.keyboard.press("Escape")
    Clicks().move(table, lift, lift.targets[0])
    expect(table.page.locator(f"#{lift.targets[0]} #{lift.id}")).to_be_visible()


def test_the_browsers_menu_is_left_alone(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    lift = table.offer().lifts[0]
    table.page.evaluate(_WATCH_MENUS)
    for selector in (f"#{lift.id}", ".pile.stock > .place"):
        table.page.mouse.click(*table.grip(selector), button="right")
        table.page.wait_for_function("() => window.menus.length")
        assert table.page.evaluate("() => window.menus.splice(0)") == [False], selector
    expect(table.page.locator(".picked, .carried")).to_have_count(0)
    assert table.version == 0


def test_an_empty_stock_is_turned_over_once_more_or_crossed(sit_down: SitDown) -> None:
    turns = ".".join(["d"] * 52)
    table = sit_down("bureau", 48213, turns)
    mark = table.stock.locator("use")
    expect(mark).to_have_attribute("href", re.compile("#turn$"))
    expect(table.page.locator(".passes")).to_have_text("1 more pass")
    version = table.version
    Clicks().turn(table)
    table.answered(version + 1)
    expect(table.page.locator(".passes")).to_have_text("last pass")

    table = sit_down("bureau", 48214, f"{turns}.d.{turns}")
    expect(mark).to_have_attribute("href", re.compile("#cross$"))
    sent = posts(table)
    Clicks().turn(table)
    table.page.keyboard.press("d")
    table.settled()
    assert not sent


@pytest.mark.parametrize("is_touch", [True, False], ids=["taps", "clicks"])
def test_six_quick_taps_on_the_stock_are_six_cards(
    *, is_touch: bool, new_context: NewContext, server: Server
) -> None:
    context = new_context(PHONE, touch=True) if is_touch else new_context()
    table = Table(context.new_page(), server.url, "bureau", 48213).open()
    hands = Touch() if is_touch else Mouse()
    for _ in range(6):
        hands.turn(table)
    table.answered(6)
    expect(table.page.locator("#w1 .count")).to_have_text("6")
    assert table.board() == table.fresh_board()
