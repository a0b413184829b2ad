"""Presses written down, as a log or as a script, made by somebody's hands."""

from tests.browser.hands import Clicks, Hands
from tests.browser.server import Server
from tests.browser.table import Lift, Offer, Table, player_of


def make_press(table: Table, hands: Hands, action: str, move: str = "") -> int:
    """Makes one press without waiting for its answer; the version that the answer will have."""
    offer = table.offer()
    if action != "move":
        hands.press(table, action)
    elif move == "d":
        hands.turn(table)
    else:
        hands.move(table, *_chosen(offer, move))
    return offer.version + 1


def play_any(table: Table) -> None:
    """The first move of a card that the page offers, else a turn of the stock."""
    offer = table.offer()
    if offer.lifts:
        Clicks().move(table, offer.lifts[0], offer.lifts[0].targets[0])
    else:
        Clicks().turn(table)
    table.answered(offer.version + 1)


def log_of(server: Server, table: Table) -> object:
    """What is stored of the game."""
    ((log,),) = server.rows(
        "SELECT log FROM plays WHERE player = ? AND slug = ? AND number = ?",
        player_of(table.page.context),
        table.slug,
        table.number,
    )
    return log


def _chosen(offer: Offer, move: str) -> tuple[Lift, str]:
    for lift in offer.lifts:
        source, _, cards = lift.run.partition("x")
        for target in lift.targets:
            if move == source + target + (f"x{cards}" if cards else ""):
                return lift, target
    raise AssertionError(f"the page does not offer {move}")
