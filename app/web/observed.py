"""Names for requests, and what the log tells of how each one ended."""

import logging
import re
import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address
from itertools import count

from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from app.logs import route_of, shortened

Recorder = Callable[[Scope, int, float], None]
"""Called with the scope, the status and the seconds of an answer."""

_THIS_RUN = secrets.token_hex(4)
_numbers = count()
_WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_access = logging.getLogger("app.access")


def new_name() -> str:
    return f"{_THIS_RUN}{next(_numbers):08x}"


class NamedByProxy:
    """Lets a proxy that is trusted name the request; stands outside what hides its address."""

    def __init__(self, app: ASGIApp, *, is_proxy: Callable[[str], bool]) -> None:
        """`is_proxy`: whether the peer of this address may name the request."""
        self._app = app
        self._is_proxy = is_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] == "http" and client and self._is_proxy(client[0]):
            for name, value in scope["headers"]:
                if name == b"x-request-id" and _WELL_FORMED.fullmatch(value):
                    scope["request_id"] = str(value, "ascii")
        await self._app(scope, receive, send)


def within(networks: Sequence[IPv4Network | IPv6Network]) -> Callable[[str], bool]:
    """Whether an address is in one of them; remembers the last ones, for proxies are few."""

    @lru_cache(maxsize=64)
    def is_within(address: str) -> bool:
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in networks)

    return is_within


class NamedRoute(Route):
    """A plain route that the scope names, as FastAPI's own routes are."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["route"] = self
        await super().handle(scope, receive, send)


def log_access(scope: Scope, status: int, seconds: float) -> None:
    """One line a request: no query, for it may hold a whole game, and no address but its form."""
    client = scope.get("client")
    network = shortened(client[0]) if client else "unknown"
    milliseconds = round(seconds * 1000, 2)
    _access.info(
        "%s %s %d in %s ms for %s",
        scope["method"],
        route_of(scope),
        status,
        milliseconds,
        network,
        extra={"status": status, "ms": milliseconds, "client": network},
    )
