"""Compresses bodies of more than a packet in one call, with zstd where it is taken, else gzip.

Starlette's middleware does the same for streams too, at half a floor more a move.
"""

import zlib
from functools import lru_cache

import brotli  # type: ignore[import-untyped]  # has no types
from starlette.responses import Response
from starlette.types import Message
from zstandard import STRATEGY_FAST, ZstdCompressionParameters, ZstdCompressor

COMPRESS_ABOVE = 1400
"""Bytes: what fits one packet gains nothing."""
PAGE = 8192
"""Bytes: answers to moves are shorter, pages longer."""
ENCODINGS = ("br", "zstd", "gzip")
"""That something of ours is compressed by; what is made for one request knows the last two."""
_BROTLI_QUALITY = 5
_GZIP = 31
_ZSTD_LEVEL = 1
"""A sixth shorter than level -1 for a few microseconds a page."""
_MOST_HEADERS = 64
"""Accept-Encoding headers that are remembered; browsers send a handful."""

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
        if len(body) <= COMPRESS_ABOVE:
            return message, headers
        kept = []
        for header in headers:
            if header[0] == b"content-encoding":
                return message, headers
            if header[0] != b"content-length":
                kept.append(header)
        if encoding == b"zstd":
            body = (self._of_move if len(body) < PAGE else self._of_page).compress(body)
        else:
            body = _gzip(body)
        kept += [
            (b"content-length", b"%d" % len(body)),
            (b"content-encoding", encoding),
            (b"vary", b"Accept-Encoding"),
        ]
        return {"type": "http.response.body", "body": body}, kept


@lru_cache(maxsize=_MOST_HEADERS)
def encoding_for(accepts: bytes) -> bytes:
    """The encoding that a client takes, the quicker first; empty for none of ours."""
    accepted = accepted_encodings(accepts.decode("latin-1"))
    return b"zstd" if "zstd" in accepted else b"gzip" if "gzip" in accepted else b""


@lru_cache(maxsize=_MOST_HEADERS)
def accepted_encodings(header: str) -> frozenset[str]:
    """Those of ours that an Accept-Encoding header allows; `q=0` forbids, `*` names the rest."""
    weights = dict(map(_weight, header.lower().split(",")))
    rest = weights.get("*", 0.0)
    return frozenset(name for name in ENCODINGS if weights.get(name, rest) > 0)


def _weight(part: str) -> tuple[str, float]:
    name, _, parameter = part.partition(";")
    _, is_weighted, weight = parameter.partition("q=")
    try:
        return name.strip(), float(weight) if is_weighted else 1.0
    except ValueError:
        # a weight that cannot be read: we do without
        return name.strip(), 0.0


def compress_tightly(response: Response, accepts: bytes) -> None:
    """With Brotli, where it is taken: for a page that a first visit begins with.

    A sixth shorter than zstd as other pages have it, for a quarter of a millisecond.
    """
    if "br" not in accepted_encodings(accepts.decode("latin-1")):
        return
    response.body = brotli.compress(response.body, quality=_BROTLI_QUALITY)
    response.headers["Content-Length"] = str(len(response.body))
    response.headers["Content-Encoding"] = "br"
    response.headers.append("Vary", "Accept-Encoding")


def _gzip(body: bytes) -> bytes:
    gzip = zlib.compressobj(1, zlib.DEFLATED, _GZIP)
    return gzip.compress(body) + gzip.flush()
