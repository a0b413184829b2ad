"""Which requests go straight to their route, and what they bring along."""

import pytest
from fastapi import Request, Response
from starlette.types import Message, Receive, Scope, Send

from app.web.observed import NamedRoute
from app.web.shortcut import Shortcut


async def _short(request: Request) -> Response:
    return Response(f"{request.scope['route'].path} {request.path_params}")


async def _long(scope: Scope, receive: Receive, send: Send) -> None:
    await Response("the usual way")(scope, receive, send)


GAME = NamedRoute("/{lang}/{slug}", _short, methods=["GET"])
MOVE = NamedRoute("/{lang}/{slug}/{number:deal}/move", _short, methods=["POST"])


@pytest.mark.parametrize(
    ("method", "path", "way"),
    [
        ("GET", "/en/roman", f"{GAME.path} {{'lang': 'en', 'slug': 'roman'}}"),
        ("HEAD", "/en/roman", f"{GAME.path} {{'lang': 'en', 'slug': 'roman'}}"),
        (
            "POST",
            "/fr/bureau/4294967295/move",
            f"{MOVE.path} {{'lang': 'fr', 'slug': 'bureau', 'number': 4294967295}}",
        ),
        ("POST", "/en/roman", "the usual way"),
        ("GET", "/en/about", "the usual way"),
        ("GET", "/en/roman/", "the usual way"),
        ("GET", "/en/roman/rules", "the usual way"),
        ("GET", "/en/roman/5", "the usual way"),
        ("GET", "/en/roman/5/move", "the usual way"),
        ("POST", "/en/roman/05/move", "the usual way"),
        ("POST", "/en/romana/5/move", "the usual way"),
    ],
)
async def test_only_the_routes_of_tables_are_short(method: str, path: str, way: str) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "http", "method": method, "path": path, "headers": []}
    await Shortcut(_long, [GAME, MOVE])(scope, receive, send)
    assert sent[1]["body"].decode() == way
