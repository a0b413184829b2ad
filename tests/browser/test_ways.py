"""Each game by each way: what is on the table is what the server would show, move after move."""

import random
from collections.abc import Callable

import pytest

from app.games import GAMES
from tests.browser.conftest import NewContext
from tests.browser.hands import DESKTOP, PHONE, Clicks, Forms, Hands, Keys, Mouse, Touch
from tests.browser.server import Server
from tests.browser.table import Offer, Table

pytestmark = pytest.mark.browser

WAYS: dict[str, Callable[[], Hands]] = {
    "click": Clicks,
    "drag": Mouse,
    "touch": Touch,
    "keys": Keys,
    "forms": Forms,
}
each_game = pytest.mark.parametrize("slug", GAMES)
each_way = pytest.mark.parametrize("way", WAYS)


@each_game
@each_way
def test_ten_moves(slug: str, way: str, new_context: NewContext, server: Server) -> None:
    play(slug, way, new_context, server, moves=10)


@pytest.mark.soak
@each_game
@each_way
def test_fifty_moves(slug: str, way: str, new_context: NewContext, server: Server) -> None:
    play(slug, way, new_context, server, moves=50)


def play(slug: str, way: str, new_context: NewContext, server: Server, moves: int) -> None:
    chance = random.Random(f"{slug} by {way}")
    is_touch = way == "touch"
    has_script = way != "forms"
    context = new_context(PHONE if is_touch else DESKTOP, touch=is_touch, script=has_script)
    number = chance.randrange(1, 2**32)
    table = Table(context.new_page(), server.url, slug, number, has_script=has_script).open()
    hands = WAYS[way]()
    for _ in range(moves):
        offer = table.offer()
        any_press(table, offer, hands, chance)
        table.answered(offer.version + 1)
        assert table.board() == table.fresh_board()


def any_press(table: Table, offer: Offer, hands: Hands, chance: random.Random) -> None:
    """One press of those that the page offers: mostly moves of cards."""
    if "undo" in offer.controls and chance.random() < 0.15:
        hands.press(table, "undo")
    elif "redo" in offer.controls and chance.random() < 0.3:
        hands.press(table, "redo")
    elif "up" in offer.controls and chance.random() < 0.2:
        hands.press(table, "up")
    elif offer.lifts and not (offer.can_turn and chance.random() < 0.35):
        lift = chance.choice(offer.lifts)
        hands.move(table, lift, chance.choice(lift.targets))
    elif offer.can_turn:
        hands.turn(table)
    else:
        hands.press(table, "undo")
