"""The one layer around all: what each request passes coming in, and each answer going out."""

import logging
from asyncio import CancelledError
from collections.abc import Sequence
from time import perf_counter

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.logs import current_request
from app.web.compression import Compressor, encoding_for
from app.web.doors import Doors
from app.web.faults import fault_page
from app.web.joined_writes import JoinedWrites
from app.web.observed import Recorder, new_name
from app.web.probes import PROBED, Probes
from app.web.security import ReadyHeaders, SecurityHeaders
from app.web.visits import visit_of

_log = logging.getLogger(__name__)


class Gate:
    """In: the probes, a name, the doors. Out: security headers, the name, compression, the record.

    Plain ASGI, and one layer for all: each layer of its own would cost a move a tenth of the floor.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        doors: Doors,
        probes: Probes,
        headers: SecurityHeaders,
        recorders: Sequence[Recorder] = (),
    ) -> None:
        self._app = app
        self._doors = doors
        self._probes = probes
        self._headers = headers
        self._recorders = recorders
        # one for all answers, which the event loop makes one at a time: its tables are kept
        self._compressor = Compressor()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"] in PROBED and (told := await self._probes.answer(scope)):
            told.raw_headers.extend(self._headers.of().pairs)
            await told(scope, receive, send)
            return
        began = perf_counter()
        # unless a proxy that may do so has named it
        name = scope["request_id"] = scope.get("request_id") or new_name()
        current_request.set(scope)
        fault = self._doors.examine(scope)
        visit = visit_of(scope)
        is_fragment = visit.is_script and not visit.is_reading
        added = self._headers.of(visit.door, fragment=is_fragment)
        encoding = encoding_for(visit.accepts)
        answer = _Answer(
            send, added, name.encode(), encoding, self._compressor, scope.get("writes")
        )
        try:
            inner = self._app if fault is None else await fault_page(Request(scope), fault)
            await inner(scope, receive, answer.send)
        except CancelledError:
            # the server stops, and this client was too slow to send or to read
            await answer.end(503, (b"retry-after", b"1"))
        except Exception:  # noqa: BLE001  # the player has been told on its way here
            _log.exception("not handled")
            await answer.end(500)
        for record in self._recorders:
            record(scope, answer.status, perf_counter() - began)


class _Answer:
    """One answer on its way out."""

    __slots__ = (
        "_added",
        "_compressor",
        "_encoding",
        "_name",
        "_send",
        "_start",
        "_writes",
        "status",
    )

    def __init__(
        self,
        send: Send,
        added: ReadyHeaders,
        name: bytes,
        encoding: bytes,
        compressor: Compressor,
        writes: JoinedWrites | None,
    ) -> None:
        self._send = send
        self._writes = writes
        self._added = added
        self._name = name
        self._encoding = encoding
        self._compressor = compressor
        self._start: Message | None = None
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            # the length of the body decides whether it is compressed
            self._start = message
            return
        if start := self._start:
            self._start = None
            self.status = start["status"]
            headers = start["headers"]
            if self._encoding and not message.get("more_body"):
                message, headers = self._compressor.compressed(self._encoding, message, headers)
            if writes := self._writes:
                # uvicorn looks through each header, also through those that are always the same
                writes.hold_head(b"%bx-request-id: %b\r\n" % (self._added.lines, self._name))
                start["headers"] = headers
                await self._send(start)
                await self._send(message)
                writes.send_held()
                return
            start["headers"] = [*headers, *self._added.pairs, (b"x-request-id", self._name)]
            await self._send(start)
        await self._send(message)

    async def end(self, status: int, *headers: tuple[bytes, bytes]) -> None:
        """An empty answer, should there be none yet."""
        if not self.status:
            bare = [(b"content-length", b"0"), (b"connection", b"close"), *headers]
            await self.send({"type": "http.response.start", "status": status, "headers": bare})
            await self.send({"type": "http.response.body", "body": b""})
