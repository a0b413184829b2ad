"""`messages`: what visitors have written, for the operator to read, replay, mark and export."""

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from app.commands.refused import Refused
from app.commands.replay import replayed
from app.commands.stores import check_source, opened
from app.settings import Settings
from app.store import StoredMessage
from app.store.messages import OperableMessages

Say = Callable[[str], None]

_LOOKS_LIKE = str.maketrans("OIL", "011")
"""What the digits of a reference are read for, when one is dictated."""


async def list_messages(
    settings: Settings, say: Say, *, with_held: bool = False, with_answered: bool = False
) -> None:
    """One line each, the oldest first: those that wait for an answer, and the others if wanted."""
    async with _messages(settings) as messages:
        found = [
            message
            async for message in messages.all()
            if (with_held or not message.held) and (with_answered or message.answered is None)
        ]
    for message in sorted(found, key=lambda message: message.written):
        say(_line(message))
    say(f"{len(found)} messages" if len(found) != 1 else "1 message")


async def show(settings: Settings, reference: str) -> str:
    async with _messages(settings) as messages:
        message = await _find(messages, reference)
    return "\n".join([*_particulars(message), "", message.text])


async def replay(settings: Settings, reference: str, say: Say) -> None:
    """The game that was sent along, as its writer saw it; raises Refused if none was."""
    async with _messages(settings) as messages:
        message = await _find(messages, reference)
    if not message.slug:
        raise Refused(f"No game was sent along with {message.reference}.")
    for line in replayed(message.slug, message.number, message.log, message.ply):
        say(line)


async def mark_answered(settings: Settings, reference: str) -> str:
    async with _messages(settings) as messages:
        message = await _find(messages, reference)
        await messages.answer(message.reference, time.time())
    return f"{message.reference} is marked as answered, and is mailed no more."


async def export(settings: Settings, say: Say) -> None:
    """All there are, one JSON object a line."""
    async with _messages(settings) as messages:
        async for message in messages.all():
            say(json.dumps(_exported(message), ensure_ascii=False))


@asynccontextmanager
async def _messages(settings: Settings) -> AsyncIterator[OperableMessages]:
    check_source(settings)
    async with opened(settings) as store:
        yield store.messages


async def _find(messages: OperableMessages, reference: str) -> StoredMessage:
    digits = reference.strip().upper().translate(_LOOKS_LIKE)
    if (message := await messages.find(digits)) is None:
        raise Refused(f"There is no message {digits}.")
    return message


def _line(message: StoredMessage) -> str:
    start = " ".join(message.text.split())[:60]
    columns = (
        message.reference,
        f"{_moment(message.written):%Y-%m-%d %H:%M}",
        f"{message.kind:5}",
        message.lang,
        f"{_standing(message):15}",
        start,
    )
    return "  ".join(columns)


def _standing(message: StoredMessage) -> str:
    if message.answered is not None:
        return "answered"
    if message.held:
        return f"held ({message.held})"
    if message.mailed is not None:
        return "mailed"
    return f"attempts: {message.attempts}" if message.attempts else "not mailed"


def _particulars(message: StoredMessage) -> list[str]:
    game = f"/{message.lang}/{message.slug}/{message.number}" if message.slug else "none"
    return [
        f"{message.reference}, {message.kind}, {_standing(message)}",
        f"written   {_moment(message.written):%Y-%m-%d %H:%M:%S} UTC, in {message.lang}",
        f"answer to {message.email or 'nobody'}",
        f"game      {game}",
    ]


def _exported(message: StoredMessage) -> dict[str, object]:
    fields = message._asdict()
    del fields["likeness"]
    times = ("written", "due", "mailed", "answered")
    moments = {name: fields[name] and _moment(fields[name]).isoformat() for name in times}
    return {**fields, **moments}


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
