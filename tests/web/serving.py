"""The application served in the test's own process, and browsers to visit it."""

import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import httpx

from app.settings import SQLITE, Settings
from app.store import StoredPlay
from app.web.app import Application, create_app
from app.web.house import House
from app.web.security import player_of
from tests.postgres import query
from tests.web.table import Table, read_table

HX = {"HX-Request": "true"}


@dataclass
class Site:
    """A running application."""

    app: Application
    database_url: str

    @property
    def house(self) -> House:
        return self.app.house

    def browser(self, *, token: str = "", keeps_cookies: bool = True) -> "Browser":
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url="http://patience.test")
        if token:
            client.cookies.set("player", token, domain="patience.test")
        if not keeps_cookies:
            client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        return Browser(self, client)


@dataclass
class Browser:
    """A browser that keeps cookies and follows no redirect by itself."""

    site: Site
    client: httpx.AsyncClient

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=_named(headers))

    async def table(self, path: str) -> Table:
        answer = await self.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return read_table(answer.text)

    async def post(
        self,
        path: str,
        form: dict[str, str] | None = None,
        *,
        htmx: bool = False,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        return await self.client.post(
            path, data=form or {}, headers={**(HX if htmx else {}), **_named(headers or {})}
        )

    async def press(self, deal: str, action: str, move: str = "") -> httpx.Response:
        """Loads the page and presses one of its buttons, as a player without script does."""
        table = await self.table(deal)
        return await self.post(f"{deal}/{action}", table.press(move) if move else table.fields)

    async def play(self, deal: str, log: str) -> None:
        """Makes the moves of a log, each against the version that the last one made."""
        version = (await self.table(deal)).version
        for text in log.split("."):
            answer = await self.post(
                f"{deal}/move", {"version": str(version), "move": text}, htmx=True
            )
            assert answer.status_code == 200
            assert read_table(answer.text).version == version + 1, text
            version += 1

    @property
    def token(self) -> str | None:
        return self.client.cookies.get("player")

    async def stored(self, slug: str, number: int) -> StoredPlay | None:
        if self.token is None:
            return None
        return await self.site.house.store.load(player_of(self.token), slug, number)


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@asynccontextmanager
async def serving(database: Path | str, **settings: object) -> AsyncIterator[Site]:
    """Over a SQLite file, or the database that a URL names."""
    url = f"{SQLITE}{database}" if isinstance(database, Path) else database
    app = create_app(Settings.model_validate({"database_url": url, **settings}))
    async with app.router.lifespan_context(app):
        yield Site(app, url)


def count_rows(database_url: str, table: str = "plays") -> int:
    """How many rows a table of a database holds."""
    statement = f"SELECT count(*) FROM {table}"
    if not database_url.startswith(SQLITE):
        return int(query(database_url, statement)[0])
    with closing(sqlite3.connect(database_url.removeprefix(SQLITE))) as connection:
        (count,) = connection.execute(statement).fetchone()
    return int(count)
