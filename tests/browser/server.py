"""A server process of its own, on a free port, with a database that goes with it."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tools.bundle import bundle_if_stale

ROOT = Path(__file__).parent.parent.parent
_KEPT = ("PATH", "HOME", "LANG", "SYSTEMROOT", "TMPDIR")


class AppServer:
    """`python -m app`, as `make run` starts it, over any database."""

    def __init__(self, database_url: str, root: Path = ROOT, /, **settings: str) -> None:
        """`root`: where the program is. `settings`: further variables, named as in Settings."""
        self.database_url = database_url
        self._root = root
        self._environment = {
            **{name: os.environ[name] for name in _KEPT if name in os.environ},
            "HOST": "127.0.0.1",
            # a worker of each would keep both cores busy; tests of verdicts ask for one
            "SOLVER_WORKERS": "0",
            "PREVIEWS_READY": "false",
            "DATABASE_URL": database_url,
            **{name.upper(): value for name, value in settings.items()},
        }
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self, port: int = 0) -> None:
        """Returns once the server says that it answers."""
        # screenshots and benches start it, too
        bundle_if_stale()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app"],
            cwd=self._root,
            env={**self._environment, "PORT": str(port)},
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
        self._process = None

    def kill(self) -> None:
        """`kill -9`; also ends what is left of a server that has not been stopped."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def restart(self) -> None:
        """At the same address."""
        port = int(self.url.rpartition(":")[2])
        self.stop()
        self.start(port)


class Server(AppServer):
    """Over a SQLite file that the test can look into."""

    def __init__(self, database: Path) -> None:
        super().__init__(f"sqlite:///{database}")
        self._database = database

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self._database)) as connection:
            return connection.execute(query, values).fetchall()

    def change(self, statement: str, *values: object) -> None:
        with closing(sqlite3.connect(self._database)) as connection, connection:
            connection.execute(statement, values)
