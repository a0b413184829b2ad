"""How often one may ask, by client address and by player. Answers no one itself."""

import hashlib
import heapq
import math
import time
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address, ip_network
from operator import itemgetter

import limits
from limits.storage import Storage

from app.settings import RateLimitStore, Settings

MOST_KEYS = 20_000
"""Of one rule on one server, some 4 MB: a flood from a million addresses takes no more."""


_HERE = "here"


class Counts(Storage):
    """Counts of one window, which is the same for all keys: it begins and ends by the clock.

    So nothing is timed key by key, and servers that share their counts mean the same window.
    """

    STORAGE_SCHEME: list[str] | None = None
    base_exceptions = ()

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self.here: dict[str, int] = {}
        self.elsewhere: Mapping[str, int] = {}
        """What other servers have counted in this window."""
        self.ends = 0.0
        self._begins = 0.0
        self._clock = clock

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        return self.count(key, expiry, amount)

    def count(self, key: str, expiry: float, amount: int) -> int:
        """As `incr`, which the library wraps to catch what cannot happen here."""
        now = self._clock()
        if not self._begins <= now < self.ends:
            self._begin(now, expiry)
        count = self.here.get(key, 0) + amount
        if count == amount and len(self.here) >= MOST_KEYS:
            self._forget_the_quiet()
        self.here[key] = count
        return count + self.elsewhere.get(key, 0)

    def get(self, key: str) -> int:
        return self.here.get(key, 0) + self.elsewhere.get(key, 0)

    def get_expiry(self, key: str) -> float:  # noqa: ARG002 - one for all keys
        return self.ends

    def check(self) -> bool:
        return True

    def clear(self, key: str) -> None:
        self.here.pop(key, None)

    def reset(self) -> int:
        forgotten = len(self.here)
        self.here.clear()
        self.elsewhere = {}
        return forgotten

    def _begin(self, now: float, expiry: float) -> None:
        self.reset()
        self._begins = now // expiry * expiry
        self.ends = self._begins + expiry

    def _forget_the_quiet(self) -> None:
        # half at once, so that a flood of new keys pays for it once in ten thousand requests
        self.here = dict(heapq.nlargest(MOST_KEYS // 2, self.here.items(), key=itemgetter(1)))


class Rule:
    """One rate, and who has used how much of it."""

    def __init__(
        self,
        name: str,
        rate: str,
        clock: Callable[[], float] = time.time,
        known_as: Callable[[str], str] = str,
    ) -> None:
        """`known_as`: the name that someone is counted under."""
        self.name = name
        self.counts = Counts(clock)
        self._rate = limits.parse(rate)
        self._rate.namespace = name
        self._window = self._rate.get_expiry()
        self._most = self._rate.amount
        self._key = lru_cache(maxsize=4096)(lambda who: self._rate.key_for(known_as(who)))
        self._clock = clock

    @property
    def most(self) -> int:
        return self._rate.amount

    @property
    def seconds(self) -> int:
        """How long it counts before it begins anew."""
        return self._window

    def admits(self, who: str, cost: int = 1) -> bool:
        """Counts `cost` more, as the library's FixedWindowRateLimiter does, but from kept keys."""
        return self.counts.count(self._key(who), self._window, cost) <= self._most

    def seconds_left(self) -> int:
        """Until everyone may ask again, rounded up."""
        return max(1, math.ceil(self.counts.ends - self._clock()))


class Limits:
    """The rules of the house. A client without a key, this machine itself, is under none."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        is_shared = settings.rate_limit_store is RateLimitStore.DATABASE
        rule = partial(Rule, clock=clock, known_as=_anonymous if is_shared else str)
        self._moves = rule("moves", settings.rate_moves)
        self._player_moves = rule("player", settings.rate_player_moves)
        self._pages = rule("pages", settings.rate_pages)
        self._new_games = rule("new", settings.rate_new_games)
        self._previews = rule("previews", settings.rate_previews)
        self._searches = rule("searches", settings.rate_searches)
        self._messages = rule("messages", settings.rate_messages)
        self._held_messages = rule("held", settings.rate_held_messages)

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (
            self._moves,
            self._player_moves,
            self._pages,
            self._new_games,
            self._previews,
            self._searches,
            self._messages,
            self._held_messages,
        )

    def wait_for_press(self, client: str | None, token: str | None, cost: int = 1) -> int:
        """Seconds to wait before a press is taken; 0: it is.

        `cost`: how many it counts as for the address. For the player it is one: who takes back
        a long game key by key does nothing wrong.
        """
        if client and not self._moves.admits(client, cost):
            return self._moves.seconds_left()
        if token and not self._player_moves.admits(token):
            return self._player_moves.seconds_left()
        return 0

    def wait_for_page(self, client: str | None, cost: int = 1) -> int:
        is_admitted = not client or self._pages.admits(client, cost)
        return 0 if is_admitted else self._pages.seconds_left()

    def may_store_new_game(self, client: str | None) -> bool:
        return not client or self._new_games.admits(client)

    def wait_for_preview(self, client: str | None) -> int:
        """Before one more is drawn."""
        is_admitted = not client or self._previews.admits(client)
        return 0 if is_admitted else self._previews.seconds_left()

    def may_search(self, client: str | None) -> bool:
        return not client or self._searches.admits(client)

    def may_mail_message(self, client: str | None) -> bool:
        """For this machine too: nobody writes to us so often."""
        return self._messages.admits(client or _HERE)

    def may_store_message(self, client: str | None) -> bool:
        return self._held_messages.admits(client or _HERE)


def cost_of(replayed: int) -> int:
    """What a request counts as that replays a log of so many characters, in presses.

    A whole game of three hundred moves costs as much as five or six of them.
    """
    return 1 + replayed // 256


@lru_cache(maxsize=4096)
def client_key(host: str) -> str | None:
    """Whom an address stands for: of IPv6 the network of 64 bits that one customer has.

    None for this machine: the operator, or a proxy that TRUSTED_PROXIES does not name and that
    all players would share.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host[:64] or None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return client_key(str(address.ipv4_mapped))
        if not address.is_loopback:
            return str(ip_network((int(address) >> 64 << 64, 64)))
    return None if address.is_loopback else str(address)


@lru_cache(maxsize=4096)
def _anonymous(who: str) -> str:
    """What may leave this process: neither cookie nor address."""
    return hashlib.blake2b(who.encode(), digest_size=16).hexdigest()
