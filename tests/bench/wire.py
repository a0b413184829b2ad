"""As much HTTP as the bench needs, the same over a blocking socket and an asyncio line."""

import gzip
import re
from collections.abc import Mapping
from typing import NamedTuple

import brotli  # type: ignore[import-untyped]  # has no types
from zstandard import ZstdDecompressor

_LENGTH = re.compile(rb"^content-length: *(\d+)", re.IGNORECASE | re.MULTILINE)
_BROWSER = {
    "Host": "127.0.0.1",
    "Connection": "keep-alive",
    "sec-ch-ua-platform": '"Linux"',
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/156.0.0.0 Safari/537.36",
    "Accept": "text/html",
    "sec-ch-ua": '"Chromium";v="156", "Not)A;Brand";v="24"',
    "sec-ch-ua-mobile": "?0",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Dest": "empty",
    "Referer": "http://127.0.0.1/en/roman/48213",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-GB,en-US;q=0.9,en;q=0.8",
}
"""What Chromium sends with everything that its pages ask for; the floor is asked with it, too."""


class Answer(NamedTuple):
    head: bytes
    body: bytes

    @property
    def status(self) -> int:
        return int(self.head.split(b" ", 2)[1])

    def header(self, name: str) -> str:
        """Empty if there is none of the name."""
        found = re.search(rf"^{name}: *([^\r]*)".encode(), self.head, re.IGNORECASE | re.MULTILINE)
        return found[1].decode() if found else ""

    @property
    def text(self) -> str:
        match self.header("content-encoding"):
            case "gzip":
                return gzip.decompress(self.body).decode()
            case "br":
                return str(brotli.decompress(self.body), "utf-8")
            case "zstd":
                return ZstdDecompressor().decompress(self.body).decode()
            case _:
                return self.body.decode()


class Incoming:
    """Puts answers together from what arrives on one line, one after the other."""

    def __init__(self) -> None:
        self._received = b""

    def take(self, received: bytes) -> Answer | None:
        """The answer, once all of it is there."""
        self._received += received
        head, ended, body = self._received.partition(b"\r\n\r\n")
        if not ended:
            return None
        length = _LENGTH.search(head)
        assert length is not None
        if len(body) < int(length[1]):
            return None
        self._received = b""
        return Answer(head, body)


def request(method: str, path: str, headers: Mapping[str, str], body: str = "") -> bytes:
    """In one piece, as browsers send small forms."""
    all_headers = {**_BROWSER, "Content-Length": str(len(body)), **headers}
    lines = [f"{name}: {value}" for name, value in all_headers.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", body]).encode()
