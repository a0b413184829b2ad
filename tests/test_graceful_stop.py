"""SIGTERM: what was accepted is answered, what was answered is kept, in less than five seconds."""

import contextlib
import http.client
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.settings import Durability

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

    def stop(self) -> tuple[float, str]:
        """The seconds that it took, and what the server wrote to standard error."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=30)
        return time.monotonic() - began, errors


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "patience.db"


@pytest.fixture
def durability() -> Durability:
    return Durability.NORMAL


@pytest.fixture
def server(path: Path, durability: Durability) -> Iterator[Running]:
    no_limit = {"RATE_MOVES": "1000000/second", "RATE_PLAYER_MOVES": "1000000/second"}
    settings = {"PORT": "0", "DATABASE_URL": f"sqlite:///{path}", "DURABILITY": durability}
    process = subprocess.Popen(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **settings, **no_limit},
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


@pytest.mark.parametrize("durability", Durability)
def test_under_load_nothing_acknowledged_is_lost(server: Running, path: Path) -> None:
    players = [Player(server.port, number) for number in range(1, 9)]
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    assert all(player.is_under_way.wait(60) for player in players)
    seconds, errors = server.stop()
    for thread in threads:
        thread.join()
    assert server.process.returncode == 0
    assert seconds < STOPS_WITHIN
    assert [player.faults for player in players] == [[]] * len(players)
    assert "ERROR" not in errors
    for player in players:
        version, log = stored(path, player.number)
        # the answer to the last one may have been overtaken by the end of its connection
        assert version - player.acknowledged in (0, 1)
        assert log == ".".join(["d"] * version)
    assert not path.with_name(f"{path.name}-wal").exists()


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
        seconds, errors = server.stop()
        answer = slow.makefile("rb").read()
    assert server.process.returncode == 0
    assert seconds < STOPS_WITHIN
    assert b"HTTP/1.1 503" in answer
    assert b"connection: close" in answer
    assert "Traceback" not in errors


def connected(server: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30)


def stored(path: Path, number: int) -> tuple[int, str]:
    with closing(sqlite3.connect(path)) as connection:
        ((version, log),) = connection.execute(
            "SELECT version, log FROM plays WHERE slug = 'klondike' AND number = ? AND version > 1",
            (number,),
        ).fetchall()
    return version, log
