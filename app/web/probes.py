"""What machines ask of a server: whether it is up, whether it is ready, what it has counted.

Outside all that judges requests, so that no host list or limit stands before them and no statistics
count them. They set no cookie and tell nothing of the inside.
"""

from collections.abc import Awaitable, Callable

from fastapi import Response
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers
from starlette.types import Scope

from app.web.health import Health
from app.web.metrics import Metrics

PROBED = frozenset(("/healthz", "/readyz", "/metrics"))
_HEADERS = {"Cache-Control": "no-store"}
_FROM_A_PROXY = ("x-forwarded-for", "forwarded", "via")

Probe = Callable[[Headers], Awaitable[Response | None]]
"""None: there is nothing for this one to see here."""


class Probes:
    def __init__(self, *, health: Health, metrics: Metrics | None) -> None:
        self._health = health
        self._metrics = metrics
        self._probes: dict[str, Probe] = {
            "/healthz": self._is_up,
            "/readyz": self._is_ready,
            "/metrics": self._figures,
        }

    async def answer(self, scope: Scope) -> Response | None:
        """To a request for one of PROBED."""
        answer = await self._probes[scope["path"]](Headers(scope=scope))
        if answer is not None and scope["method"] not in ("GET", "HEAD"):
            return Response(status_code=405, headers={"Allow": "GET, HEAD"})
        return answer

    async def _is_up(self, _: Headers) -> Response:
        return _said("up", 200)

    async def _is_ready(self, _: Headers) -> Response:
        return _said("ready", 200) if await self._health.is_ready() else _said("not ready", 503)

    async def _figures(self, headers: Headers) -> Response | None:
        # who comes through a proxy is the public, whatever the proxy was told to keep away
        if self._metrics is None or any(name in headers for name in _FROM_A_PROXY):
            return None
        text, content_type = self._metrics.text(headers.get("accept", ""))
        return Response(text, headers=_HEADERS, media_type=content_type)


def _said(status: str, code: int) -> Response:
    return JSONResponse({"status": status}, code, headers=_HEADERS)
