"""The game that somebody left to write to us, as far as it may be sent along."""

import re
from typing import NamedTuple
from urllib.parse import parse_qsl

from app.deals import LAST_DEAL
from app.games import GAMES
from app.web.i18n import LANGUAGES
from app.web.press import Action, Press
from app.web.seats import Seats

_DEAL = re.compile(
    rf"/(?:{'|'.join(LANGUAGES)})/([a-z0-9-]+)/([1-9][0-9]{{0,9}})(?:\?(.*))?", re.ASCII
)


class LeftGame(NamedTuple):
    """Read off the address of its page."""

    slug: str
    number: int
    carried: Press | None
    """With the log, where the address keeps it."""


class SentGame(NamedTuple):
    """What goes with the message, so that we can replay what its writer saw."""

    slug: str
    number: int
    log: str
    ply: int
    version: int


def left_game(page: str) -> LeftGame | None:
    """None if it is not the address of a deal, whatever else it may be."""
    found = _DEAL.fullmatch(page)
    if not found or found[1] not in GAMES or int(found[2]) > LAST_DEAL:
        return None
    try:
        query = dict(parse_qsl(found[3] or "", max_num_fields=5))
        carried = Press.read(Action.UNDO, {"version": "0", **query}) if "log" in query else None
    except ValueError:
        carried = None
    return LeftGame(found[1], int(found[2]), carried)


async def sent_game(seats: Seats, token: str | None, left: LeftGame) -> SentGame:
    """The player's own play of it, else what the address tells, else the deal alone.

    Raises StoreUnavailable.
    """
    try:
        seat = await seats.take(token, left.slug, left.number, left.carried)
    except ValueError:
        # no log of this game: the deal may help all the same
        seat = await seats.take(token, left.slug, left.number)
    return SentGame(left.slug, left.number, seat.play.log, seat.play.ply, seat.version)
