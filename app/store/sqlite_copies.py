"""A SQLite database as a file: to copy, to check and to put in the place of another."""

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from app.store import schema
from app.store.checksum import Checksum, Contents, contents

SIDECARS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, and would take for a part of whatever stands in its place."""

# https://www.sqlite.org/fileformat2.html#the_lock_byte_page
_SHARED_BYTES = (0x4000_0002, 510)


_KEYS = {
    "plays": "player, slug, number",
    "wins": "player, slug, number",
    "choices": "player",
    "messages": "reference",
    "verdicts": "slug, key",
}
"""What the rows of each table are ordered by."""


class UnusableFile(Exception):
    """It cannot be read, is damaged, or is no database of this program."""


class DatabaseInUse(Exception):
    """A server, or whoever else, has the database open."""


def copy_database(path: Path, to: Path) -> Contents:
    """Copies a database as it is at one moment, whoever writes to it, and checks the copy.

    `to` is an empty file; it gets everything, and nothing beside it, and is synced. Raises
    UnusableFile and NewerDatabase.
    """
    with _opened(path) as source:
        # what is counted and what is copied are one snapshot
        source.execute("BEGIN")
        expected = _contents(source)
        with _opened(to) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    _sync(to)
    if check_database(to) != expected:
        raise UnusableFile(f"{to}: the copy differs from {path}")
    return expected


def check_database(path: Path) -> Contents:
    """What a whole database of this program holds; raises UnusableFile and NewerDatabase."""
    with _opened(path) as connection:
        found = [line for (line,) in connection.execute("PRAGMA integrity_check(1)")]
        if found != ["ok"]:
            raise UnusableFile(f"{path}: damaged: {found[0]}")
        return _contents(connection)


def replace_database(path: Path, new: Path, aside: Path) -> None:
    """Puts `new` in the place of `path` in one step, and keeps what was there as `aside`.

    Raises DatabaseInUse, and UnusableFile if the file system refuses.
    """
    try:
        with alone_with(path):
            if path.exists():
                # a second name first: there is a database at `path` at every moment
                os.link(path, aside)
            for sidecar in SIDECARS:
                with contextlib.suppress(FileNotFoundError):
                    # gone with a sound database; those of a damaged one may still help it
                    _beside(path, sidecar).replace(_beside(aside, sidecar))
            new.replace(path)
        sync_folder(path.parent)
    except OSError as fault:
        raise UnusableFile(f"{path}: {fault.strerror}") from fault


@contextlib.contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Keeps everybody else out of a database; raises DatabaseInUse if somebody is in it.

    SQLite's own locks tell: whoever has opened the file holds one until it closes or dies, so
    there is no file to be left behind. The log is brought into the file and removed.
    """
    if not path.exists():
        yield
        return
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(_locked(path))
        except UnusableFile as fault:
            if _is_locked(fault):
                raise DatabaseInUse(f"{path} is in use") from fault
            # too damaged for SQLite to open it, though a server still may have
            held.enter_context(_locked_bytes(path))
        yield


def sync_folder(folder: Path) -> None:
    """Makes new names in it outlast a loss of power."""
    _sync(folder)


def _is_locked(fault: UnusableFile) -> bool:
    cause = fault.__cause__
    return isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode & 0xFF in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with _opened(path) as connection:
        # refused while anybody else has it open; from then on one lock keeps all others out
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN EXCLUSIVE")
        if connection.execute("PRAGMA journal_mode").fetchone() != ("delete",):
            raise DatabaseInUse(f"{path} is in use")
        yield


@contextlib.contextmanager
def _locked_bytes(path: Path) -> Iterator[None]:
    first, count = _SHARED_BYTES
    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, count, first)
        except OSError as fault:
            raise DatabaseInUse(f"{path} is in use") from fault
        yield


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    # not "ro", be it only read: who closes it last removes the log then
    try:
        with contextlib.closing(
            sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=rw",
                uri=True,
                timeout=1,
                isolation_level=None,
            )
        ) as connection:
            yield connection
    except sqlite3.Error as fault:
        raise UnusableFile(f"{path}: {fault}") from fault


def _contents(connection: sqlite3.Connection) -> Contents:
    tables = _check_schema(connection)
    # a backup may be older than a table
    return contents(
        *(
            _sum(connection, table, key) if table in tables else Checksum()
            for table, key in _KEYS.items()
        )
    )


def _check_schema(connection: sqlite3.Connection) -> set[str]:
    """The names of its tables and indexes."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not tables >= {"migrations", "plays", "wins"}:
        raise sqlite3.DatabaseError("not a database of this program")
    schema.pending({number for (number,) in connection.execute(schema.APPLIED)})
    return tables


def _sum(connection: sqlite3.Connection, table: str, key: str) -> Checksum:
    checksum = Checksum()
    # all columns that there are, which an older database has less of
    for row in connection.execute(f"SELECT * FROM {table} ORDER BY {key}"):
        checksum.add(row)
    return checksum


def _beside(path: Path, sidecar: str) -> Path:
    return path.with_name(path.name + sidecar)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
