"""Servers in processes of their own, and the CPU and memory that they have used."""

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

_ROOT = Path(__file__).parent.parent.parent


@dataclass(slots=True)
class Server:
    process: subprocess.Popen[str]
    port: int
    connection: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        self.connection = socket.create_connection(("127.0.0.1", self.port))

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: str = ""
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """One request over the kept connection, sent in one piece as browsers send small forms."""
        head = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(body)), **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
        self.connection.sendall("\r\n".join([*lines, "", body]).encode())
        response = http.client.HTTPResponse(self.connection, method=method)
        response.begin()
        return response, response.read()

    @property
    def cpu_seconds(self) -> float:
        """User and system time of every thread, to the nanosecond that the scheduler counts in."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    @property
    def resident_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


@contextmanager
def floor() -> Iterator[Server]:
    command = [sys.executable, "-m", "uvicorn", "tests.bench.floor:app"]
    flags = ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--no-server-header"]
    port = _free_port()
    process = subprocess.Popen(
        [*command, *flags, "--log-level", "warning", "--port", str(port)], cwd=_ROOT, text=True
    )
    with _running(process, port) as server:
        yield server


@contextmanager
def product(folder: Path) -> Iterator[Server]:
    port = _free_port()
    environment = os.environ | {
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{folder}/bench.db",
        "PRODUCTION": "true",
        "ALLOWED_HOSTS": "127.0.0.1",
        # counted as ever, but no one is as fast as this player
        "RATE_MOVES": "1000000/second",
        "RATE_PLAYER_MOVES": "1000000/second",
        "RATE_PAGES": "1000000/second",
        "RATE_NEW_GAMES": "1000000/second",
        "SECURE_COOKIES": "true",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "app"],
        cwd=_ROOT,
        env=environment,
        text=True,
        stdout=subprocess.DEVNULL,
    )
    with _running(process, port) as server:
        yield server


@contextmanager
def _running(process: subprocess.Popen[str], port: int) -> Iterator[Server]:
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if process.poll() is not None:
                    sys.exit("a server for the bench did not start")
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
