"""HTTP as uvicorn reads it with httptools, and bounds on what one connection may take.

httptools has none of its own: a head may be of any length, and take for ever to come.
"""

import asyncio
import logging
import resource
from http import HTTPStatus
from typing import cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.web.joined_writes import JoinedWrites
from app.web.security import HEADERS

MOST_HEAD = 48 * 1024
"""Bytes of a request before its body: an address as long as the doors let through, and cookies."""
MOST_HEADERS = 100
MOST_PIPELINED = 16
"""Requests that wait for the answer to the one before; browsers send none so."""
SLOWEST_REQUEST = 20.0
"""Seconds that a request may take to come, from the first byte, or the connection, to its end."""
SLOWEST_READER = 30.0
"""Seconds that an answer may wait for a client that does not read it."""

_log = logging.getLogger(__name__)
# uvicorn warns of all that is no request: a client that sends nothing else would fill the log
_log.setLevel(logging.ERROR)


def _most_connections() -> int:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    # each may hold a head and a form, some 110 KB: more would be more memory than a server has
    most = 2_000
    # a hundred files are for the listener, the database, the log
    return most if files == resource.RLIM_INFINITY else max(1, min(most, files - 100))


class TooMuch(Exception):
    """Ends the parsing of a request that is beyond the bounds."""


class BoundedProtocol(HttpToolsProtocol):
    """One connection."""

    opened = 0.0
    """By the clock of the event loop."""
    slowest_request = SLOWEST_REQUEST
    slowest_reader = SLOWEST_READER
    most_connections = _most_connections()

    _deadline: asyncio.TimerHandle | None = None
    _patience: asyncio.TimerHandle | None = None
    _is_in_head = True
    _is_whole = False
    """Whether the newest request has come to its end."""
    _unparsed = 0
    """Bytes that came for a head, what followed it in the same packet included."""
    _refusal = HTTPStatus.BAD_REQUEST

    @property
    def is_at_work(self) -> bool:
        return self._is_whole and not self.cycle.response_complete

    # a Transport is what uvicorn itself says that it gets
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._writes = JoinedWrites(transport)
        super().connection_made(cast(asyncio.Transport, self._writes))
        self.logger = _log
        self.opened = self.loop.time()
        self._deadline = self.loop.call_later(self.slowest_request, transport.abort)
        if len(self.connections) > self.most_connections:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for timer in (self._deadline, self._patience):
            if timer:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        if self._is_in_head:
            self._unparsed += len(data)
        super().data_received(data)
        if self._is_in_head and self._unparsed > MOST_HEAD:
            self._refuse_head()
        self._watch()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_whole = False

    def on_headers_complete(self) -> None:
        if (
            len(self.headers) > MOST_HEADERS
            or len(self.pipeline) > MOST_PIPELINED
            or (self._unparsed > MOST_HEAD and self._head_bytes() > MOST_HEAD)
        ):
            self._refusal = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise TooMuch
        self._is_in_head = False
        # for the gate, which has the whole answer in its hand
        self.scope["writes"] = self._writes  # type: ignore[typeddict-unknown-key]  # ours
        super().on_headers_complete()
        # trailers are read into a list of their own: they say nothing that the head did not
        self.headers = []

    def on_message_complete(self) -> None:
        self._is_whole = True
        # what comes now is the next head, after the rest of this packet
        self._is_in_head = True
        self._unparsed = 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._patience = self.loop.call_later(self.slowest_reader, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._patience:
            self._patience.cancel()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self._patience = self.loop.call_later(self.slowest_reader, self.transport.abort)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - tells less, in fewer words
        """What is not even HTTP is answered here, with the headers that every answer has."""
        if self.transport.is_closing():
            return
        body = f"{self._refusal.phrase}\n".encode()
        lines = [
            f"HTTP/1.1 {self._refusal.value} {self._refusal.phrase}".encode(),
            *(b": ".join(header) for header in (*self.server_state.default_headers, *HEADERS)),
            b"content-type: text/plain; charset=utf-8",
            b"content-length: %d" % len(body),
            b"connection: close",
        ]
        self.transport.write(b"\r\n".join((*lines, b"", body)))
        self.transport.close()

    def _refuse_head(self) -> None:
        is_address = not self.headers
        self._refusal = (
            HTTPStatus.REQUEST_URI_TOO_LONG
            if is_address
            else HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        )
        self.send_400_response("")

    def _head_bytes(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    def _watch(self) -> None:
        """Sets the time by which a request must be whole; nothing that comes of it moves it."""
        if self.is_at_work:
            if self._deadline:
                self._deadline.cancel()
                self._deadline = None
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(self.slowest_request, self.transport.abort)

    def _make_room(self) -> None:
        """Closes the connection that has been open longest of those that ask for nothing now."""
        idle = [
            one
            for one in self.connections
            if isinstance(one, BoundedProtocol) and not one.is_at_work
        ]
        min(idle, key=lambda one: one.opened).transport.abort()
