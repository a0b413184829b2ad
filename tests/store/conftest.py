"""A database of every kind that there is, shared by tests as by players: each is another one."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from app.settings import Durability, Settings
from app.store import Store, StoredPlay, open_store
from tests.postgres import STORES
from tests.store.examples import first_play

OpenStore = Callable[[], Awaitable[Store]]

FULL_SQLITE = "sqlite-full"
"""With full durability, which writes in another way."""


@pytest.fixture(scope="module", params=[*STORES, FULL_SQLITE])
def chosen(request: pytest.FixtureRequest, new_database_url: Callable[[str], str]) -> Settings:
    """The settings of a new database; one kind after the other."""
    if request.param == FULL_SQLITE:
        return Settings(database_url=new_database_url("sqlite"), durability=Durability.FULL)
    return Settings(database_url=new_database_url(request.param))


@pytest.fixture(scope="module")
async def store(chosen: Settings) -> AsyncIterator[Store]:
    opened = await open_store(chosen)
    yield opened
    await opened.close()


@pytest.fixture
async def open_again(store: Store, chosen: Settings) -> AsyncIterator[OpenStore]:
    """Opens the database of `store` once more, as another server would."""
    opened = [store]

    async def open_one() -> Store:
        opened.append(await open_store(chosen))
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
