"""As much HTTP as the proxy and the players need: messages with a length, over streams."""

import asyncio
import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

_LENGTH = re.compile(rb"^content-length: *(\d+)", re.IGNORECASE | re.MULTILINE)


class Message(NamedTuple):
    """A request or an answer as it goes over the line."""

    head: bytes
    body: bytes


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


async def read_message(reader: asyncio.StreamReader, *, has_body: bool = True) -> Message:
    """Raises EOFError where the line ends within it."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = _LENGTH.search(head)
    body = await reader.readexactly(int(length[1])) if length and has_body else b""
    return Message(head, body)


class Client:
    """A browser's line to one server, opened anew after a fault; keeps cookies if it is to.

    No library's client takes a line that is reset at any moment with an OSError each time.
    """

    def __init__(self, url: str, *, patience: float, keeps_cookies: bool) -> None:
        self.cookies: dict[str, str] = {}
        self.patience = patience
        """Seconds after which it gives up waiting for an answer."""
        self._host, _, self._port = url.removeprefix("http://").partition(":")
        self.keeps_cookies = keeps_cookies
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, form: Mapping[str, str], headers: Mapping[str, str]
    ) -> Answer:
        """Raises OSError, TimeoutError among them, or EOFError when no whole answer comes."""
        try:
            async with asyncio.timeout(self.patience):
                answer = _answer(await self._exchange(self._written(method, path, form, headers)))
        except BaseException:
            self.close()
            raise
        if self.keeps_cookies and (given := answer.headers.get("set-cookie")):
            name, _, rest = given.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer

    def close(self) -> None:
        if self._line:
            self._line[1].transport.abort()
            self._line = None

    def _written(
        self, method: str, path: str, form: Mapping[str, str], headers: Mapping[str, str]
    ) -> bytes:
        body = urlencode(form)
        lines = {
            "Host": f"{self._host}:{self._port}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n{body}".encode()

    async def _exchange(self, request: bytes) -> Message:
        if self._line is None:
            self._line = await asyncio.open_connection(self._host, int(self._port))
        reader, writer = self._line
        writer.write(request)
        return await read_message(reader)


def _answer(message: Message) -> Answer:
    first, *lines = message.head.decode("latin-1").rstrip().split("\r\n")
    pairs = (line.partition(": ") for line in lines)
    headers = {name.lower(): value for name, _, value in pairs}
    return Answer(int(first.split()[1]), headers, message.body.decode())
