"""Cards fly to where they come to lie, block nothing, and are still where nobody wants motion."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.games import GAMES
from app.notation import split_log
from app.web.i18n import catalog, court_prefix
from tests.browser.conftest import NewContext, give_cookie
from tests.browser.hands import Clicks
from tests.browser.scripts import make_press
from tests.browser.server import Server
from tests.browser.table import Point, Table
from tests.browser.test_instant import Wire
from tests.browser.test_ways import any_press
from tests.browser.test_wins import WINS

pytestmark = pytest.mark.browser

MOVES = 30
MANY_MOVES = 200
LONGEST_DEAL = 900
"""Milliseconds."""

# keeps books of all that is set in motion, by script or by style sheet
_BOOKS = """() => {
  window.flown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const flight = animate.call(this, frames, options);
    const { delay, duration } = flight.effect.getTiming();
    const card = this.querySelector('.card')?.id ?? '';
    const isGhost = !card;
    const canLift = isGhost && Boolean(this.getAttribute('name'));
    const what = Object.keys(frames);
    window.flown.push({ card, what, ends: delay + duration, isGhost, canLift });
    return flight;
  };
  document.addEventListener('transitionrun', ({ propertyName }) => {
    window.flown.push({ card: '', what: [propertyName], ends: 0, isGhost: false });
  });
}"""

_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifts.push(one.value);
  }).observe({ type: 'layout-shift', buffered: true });
}"""

# where an element lies, wherever it is drawn at this moment: the middle of what shows of it
_REST = """selector => {
  const element = document.querySelector(selector);
  const item = element.closest('li');
  const own = (item ? item.parentNode : element).getBoundingClientRect();
  if (!item) return [own.x + own.width / 2, own.y + own.height / 2];
  const next = item.nextElementSibling;
  const part = (size, step) => (step > 0 && step < size ? step / 2 : size / 2);
  const { offsetLeft: x, offsetTop: y } = item;
  return [
    own.x + x + part(element.offsetWidth, next ? next.offsetLeft - x : 0),
    own.y + y + part(element.offsetHeight, next ? next.offsetTop - y : 0),
  ];
}"""


class Hasty(Clicks):
    """Presses where a card lies, and does not wait until it has arrived there."""

    def _click(self, table: Table, point: Point) -> None:
        table.page.mouse.click(*point)


class MovingTable(Table):
    """A table whose cards may be in flight."""

    def grip(self, selector: str) -> Point:
        x, y = self.page.evaluate(_REST, selector)
        return Point(x, y)


def sit(new_context: NewContext, server: Server, slug: str, number: int) -> MovingTable:
    page = new_context(motion=True).new_page()
    page.add_init_script(f"({_BOOKS})();({_SHIFTS})()")
    return MovingTable(page, server.url, slug, number)


def flown(page: Page) -> list[dict[str, Any]]:
    """What has been set in motion since this was asked last."""
    found: list[dict[str, Any]] = page.evaluate("() => window.flown.splice(0)")
    return found


def cards_flown(page: Page) -> set[str]:
    return {one["card"] for one in flown(page) if one["card"]}


def end_flights(page: Page) -> None:
    """And waits until that is noticed."""
    page.evaluate(
        "() => { for (const one of document.getAnimations()) one.finish();"
        " return new Promise(requestAnimationFrame); }"
    )


# ---- the board is the server's, whatever flies


@pytest.mark.parametrize("slug", ["klondike-3", "roman", "double-signora"])
def test_thirty_moves_in_mid_flight(slug: str, new_context: NewContext, server: Server) -> None:
    play(slug, new_context, server, MOVES)


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_two_hundred_moves_in_mid_flight(
    slug: str, new_context: NewContext, server: Server
) -> None:
    play(slug, new_context, server, MANY_MOVES)


def play(slug: str, new_context: NewContext, server: Server, moves: int) -> None:
    chance = random.Random(f"{slug} in flight")
    table = sit(new_context, server, slug, chance.randrange(1, 2**32))
    table.open()
    for _ in range(moves):
        offer = table.offer()
        any_press(table, offer, Hasty(), chance)
        table.answered(offer.version + 1)
        assert table.board() == table.fresh_board()
    kinds = {what for one in flown(table.page) for what in one["what"]}
    assert kinds == {"transform"}
    end_flights(table.page)
    expect(table.page.locator(".flying, .pending, .ghosts > *")).to_have_count(0)


def test_nothing_shifts_in_fifty_moves(new_context: NewContext, server: Server) -> None:
    table = sit(new_context, server, "roman", 48213)
    table.open()
    chance = random.Random(50)
    for _ in range(50):
        offer = table.offer()
        any_press(table, offer, Hasty(), chance)
        table.answered(offer.version + 1)
    assert sum(table.page.evaluate("() => window.shifts")) == 0


def test_a_card_in_flight_is_pressed_where_it_lies(new_context: NewContext, server: Server) -> None:
    table = sit(new_context, server, "bureau", 48213)
    table.open()
    page = table.page
    end_flights(page)
    page.keyboard.press("d")
    table.answered(1)
    page.evaluate("() => document.getAnimations().forEach(one => one.pause())")
    lift = next(one for one in table.offer().lifts if one.source == "w1")
    expect(page.locator(".flying").locator(f"#{lift.id}")).to_have_count(1)
    page.mouse.click(*table.grip(f"#{lift.id}"))
    expect(page.locator(f"#{lift.id}")).to_have_attribute("aria-pressed", "true")


def test_the_stock_is_turned_while_cards_fly_over_it(
    new_context: NewContext, server: Server
) -> None:
    table = sit(new_context, server, "bureau", 48213)
    table.open()
    table.page.evaluate("() => document.getAnimations().forEach(one => { one.currentTime = 0; })")
    table.page.mouse.click(*table.grip(".pile.stock > .place"))
    table.answered(1)
    assert table.board() == table.fresh_board()


# ---- what flies, and what does not


def test_every_card_that_changes_place_flies(new_context: NewContext, server: Server) -> None:
    table = sit(new_context, server, "roman", 48213)
    table.open()
    page = table.page
    end_flights(page)
    flown(page)
    lift = next(one for one in table.offer().lifts if one.source[0] == one.targets[0][0] == "t")
    wire = Wire(page)
    Hasty().move(table, lift, lift.targets[0])
    assert cards_flown(page) == {lift.id}
    wire.let_go()
    table.answered(1)
    refill = page.locator(f"#{lift.source} .card").get_attribute("id")
    assert refill in cards_flown(page)
    for version, key in enumerate(("d", "z", "z", "Shift+Z", "Shift+N"), 2):
        before = table.cards()
        page.keyboard.press(key)
        table.answered(version)
        assert table.cards() != before
        moved = flown(page)
        assert moved
        # what is shown of a card that has gone is nothing to pick up
        assert not [one for one in moved if one.get("canLift")]
    assert table.board() == table.fresh_board()


def test_a_refused_move_is_shaken(new_context: NewContext, server: Server) -> None:
    table = sit(new_context, server, "klondike", 48213)
    table.open()
    other = Table(table.page.context.new_page(), server.url, "klondike", 48213).open()
    other.page.keyboard.press("d")
    other.answered(1)
    table.page.bring_to_front()
    end_flights(table.page)
    lift = table.offer().lifts[0]
    flown(table.page)
    wire = Wire(table.page)
    Hasty().move(table, lift, lift.targets[0])
    end_flights(table.page)
    wire.let_go()
    table.answered(1)
    way = [one for one in flown(table.page) if one["card"] == lift.id]
    # there, back, and the nudge
    assert len(way) == 3
    end_flights(table.page)
    assert table.board() == table.fresh_board()


@pytest.mark.parametrize("by", ["system", "choice"])
def test_nothing_moves_where_that_is_not_wanted(
    by: str, new_context: NewContext, server: Server
) -> None:
    page = new_context(motion=by == "choice").new_page()
    page.add_init_script(f"({_BOOKS})()")
    table = Table(page, server.url, "roman", 48213).open()
    if by == "choice":
        choose_motion(page, "off")
        end_flights(page)
        flown(page)
    lift = table.offer().lifts[0]
    Clicks().move(table, lift, lift.targets[0])
    table.answered(1)
    for version, key in enumerate(("d", "z", "Shift+Z", "Shift+N"), 2):
        page.keyboard.press(key)
        table.answered(version)
    assert flown(page) == []
    if by == "system":
        # the player's own choice has the last word
        choose_motion(page, "on")
        page.keyboard.press("d")
        table.answered(6)
        assert flown(page)


def choose_motion(page: Page, value: str) -> None:
    page.evaluate("value => { document.documentElement.dataset.motion = value; }", value)


# ---- a deal


def test_a_new_deal_is_dealt_out_and_any_press_ends_it(
    new_context: NewContext, server: Server
) -> None:
    table = sit(new_context, server, "double-signora", 48213)
    table.open()
    page = table.page
    dealt = flown(page)
    assert max(one["ends"] for one in dealt) > LONGEST_DEAL / 2
    lying = page.locator(".pile li").count()
    # what lies at the stock's own place has no way to go
    assert lying - 4 <= len(dealt) <= lying
    assert max(one["ends"] for one in dealt) <= LONGEST_DEAL
    page.keyboard.press("Tab")
    expect(page.locator(".flying")).to_have_count(0, timeout=100)
    page.reload()
    assert not flown(page)
    page.keyboard.press("d")
    table.answered(1)
    table.open()
    assert not flown(page)


# ---- a win


@pytest.mark.parametrize("end", ["key", "tap"])
@pytest.mark.parametrize(("slug", "lang"), [("klondike", "en"), ("roman", "fr")])
def test_a_win_is_celebrated_until_a_press(
    slug: str, lang: str, end: str, new_context: NewContext, server: Server
) -> None:
    won, _ = WINS[slug], catalog(lang).gettext
    *steps, last = split_log(won["log"])
    *before, move = last.split("-")
    page = new_context(motion=True).new_page()
    page.add_init_script(f"({_BOOKS})()")
    give_cookie(page, server)
    table = Table(page, server.url, slug, won["number"], lang).open(".".join([*steps, *before]))
    end_flights(page)
    make_press(table, Clicks(), "move", move)
    expect(table.ending).to_contain_text(_("Won!"))
    ghosts = page.locator(".ghosts > *")
    ghosts.nth(39).wait_for(state="attached")
    drawn = drawn_symbols(page)
    assert drawn <= known_symbols(page)
    courts = {name[:-2] for name in drawn if name[-2] in "JQK"}
    assert courts == {court_prefix(lang)}
    kinds = {what for one in flown(page) for what in one["what"]}
    assert kinds == {"transform", "opacity"}
    again = table.ending.get_by_role("button", name=_("Same deal again"))
    if end == "key":
        page.keyboard.press("Shift")
    else:
        page.mouse.click(*table.grip("#status"))
    expect(ghosts).to_have_count(0, timeout=100)
    version = table.version
    page.mouse.click(*table.grip(".ending button"))
    expect(again).to_be_hidden()
    assert table.version == version + 1
    end_flights(page)
    assert table.moves == 0
    assert table.board() == table.fresh_board()


def drawn_symbols(page: Page) -> set[str]:
    uses = page.locator(".ghosts use")
    return set(uses.evaluate_all("all => all.map(use => use.getAttribute('href').split('#')[1])"))


def known_symbols(page: Page) -> set[str]:
    sprite = page.evaluate(
        "async () => (await fetch(document.querySelector('.place use, .card use')"
        ".getAttribute('href'))).text()"
    )
    return set(
        page.evaluate(
            "text => [...new DOMParser().parseFromString(text, 'image/svg+xml')"
            ".querySelectorAll('symbol')].map(one => one.id)",
            sprite,
        )
    )
