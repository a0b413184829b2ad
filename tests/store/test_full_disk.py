"""A server whose disk is full: it says so, loses nothing, and goes on when there is room again."""

import contextlib
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from app.settings import Durability
from app.store.sqlite_copies import check_database
from app.web.i18n import catalog
from tests.commands.running import ROOT, environment, rows_of, url_of

LINE = "The games cannot be reached at the moment; nothing is lost. Try again shortly."
ENOUGH = 500
"""Moves in which a full disk must have been noticed."""

# a file system of 1 MB that only this server sees
_SMALL_DISK = 'mount -t tmpfs -o size=1m tmpfs "$1" && shift && exec "$@"'
_UNSHARE = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", _SMALL_DISK, "sh")


class Disk(NamedTuple):
    """What a running server writes to."""

    url: str
    database: Path
    """As this process sees it."""
    fill: Callable[[], None]
    make_room: Callable[[], None]


@contextlib.contextmanager
def small_disk(folder: Path, durability: Durability) -> Iterator[Disk]:
    """A real one, with no block left once it is filled."""
    with running(*_UNSHARE, str(folder), folder=folder, durability=durability) as (pid, url):
        seen = Path(f"/proc/{pid}/root{folder}")
        filler = seen / "filler"
        yield Disk(url, seen / "patience.db", lambda: fill(filler), filler.unlink)


@contextlib.contextmanager
def limited_files(folder: Path, durability: Durability) -> Iterator[Disk]:
    """No file may grow beyond the size that the log has: needs no rights at all."""
    database = folder / "patience.db"
    with running(folder=folder, durability=durability) as (pid, url):

        def limit(size: int) -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        yield Disk(
            url,
            database,
            lambda: limit(database.with_name("patience.db-wal").stat().st_size),
            lambda: limit(resource.RLIM_INFINITY),
        )


@contextlib.contextmanager
def running(*wrapper: str, folder: Path, durability: Durability) -> Iterator[tuple[int, str]]:
    """The process and the address of a server with its database in `folder`."""
    with subprocess.Popen(
        [*wrapper, sys.executable, "-m", "app"],
        cwd=ROOT,
        env=environment(
            DATABASE_URL=url_of(folder / "patience.db"), DURABILITY=durability, LOG_LEVEL="error"
        ),
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            assert url.startswith("http://")
            yield server.pid, url
        finally:
            server.terminate()


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while filler.write(bytes(4096)):
            pass


def can_unshare() -> bool:
    """Whether this user may have a file system of their own, as most may."""
    program = shutil.which("unshare")
    return (
        program is not None
        and not subprocess.run(
            [program, *_UNSHARE[1:4], "true"], stderr=subprocess.DEVNULL, check=False
        ).returncode
    )


MakeDisk = Callable[[Path, Durability], contextlib.AbstractContextManager[Disk]]


@pytest.fixture(
    params=[
        limited_files,
        pytest.param(
            small_disk,
            marks=pytest.mark.skipif(not can_unshare(), reason="no file system of one's own here"),
        ),
    ]
)
def make_disk(request: pytest.FixtureRequest) -> MakeDisk:
    made: MakeDisk = request.param
    return made


class Table:
    """A player who makes one turn of the stock after the other, and takes it back."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url)
        self.version = 0

    def press(self, language: str = "en") -> httpx.Response:
        action = "undo" if self.version % 2 else "move"
        answer = self.client.post(
            f"/{language}/roman/5/{action}", data={"version": str(self.version), "move": "d"}
        )
        if answer.status_code == httpx.codes.SEE_OTHER:
            self.version += 1
        return answer

    def shown_version(self) -> int:
        page = self.client.get("/en/roman/5")
        found = re.search(r'name="version" value="(\d+)"', page.text)
        assert found is not None
        return int(found[1])


@pytest.mark.parametrize("durability", Durability)
def test_a_full_disk(make_disk: MakeDisk, durability: Durability, tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    with (
        make_disk(folder, durability) as disk,
        contextlib.closing((table := Table(disk.url)).client),
    ):
        for _ in range(5):
            assert table.press().status_code == httpx.codes.SEE_OTHER
        disk.fill()
        refused = press_until_refused(table)
        assert refused.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert LINE in refused.text
        assert catalog("fr").gettext(LINE) in table.press("fr").text
        # what is on disk is still shown
        assert table.shown_version() == table.version
        disk.make_room()
        for _ in range(5):
            assert table.press().status_code == httpx.codes.SEE_OTHER
        assert table.shown_version() == table.version
        copy = copy_files(disk.database, tmp_path)
    ((play,), _) = rows_of(url_of(copy))
    assert play.version == table.version
    assert check_database(copy).plays == 1


def copy_files(database: Path, folder: Path) -> Path:
    """With its log, of a server that does nothing now; SQLite itself does not find it there."""
    for file in (database, database.with_name(f"{database.name}-wal")):
        shutil.copy(file, folder)
    return folder / database.name


def press_until_refused(table: Table) -> httpx.Response:
    for _ in range(ENOUGH):
        answer = table.press()
        if answer.status_code != httpx.codes.SEE_OTHER:
            return answer
    raise AssertionError("the disk is never full")
