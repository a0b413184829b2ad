"""The deals that are over for a player, as a SQLite file has them."""

import sqlite3

from app.store.protocol import FORGOTTEN, Finished

# a deal that was won stays won, whatever became of it later
_FINISHED = f"""
SELECT slug, number, won_at AS ended, TRUE, moves, seconds, undos, hints
FROM wins WHERE player = ?1
UNION ALL
SELECT slug, number, moved, FALSE, 0, 0.0, 0, 0
FROM plays WHERE player = ?1 AND NOT won AND (stuck OR last = '{FORGOTTEN}') AND NOT EXISTS
    (SELECT 1 FROM wins WHERE player = ?1 AND slug = plays.slug AND number = plays.number)
ORDER BY ended DESC LIMIT ?2"""


def finished(connection: sqlite3.Connection, player: bytes, most: int) -> list[Finished]:
    return [
        Finished(slug, number, ended, won == 1, moves, seconds, undos, hints)
        for slug, number, ended, won, moves, seconds, undos, hints in connection.execute(
            _FINISHED, (player, most)
        )
    ]
