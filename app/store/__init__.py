"""Where games are kept between requests: one Protocol, its records, and how to open one."""

from pathlib import Path

from app.settings import SQLITE, Settings
from app.store.messages import Messages, StoredMessage
from app.store.protocol import (
    Arrival,
    Finished,
    Holdings,
    NewerDatabase,
    OperableStore,
    Store,
    StoredChoices,
    StoredPlay,
    StoreUnavailable,
    Win,
)
from app.store.sqlite import SqliteStore
from app.store.verdicts import StoredVerdict, Verdicts

__all__ = [
    "Arrival",
    "Finished",
    "Holdings",
    "Messages",
    "NewerDatabase",
    "OperableStore",
    "Store",
    "StoreUnavailable",
    "StoredChoices",
    "StoredMessage",
    "StoredPlay",
    "StoredVerdict",
    "Verdicts",
    "Win",
    "open_store",
]


async def open_store(settings: Settings) -> OperableStore:
    """The store that DATABASE_URL names, its migrations applied; made if it is not there.

    Raises StoreUnavailable if it cannot be opened and written, and NewerDatabase.
    """
    if not settings.database_url.startswith(SQLITE):
        # its driver is three megabytes that a server on SQLite need not hold
        from app.store.postgres import PostgresStore  # noqa: PLC0415

        return await PostgresStore.open(
            settings.database_url, connections=settings.database_connections
        )
    return SqliteStore(
        Path(settings.database_url.removeprefix(SQLITE)), durability=settings.durability
    )
