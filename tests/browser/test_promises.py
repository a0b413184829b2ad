"""What a player counts on: undo, the list of games, and the end of the road."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import follow
from tests.browser.conftest import SitDown
from tests.browser.hands import Clicks
from tests.browser.table import Table

pytestmark = pytest.mark.browser

STUCK = ("klondike-3", 2309, "d.d.d.d.d.t2t5.d.d.d.d.d.d.d.d.d.d.d")
"""One more turn, and a whole pass has shown that nothing can be played."""
SECOND_PASS = ".".join("d" * 53)


def press(table: Table, control: str) -> None:
    version = table.version
    Clicks().press(table, control)
    table.answered(version + 1)


def play_one(table: Table, turn: int) -> None:
    """A move of a card where one is offered, at every third move the stock."""
    offer = table.offer()
    if offer.lifts and turn % 3:
        lift = offer.lifts[turn % len(offer.lifts)]
        Clicks().move(table, lift, lift.targets[0])
    else:
        Clicks().turn(table)
    table.answered(offer.version + 1)


def test_a_left_game_is_listed_and_resumed_with_one_click(sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    for turn in range(30):
        play_one(table, turn)
    board = table.board()
    table.page.keyboard.press("n")
    expect(table.page).not_to_have_url(table.url)
    follow(table.page.get_by_role("link", name="Roman, deal 48213"), table.url)
    assert table.board() == board


def test_bureau_is_undone_and_redone_from_its_second_pass(sit_down: SitDown) -> None:
    table = sit_down("bureau", 48213, SECOND_PASS)
    seen = [table.cards()]
    for turn in range(10):
        play_one(table, turn)
        seen.append(table.cards())
    backwards = []
    while table.can_press("undo"):
        backwards.append(table.cards())
        press(table, "undo")
    backwards.append(table.cards())
    assert len(backwards) == 64
    assert backwards[:11] == seen[::-1]
    forwards = [table.cards()]
    while table.can_press("redo"):
        press(table, "redo")
        forwards.append(table.cards())
    assert forwards == backwards[::-1]


def test_a_dead_end_is_said_at_once_and_undone_to_the_deal(sit_down: SitDown) -> None:
    slug, number, log = STUCK
    deal = sit_down(slug, number).cards()
    table = sit_down(slug, number, log)
    expect(table.ending).to_be_hidden()
    with table.page.expect_response("**/move") as answer:
        Clicks().turn(table)
    assert "No useful move left" in answer.value.text()
    expect(table.ending).to_contain_text("No useful move left")
    for name in ("Undo", "Restart", "New deal"):
        expect(table.ending.get_by_role("button", name=name)).to_be_visible()
    version = table.version
    table.ending.get_by_role("button", name="Undo").click()
    table.answered(version + 1)
    expect(table.ending).to_be_hidden()
    while table.can_press("undo"):
        press(table, "undo")
    assert table.cards() == deal


@pytest.mark.parametrize(("name", "moves"), [("Restart", 0), ("New deal", 0)])
def test_the_ways_out_of_a_dead_end(name: str, moves: int, sit_down: SitDown) -> None:
    slug, number, log = STUCK
    table = sit_down(slug, number, f"{log}.d")
    table.ending.get_by_role("button", name=name).click()
    expect(table.page.locator("#status .moves")).to_have_text("0 moves")
    expect(table.ending).to_be_hidden()
    assert (table.page.url == table.url) == (name == "Restart")
    assert table.moves == moves


def test_a_refilled_column_is_one_step_of_undo(sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    before = table.cards()
    lift = next(lift for lift in table.offer().lifts if lift.source[0] == lift.targets[0][0] == "t")
    Clicks().move(table, lift, lift.targets[0])
    table.answered(1)
    expect(table.page.locator(f"#{lift.source} .card")).to_have_count(1)
    expect(table.page.locator(f"#{lift.targets[0]} .card")).to_have_count(2)
    press(table, "undo")
    assert table.cards() == before
    assert not table.can_press("undo")


def test_sixty_moves_and_sixty_undos(sit_down: SitDown) -> None:
    table = sit_down("athena-1", 48213)
    deal = table.cards()
    for turn in range(60):
        play_one(table, turn)
    assert table.moves == 60
    for _ in range(60):
        press(table, "undo")
    assert table.cards() == deal
    assert table.board() == table.fresh_board()


def test_restart_is_undone_by_going_back(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    for turn in range(5):
        play_one(table, turn)
    cards = table.cards()
    press(table, "restart")
    assert table.moves == 0
    version = table.version
    table.page.get_by_role("button", name="Back to move 5").click()
    table.answered(version + 1)
    assert table.cards() == cards
