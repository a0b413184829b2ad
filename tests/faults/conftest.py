"""Servers over a database of each kind, ended whatever happens."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest

from tests.browser.server import AppServer
from tests.postgres import STORES

# many players come from this one address
NO_LIMITS = {
    "rate_moves": "1000000/second",
    "rate_player_moves": "1000000/second",
    "rate_pages": "1000000/second",
    "rate_new_games": "1000000/second",
}


@pytest.fixture(params=STORES)
def database_url(request: pytest.FixtureRequest, new_database_url: Callable[[str], str]) -> str:
    """Of a new database; one kind after the other."""
    return new_database_url(request.param)


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """For tests that do not harm it."""
    server = AppServer(f"sqlite:///{tmp_path_factory.mktemp('faults') / 'patience.db'}")
    try:
        server.start()
        yield server
    finally:
        server.kill()


class StartServer(Protocol):
    def __call__(self, database_url: str, **settings: str) -> AppServer: ...


@pytest.fixture
def start_server() -> Iterator[StartServer]:
    """Starts servers over the database with this URL."""
    with ExitStack() as started:

        def start(database_url: str, **settings: str) -> AppServer:
            server = AppServer(database_url, **(NO_LIMITS | settings))
            started.callback(server.kill)
            server.start()
            return server

        yield start
