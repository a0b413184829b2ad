"""SIGTERM: what was accepted is answered, what was answered is kept, in less than five seconds."""

import asyncio
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import uvicorn

from app.__main__ import AnnouncingServer
from app.settings import Settings
from app.store import StoredPlay, open_store

ROOT = Path(__file__).resolve().parent.parent
STOPS_WITHIN = 5.0
"""Seconds: longer, and an orchestrator would kill it."""
UNDER_LOAD = 40
"""Answered moves of each player before the server is asked to stop."""


@dataclass
class Player:
    """Turns the stock of one deal as fast as it is answered, until the server goes away."""

    port: int
    number: int
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)
    is_under_way: threading.Event = field(default_factory=threading.Event)

    def play(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        # a connection that ends before an answer begins was not answered: browsers send again
        with contextlib.suppress(ConnectionError, http.client.RemoteDisconnected):
            cookie = self._turn(connection, {})
            while not self.faults:
                self._turn(connection, {"Cookie": cookie})
        connection.close()

    def _turn(self, connection: http.client.HTTPConnection, headers: dict[str, str]) -> str:
        form = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        connection.request(
            "POST",
            f"/en/klondike/{self.number}/move",
            f"version={self.acknowledged}&move=d",
            {**form, **headers},
        )
        answer = connection.getresponse()
        try:
            body = answer.read()
        except http.client.IncompleteRead:
            body = b""
        if answer.status != 200 or not body:
            self.faults.append(f"{answer.status} {len(body)}")
            return ""
        self.acknowledged += 1
        if self.acknowledged == UNDER_LOAD:
            self.is_under_way.set()
        if answer.will_close:
            raise ConnectionResetError
        return answer.headers.get("Set-Cookie", "").partition(";")[0]


@dataclass
class Running:
    process: subprocess.Popen[str]
    port: int

    def stop(self) -> tuple[float, list[dict[str, str]]]:
        """The seconds that it took, and what the server wrote into its log."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=30)
        seconds = time.monotonic() - began
        return seconds, [json.loads(line) for line in errors.splitlines()]


@pytest.fixture(params=["sqlite normal", "sqlite full", "postgresql normal"])
def settings(request: pytest.FixtureRequest, new_database_url: Callable[[str], str]) -> Settings:
    kind, durability = request.param.split()
    return Settings(database_url=new_database_url(kind), durability=durability)


@pytest.fixture
def server(settings: Settings) -> Iterator[Running]:
    environment = {
        "PATH": os.environ["PATH"],
        "PORT": "0",
        "DATABASE_URL": settings.database_url,
        "DURABILITY": settings.durability,
        "LOG_FORMAT": "json",
        "SOLVER_WORKERS": "0",
        "PREVIEWS_READY": "false",
        "RATE_MOVES": "1000000/second",
        "RATE_PLAYER_MOVES": "1000000/second",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    try:
        yield Running(process, int(process.stdout.readline().rpartition(":")[2]))
    finally:
        process.kill()
        process.communicate()


def test_under_load_nothing_acknowledged_is_lost(server: Running, settings: Settings) -> None:
    players = [Player(server.port, number) for number in range(1, 9)]
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    assert all(player.is_under_way.wait(60) for player in players)
    seconds, log = server.stop()
    for thread in threads:
        thread.join()
    assert server.process.returncode == 0
    assert seconds < STOPS_WITHIN
    assert [player.faults for player in players] == [[]] * len(players)
    assert [event["level"] for event in log] == ["INFO", "INFO"]
    assert log[-1]["message"] == "stopped"
    plays = {play.number: play for play in asyncio.run(stored(settings))}
    for player in players:
        play = plays[player.number]
        # the answer to the last one may have been overtaken by the end of its connection
        assert play.version - player.acknowledged in (0, 1)
        assert play.log == ".".join(["d"] * play.version)


@pytest.mark.parametrize("settings", ["sqlite normal"], indirect=True)
def test_clients_that_dawdle_do_not_hold_it_up(server: Running) -> None:
    with (
        closing(connected(server)),
        closing(connected(server)) as idle,
        closing(connected(server)) as slow,
    ):
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(12) == b"HTTP/1.1 200"
        head = f"POST /en/roman/5/move HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
        slow.sendall(f"{head}Content-Length: 16\r\nExpect: 100-continue\r\n\r\n".encode())
        # the server has begun to wait for the form
        assert slow.recv(12) == b"HTTP/1.1 100"
        slow.sendall(b"version")
        seconds, log = server.stop()
        answer = slow.makefile("rb").read()
    assert server.process.returncode == 0
    assert seconds < STOPS_WITHIN
    assert b"HTTP/1.1 503" in answer
    assert b"connection: close" in answer
    assert [event["level"] for event in log] == ["INFO", "ERROR", "INFO"]
    # by the server itself, without a traceback: it had to end one request
    assert "Cancel 1 running task" in log[1]["message"]


def connected(server: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30)


async def stored(settings: Settings) -> list[StoredPlay]:
    store = await open_store(settings)
    plays = [play async for play in store.all_plays()]
    await store.close()
    return plays


def test_from_the_first_signal_on_the_server_is_not_ready() -> None:
    told: list[str] = []
    config = uvicorn.Config("app", log_config=None)
    server = AnnouncingServer(config, "test", lambda: told.append("not ready"))
    server.handle_exit(signal.SIGTERM, None)
    assert told == ["not ready"]
    assert server.should_exit
