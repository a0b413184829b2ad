"""A database of every kind that there is, shared by tests as by players: each is another one."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from app.settings import Settings
from app.store import Store, StoredPlay, open_store
from tests.postgres import STORES
from tests.store.examples import first_play

OpenStore = Callable[[], Awaitable[Store]]


@pytest.fixture(scope="module", params=STORES)
def database_url(request: pytest.FixtureRequest, new_database_url: Callable[[str], str]) -> str:
    """Of a new database; one kind after the other."""
    return new_database_url(request.param)


@pytest.fixture(scope="module")
async def store(database_url: str) -> AsyncIterator[Store]:
    opened = await open_store(Settings(database_url=database_url))
    yield opened
    await opened.close()


@pytest.fixture
async def open_again(store: Store, database_url: str) -> AsyncIterator[OpenStore]:
    """Opens the database of `store` once more, as another server would."""
    opened = [store]

    async def open_one() -> Store:
        opened.append(await open_store(Settings(database_url=database_url)))
        return opened[-1]

    yield open_one
    for other in opened[1:]:
        await other.close()


@pytest.fixture
def player() -> bytes:
    return secrets.token_bytes(32)


@pytest.fixture
def stranger() -> bytes:
    return secrets.token_bytes(32)


@pytest.fixture
def first(player: bytes) -> StoredPlay:
    """A play of the player's after its first move."""
    return first_play(player)
