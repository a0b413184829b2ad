"""A server process of its own, on a free port, with a database that goes with it."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


class Server:
    """`python -m app`, as `make run` starts it."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self, port: int = 0) -> None:
        """Returns once the server says that it answers."""
        kept = ("PATH", "HOME", "LANG", "SYSTEMROOT", "TMPDIR")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app"],
            cwd=ROOT,
            env={
                **{name: os.environ[name] for name in kept if name in os.environ},
                "HOST": "127.0.0.1",
                "PORT": str(port),
                "DATABASE_URL": f"sqlite:///{self._database}",
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        assert self.url.startswith("http://"), "the server did not start"

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.communicate(timeout=20)

    def restart(self) -> None:
        """At the same address."""
        port = int(self.url.rpartition(":")[2])
        self.stop()
        self.start(port)

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self._database)) as connection:
            return connection.execute(query, values).fetchall()

    def change(self, statement: str, *values: object) -> None:
        with closing(sqlite3.connect(self._database)) as connection, connection:
            connection.execute(statement, values)
