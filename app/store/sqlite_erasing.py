"""All rows of one player in a SQLite file: counted, and deleted."""

import sqlite3

from app.store.protocol import Holdings

_TABLES = Holdings._fields
_COUNT = "SELECT " + ", ".join(
    f"(SELECT count(*) FROM {table} WHERE player = ?1)" for table in _TABLES
)
_DELETE = [f"DELETE FROM {table} WHERE player = ?" for table in _TABLES]


def holdings(connection: sqlite3.Connection, player: bytes) -> Holdings:
    return Holdings(*connection.execute(_COUNT, (player,)).fetchone())


class Erasing:
    """A change for inside an open transaction, which remembers what there was to delete."""

    def __init__(self, player: bytes) -> None:
        self._player = player
        self.erased = Holdings(0, 0, 0)

    def __call__(self, connection: sqlite3.Connection) -> bool:
        counts = [connection.execute(each, (self._player,)).rowcount for each in _DELETE]
        self.erased = Holdings(*counts)
        return any(counts)
