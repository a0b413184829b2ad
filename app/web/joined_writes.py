"""Sends the head and the body of an answer as one packet; knows nothing of HTTP."""

import asyncio


class JoinedWrites:
    """A transport that can hold back what is written until there is more of it.

    uvloop sends at once whatever it is given, and an answer is written in two parts: two system
    calls, two packets, and a client that wakes for a head alone.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._held = b""
        self.is_holding = False

    def write(self, data: bytes) -> None:
        if self.is_holding:
            self._held += data
        # the client may have gone in the meantime
        elif not self._transport.is_closing():
            held, self._held = self._held, b""
            self._transport.write(held + data)

    def send_held(self) -> None:
        """What is still held, because nothing followed."""
        self.is_holding = False
        if self._held:
            self.write(b"")

    def close(self) -> None:
        self.send_held()
        self._transport.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)
