"""Servers and databases killed under load: every press that was answered is there, and no other."""

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.settings import SQLITE
from tests.browser.server import AppServer
from tests.faults.books import audit
from tests.faults.company import LONGEST, acknowledged, company, playing
from tests.faults.conftest import StartServer
from tests.faults.players import Tally
from tests.faults.proxy import Proxy
from tests.postgres import Postgres, running_postgres

PLAYERS = 12
PRESSES = 100
"""Answered between one kill and the next."""

each_store = pytest.mark.parametrize(
    ("kind", "durability"), [("sqlite", "normal"), ("sqlite", "full"), ("postgresql", "normal")]
)


@each_store
async def test_three_kills_under_load(
    kind: str,
    durability: str,
    start_server: StartServer,
    new_database_url: Callable[[str], str],
) -> None:
    await kill_under_load(start_server(new_database_url(kind), durability=durability), rounds=3)


@pytest.mark.soak
@each_store
async def test_twenty_kills_under_load(
    kind: str,
    durability: str,
    start_server: StartServer,
    new_database_url: Callable[[str], str],
) -> None:
    await kill_under_load(start_server(new_database_url(kind), durability=durability), rounds=20)


async def kill_under_load(server: AppServer, *, rounds: int) -> None:
    tally, chance = Tally(), random.Random(server.database_url)
    # without faults: it only keeps the address while servers come and go
    with Proxy(server.url, seed="kills", share=0) as proxy:
        players = company(proxy.url, PLAYERS, tally, chance)
        for _ in range(rounds):
            async with playing(players, chance):
                await acknowledged(tally, PRESSES)
                server.kill()
            assert any(player.pending for player in players)
            assert await audit(server.database_url, players) == []
            check_integrity(server.database_url)
            server.start()
            proxy.targets = [server.url]
        async with playing(players, chance):
            await acknowledged(tally, PRESSES)
        assert await audit(server.database_url, players) == []
    assert not tally.complaints, "\n".join(tally.complaints)
    assert tally == Tally(tally.acknowledged)


def check_integrity(database_url: str) -> None:
    if database_url.startswith(SQLITE):
        path = Path(database_url.removeprefix(SQLITE))
        with contextlib.closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_players_go_on_through_the_server_that_is_left(
    start_server: StartServer, new_database_url: Callable[[str], str]
) -> None:
    """Each request goes to either of two; then one of them is dead."""
    database_url = new_database_url("postgresql")
    servers = [start_server(database_url) for _ in range(2)]
    tally, chance = Tally(), random.Random("two servers")
    with Proxy(*(server.url for server in servers), seed="two", share=0.1) as proxy:
        players = company(proxy.url, PLAYERS, tally, chance)
        async with playing(players, chance):
            await acknowledged(tally, 2 * PRESSES)
            servers[0].kill()
            await acknowledged(tally, 2 * PRESSES)
    assert not tally.complaints, "\n".join(tally.complaints)
    assert tally == Tally(tally.acknowledged)
    assert await audit(database_url, players) == []
    assert proxy.faults > PRESSES / 4


async def test_servers_outlive_their_database(start_server: StartServer) -> None:
    with running_postgres() as postgres:
        database_url = postgres.new_database()
        server = start_server(database_url)
        tally, chance = Tally(), random.Random("database")
        players = company(server.url, PLAYERS, tally, chance)
        for _ in range(2):
            async with playing(players, chance):
                await acknowledged(tally, PRESSES)
                os.kill(postgres.pid, signal.SIGKILL)
                await start_again(postgres)
                await acknowledged(tally, PRESSES)
            assert await audit(database_url, players) == []
        server.kill()
    assert not tally.complaints, "\n".join(tally.complaints)
    assert tally == Tally(tally.acknowledged)


async def start_again(postgres: Postgres) -> None:
    """Once the processes that the killed one has left behind have seen that it is dead."""
    async with asyncio.timeout(LONGEST):
        while True:
            with contextlib.suppress(AssertionError):
                await asyncio.to_thread(postgres.start)
                return
