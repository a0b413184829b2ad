"""The doors: what every request passes before a route sees it, and is turned away by."""

from functools import lru_cache

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from app.settings import Settings
from app.web.faults import fault_page
from app.web.house import MOST_BYTES
from app.web.limits import Limits, client_key, cost_of
from app.web.press import Action
from app.web.security import Players, came_from_elsewhere
from app.web.visits import Visit

MOST_URL = 24 * 1024
"""Bytes: a play without a cookie keeps its log in the address."""

_READ = frozenset(
    (b"content-length", b"cookie", b"host", b"origin", b"sec-fetch-site", b"transfer-encoding")
)
_READING = frozenset(("GET", "HEAD", "OPTIONS"))
_PRESSES = tuple(f"/{action.value}" for action in Action)
# what is not read is not waited for either
_CLOSE = {"Connection": "close"}

Headers = dict[bytes, bytes]


class Doors:
    """Plain ASGI: it stands on the move path, so the headers are gone through once."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self._app = app
        self._secure = settings.secure_cookies
        self._players = Players(secure=settings.secure_cookies)
        self._limits = limits
        self._names = frozenset(name.lower().encode() for name in settings.allowed_hosts)
        self._is_our_name = lru_cache(maxsize=256)(self._find_name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        fault = self._examine(scope) if scope["type"] == "http" else None
        if fault is None:
            await self._app(scope, receive, send)
        else:
            answer = await fault_page(Request(scope), fault)
            await answer(scope, receive, send)

    def _examine(self, scope: Scope) -> HTTPException | None:
        """Leaves a Visit in the scope; returns what the request is turned away with."""
        named = [pair for pair in scope["headers"] if pair[0] in _READ]
        headers = dict(named)
        client = scope["client"]
        is_reading = scope["method"] in _READING
        visit = scope["visit"] = Visit(
            client_key(client[0]) if client else None,
            self._players.read(headers.get(b"cookie", b"")),
            not is_reading and came_from_elsewhere(headers, secure=self._secure),
            is_reading,
            self._limits,
        )
        return (
            self._too_often(scope, visit, _cost(scope, headers), is_reading=is_reading)
            or self._not_for_us(headers, is_ambiguous=len(headers) != len(named))
            or _too_large(scope, headers)
            or _forged(scope, visit)
        )

    def _too_often(
        self, scope: Scope, visit: Visit, cost: int, *, is_reading: bool
    ) -> HTTPException | None:
        if not is_reading:
            wait = self._limits.wait_for_press(visit.client, visit.token, cost)
        elif scope["path"].startswith("/static/"):
            return None
        else:
            wait = self._limits.wait_for_page(visit.client, cost)
        return HTTPException(429, headers={"Retry-After": str(wait), **_CLOSE}) if wait else None

    def _not_for_us(self, headers: Headers, *, is_ambiguous: bool) -> HTTPException | None:
        # two hosts, lengths or origins: which one a proxy in front has read cannot be known
        if is_ambiguous or not self._is_our_name(headers.get(b"host", b"")):
            return HTTPException(400, headers=_CLOSE)
        return None

    def _find_name(self, host: bytes) -> bool:
        name, _, port = host.lower().rpartition(b":")
        return not self._names or (name if port.isdigit() else host.lower()) in self._names


def _cost(scope: Scope, headers: Headers) -> int:
    # what is long is a log, and a log is replayed
    length = headers.get(b"content-length", b"0")
    # with leading zeros it may be a long number, and is still read
    written = int(length) if length.isdigit() and len(length) < 10 else 0
    return cost_of(min(len(scope["query_string"]) + written, MOST_BYTES))


def _too_large(scope: Scope, headers: Headers) -> HTTPException | None:
    if len(scope["query_string"]) + len(scope["path"]) > MOST_URL:
        return HTTPException(414, headers=_CLOSE)
    if b"transfer-encoding" in headers:
        # browsers say how long a form is; a body of no known length is none of theirs
        return HTTPException(411, headers=_CLOSE)
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 9:
        return HTTPException(413, headers=_CLOSE)
    return HTTPException(413, headers=_CLOSE) if int(length) > MOST_BYTES else None


def _forged(scope: Scope, visit: Visit) -> HTTPException | None:
    # a press answers for itself: with the board that it has not changed
    if visit.is_forged and not scope["path"].endswith(_PRESSES):
        return HTTPException(403)
    return None
