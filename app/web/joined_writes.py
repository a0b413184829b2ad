"""Sends the head and the body of an answer as one packet; knows nothing of HTTP."""

import asyncio
from collections.abc import Callable


class JoinedWrites:
    """A transport whose writes of one turn of the event loop go out as one.

    uvloop sends at once whatever it is given, and an answer is written in two parts: two system
    calls, two packets, and a client that wakes for a head alone.
    """

    def __init__(self, transport: asyncio.Transport, call_soon: Callable[..., object]) -> None:
        self._transport = transport
        self._call_soon = call_soon
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._call_soon(self._send)
        self._waiting.append(data)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size() + sum(map(len, self._waiting))

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)

    def _send(self) -> None:
        data = b"".join(self._waiting)
        self._waiting.clear()
        # the client may have gone in the meantime
        if data and not self._transport.is_closing():
            self._transport.write(data)
