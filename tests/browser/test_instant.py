"""Moves that never wait for the wire: seen at once, sent in order, settled by the answers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from app.engine import Move
from app.games import GAMES
from app.notation import move_text
from app.play import Play
from app.rules import Kind
from tests.browser.browsing import intercept
from tests.browser.conftest import NewContext, SitDown
from tests.browser.guard import Guard
from tests.browser.hands import DESKTOP, PHONE, Clicks, Hands, Keys, Mouse, Touch
from tests.browser.scripts import log_of, make_press
from tests.browser.server import Server
from tests.browser.table import Box, Point, Table
from tests.browser.test_wins import WINS

pytestmark = pytest.mark.browser

MOVES = "**/move"
GAMES_SEEN = ("klondike", "roman", "bureau", "double-signora")
WAYS: dict[str, Callable[[], Hands]] = {
    "click": Clicks,
    "drag": Mouse,
    "touch": Touch,
    "keys": Keys,
}
ROUND_TRIP = 300
"""Milliseconds."""

# what stands on the table when all that listens to a press has run, in the same task
_WATCH = """card => {
  window.seen = [];
  const look = () => {
    const item = document.getElementById(card).closest('li');
    if (!item.classList.contains('pending')) return;
    const { x, y, width, height } = item.querySelector('.card').getBoundingClientRect();
    window.seen.push([x, y, width, height]);
  };
  for (const name of ['click', 'pointerup']) window.addEventListener(name, look);
}"""


class Wire:
    """Holds what the page sends until it is let go."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        self._is_open = False
        self._page = page
        intercept(page, MOVES, self._on_request)

    def let_go(self) -> None:
        self._is_open = True
        for route in self._held:
            route.continue_()

    def _on_request(self, route: Route) -> None:
        if self._is_open:
            route.continue_()
        else:
            self._held.append(route)


def pending(table: Table) -> set[str]:
    cards = table.page.locator(".pending .card")
    return set(cards.evaluate_all("all => all.map(card => card.id)"))


def choose(table: Table, name: str, value: str) -> None:
    """As the settings do."""
    table.page.evaluate(
        "([name, value]) => { document.documentElement.dataset[name] = value; }", [name, value]
    )


def is_near(one: Box, other: Box) -> bool:
    return abs(one.x - other.x) <= 1 and abs(one.y - other.y) <= 1


@pytest.mark.parametrize("slug", GAMES_SEEN)
@pytest.mark.parametrize("way", WAYS)
def test_a_card_stands_at_its_place_before_the_answer(
    way: str, slug: str, new_context: NewContext, server: Server
) -> None:
    is_touch = way == "touch"
    context = new_context(PHONE if is_touch else DESKTOP, touch=is_touch)
    table = Table(context.new_page(), server.url, slug, 48213).open()
    wire = Wire(table.page)
    lift = table.offer().lifts[0]
    before = table.board()
    table.page.evaluate(_WATCH, lift.id)
    WAYS[way]().move(table, lift, lift.targets[0])
    seen: list[list[float]] = table.page.evaluate("() => window.seen")
    assert seen
    assert table.board() == before
    wire.let_go()
    table.answered(1)
    lies = table.box(f"#{lift.id}")
    assert all(is_near(Box(*one), lies) for one in seen), (seen, lies)
    assert not pending(table)
    assert table.board() == table.fresh_board()


def test_two_moves_that_do_not_touch_are_both_seen_at_once(
    sit_down: SitDown, server: Server
) -> None:
    slug, number, moves, _ = find_moves(lie_apart)
    table = sit_down(slug, number)
    wire = Wire(table.page)
    seen = set()
    for move in moves:
        seen.add(card_of(table, move))
        make_press(table, Clicks(), "move", move)
        assert pending(table) == seen
    wire.let_go()
    table.answered(2)
    assert log_of(server, table) == ".".join(moves)
    assert table.board() == table.fresh_board()


def test_a_press_on_what_a_move_turns_up_is_kept(sit_down: SitDown, server: Server) -> None:
    """A back lies there until the answer: it is pressed, then a target."""
    slug, number, (first, second), _ = find_moves(turns_up)
    table = sit_down(slug, number)
    wire = Wire(table.page)
    spot = middle(table.box(f"#{card_of(table, first)}"))
    make_press(table, Clicks(), "move", first)
    table.page.mouse.click(*spot)
    table.page.mouse.click(*table.grip_of_pile(piles_of(second)[1]))
    assert len(pending(table)) == 1
    wire.let_go()
    table.answered(2)
    assert log_of(server, table) == f"{first}.{second}"
    assert table.board() == table.fresh_board()


@pytest.mark.parametrize("wanted", ["moves_on", "lies_below"])
@pytest.mark.parametrize("way", ["click", "drag"])
def test_a_press_on_a_card_that_waits_is_kept(
    way: str, wanted: str, sit_down: SitDown, server: Server
) -> None:
    """The card that has just been moved, and the one that it lay on."""
    slug, number, (first, second), log = find_moves(
        {"moves_on": moves_on, "lies_below": lies_below}[wanted]
    )
    table = sit_down(slug, number, log)
    wire = Wire(table.page)
    lift = next(one for one in table.offer().lifts if one.run == first_run(first))
    make_press(table, WAYS[way](), "move", first)
    card = lift.id if wanted == "moves_on" else below(table, lift.id)
    pressed = lift._replace(id=card)
    WAYS[way]().move(table, pressed, piles_of(second)[1])
    if way == "drag":
        assert pending(table) == {lift.id, card}
    wire.let_go()
    table.answered(2)
    assert log_of(server, table) == ".".join(filter(None, (log, first, second)))
    assert not pending(table)
    assert table.board() == table.fresh_board()


@pytest.mark.parametrize("way", ["click", "drag"])
def test_a_press_on_a_card_that_a_move_makes_playable_is_kept(
    way: str, sit_down: SitDown, server: Server
) -> None:
    """It lies apart from all that moves, and has no place to go until the answer."""
    *before, first, second = WINS["roman"]["log"].split(".")[:12]
    table = sit_down("roman", WINS["roman"]["number"], ".".join(before))
    version = table.version
    wire = Wire(table.page)
    lift = next(one for one in table.offer().lifts if one.run == first_run(first))
    source, target = piles_of(second)
    idle = table.page.locator(f"#{source} li:last-child .card")
    assert idle.get_attribute("data-targets") is None
    make_press(table, WAYS[way](), "move", first)
    waits = lift._replace(id=str(idle.get_attribute("id")), run=source)
    if way == "drag":
        Mouse().move(table, waits, target)
    else:
        # what lies on top there waits for its answer too
        for spot in (waits.id, target):
            table.page.mouse.click(*middle(table.box(f"#{spot}")))
    assert lift.id in pending(table)
    wire.let_go()
    table.answered(version + 2)
    assert log_of(server, table) == ".".join([*before, first, second])
    assert table.board() == table.fresh_board()


def test_a_kept_press_that_leads_nowhere_is_dropped(sit_down: SitDown) -> None:
    slug, number, (first, _), _ = find_moves(moves_on)
    table = sit_down(slug, number)
    wire = Wire(table.page)
    lift = next(one for one in table.offer().lifts if one.run == first_run(first))
    make_press(table, Mouse(), "move", first)
    # no pile of cards takes a card from the stock's place
    nowhere = next(
        one
        for one in all_piles(table)
        if one[0] == "t" and one not in first and one not in lift.targets
    )
    Mouse().move(table, lift, nowhere)
    assert pending(table) == {lift.id}
    wire.let_go()
    table.answered(1)
    assert not pending(table)
    expect(table.line).to_have_text("")
    assert table.board() == table.fresh_board()


def test_what_is_pressed_after_an_undo_waits_for_it(sit_down: SitDown, server: Server) -> None:
    slug, number, (first, second), _ = find_moves(lie_apart)
    table = sit_down(slug, number)
    wire = Wire(table.page)
    make_press(table, Clicks(), "move", first)
    table.page.keyboard.press("z")
    make_press(table, Clicks(), "move", second)
    assert len(pending(table)) == 1
    wire.let_go()
    table.answered(3)
    assert log_of(server, table) == second
    assert table.board() == table.fresh_board()


def test_twenty_moves_at_a_slow_line_arrive_in_order(sit_down: SitDown, server: Server) -> None:
    table = sit_down("klondike", 48213)
    cdp = table.page.context.new_cdp_session(table.page)
    cdp.send("Network.enable")
    slow = {
        "offline": False,
        "latency": ROUND_TRIP,
        "downloadThroughput": -1,
        "uploadThroughput": -1,
    }
    cdp.send("Network.emulateNetworkConditions", slow)
    made: list[str] = []
    while len(made) < 20:
        run, target = table.page.evaluate(_UNTOUCHED) or ("", "")
        if run and len(made) % 3:
            make_press(table, Clicks(), "move", move := moved(run, target))
        else:
            table.page.keyboard.press(move := "d")
        made.append(move)
    table.answered(20)
    assert log_of(server, table) == ".".join(made)
    assert table.board() == table.fresh_board()


@pytest.mark.parametrize("is_second", [False, True], ids=["alone", "with another"])
def test_a_stale_move_goes_back(*, is_second: bool, sit_down: SitDown, server: Server) -> None:
    """Another tab was quicker: what is made in the belief that it succeeds goes back, too."""
    slug, number, moves, _ = find_moves(lie_apart)
    table = sit_down(slug, number)
    other = sit_down(slug, number, page=table.page.context.new_page())
    Clicks().turn(other)
    other.answered(1)
    table.page.bring_to_front()
    wire = Wire(table.page)
    for move in moves[: 1 + is_second]:
        make_press(table, Clicks(), "move", move)
    assert len(pending(table)) == 1 + is_second
    wire.let_go()
    expect(table.line).to_contain_text("gone on in the meantime")
    table.answered(1)
    assert not pending(table)
    assert log_of(server, table) == "d"
    assert table.board() == table.fresh_board()


def test_a_move_waits_for_the_network_where_it_was_laid(sit_down: SitDown, guard: Guard) -> None:
    guard.expect_failed_requests()
    table = sit_down("klondike", 48213)
    lift = table.offer().lifts[0]
    table.page.context.set_offline(True)
    Clicks().move(table, lift, lift.targets[0])
    expect(table.page.locator("#retry")).to_be_visible()
    assert pending(table) == {lift.id}
    laid = table.box(f"#{lift.id}")
    table.page.context.set_offline(False)
    table.answered(1)
    expect(table.page.locator("#retry")).to_be_hidden()
    assert is_near(laid, table.box(f"#{lift.id}"))
    assert not pending(table)


# ---- what the player may choose


@pytest.mark.parametrize("slug", ["klondike", "bureau"])
def test_a_tap_sends_to_the_best_place(slug: str, sit_down: SitDown, server: Server) -> None:
    table = sit_down(slug, 48213)
    choose(table, "tap", "send")
    wire = Wire(table.page)
    lift = table.offer().lifts[0]
    table.page.mouse.dblclick(*table.grip(f"#{lift.id}"))
    # the second click meets what lay below, and is no press of its own
    assert pending(table) == {lift.id}
    wire.let_go()
    table.answered(1)
    assert log_of(server, table) == moved(lift.run, lift.targets[0])
    expect(table.page.locator(".picked")).to_have_count(0)


def test_a_tap_never_sets_the_rank_of_the_foundations(sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    choose(table, "tap", "send")
    lift = next(one for one in table.offer().lifts if all(t[0] == "f" for t in one.targets))
    table.page.mouse.click(*table.grip(f"#{lift.id}"))
    expect(table.page.locator(f"#{lift.id}")).to_have_attribute("aria-pressed", "true")
    table.page.mouse.click(*table.grip_of_pile(lift.targets[0]))
    table.answered(1)
    expect(table.page.locator(f".foundation #{lift.id}")).to_be_visible()


def test_a_tap_sends_an_ace_to_its_empty_foundation(sit_down: SitDown) -> None:
    slug, number, (first, _), _ = find_moves(starts_foundation)
    table = sit_down(slug, number)
    choose(table, "tap", "send")
    card = card_of(table, first)
    table.page.mouse.click(*table.grip(f"#{card}"))
    table.answered(1)
    expect(table.page.locator(f".foundation #{card}")).to_be_visible()


def test_letters_can_be_switched_off(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    table.page.keyboard.press("d")
    table.answered(1)
    choose(table, "letters", "off")
    table.page.keyboard.press("d")
    table.page.keyboard.press("z")
    table.settled()
    assert table.version == 1
    table.page.keyboard.press("Control+z")
    table.answered(2)
    assert table.moves == 0


# ---- deals in which two moves stand to each other as a test wants it

Pair = Callable[[Play, Move, Move], bool]


def find_moves(wanted: Pair) -> tuple[str, int, list[str], str]:
    """The first deal with such a pair: the moves, and the log that leads there."""
    for number in range(1, 400):
        for slug in GAMES:
            dealt = Play.start(slug, number)
            # a card lies on another's face only after a move
            is_laid = wanted is lies_below
            plays = [dealt.make((one,)) for one in plain_moves(dealt)] if is_laid else [dealt]
            for play in plays:
                if pair := first_pair(play, wanted):
                    texts = [move_text(play.engine, move) for move in pair]
                    return slug, number, texts, play.log
    raise AssertionError("no such deal")


def first_pair(play: Play, wanted: Pair) -> tuple[Move, Move] | None:
    for first in plain_moves(play):
        for second in plain_moves(play.make((first,))):
            if wanted(play, first, second):
                return first, second
    return None


def plain_moves(play: Play) -> list[Move]:
    """Of the tableau alone, which lie where one sees them."""
    engine = play.engine
    return [
        move
        for move in engine.legal_moves(play.position)
        if move != engine.turn and engine.names[move.source].kind is Kind.TABLEAU
    ]


def lie_apart(play: Play, first: Move, second: Move) -> bool:
    piles = {first.source, first.target, second.source, second.target}
    return len(piles) == 4 and second in plain_moves(play) and not leaves_none(play, first)


def turns_up(play: Play, first: Move, second: Move) -> bool:
    pile = play.position.piles[first.source]
    is_hidden = len(pile) > first.cards and play.position.face_down >> pile[-first.cards - 1] & 1
    return bool(is_hidden) and second.source == first.source and second.target != first.target


def moves_on(play: Play, first: Move, second: Move) -> bool:
    """The same cards again, to where they could not come from."""
    is_same = second.source == first.target and second.cards == first.cards
    return (
        is_same
        and second.target != first.source
        and second.cards == 1
        and not leaves_none(play, first)
    )


def lies_below(play: Play, first: Move, second: Move) -> bool:
    pile = play.position.piles[first.source]
    is_open = len(pile) > 1 and not play.position.face_down >> pile[-2] & 1
    is_from_there = second.source == first.source and second.target != first.target
    return first.cards == second.cards == 1 and is_open and is_from_there


def starts_foundation(play: Play, first: Move, second: Move) -> bool:  # noqa: ARG001 - a Pair
    engine = play.engine
    is_known = play.slug.startswith("klondike")
    return is_known and engine.names[first.target].kind is Kind.FOUNDATION


def leaves_none(play: Play, move: Move) -> bool:
    return len(play.position.piles[move.source]) == move.cards


# ---- reading moves, and the page


def piles_of(move: str) -> list[str]:
    return _PILES.findall(move.partition("x")[0])


def first_run(move: str) -> str:
    cards = move.partition("x")[2]
    return piles_of(move)[0] + (f"x{cards}" if cards else "")


def moved(run: str, target: str) -> str:
    source, _, cards = run.partition("x")
    return source + target + (f"x{cards}" if cards else "")


def card_of(table: Table, move: str) -> str:
    return next(one.id for one in table.offer().lifts if one.run == first_run(move))


def below(table: Table, card: str) -> str:
    """The card that this one lies on, as the page says."""
    found: str = table.page.evaluate(
        "id => document.querySelector(`li:has(+ li > #${id}) .card`).id", card
    )
    return found


def all_piles(table: Table) -> list[str]:
    names: list[str] = table.page.locator(".pile").evaluate_all("all => all.map(pile => pile.id)")
    return names


def middle(box: Box) -> Point:
    return Point(box.x + box.width / 2, box.y + box.height / 2)


_PILES = re.compile(r"[a-z][0-9]+")

# a card and a target that no move waits for
_UNTOUCHED = """() => {
  const piles = [...document.querySelectorAll('.pending')].map(item => item.closest('.pile').id);
  const lands = window.landed ??= new Set();
  for (const card of document.querySelectorAll('.card[data-targets]')) {
    const source = card.closest('.pile').id;
    const target = card.dataset.targets.split(' ').find(name => !lands.has(name));
    if (source[0] !== 't' || lands.has(source) || piles.includes(source) || !target) continue;
    lands.add(source).add(target);
    return [card.value, target];
  }
  return null;
}"""
