"""Compresses what is worth it, in one call: bodies of more than a packet, for those who take gzip.

Starlette's middleware does the same for streams too, at half a floor more a move.
"""

import zlib

from starlette.types import ASGIApp, Message, Receive, Scope, Send

COMPRESS_ABOVE = 1400
"""Bytes: what fits one packet gains nothing."""
_LEVEL = 1
_SMALL = 8192
"""Bytes up to which a window of 4 KB packs as well: zlib then clears a tenth of the memory."""


class Compression:
    """Plain ASGI; leaves alone what comes in parts or is encoded already."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _takes_gzip(scope):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                first, start = start, None
                body: bytes = message.get("body", b"")
                if len(body) > COMPRESS_ABOVE and not message.get("more_body"):
                    body = _compressed(first, body)
                    message = {"type": "http.response.body", "body": body}
                await send(first)
            await send(message)

        await self._app(scope, receive, send_compressed)


def _compressed(start: Message, body: bytes) -> bytes:
    """The body to send, the headers of `start` changed to match."""
    headers: list[tuple[bytes, bytes]] = start["headers"]
    if any(name == b"content-encoding" for name, _ in headers):
        return body
    window, memory = (12, 5) if len(body) <= _SMALL else (15, 8)
    gzip = zlib.compressobj(_LEVEL, zlib.DEFLATED, 16 + window, memory)
    packed = gzip.compress(body) + gzip.flush()
    start["headers"] = [(name, value) for name, value in headers if name != b"content-length"] + [
        (b"content-length", str(len(packed)).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"Accept-Encoding"),
    ]
    return packed


def _takes_gzip(scope: Scope) -> bool:
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])
