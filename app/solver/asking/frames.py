"""How server and worker talk: JSON, each piece after its length. Knows nothing of what is said."""

import asyncio
from typing import IO

import orjson

LENGTH_BYTES = 4
LONGEST = 2**20
"""Bytes: the longest line is a hundredth of it."""

Frame = dict[str, str | int | float | bool]


class BadFrame(ValueError):
    """What came is no frame: the other side has lost its way."""


def framed(frame: Frame) -> bytes:
    body = orjson.dumps(frame)
    return len(body).to_bytes(LENGTH_BYTES) + body


async def receive(reader: asyncio.StreamReader) -> Frame:
    """Raises IncompleteReadError at the end, BadFrame, and OSError."""
    length = _length(await reader.readexactly(LENGTH_BYTES))
    return _frame(await reader.readexactly(length))


def read(stream: IO[bytes]) -> Frame | None:
    """The same, waiting; None at the end."""
    head = stream.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    length = _length(head)
    body = stream.read(length)
    return _frame(body) if len(body) == length else None


def _length(head: bytes) -> int:
    length = int.from_bytes(head)
    if length > LONGEST:
        raise BadFrame(f"{length} bytes")
    return length


def _frame(body: bytes) -> Frame:
    try:
        frame = orjson.loads(body)
    except orjson.JSONDecodeError as fault:
        raise BadFrame(str(fault)) from fault
    if not isinstance(frame, dict):
        raise BadFrame("no object")
    return frame
