"""The way past the framework for what nearly all requests are: presses, and the pages of tables."""

import re
from collections.abc import Sequence

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.games import GAMES
from app.web.observed import NamedRoute

_ADDRESS = re.compile(r"/([a-z]+)/([a-z0-9-]+)(?:/([1-9][0-9]{0,9})(/[a-z-]+)?)?", re.ASCII)
_DEAL = "/{lang}/{slug}/{number:deal}"


class Shortcut:
    """Takes a request for a game, or below a deal, straight to its route.

    The framework asks its routes one after the other: a third of the page of a game.

    Plain ASGI, the innermost layer of our own; what none of `routes` is for goes the usual way.
    """

    def __init__(self, app: ASGIApp, routes: Sequence[NamedRoute]) -> None:
        self._app = app
        self._routes = {
            (method, _below_deal(route.path)): route
            for route in routes
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" else None
        route = None
        # other pages stand where games do
        if found and found[2] in GAMES:
            below = found[4] or "" if found[3] else None
            route = self._routes.get((scope["method"], below))
        if found is None or route is None:
            await self._app(scope, receive, send)
            return
        scope["route"] = route
        scope["path_params"] = {"lang": found[1], "slug": found[2]}
        if number := found[3]:
            scope["path_params"]["number"] = int(number)
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


def _below_deal(path: str) -> str | None:
    """What follows the deal in the address of a route; None for the page of a game."""
    return path.removeprefix(_DEAL) if path.startswith(_DEAL) else None
