"""The columns that a database really has, its migrations applied."""

import sqlite3
from contextlib import closing

from app.settings import SQLITE
from tests.postgres import query

_OF_SQLITE = """
SELECT tables.name, columns.name
FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'"""
_OF_POSTGRES = """
SELECT table_name || '.' || column_name FROM information_schema.columns
WHERE table_schema = 'public'"""


def columns(database_url: str) -> set[tuple[str, str]]:
    """Table and name of each."""
    if not database_url.startswith(SQLITE):
        found = [line.partition(".") for line in query(database_url, _OF_POSTGRES)]
        return {(table, column) for table, _, column in found}
    with closing(sqlite3.connect(database_url.removeprefix(SQLITE))) as connection:
        return set(connection.execute(_OF_SQLITE))
