"""The doors: what every request passes before a route sees it, and is turned away by."""

from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.types import Scope

from app.settings import Settings
from app.web.house import MOST_BYTES
from app.web.limits import Limits, client_key, cost_of
from app.web.press import Action
from app.web.security import Players, came_from_elsewhere, read_key
from app.web.visits import Door, Visit, door_to

MOST_URL = 24 * 1024
"""Bytes: a play without a cookie keeps its log in the address."""

_ONCE = (
    b"authorization",
    b"content-length",
    b"cookie",
    b"host",
    b"origin",
    b"sec-fetch-site",
    b"transfer-encoding",
)
_WITH_COOKIE = frozenset(Door) - {Door.API, Door.EMBED}
_READING = frozenset(("GET", "HEAD", "OPTIONS"))
_PRESSES = (*(f"/{action.value}" for action in Action), "/typed")
# what is not read is not waited for either
_CLOSE = {"Connection": "close"}

Headers = dict[bytes, bytes]


class Doors:
    """On the move path: the headers are gone through once."""

    def __init__(self, settings: Settings, limits: Limits) -> None:
        self._secure = settings.secure_cookies
        self._players = Players(secure=settings.secure_cookies)
        self._limits = limits
        self._names = frozenset(name.lower().encode() for name in settings.allowed_hosts)
        self._is_our_name = lru_cache(maxsize=256)(self._find_name)

    def examine(self, scope: Scope) -> HTTPException | None:
        """Leaves a Visit in the scope; returns what the request is turned away with."""
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        body = int(length) if length.isdigit() and len(length) < 10 else MOST_BYTES + 1
        query, path, client = len(scope["query_string"]), scope["path"], scope["client"]
        is_reading = scope["method"] in _READING
        door = door_to(path)
        has_cookie = door in _WITH_COOKIE
        visit = scope["visit"] = Visit(
            client_key(client[0]) if client else None,
            self._players.read(headers.get(b"cookie", b"")) if has_cookie else _key(door, headers),
            # what brings nothing that a browser adds by itself cannot be forged
            has_cookie and not is_reading and came_from_elsewhere(headers, secure=self._secure),
            is_reading,
            headers.get(b"hx-request") == b"true",
            headers.get(b"accept-encoding", b""),
            self._limits,
            door,
        )
        # what is long is a log, and a log is replayed
        if wait := self._wait(visit, cost_of(min(query + body, MOST_BYTES))):
            return HTTPException(429, headers={"Retry-After": str(wait), **_CLOSE})
        is_ambiguous = len(headers) != len(scope["headers"]) and _is_ambiguous(scope)
        if is_ambiguous or not self._is_our_name(headers.get(b"host", b"")):
            return HTTPException(400, headers=_CLOSE)
        if query + len(path) > MOST_URL:
            return HTTPException(414, headers=_CLOSE)
        # browsers say how long a form is; a body of no known length is none of theirs
        if b"transfer-encoding" in headers or body > MOST_BYTES:
            return HTTPException(411 if b"transfer-encoding" in headers else 413, headers=_CLOSE)
        # a press answers for itself: with the board that it has not changed
        if visit.is_forged and not path.endswith(_PRESSES):
            return HTTPException(403)
        return None

    def _wait(self, visit: Visit, cost: int) -> int:
        if not visit.is_reading:
            return self._limits.wait_for_press(visit.client, visit.token, cost)
        return 0 if visit.door is Door.FILES else self._limits.wait_for_page(visit.client, cost)

    def _find_name(self, host: bytes) -> bool:
        name, _, port = host.lower().rpartition(b":")
        return not self._names or (name if port.isdigit() else host.lower()) in self._names


def _key(door: Door, headers: Headers) -> str | None:
    return read_key(headers.get(b"authorization", b"")) if door is Door.API else None


def _is_ambiguous(scope: Scope) -> bool:
    """Two hosts, lengths or origins: which one a proxy in front has read cannot be known."""
    names = [name for name, _ in scope["headers"]]
    return any(names.count(name) > 1 for name in _ONCE)
