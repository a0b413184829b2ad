"""The way past the framework for what nearly all requests are: presses, and the pages of deals."""

import re
from collections.abc import Sequence

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.observed import NamedRoute

_ADDRESS = re.compile(r"/([a-z]+)/([a-z0-9-]+)/([1-9][0-9]{0,9})(/[a-z-]+)?", re.ASCII)
_PREFIX = "/{lang}/{slug}/{number:deal}"


class Shortcut:
    """Takes a request below a deal past the framework's layers and routing straight to its route.

    Plain ASGI, the innermost layer of our own; what none of `routes` is for goes the usual way.
    """

    def __init__(self, app: ASGIApp, routes: Sequence[NamedRoute]) -> None:
        self._app = app
        self._routes = {
            (method, route.path.removeprefix(_PREFIX)): route
            for route in routes
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" else None
        route = self._routes.get((scope["method"], found[4] or "")) if found else None
        if found is None or route is None:
            await self._app(scope, receive, send)
            return
        scope["route"] = route
        scope["path_params"] = {"lang": found[1], "slug": found[2], "number": int(found[3])}
        try:
            await route.app(scope, receive, send)
        except Exception as fault:
            handlers = scope["app"].exception_handlers
            expected = next(kind for kind in type(fault).__mro__ if kind in handlers)
            answer = await handlers[expected](Request(scope), fault)
            await answer(scope, receive, send)
            if expected is Exception:
                # for the log, as the framework does it
                raise
