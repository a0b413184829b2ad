"""Answers whose headers are ready: building them anew costs as much as a pile."""

from fastapi import Response
from starlette.types import Receive, Scope, Send

Headers = tuple[tuple[bytes, bytes], ...]

_HTML = (b"content-type", b"text/html; charset=utf-8")
_NO_STORE = (b"cache-control", b"no-store")


class _Ready(Response):
    """HTML that is made for one player."""

    ready: Headers

    def __init__(self, html: bytes, status: int = 200) -> None:
        self.status_code = status
        self.background = None
        self.body = html
        self.raw_headers = [*self.ready, (b"content-length", b"%d" % len(html))]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        headers = self.raw_headers
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


class Fragment(_Ready):
    """An htmx answer."""

    ready: Headers = (_HTML, _NO_STORE, (b"hx-push-url", b"false"))


class Page(_Ready):
    """A whole page."""

    ready: Headers = (_HTML, _NO_STORE, (b"vary", b"HX-Request, Cookie"))
