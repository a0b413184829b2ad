"""Whole games, from the deal to the last card, as the player sees them end."""

import json
from pathlib import Path
from typing import TypedDict, cast

import pytest
from playwright.sync_api import expect

from app.notation import split_log
from tests.browser.conftest import NewContext, SitDown, give_cookie
from tests.browser.hands import Clicks, Forms, Hands
from tests.browser.scripts import make_press
from tests.browser.server import Server
from tests.browser.table import Table, player_of

pytestmark = pytest.mark.browser


class Won(TypedDict):
    number: int
    log: str


WINS = cast(
    dict[str, Won], json.loads((Path(__file__).parent.parent / "golden/wins.json").read_text())
)


def make(table: Table, hands: Hands, move: str) -> None:
    """Presses what makes one move of a log."""
    table.answered(make_press(table, hands, "move", move))


@pytest.mark.parametrize("slug", ["roman", "bureau", "klondike"])
def test_a_whole_game_is_won(
    slug: str, sit_down: SitDown, new_context: NewContext, server: Server
) -> None:
    won = WINS[slug]
    table = sit_down(slug, won["number"])
    page = table.page
    moves = won["log"].replace("-", ".").split(".")
    for move in moves[:-1]:
        make(table, Clicks(), move)
    expect(table.ending).to_be_hidden()
    make(table, Clicks(), moves[-1])
    expect(table.ending).to_be_visible()
    expect(table.ending).to_contain_text("Won!")
    expect(table.ending).to_contain_text(f"{len(moves)} moves in ")
    expect(page.locator("#live")).to_contain_text("Won!")
    assert table.board() == table.fresh_board()
    _assert_one_win(server, table, len(moves))
    page.get_by_role("link", name="Next deal").click()
    page.wait_for_url(f"**/en/{slug}/{won['number'] + 1}")
    page.go_back()
    table.settled()

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.ending.get_by_role("link", name="Copy link").click()
    expect(page.locator("#live")).to_have_text("Link copied.")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == table.url
    friend = Table(new_context().new_page(), server.url, slug, won["number"]).open()

    version = table.version
    page.get_by_role("button", name="Same deal again").click()
    table.answered(version + 1)
    expect(table.ending).to_be_hidden()
    assert table.cards() == friend.cards()
    make(table, Clicks(), moves[0])

    # brought back and won again: still one win
    version = table.version
    table.control("undo").click()
    table.answered(version + 1)
    for _ in range(2):
        make(table, Clicks(), moves[0])
        version = table.version
        table.control("undo").click()
        table.answered(version + 1)
    _assert_one_win(server, table, len(moves))


def test_a_game_is_won_without_javascript(new_context: NewContext, server: Server) -> None:
    won = WINS["klondike"]
    context = new_context(script=False)
    page = context.new_page()
    steps = split_log(won["log"])
    give_cookie(page, server)
    table = Table(page, server.url, "klondike", won["number"], has_script=False)
    table.open(".".join(steps[:-6]))
    for step in steps[-6:]:
        for move in step.split("-"):
            make(table, Forms(), move)
    moves = len(won["log"].replace("-", ".").split("."))
    expect(table.ending).to_contain_text(f"{moves} moves in ")
    expect(page).to_have_url(table.url)
    _assert_one_win(server, table, moves)
    with page.expect_navigation():
        page.get_by_role("button", name="Same deal again").click()
    expect(table.ending).to_be_hidden()
    assert table.moves == 0


def _assert_one_win(server: Server, table: Table, moves: int) -> None:
    wins = server.rows(
        "SELECT moves FROM wins WHERE player = ? AND slug = ? AND number = ?",
        player_of(table.page.context),
        table.slug,
        table.number,
    )
    assert wins == [(moves,)]
