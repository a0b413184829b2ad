"""Servers in processes of their own, and the CPU and memory that they have used."""

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.wire import Answer, Incoming
from tests.postgres import Postgres

_ROOT = Path(__file__).parent.parent.parent
_MOST_IDLE = 2.0
"""Seconds: servers close a connection that is silent for five."""
_PRODUCTION = {
    "PORT": "0",
    "PRODUCTION": "true",
    "SECURE_COOKIES": "true",
    "ALLOWED_HOSTS": "127.0.0.1",
    # counted as ever, but no one is as fast as these players
    "RATE_MOVES": "1000000/second",
    "RATE_PLAYER_MOVES": "1000000/second",
    "RATE_PAGES": "1000000/second",
    "RATE_NEW_GAMES": "1000000/second",
    # compiling is none of what is measured
    "SOLVER_WORKERS": "0",
    "PREVIEWS_READY": "false",
}
_KEPT = ("PATH", "HOME", "LANG", "TMPDIR", "SOLVER_CACHE")


class Processes(NamedTuple):
    """A process and all that it has started."""

    pid: int
    is_alone: bool = False
    """Without what it has started, after all."""

    @property
    def cpu_seconds(self) -> float:
        """User and system time of every thread, to the nanosecond that the scheduler counts in."""
        return _nanoseconds(self.pid, has_children=not self.is_alone) / 1e9

    @property
    def resident_mb(self) -> float:
        status = Path(f"/proc/{self.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


def _nanoseconds(pid: int, *, has_children: bool = True) -> int:
    total = 0
    # whatever ends while it is looked at has done nothing for us
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
            children = (task / "children").read_text().split() if has_children else []
            total += sum(_nanoseconds(int(child)) for child in children)
    return total


class Server:
    """One that runs, and a connection to it that is kept while it is used."""

    def __init__(self, pid: int, port: int) -> None:
        self.processes = Processes(pid)
        self.port = port
        self._incoming = Incoming()
        self._connection: socket.socket | None = None
        self._used = 0.0

    def ask(self, asked: bytes) -> Answer:
        now = time.monotonic()
        if self._connection is None or now > self._used + _MOST_IDLE:
            self.hang_up()
            self._connection = socket.create_connection(("127.0.0.1", self.port))
        self._used = now
        self._connection.sendall(asked)
        while received := self._connection.recv(65536):
            if answer := self._incoming.take(received):
                return answer
        raise AssertionError("the server has hung up")

    def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Database(NamedTuple):
    """One of the kinds that the product keeps its games in."""

    name: str
    url: str
    durability: str = "normal"


@contextmanager
def floor() -> Iterator[Server]:
    command = [sys.executable, "-m", "uvicorn", "tests.bench.floor:app"]
    flags = ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--no-server-header"]
    port = _free_port()
    process = subprocess.Popen(
        [*command, *flags, "--log-level", "warning", "--port", str(port)], cwd=_ROOT, text=True
    )
    with _ending(process, Server(process.pid, port)) as server:
        while not _answers(port):
            assert process.poll() is None, "the floor did not start"
        yield server


@contextmanager
def product(database: Database, **settings: str) -> Iterator[Server]:
    """In production as it should be; `settings` are further environment variables."""
    environment = {
        **{name: os.environ[name] for name in _KEPT if name in os.environ},
        **_PRODUCTION,
        "DATABASE_URL": database.url,
        "DURABILITY": database.durability,
        **settings,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "app"],
        cwd=_ROOT,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        # its log is written, and read by no one
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    if not address:
        sys.exit("a server for the bench did not start")
    with _ending(process, Server(process.pid, int(address.rpartition(":")[2]))) as server:
        yield server


def new_sqlite(folder: Path, *, durability: str = "normal") -> Database:
    name = "SQLite" if durability == "normal" else f"SQLite, {durability} durability"
    return Database(name, f"sqlite:///{folder}/{secrets.token_hex(6)}.db", durability)


def new_postgresql(postgres: Postgres) -> Database:
    """Over TCP and with a password, as from another machine."""
    name, password = f"bench_{secrets.token_hex(6)}", secrets.token_hex(8)
    postgres.execute(f"CREATE ROLE {name} LOGIN PASSWORD '{password}'")
    postgres.execute(f"CREATE DATABASE {name} OWNER {name}")
    return Database("PostgreSQL", postgres.tcp_url(name, password, name))


@contextmanager
def _ending(process: subprocess.Popen[str], server: Server) -> Iterator[Server]:
    try:
        yield server
    finally:
        server.hang_up()
        process.terminate()
        process.communicate()


def _answers(port: int) -> bool:
    with contextlib.suppress(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
