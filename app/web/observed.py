"""Gives each request an id, and tells the log and the metrics how each one ended."""

import logging
import re
import secrets
from asyncio import CancelledError
from collections.abc import Callable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address
from itertools import count
from time import perf_counter

from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.logs import current_request, route_of, shortened

Recorder = Callable[[Scope, int, float], None]
"""Called with the scope, the status and the seconds of an answer."""

_THIS_RUN = secrets.token_hex(4)
_numbers = count()
_WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_log = logging.getLogger(__name__)
_access = logging.getLogger("app.access")


class Observed:
    """Plain ASGI: it stands on the move path."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        is_proxy: Callable[[str], bool],
        recorders: Sequence[Recorder] = (),
    ) -> None:
        """`is_proxy`: whether the peer of this address may name the request."""
        self._app = app
        self._is_proxy = is_proxy
        self._recorders = recorders

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        name = scope["request_id"] = self._name(scope)
        header = (b"x-request-id", name.encode())
        current_request.set(scope)
        began = perf_counter()
        status = 0

        async def send_named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], header]
            await send(message)

        try:
            await self._app(scope, receive, send_named)
        except CancelledError:
            # the server stops, and this client was too slow to send or to read
            if not status:
                await _answer(send_named, 503, (b"retry-after", b"1"))
        except Exception:  # noqa: BLE001  # the player has been told on its way here
            _log.exception("not handled")
            if not status:
                await _answer(send_named, 500)
        for record in self._recorders:
            record(scope, status, perf_counter() - began)

    def _name(self, scope: Scope) -> str:
        client = scope.get("client")
        if client and self._is_proxy(client[0]):
            for name, value in scope["headers"]:
                if name == b"x-request-id" and _WELL_FORMED.fullmatch(value):
                    return str(value, "ascii")
        return f"{_THIS_RUN}{next(_numbers):08x}"


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


async def _answer(send: Send, status: int, *headers: tuple[bytes, bytes]) -> None:
    bare = [(b"content-length", b"0"), (b"connection", b"close"), *headers]
    await send({"type": "http.response.start", "status": status, "headers": bare})
    await send({"type": "http.response.body", "body": b""})
