"""What is published for those who write programs, held against what they then meet."""

import re
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, closing
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import schemathesis

from app.play import Play
from app.web.api.kinds import KINDS, type_of
from app.web.house import MOST_BYTES
from app.web.press import LONGEST_LOG, Action
from app.web.security import player_of
from tests.web.programs import (
    ROMAN,
    START,
    Json,
    Program,
    assert_problem,
    before_a_safe_step,
    begin,
)
from tests.web.serving import Browser, Site, serving

DOCUMENT = "/api/v1/openapi.json"
NAMES = {"game": "roman", "number": 48213, "kind": "stale"}
MORE: dict[str, Json] = {"move": {"move": "d"}, "back": {"to": 0}}
STRANGER = ("203.0.113.7", 1)
"""Who is counted, as this machine is not."""


@pytest.fixture
def client(browser: Browser) -> httpx.AsyncClient:
    return browser.client


@pytest.fixture
async def document(client: httpx.AsyncClient) -> Json:
    told: Json = (await client.get(DOCUMENT)).json()
    return told


async def test_the_document_describes_every_address(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/openapi.json")
    document = answer.json()
    assert document["openapi"].startswith("3.1")
    presses = {f"{ROMAN}/moves", *(f"{ROMAN}/{a.value}" for a in Action if a is not Action.MOVE)}
    described = {
        path.replace("{game}", "roman").replace("{number}", "48213") for path in document["paths"]
    }
    assert presses | {ROMAN, "/api/v1/plays", "/api/v1/games"} <= described
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], path
            assert operation["description"], path
            assert ("security" in operation) is ("/plays" in path)
            assert method in ("get", "post")
    references = {
        part.partition('"')[0] for part in answer.text.split('"#/components/schemas/')[1:]
    }
    assert references <= document["components"]["schemas"].keys()


async def test_every_field_is_described_in_words(client: httpx.AsyncClient) -> None:
    schemas = (await client.get("/api/v1/openapi.json")).json()["components"]["schemas"]
    silent = {
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, told in schema.get("properties", {}).items()
        if not told.keys() & {"description", "$ref"}
        and not told.get("items", {}).keys() & {"description", "$ref"}
        and not any("$ref" in one for one in told.get("anyOf", ()))
    }
    # what the name says is not said again
    assert silent == {
        "Foundations.count",
        "Game.title",
        "GameInList.title",
        "Play.can_redo",
        "Play.can_undo",
        "Problem.status",
        "Problem.title",
        "ProblemKind.detail",
        "ProblemKind.title",
        "ProblemKind.type",
        "Reserve.cards",
        "RulesSection.heading",
        "RulesSection.sentences",
    }


class Operation(NamedTuple):
    method: str
    path: str
    told: Json

    def at(self, **names: object) -> str:
        return self.path.format(**{**NAMES, **names})

    @property
    def name(self) -> str:
        return str(self.told["operationId"])

    @property
    def is_change(self) -> bool:
        return self.method == "POST" and "{" in self.path

    def body(self, version: int = 0) -> Json | None:
        """As it should be."""
        if self.method == "GET":
            return None
        if not self.is_change:
            return START
        return {"version": version, **MORE.get(self.name, {})}


class Met(NamedTuple):
    """An answer, and the operation that it should be told of at."""

    operation: Operation
    answer: httpx.Response

    @property
    def place(self) -> tuple[str, str, str]:
        return self.operation.method, self.operation.path, str(self.answer.status_code)


def operations(document: Json) -> Iterator[Operation]:
    for path, told in document["paths"].items():
        for method, operation in told.items():
            yield Operation(method.upper(), path, operation)


async def test_what_is_met_is_what_is_told(document: Json, tmp_path: Path) -> None:
    """Every fault that can be provoked, everywhere: its status, headers, type and fields."""
    schema = schemathesis.openapi.from_dict(document)
    kinds, places = set(), set()
    async with aclosing(meet(document, tmp_path)) as meeting:
        async for met in meeting:
            told = met.operation.told["responses"].get(str(met.answer.status_code))
            assert told, met.place
            assert [*told["content"]] == [met.answer.headers["content-type"]], met.place
            sent = {
                name for name in document["components"]["headers"] if name in met.answer.headers
            }
            assert told["headers"].keys() == sent, met.place
            schema[met.operation.path][met.operation.method].validate_response(met.answer)
            places.add(met.place)
            if met.answer.is_error:
                kinds.add(met.answer.json()["type"])
    wanted = {type_of(kind) for kind in KINDS} - {type_of("wrong-method")}
    assert kinds == wanted
    assert {*document["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]} == {
        type_of(kind) for kind in KINDS
    }
    told_of = {
        (operation.method, operation.path, status)
        for operation in operations(document)
        for status in operation.told["responses"]
    }
    # where nothing is read or written, nothing is known that would bring these about
    assert {status for _, _, status in told_of - places} <= {"500", "503"}


async def meet(document: Json, folder: Path) -> AsyncGenerator[Met]:
    every = [*operations(document)]
    changes = [operation for operation in every if operation.is_change]
    keyed = [operation for operation in every if "security" in operation.told]
    path = folder / "patience.db"
    async with serving(path) as site:
        program = await begin(site.browser().client, **START)
        meetings = [ask(program, operation) for operation in every]
        meetings += [play(program, changes), resume(program, keyed), lock(program, changes, path)]
        meetings += [outgrow(program, changes, site), damage(program, keyed, path)]
        for meeting in meetings:
            async for met in meeting:
                yield met
    async for met in hurry(every, folder):
        yield met


async def ask(program: Program, operation: Operation) -> AsyncIterator[Met]:
    """As one should, and wrongly in every way."""
    client, key = program.client, ("Authorization", f"Bearer {program.key}")
    method, place, body = operation.method, operation.at(), operation.body()
    asked = [
        (place, [key]),
        (place, [key, ("Origin", "https://a.test"), ("Origin", "https://b.test")]),
        (f"{place}?{'x' * 30_000}", [key]),
    ]
    asked += [
        (operation.at(**{name: wrong}), [key])
        for name, wrong in (("game", "whist"), ("number", 0), ("kind", "none"))
        if f"{{{name}}}" in operation.path
    ]
    if "security" in operation.told:
        asked.append((place, [("Authorization", "Bearer patience_x")]))
    for address, headers in asked:
        yield Met(operation, await client.request(method, address, json=body, headers=headers))
    if not body:
        return
    sent = dict([key, ("Content-Type", "application/json")])
    for content in (b"{", b"{}", b"x" * (MOST_BYTES + 1)):
        yield Met(operation, await client.post(place, content=content, headers=sent))
    for wrong in ({"Content-Type": "text/plain"}, {"Transfer-Encoding": "chunked"}):
        yield Met(operation, await client.post(place, content=b"{}", headers={**sent, **wrong}))


async def send(program: Program, operation: Operation, version: int, **more: object) -> Met:
    headers, place = {"Authorization": f"Bearer {program.key}"}, operation.at(**program.names)
    body = {**(operation.body(version) or {}), **more}
    sent = None if operation.method == "GET" else body
    return Met(
        operation,
        await program.client.request(operation.method, place, json=sent, headers=headers),
    )


async def play(program: Program, changes: list[Operation]) -> AsyncIterator[Met]:
    """Changes that cannot be made, and that are."""
    untouched = await begin(program.client, **START)
    wrong: dict[str, Json] = {"move": {"move": "t1t1"}, "back": {"to": 99}}
    for operation in changes:
        yield await send(untouched, operation, 0, **wrong.get(operation.name, {}))
        yield await send(untouched, operation, 5)
    named = {operation.name: operation for operation in changes}
    safe = before_a_safe_step()
    ready = await begin(program.client, game=safe.slug, number=safe.number)
    for version, text in enumerate(safe.log.split(".")):
        yield await send(ready, named["move"], version, move=text)
    for name in ("up", "undo", "redo", "back", "redo-all", "restart"):
        met = await send(ready, named[name], ready.now["version"] or safe.ply)
        ready.now = met.answer.json()
        assert met.answer.status_code == 200, name
        yield met


async def resume(program: Program, keyed: list[Operation]) -> AsyncIterator[Met]:
    """A play that was begun before."""
    await program.send("moves", "d")
    for operation in keyed:
        if not operation.is_change:
            yield await send(program, operation, 0, **START)


async def lock(program: Program, changes: list[Operation], path: Path) -> AsyncIterator[Met]:
    for _ in range(2):
        await program.send("moves", "d")
    await program.send("undo")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        # each waits its time
        for operation in changes[:2]:
            yield await send(program, operation, program.now["version"])
        other.execute("ROLLBACK")


async def outgrow(program: Program, changes: list[Operation], site: Site) -> AsyncIterator[Met]:
    move = next(operation for operation in changes if operation.name == "move")
    long = await begin(program.client, game="klondike", number=11)
    await long.send("moves", "d")
    stored = await site.house.store.load(player_of(long.key), "klondike", 11)
    assert stored
    grown = Play.replay("klondike", 11, ".".join("d" * (LONGEST_LOG // 2)))
    row = stored._replace(log=grown.log, ply=grown.ply, position=None, version=2)
    await site.house.seats.leave(long.key, grown, row, None)
    yield await send(long, move, 2)


async def damage(program: Program, keyed: list[Operation], path: Path) -> AsyncIterator[Met]:
    """A row that we ourselves cannot read."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE plays SET log = 'zz', ply = 1, position = NULL")
        other.commit()
    for operation in keyed:
        more = START if operation.name == "begin" else {}
        met = await send(program, operation, 77, **more)
        assert met.answer.status_code == 500, operation
        yield met


async def hurry(every: list[Operation], folder: Path) -> AsyncIterator[Met]:
    once = dict.fromkeys(("rate_moves", "rate_pages"), "1/day")
    async with serving(folder / "once.db", **once) as site, _stranger(site) as client:
        program = await begin(client, **START)
        await client.get(ROMAN)
        for operation in every:
            met = await send(program, operation, 0)
            assert met.answer.status_code == 429
            yield met
    async with (
        serving(folder / "new.db", rate_new_games="1/day") as site,
        _stranger(site) as client,
    ):
        for operation in every:
            if operation.name == "move":
                yield await send(await begin(client, **START), operation, 0)
                yield await send(await begin(client, **START), operation, 0)


def _stranger(site: Site) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(site.app, client=STRANGER)
    return httpx.AsyncClient(transport=transport, base_url="http://a.test")


async def test_other_methods_are_none(document: Json, client: httpx.AsyncClient) -> None:
    for path, told in document["paths"].items():
        known = {method.upper() for method in told}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - known:
            answer = await client.request(method, path.format(**NAMES))
            assert_problem(answer, 405, "wrong-method")
            allowed = set(answer.headers["allow"].split(", "))
            assert allowed - {"HEAD"} == known, path
            assert ("HEAD" in allowed) is ("GET" in known)


async def test_the_guide_tells_what_this_server_keeps_to(tmp_path: Path) -> None:
    kept = {
        "rate_moves": "31/minute",
        "rate_pages": "32/minute",
        "rate_player_moves": "33/second",
        "rate_new_games": "3400/hour",
        "prune_after_days": 401,
    }
    async with serving(tmp_path / "patience.db", **kept) as site:
        document = (await site.browser().client.get(DOCUMENT)).json()
    guide = document["info"]["description"]
    for told in ("31 in 60 s", "32 in 60 s", "33 in 1 s", "3,400 in 3,600 s", "401 days"):
        assert told in guide, told


async def test_a_key_is_as_it_is_told(document: Json, client: httpx.AsyncClient) -> None:
    key = document["components"]["schemas"]["StartedPlay"]["properties"]["key"]
    for _ in range(20):
        assert re.search(key["pattern"], (await begin(client, **START)).key)
    assert re.search(key["pattern"], *key["examples"])
