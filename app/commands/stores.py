"""How a command gets at the store that the settings name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from app.commands.refused import Refused
from app.settings import SQLITE, Settings
from app.store import OperableStore, open_store


def check_source(settings: Settings) -> None:
    """That it is there: whoever opens a store makes one."""
    path = file_of(settings)
    if path and not path.is_file():
        raise Refused(f"There is no file {path}.")


def file_of(settings: Settings) -> Path | None:
    if settings.database_url.startswith(SQLITE):
        return Path(settings.database_url.removeprefix(SQLITE))
    return None


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[OperableStore]:
    store = await open_store(settings)
    try:
        yield store
    finally:
        await store.close()
