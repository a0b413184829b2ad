"""The public interface: a program plays as a player does, by a key instead of a cookie."""

import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.deals import LAST_DEAL
from app.engine import engine_for
from app.games import GAMES
from app.play import Play
from app.rules import (
    Base,
    Build,
    Empty,
    Foundations,
    GameRules,
    Kind,
    Match,
    Reserve,
    Stock,
    Tableau,
    Unit,
)
from app.web.api import models
from app.web.api.problems import KINDS
from app.web.api.shown import shown_play
from app.web.house import MOST_BYTES
from app.web.i18n import catalog
from app.web.press import LONGEST_LOG, Action
from app.web.seats import Seat
from app.web.security import player_of
from tests.web.players import LANGS, SLUGS, legal_texts, random_play
from tests.web.serving import Browser, Site, serving

Json = dict[str, Any]
START = {"game": "roman", "number": 48213}
ROMAN = "/api/v1/plays/roman/48213"


class Program:
    """A client that keeps the key, and the newest play of one deal."""

    def __init__(self, client: httpx.AsyncClient, key: str, play: Json) -> None:
        self.client = client
        self.key = key
        self.now = play
        self.address = f"/api/v1/plays/{play['game']}/{play['number']}"

    async def send(
        self, action: str, move: str | None = None, *, version: int | None = None
    ) -> httpx.Response:
        asked: Json = {"version": self.now["version"] if version is None else version}
        if move is not None:
            asked["move"] = move
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = await self.client.post(f"{self.address}/{action}", json=asked, headers=headers)
        if answer.status_code == 200:
            self.now = answer.json()
        return answer


@pytest.fixture
async def client(browser: Browser) -> AsyncIterator[httpx.AsyncClient]:
    yield browser.client
    assert not list(browser.client.cookies.jar), "a cookie was set"


@pytest.fixture
async def program(client: httpx.AsyncClient) -> Program:
    return await begin(client, **START)


async def begin(client: httpx.AsyncClient, **start: object) -> Program:
    answer = await client.post("/api/v1/plays", json=start)
    assert answer.status_code == 201
    return Program(client, **answer.json())


def assert_problem(answer: httpx.Response, status: int, kind: str) -> Json:
    assert answer.headers["content-type"] == "application/problem+json"
    told: Json = answer.json()
    assert (answer.status_code, told["status"]) == (status, status), told
    assert told["type"] == f"/api/v1/problems/{kind}"
    return told


# -- games and deals -------------------------------------------------------------------------


async def test_the_games_are_told_in_both_languages(client: httpx.AsyncClient) -> None:
    titles = {}
    for lang in LANGS:
        answer = await client.get("/api/v1/games", headers={"Accept-Language": lang})
        assert answer.headers["content-language"] == lang
        assert "Accept-Language" in answer.headers["vary"]
        games = answer.json()["games"]
        assert [game["game"] for game in games] == list(GAMES)
        titles[lang] = [game["title"] for game in games]
    assert titles["en"] != titles["fr"]


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_rules_as_data_are_the_declaration(client: httpx.AsyncClient, slug: str) -> None:
    told = (await client.get(f"/api/v1/games/{slug}")).json()
    assert rules_of(told) == GAMES[slug]
    assert any(section["part"] == "aim" for section in told["how_to_play"])
    french = await client.get(f"/api/v1/games/{slug}", headers={"Accept-Language": "fr"})
    assert french.json()["how_to_play"] != told["how_to_play"]


def rules_of(told: Json) -> GameRules:
    """The declaration that somebody would write who has read this alone."""
    tableau, foundations, reserve = told["tableau"], told["foundations"], told["reserve"]
    return GameRules(
        slug=told["game"],
        name=GAMES[told["game"]].name,
        decks=told["packs"],
        foundations=Foundations(
            foundations["count"], build_of(foundations["build"]), Base(foundations["base"])
        ),
        tableau=Tableau(
            deal=tuple(tableau["deal"]),
            build=build_of(tableau["build"]),
            unit=Unit(tableau["unit"]),
            empty=Empty(tableau["empty"]),
            refill=kinds_of(tableau["refill"]),
        ),
        stock=Stock(**told["stock"]),
        reserve=reserve and Reserve(reserve["cards"], kinds_of(reserve["plays_to"])),
    )


def build_of(told: Json) -> Build:
    return Build(told["step"], Match(told["match"]), told["wrap"])


def kinds_of(told: list[str]) -> tuple[Kind, ...]:
    return tuple(Kind[name.upper()] for name in told)


def test_every_kind_of_pile_has_its_word() -> None:
    assert {kind.name: kind.name.lower() for kind in Kind} == {
        kind.name: kind.value for kind in models.PileKind
    }


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_deal_shows_what_lies_face_up(client: httpx.AsyncClient, slug: str) -> None:
    answer = await client.get(f"/api/v1/games/{slug}/deals/7")
    table = answer.json()["table"]
    position = engine_for(slug).deal(7)
    assert [len(pile["cards"]) for pile in table["piles"]] == list(map(len, position.piles))
    assert set(table["piles"][-1]["cards"]) == {None}
    hidden = [pile["cards"].count(None) for pile in table["piles"][:-1]]
    assert sum(hidden) == position.face_down.bit_count()
    assert {move["move"] for move in table["legal_moves"]} == legal_texts(Play.start(slug, 7))


# -- a play ----------------------------------------------------------------------------------


@pytest.mark.each_store
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_program_plays_as_a_player_does(browser: Browser, slug: str) -> None:
    program = await begin(browser.client, game=slug, number=31)
    wanted = random_play(slug, 31, 12)
    known = Play.start(slug, 31)
    for version, text in enumerate(wanted.log.split("."), 1):
        offered = program.now["table"]["legal_moves"]
        assert {move["move"] for move in offered} == legal_texts(known)
        assert (await program.send("moves", move=text)).status_code == 200
        known = Play.replay(slug, 31, f"{known.log}.{text}".strip("."))
        assert program.now == json.loads(shown_play(Seat(known, version)).model_dump_json())
    stored = await browser.site.house.store.load(player_of(program.key), slug, 31)
    assert stored
    assert (stored.log, stored.version) == (wanted.log, 12)


async def test_taking_back_and_making_again(program: Program) -> None:
    for move in ("d", "d", "d"):
        await program.send("moves", move=move)
    seen = []
    for action in ("undo", "undo", "redo", "redo-all", "restart", "redo"):
        assert (await program.send(action)).status_code == 200, action
        now = program.now
        seen.append((now["steps"], now["can_undo"], now["can_redo"]))
        assert now["log"] == "d.d.d"
    assert [steps for steps, _, _ in seen] == [2, 1, 2, 3, 0, 1]
    assert seen[3:5] == [(3, True, False), (0, False, True)]
    assert program.now["version"] == 9


async def test_what_is_safe_goes_up_as_one_step(client: httpx.AsyncClient) -> None:
    slug, number = "klondike", 3
    safe = next(
        play
        for moves in range(1, 60)
        if (play := random_play(slug, number, moves)).ply and _can_send(play)
    )
    program = await begin(client, game=slug, number=number)
    for text in safe.log.split("."):
        await program.send("moves", move=text)
    assert (await program.send("up")).status_code == 200
    assert program.now["log"] == safe.make(safe.safe_step()).log
    assert program.now["steps"] == safe.ply + 1


def _can_send(play: Play) -> bool:
    try:
        return bool(play.safe_step())
    except ValueError:
        return False


async def test_a_key_plays_any_number_of_deals(program: Program) -> None:
    await program.send("moves", move="d")
    headers = {"Authorization": f"Bearer {program.key}"}
    client = program.client
    answer = await client.post("/api/v1/plays", json=START, headers=headers)
    assert answer.json() == {"key": program.key, "play": program.now}
    assert (await client.get(ROMAN, headers=headers)).json() == program.now
    other = await client.post("/api/v1/plays", json={"game": "bureau"}, headers=headers)
    assert other.json()["key"] == program.key
    assert other.json()["play"]["version"] == 0
    assert (await client.get(other.headers["location"], headers=headers)).json()["version"] == 0


async def test_beginning_stores_nothing(program: Program, rows: Callable[[], int]) -> None:
    before = rows()
    await begin(program.client, **START)
    assert rows() == before
    await program.send("moves", move="d")
    assert rows() == before + 1


# -- what is repeated, late or wrong -----------------------------------------------------------


@pytest.mark.each_store
async def test_the_same_request_twice_is_carried_out_once(browser: Browser) -> None:
    program = await begin(browser.client, **START)
    for action, move in (("moves", "d"), ("moves", "d"), ("undo", None)):
        version = program.now["version"]
        first = await program.send(action, move)
        again = await program.send(action, move, version=version)
        assert (first.status_code, again.status_code) == (200, 200)
        assert again.json() == first.json()
        assert again.json()["version"] == version + 1


async def test_a_stale_request_changes_nothing_and_shows_how_it_stands(program: Program) -> None:
    await program.send("moves", move="d")
    await program.send("moves", move="d")
    for action, version, move in (
        ("moves", 0, "d"),
        ("moves", 1, "t1t2"),
        ("undo", 1, None),
        ("moves", 9, "d"),
    ):
        answer = await program.send(action, move, version=version)
        assert assert_problem(answer, 409, "stale")["play"] == program.now


async def test_what_cannot_be_done_is_refused_with_what_can(program: Program) -> None:
    await program.send("moves", move="d")
    for action, move, kind in (
        ("moves", "t1t1", "not-possible"),
        ("moves", "r1t1", "not-possible"),
        ("redo", None, "not-possible"),
        ("moves", "t1t99", "not-understood"),
        ("moves", "", "not-understood"),
        ("moves", "d\x00", "not-understood"),
    ):
        answer = await program.send(action, move)
        assert assert_problem(answer, 422, kind)["play"] == program.now
    # the stock can be turned after all that
    assert (await program.send("moves", move="d")).status_code == 200


async def test_a_game_that_was_never_begun_has_no_later_version(program: Program) -> None:
    answer = await program.send("moves", version=5, move="d")
    assert assert_problem(answer, 409, "not-begun")["play"] == program.now


async def test_no_game_grows_for_ever(browser: Browser) -> None:
    program = await begin(browser.client, game="klondike", number=11)
    log = ".".join("d" * (LONGEST_LOG // 2))
    seats = browser.site.house.seats
    await program.send("moves", move="d")
    stored = await browser.site.house.store.load(player_of(program.key), "klondike", 11)
    assert stored
    play = Play.replay("klondike", 11, log)
    row = stored._replace(log=log, ply=play.ply, position=None, version=2)
    await seats.leave(program.key, play, row, None)
    answer = await program.send("moves", version=2, move="d")
    assert_problem(answer, 422, "too-long")
    assert (await program.send("undo", version=2)).status_code == 200


BODIES: list[tuple[object, str]] = [
    ({"version": 0, "move": "d", "auto": "safe"}, "/auto"),
    ({"version": 0, "move": "d", "a/b~": 1}, "/a~1b~0"),
    ({"version": "0", "move": "d"}, "/version"),
    ({"version": 0.0, "move": "d"}, "/version"),
    ({"version": True, "move": "d"}, "/version"),
    ({"version": -1, "move": "d"}, "/version"),
    ({"version": 2**31, "move": "d"}, "/version"),
    ({"version": None, "move": "d"}, "/version"),
    ({"version": 0, "move": ["d"]}, "/move"),
    ({"version": 0, "move": "d" * 17}, "/move"),
    ({"version": 0}, "/move"),
    ([], ""),
    ("d", ""),
    (None, ""),
]


@pytest.mark.parametrize(("body", "pointer"), BODIES, ids=range(len(BODIES)))
async def test_what_is_not_asked_for_is_refused(
    program: Program, body: object, pointer: str
) -> None:
    headers = {"Authorization": f"Bearer {program.key}"}
    answer = await program.client.post(f"{ROMAN}/moves", json=body, headers=headers)
    told = assert_problem(answer, 422, "not-understood")
    assert [fault["pointer"] for fault in told["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 422),
        (b"", 422),
        (b"\xff", 400),
        (b"[" * 30_000, 400),
        (b'{"version": ' + b"9" * 5000 + b', "move": "d"}', 400),
        (b'{"version": NaN, "move": "d"}', 422),
        (b"x" * (MOST_BYTES + 1), 413),
    ],
    ids=range(7),
)
async def test_what_is_no_json_of_ours_is_refused(
    program: Program, content: bytes, status: int
) -> None:
    headers = {"Authorization": f"Bearer {program.key}", "Content-Type": "application/json"}
    answer = await program.client.post(f"{ROMAN}/moves", content=content, headers=headers)
    assert_problem(answer, status, "too-large" if status == 413 else "not-understood")


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/api/v1/games/whist", 404, "not-found"),
        ("GET", "/api/v1/games/roman/deals/0", 404, "not-found"),
        ("GET", f"/api/v1/games/roman/deals/{LAST_DEAL + 1}", 404, "not-found"),
        ("GET", "/api/v1/games/roman/deals/x", 404, "not-found"),
        ("GET", "/api/v1/problems/none", 404, "not-found"),
        ("GET", "/api/v1", 404, "not-found"),
        ("GET", "/api/v2/games", 404, "not-found"),
        ("GET", f"{ROMAN}/moves", 405, "wrong-method"),
        ("POST", "/api/v1/games", 405, "wrong-method"),
        ("GET", ROMAN, 401, "no-key"),
        ("POST", f"{ROMAN}/undo", 401, "no-key"),
        ("GET", "/api/v1/" + "x" * 30_000, 414, "too-large"),
    ],
)
async def test_every_fault_is_a_problem(
    client: httpx.AsyncClient, method: str, path: str, status: int, kind: str
) -> None:
    body = {"version": 0} if method == "POST" else None
    answer = await client.request(method, path, json=body, headers={"Accept-Language": "fr"})
    told = assert_problem(answer, status, kind)
    assert answer.headers["content-language"] == "fr"
    assert told["detail"] == catalog("fr").gettext(KINDS[kind].detail) != KINDS[kind].detail
    assert ("www-authenticate" in answer.headers) is (status == 401)


@pytest.mark.parametrize("kind", KINDS)
async def test_the_type_of_a_problem_is_where_it_is_told(
    client: httpx.AsyncClient, kind: str
) -> None:
    every = (await client.get("/api/v1/problems")).json()["problems"]
    told = (await client.get(f"/api/v1/problems/{kind}")).json()
    assert told in every
    assert told["type"] == f"/api/v1/problems/{kind}"


# -- keys, cookies, other sites ----------------------------------------------------------------


async def test_cookies_are_neither_read_nor_set(site: Site) -> None:
    browser = site.browser()
    await browser.post("/en/roman/48213/move", {"version": "0", "move": "d"})
    token = browser.token
    assert token
    before = await browser.stored("roman", 48213)
    assert (await browser.client.get(ROMAN)).status_code == 401
    for wrong in (f"Bearer {token}", "Bearer patience_x", f"Basic {token}", "Bearer", ""):
        answer = await browser.client.get(ROMAN, headers={"Authorization": wrong})
        assert_problem(answer, 401, "no-key")
        start = await browser.client.post(
            "/api/v1/plays", json=START, headers={"Authorization": wrong}
        )
        assert_problem(start, 401, "no-key")
    program = await begin(browser.client, **START)
    for action in ("moves", "undo", "redo"):
        answer = await program.send(action, "d" if action == "moves" else None)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    assert browser.token == token
    assert await browser.stored("roman", 48213) == before


async def test_a_key_is_no_cookie(program: Program, site: Site) -> None:
    await program.send("moves", move="d")
    for name in (program.key, program.key.removeprefix("patience_")):
        page = await site.browser(token=name).get("/en/roman/48213")
        assert 'data-version="0"' in page.text


async def test_the_database_holds_the_hash_alone(tmp_path: Path) -> None:
    path = tmp_path / "patience.db"
    async with serving(path) as site:
        program = await begin(site.browser().client, **START)
        await program.send("moves", move="d")
        with closing(sqlite3.connect(path)) as database:
            (player,) = database.execute("SELECT player FROM plays").fetchone()
    assert player == player_of(program.key)
    secret = program.key.removeprefix("patience_").encode()
    assert len(secret) == 22
    assert secret not in written(tmp_path)


def written(folder: Path) -> bytes:
    """All that lies in the files of a folder."""
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_any_page_may_ask(program: Program) -> None:
    """There is nothing that a browser would send along by itself."""
    headers = {
        "Origin": "https://elsewhere.example",
        "Sec-Fetch-Site": "cross-site",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    asked = await program.client.options(f"{ROMAN}/moves", headers=headers)
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-origin"] == "*"
    assert "Authorization" in asked.headers["access-control-allow-headers"]
    program.client.headers.update(headers)
    answer = await program.send("moves", move="d")
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


async def test_whoever_is_too_fast_is_told_how_long_to_wait(tmp_path: Path) -> None:
    async with serving(
        tmp_path / "patience.db", rate_player_moves="3/day", rate_new_games="1/day"
    ) as site:
        program = await begin(site.browser().client, **START)
        statuses = [(await program.send("moves", move="d")).status_code for _ in range(3)]
        late = await program.send("moves", move="d")
        assert statuses == [200, 200, 200]
        assert_problem(late, 429, "too-fast")
        assert int(late.headers["retry-after"]) > 0

        transport = httpx.ASGITransport(site.app, client=("203.0.113.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            answers = [
                await (await begin(client, **START)).send("moves", move="d") for _ in range(2)
            ]
        assert answers[0].status_code == 200
        assert_problem(answers[1], 429, "too-many-plays")
        assert answers[1].headers["retry-after"] == "60"


# -- the document ------------------------------------------------------------------------------


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


async def test_only_the_head_may_be_asked_for(client: httpx.AsyncClient) -> None:
    for path in ("/api/v1/games", "/api/v1/openapi.json", "/api/v1/games/roman/deals/5"):
        assert (await client.head(path)).status_code == 200
