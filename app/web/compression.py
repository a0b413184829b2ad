"""Compresses bodies of more than a packet in one call, with zstd where it is taken, else gzip.

Starlette's middleware does the same for streams too, at half a floor more a move.
"""

import zlib

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from zstandard import ZstdCompressor

COMPRESS_ABOVE = 1400
"""Bytes: what fits one packet gains nothing."""
_GZIP = 31
_ZSTD_LEVEL = -1
"""A fifth longer than level 1 and a third quicker; both fit the same packets."""


class Compression:
    """Plain ASGI; leaves alone what comes in parts or is encoded already."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        # one for all answers, which the event loop makes one at a time: its tables are kept
        self._zstd = ZstdCompressor(level=_ZSTD_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        encoding = _taken(scope) if scope["type"] == "http" else b""
        if not encoding:
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
                if (
                    len(body) > COMPRESS_ABOVE
                    and not message.get("more_body")
                    and not _is_encoded(first)
                ):
                    body = self._zstd.compress(body) if encoding == b"zstd" else _gzip(body)
                    _describe(first, encoding, len(body))
                    message = {"type": "http.response.body", "body": body}
                await send(first)
            await send(message)

        await self._app(scope, receive, send_compressed)


def _taken(scope: Scope) -> bytes:
    """The encoding that the client takes, the quicker first; empty for none of ours."""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            return b"zstd" if b"zstd" in value else b"gzip" if b"gzip" in value else b""
    return b""


def _is_encoded(start: Message) -> bool:
    return any(name == b"content-encoding" for name, _ in start["headers"])


def _gzip(body: bytes) -> bytes:
    gzip = zlib.compressobj(1, zlib.DEFLATED, _GZIP)
    return gzip.compress(body) + gzip.flush()


def _describe(start: Message, encoding: bytes, length: int) -> None:
    headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    headers += [
        (b"content-length", str(length).encode()),
        (b"content-encoding", encoding),
        (b"vary", b"Accept-Encoding"),
    ]
    start["headers"] = headers
