"""Compresses bodies of more than a packet in one call, with zstd where it is taken, else gzip.

Starlette's middleware does the same for streams too, at half a floor more a move.
"""

import zlib

from starlette.types import Message
from zstandard import STRATEGY_FAST, ZstdCompressionParameters, ZstdCompressor

COMPRESS_ABOVE = 1400
"""Bytes: what fits one packet gains nothing."""
PAGE = 8192
"""Bytes: answers to moves are shorter, pages longer."""
_GZIP = 31
_ZSTD_LEVEL = -1
"""A fifth longer than level 1 and a third quicker; both fit the same packets."""


Headers = list[tuple[bytes, bytes]]


class Compressor:
    def __init__(self) -> None:
        # tables of a few kilobytes: larger ones would push all else out of the processor's cache
        small = ZstdCompressionParameters(
            window_log=12,
            chain_log=6,
            hash_log=10,
            search_log=1,
            min_match=6,
            target_length=1,
            strategy=STRATEGY_FAST,
        )
        self._of_move = ZstdCompressor(compression_params=small)
        self._of_page = ZstdCompressor(level=_ZSTD_LEVEL)

    def compressed(
        self, encoding: bytes, message: Message, headers: Headers
    ) -> tuple[Message, Headers]:
        """The body of a whole answer and its headers; as they are where that gains nothing."""
        body: bytes = message.get("body", b"")
        if len(body) <= COMPRESS_ABOVE or any(name == b"content-encoding" for name, _ in headers):
            return message, headers
        if encoding == b"zstd":
            body = (self._of_move if len(body) < PAGE else self._of_page).compress(body)
        else:
            body = _gzip(body)
        headers = [header for header in headers if header[0] != b"content-length"]
        headers += [
            (b"content-length", str(len(body)).encode()),
            (b"content-encoding", encoding),
            (b"vary", b"Accept-Encoding"),
        ]
        return {"type": "http.response.body", "body": body}, headers


def encoding_for(accepts: bytes) -> bytes:
    """The encoding that a client takes, the quicker first; empty for none of ours."""
    return b"zstd" if b"zstd" in accepts else b"gzip" if b"gzip" in accepts else b""


def _gzip(body: bytes) -> bytes:
    gzip = zlib.compressobj(1, zlib.DEFLATED, _GZIP)
    return gzip.compress(body) + gzip.flush()
