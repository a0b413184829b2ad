"""The program itself: it mails what it finds when it starts, and does not stop late for a mail."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from app.post.outbox import LEASE
from app.settings import SQLITE, Settings
from app.store import StoredMessage, open_store
from tests.browser.server import AppServer
from tests.post.smtp import PostOffice, post_office
from tests.store.examples import first_message

STOPS_WITHIN = 5.0
"""Seconds."""


def program(path: Path, office: PostOffice) -> AppServer:
    return AppServer(
        f"{SQLITE}{path}",
        smtp_host="127.0.0.1",
        smtp_port=str(office.port),
        smtp_security="none",
        smtp_from="site@patience.example",
        smtp_to="us@patience.example",
    )


async def put(path: Path) -> StoredMessage:
    message = first_message()
    store = await open_store(Settings(database_url=f"{SQLITE}{path}"))
    assert await store.messages.put(message)
    await store.close()
    return message


def standing(path: Path) -> tuple[float | None, float | None, int]:
    with closing(sqlite3.connect(path)) as database:
        (row,) = database.execute("SELECT due, mailed, attempts FROM messages").fetchall()
    due, mailed, attempts = row
    return due, mailed, attempts


async def test_what_was_left_is_mailed_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "patience.db"
    message = await put(path)
    async with post_office() as office:
        server = program(path, office)
        await asyncio.to_thread(server.start)
        try:
            async with asyncio.timeout(30):
                await office.has_mail.wait()
        finally:
            await asyncio.to_thread(server.stop)
        (mail,) = office.mails
    assert message.reference in mail["Subject"]


async def test_it_stops_in_time_amid_a_mail_that_stays_to_be_sent(tmp_path: Path) -> None:
    path = tmp_path / "patience.db"
    await put(path)
    async with post_office() as office:
        office.is_open.clear()
        server = program(path, office)
        await asyncio.to_thread(server.start)
        try:
            async with asyncio.timeout(30):
                await office.has_mail.wait()
            async with asyncio.timeout(STOPS_WITHIN):
                await asyncio.to_thread(server.stop)
        finally:
            await asyncio.to_thread(server.kill)
    due, mailed, attempts = standing(path)
    assert (mailed, attempts) == (None, 1)
    assert due is not None
    assert due > first_message().written + LEASE
