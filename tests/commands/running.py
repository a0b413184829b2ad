"""The operator's commands, run as programs of their own or in the test's process."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from app import commands
from app.settings import SQLITE, Durability, Settings
from app.store import StoredChoices, StoredMessage, StoredPlay, StoredVerdict, Win, open_store
from app.store.protocol import PAGE

ROOT = Path(__file__).parent.parent.parent


def environment(**settings: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PORT": "0"} | settings


def program(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """`python -m app`, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def command(path: Path, *arguments: str, **settings: int) -> list[str]:
    """What a command on the database at `path` says; raises Refused."""
    said: list[str] = []
    chosen = Settings.model_validate({"database_url": url_of(path), **settings})
    commands.run(commands.parse(arguments), chosen, said.append)
    return said


def url_of(path: Path) -> str:
    return f"{SQLITE}{path}"


def fill(
    url: str,
    plays: Sequence[StoredPlay] = (),
    wins: Sequence[Win] = (),
    choices: Sequence[StoredChoices] = (),
    messages: Sequence[StoredMessage] = (),
    verdicts: Sequence[StoredVerdict] = (),
) -> None:
    """Makes the database if it is not there."""
    asyncio.run(_fill(url, plays, wins, choices, messages, verdicts))


def rows_of(url: str) -> tuple[list[StoredPlay], list[Win]]:
    return asyncio.run(_rows_of(url))


def choices_of(url: str) -> list[StoredChoices]:
    return asyncio.run(_choices_of(url))


def messages_of(url: str) -> list[StoredMessage]:
    return asyncio.run(_messages_of(url))


def verdicts_of(url: str) -> list[StoredVerdict]:
    return asyncio.run(_verdicts_of(url))


def change(path: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def files_in(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@contextlib.contextmanager
def writing(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that saves one play after the other and is killed at the end."""
    arguments = [sys.executable, "-m", "tests.store.writer", str(path), Durability.NORMAL, "9"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as writer:
        try:
            yield writer
        finally:
            writer.kill()


def read_versions(writer: subprocess.Popen[str], count: int) -> int:
    """The last of the next `count` versions that the writer says it has saved."""
    assert writer.stdout is not None
    return int([writer.stdout.readline() for _ in range(count)][-1])


async def _fill(
    url: str,
    plays: Sequence[StoredPlay],
    wins: Sequence[Win],
    choices: Sequence[StoredChoices],
    messages: Sequence[StoredMessage],
    verdicts: Sequence[StoredVerdict],
) -> None:
    store = await open_store(Settings(database_url=url))
    for first in range(0, len(plays), PAGE):
        await store.add_plays(plays[first : first + PAGE])
    for first in range(0, len(wins), PAGE):
        await store.add_wins(wins[first : first + PAGE])
    if choices:
        await store.add_choices(choices)
    if messages:
        await store.messages.add(messages)
    if verdicts:
        await store.verdicts.add(verdicts)
    await store.close()


async def _messages_of(url: str) -> list[StoredMessage]:
    store = await open_store(Settings(database_url=url))
    messages = [message async for message in store.messages.all()]
    await store.close()
    return messages


async def _verdicts_of(url: str) -> list[StoredVerdict]:
    store = await open_store(Settings(database_url=url))
    verdicts = [verdict async for verdict in store.verdicts.all()]
    await store.close()
    return verdicts


async def _choices_of(url: str) -> list[StoredChoices]:
    store = await open_store(Settings(database_url=url))
    choices = [chosen async for chosen in store.all_choices()]
    await store.close()
    return choices


async def _rows_of(url: str) -> tuple[list[StoredPlay], list[Win]]:
    store = await open_store(Settings(database_url=url))
    plays = [play async for play in store.all_plays()]
    wins = [win async for win in store.all_wins()]
    await store.close()
    return plays, wins
