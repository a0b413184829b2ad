"""The embedded store: one SQLite file, one connection, called directly from the event loop.

A read or a write takes some tens of microseconds, less than handing it to a thread would. One
server process a file.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from app.store.protocol import StoredPlay, StoreUnavailable, UnknownDatabase, Win

MIGRATIONS = Path(__file__).parent / "migrations"
CHECKPOINT_EVERY = 2.0
"""Seconds between two checkpoints of the write-ahead log, made beside the event loop."""

_PlayRow = tuple[str, str, int, str, int, int, str, str | None, int, float, float, float, int, int]
_WinRow = tuple[str, str, int, str, int, float, int, int, float]
_PLAY = """
    player, slug, number, log, ply, version, last, position, won,
    started, moved, seconds, undos, hints"""
_WIN = "player, slug, number, log, moves, seconds, undos, hints, won_at"
_LOAD = f"SELECT {_PLAY} FROM plays WHERE player = ? AND slug = ? AND number = ?"
_INSERT = f"INSERT INTO plays ({_PLAY}) VALUES ({', '.join('?' * 14)}) ON CONFLICT DO NOTHING"
_UPDATE = """
UPDATE plays SET log = ?, ply = ?, version = ?, last = ?, position = ?, won = ?,
    moved = ?, seconds = ?, undos = ?, hints = ?
WHERE player = ? AND slug = ? AND number = ? AND version = ?"""
_LATEST = f"""
SELECT {_PLAY} FROM plays WHERE player = ? AND slug = ? AND won = 0
ORDER BY moved DESC LIMIT 1"""
_UNFINISHED = f"SELECT {_PLAY} FROM plays WHERE player = ? AND won = 0 ORDER BY moved DESC"
_FORGET = "DELETE FROM plays WHERE player = ? AND slug = ? AND number = ?"
_INSERT_WIN = f"INSERT INTO wins ({_WIN}) VALUES ({', '.join('?' * 9)}) ON CONFLICT DO NOTHING"
_ONE_WIN = f"SELECT {_WIN} FROM wins WHERE player = ? AND slug = ? AND number = ?"
_WINS = f"SELECT {_WIN} FROM wins WHERE player = ? ORDER BY won_at DESC"


class SQLiteStore:
    """Keeps games in the file at `path`, which is made if it is not there."""

    def __init__(self, path: str, *, full: bool = False) -> None:
        with _translated():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._db = _connect(path)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")
            # a checkpoint in the middle of a move would make one player wait for all
            self._db.execute("PRAGMA wal_autocheckpoint = 0")
            _migrate(self._db)
        self._closing = threading.Event()
        self._checkpoints = threading.Thread(
            target=_checkpoint_now_and_then, args=(path, self._closing), daemon=True
        )
        self._checkpoints.start()

    async def load(self, player: bytes, slug: str, number: int) -> StoredPlay | None:
        with _translated():
            row = self._db.execute(_LOAD, (player.hex(), slug, number)).fetchone()
        return _play(row) if row else None

    async def save(self, play: StoredPlay, win: Win | None = None) -> bool:
        with _translated(), self._transaction():
            if not self._write(play):
                return False
            if win:
                self._db.execute(
                    _INSERT_WIN,
                    (
                        win.player.hex(),
                        win.slug,
                        win.number,
                        win.log,
                        win.moves,
                        win.seconds,
                        win.undos,
                        win.hints,
                        win.won_at,
                    ),
                )
        return True

    async def latest(self, player: bytes, slug: str) -> StoredPlay | None:
        with _translated():
            row = self._db.execute(_LATEST, (player.hex(), slug)).fetchone()
        return _play(row) if row else None

    async def unfinished(self, player: bytes) -> list[StoredPlay]:
        with _translated():
            return [_play(row) for row in self._db.execute(_UNFINISHED, (player.hex(),))]

    async def win(self, player: bytes, slug: str, number: int) -> Win | None:
        with _translated():
            row = self._db.execute(_ONE_WIN, (player.hex(), slug, number)).fetchone()
        return _win(row) if row else None

    async def wins(self, player: bytes) -> list[Win]:
        with _translated():
            return [_win(row) for row in self._db.execute(_WINS, (player.hex(),))]

    async def forget(self, player: bytes, slug: str, number: int) -> bool:
        with _translated():
            return self._db.execute(_FORGET, (player.hex(), slug, number)).rowcount == 1

    async def close(self) -> None:
        self._closing.set()
        self._checkpoints.join()
        with _translated():
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.close()

    def _write(self, play: StoredPlay) -> bool:
        key = (play.player.hex(), play.slug, play.number)
        made = (play.log, play.ply, play.version, play.last, play.position, play.won)
        counted = (play.moved, play.seconds, play.undos, play.hints)
        if play.version == 1:
            statement = _INSERT
            values: tuple[object, ...] = (*key, *made, play.started, *counted)
        else:
            statement, values = _UPDATE, (*made, *counted, *key, play.version - 1)
        return self._db.execute(statement, values).rowcount == 1

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def _connect(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=1.0, check_same_thread=False)
    db.execute("PRAGMA busy_timeout = 1000")
    return db


def _checkpoint_now_and_then(path: str, closing: threading.Event) -> None:
    db = _connect(path)
    try:
        while not closing.wait(CHECKPOINT_EVERY):
            # what fails now is done by the next one: no move waits for it
            with contextlib.suppress(sqlite3.Error):
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    finally:
        db.close()


def _migrate(db: sqlite3.Connection) -> None:
    """Applies the numbered files that the database has not seen, each in a transaction."""
    scripts = sorted(MIGRATIONS.glob("*.sql"))
    (done,) = db.execute("PRAGMA user_version").fetchone()
    if done > len(scripts):
        raise UnknownDatabase(
            f"The database is at version {done}; this program knows {len(scripts)}."
        )
    for number, script in enumerate(scripts[done:], done + 1):
        db.executescript(
            f"BEGIN IMMEDIATE;\n{script.read_text()}\nPRAGMA user_version = {number};\nCOMMIT;"
        )


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.DatabaseError, OSError) as fault:
        raise StoreUnavailable(str(fault)) from fault


def _play(row: _PlayRow) -> StoredPlay:
    return StoredPlay(bytes.fromhex(row[0]), *row[1:8], row[8] == 1, *row[9:])


def _win(row: _WinRow) -> Win:
    return Win(bytes.fromhex(row[0]), *row[1:])
