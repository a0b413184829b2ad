"""Where games are kept between requests: one Protocol, its records, and how to open one."""

from app.settings import Settings
from app.store.protocol import Store, StoredPlay, StoreUnavailable, UnknownDatabase, Win
from app.store.sqlite import SQLiteStore

__all__ = ["Store", "StoreUnavailable", "StoredPlay", "UnknownDatabase", "Win", "open_store"]

_SQLITE = "sqlite:///"


async def open_store(settings: Settings) -> Store:
    """The store that DATABASE_URL names, its migrations applied.

    Raises UnknownDatabase for another scheme or a database of a newer version, and
    StoreUnavailable when it cannot be opened.
    """
    if not settings.database_url.startswith(_SQLITE):
        raise UnknownDatabase(f"DATABASE_URL must begin with {_SQLITE}")
    path = settings.database_url.removeprefix(_SQLITE)
    return SQLiteStore(path, full=settings.durability == "full")
