"""Sends the head and the body of an answer as one packet; knows of HTTP how a head ends."""

import asyncio

_END_OF_HEAD = b"\r\n\r\n"


class JoinedWrites:
    """A transport that can hold back a head until there is more of the answer.

    uvloop sends at once whatever it is given, and an answer is written in two parts: two system
    calls, two packets, and a client that wakes for a head alone.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._more_head = b""
        self._held = b""

    def hold_head(self, lines: bytes) -> None:
        """Holds back the head that is written next, and ends it with these lines of headers.

        Nobody looks through them any more: they must be our own words.
        """
        self._more_head = lines

    def write(self, data: bytes) -> None:
        if self._more_head and data.endswith(_END_OF_HEAD):
            self._held = data[:-2] + self._more_head + data[-2:]
            self._more_head = b""
        # the client may have gone in the meantime
        elif not self._transport.is_closing():
            held, self._held = self._held, b""
            self._transport.write(held + data)

    def send_held(self) -> None:
        """What is still held, because nothing followed."""
        self._more_head = b""
        if self._held:
            self.write(b"")

    def is_closing(self) -> bool:
        # asked with every answer, and the way through __getattr__ costs ten times as much
        return self._transport.is_closing()

    def close(self) -> None:
        self.send_held()
        self._transport.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)
