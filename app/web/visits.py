"""What the doors have read of a request, for the routes behind them."""

import re
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from starlette.types import Scope

from app.solver.asking.turns import Asker
from app.web.limits import Limits, cost_of

# a press below an embedded board included, and what is no deal too: that is said in the frame
_EMBED = re.compile(r"/[a-z]+/[a-z0-9-]+/[0-9][^/]*/embed(?:/[a-z-]+)?", re.ASCII)
API = "/api/"


class Door(StrEnum):
    """Which way a request comes in, and so what it may bring along and what its answer allows."""

    SITE = "site"
    """Our own pages, with the player's cookie; no other site may frame them or press in them."""
    API = "api"
    """Programs, from wherever, with a key in a header. Cookies are neither read nor set."""
    EMBED = "embed"
    """A board in a frame of another site's page. It brings nothing along and nothing is kept."""
    PREVIEW = "preview"
    """The picture of a deal, which other sites show with a link to it."""
    FILES = "files"
    """What everybody gets alike: pages of ours load it, also those in a frame without an origin."""


def door_to(path: str) -> Door:
    """The door that an address lies behind."""
    if path.startswith("/static/"):
        return Door.FILES
    if path.startswith(API):
        return Door.API
    if path.endswith("/preview.png"):
        return Door.PREVIEW
    # hardly any address is one: the look for the word is quick
    return Door.EMBED if "/embed" in path and _EMBED.fullmatch(path) else Door.SITE


class Visit(NamedTuple):
    """Who comes, and whether by their own will."""

    client: str | None
    """The key that the client's address is counted under; None: not counted."""
    token: str | None
    """The player's cookie; behind the door for programs the key."""
    is_forged: bool
    """Whether another site's page sent it."""
    is_reading: bool
    """Whether it asks for a page, and presses nothing."""
    is_script: bool
    """Whether our script asks, for less than a page. No other site can have a browser say so."""
    accepts: bytes
    """The encodings that it takes."""
    limits: Limits
    door: Door = Door.SITE

    def may_store_new_game(self) -> bool:
        """Counts one more; False: there were too many for this client, play on from the page."""
        return self.limits.may_store_new_game(self.client)

    def wait_for_preview(self) -> int:
        """Counts one more that is to be drawn; seconds to wait before it is."""
        return self.limits.wait_for_preview(self.client)

    @property
    def asker(self) -> Asker:
        """For whom positions are searched; beyond the rate of their address they are not known."""
        return Asker(self.client or "", partial(self.limits.may_search, self.client))

    def may_mail_message(self) -> bool:
        """Counts one more; False: there were too many from this client."""
        return self.limits.may_mail_message(self.client)

    def may_store_message(self) -> bool:
        """Counts one more, to be mailed or not; False: it is to be refused."""
        return self.limits.may_store_message(self.client)

    def count_replay(self, log: str) -> None:
        """Makes a request that has replayed a log count as the many that it costs."""
        self._count(cost_of(len(log)) - 1)

    def count_list(self, games: int, moves: int) -> None:
        """Makes a page with a list count as the many that it costs; `moves`: of all its games."""
        self._count(games // 20 + moves // 5000)

    def _count(self, cost: int) -> None:
        if not cost:
            return
        # a press may be answered with the whole page too
        if self.is_reading:
            self.limits.wait_for_page(self.client, cost)
        else:
            self.limits.wait_for_press(self.client, None, cost)


def visit_of(scope: Scope) -> Visit:
    """Raises KeyError for what did not come through the doors: it is served nothing."""
    visit: Visit = scope["visit"]
    return visit
