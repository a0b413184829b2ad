"""What a body has to be before its fields are looked at: JSON that can be read, and says so."""

import re
from collections.abc import Callable, Coroutine

from fastapi import Request, Response
from fastapi.routing import APIRoute

from app.web.api.problems import Trouble

# the types that FastAPI reads as JSON too
_JSON = re.compile(r"application/(?:[\w.-]+\+)?json\s*(?:;.*)?", re.ASCII | re.IGNORECASE)

Handler = Callable[[Request], Coroutine[None, None, Response]]


class JsonRoute(APIRoute):
    """A route that tells a body which is no JSON from JSON which is not what was asked for."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()
        if not self.body_field:
            return handle

        async def handle_json(request: Request) -> Response:
            await _read(request)
            return await handle(request)

        return handle_json


async def _read(request: Request) -> None:
    """The request keeps what was read. Raises Trouble."""
    if not _JSON.fullmatch(request.headers.get("content-type", "")):
        raise Trouble(415, "no-json")
    try:
        await request.json()
    except (ValueError, RecursionError) as no_json:
        raise Trouble(400, "no-json") from no_json
