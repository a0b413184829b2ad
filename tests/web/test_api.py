"""The public interface: a program plays as a player does, by a key instead of a cookie."""

import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

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
from app.web.api.kinds import KINDS
from app.web.api.shown import shown_play
from app.web.house import MOST_BYTES
from app.web.i18n import catalog
from app.web.press import LONGEST_LOG
from app.web.seats import Seat
from app.web.security import player_of
from tests.web.players import LANGS, SLUGS, legal_texts, random_play
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


@pytest.fixture
async def client(browser: Browser) -> AsyncIterator[httpx.AsyncClient]:
    yield browser.client
    assert not list(browser.client.cookies.jar), "a cookie was set"


@pytest.fixture
async def program(client: httpx.AsyncClient) -> Program:
    return await begin(client, **START)


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


async def test_going_to_any_step(program: Program) -> None:
    for move in ("d", "d", "d"):
        await program.send("moves", move=move)
    for to, can_undo, can_redo in ((1, True, True), (3, True, False), (0, False, True)):
        answer = await program.send("back", to=to)
        assert answer.status_code == 200
        now = program.now
        assert (now["steps"], now["can_undo"], now["can_redo"]) == (to, can_undo, can_redo)
        again = await program.send("back", version=now["version"] - 1, to=to)
        assert (again.status_code, again.json()) == (200, now)
    beyond = await program.send("back", to=4)
    assert assert_problem(beyond, 422, "not-possible")["play"] == program.now
    assert assert_problem(await program.send("back", to=-1), 422, "not-understood")["errors"]


async def test_what_is_safe_goes_up_as_one_step(client: httpx.AsyncClient) -> None:
    safe = before_a_safe_step()
    program = await begin(client, game=safe.slug, number=safe.number)
    for text in safe.log.split("."):
        await program.send("moves", move=text)
    assert (await program.send("up")).status_code == 200
    assert program.now["log"] == safe.make(safe.safe_step()).log
    assert program.now["steps"] == safe.ply + 1


async def test_a_key_plays_any_number_of_deals(program: Program) -> None:
    await program.send("moves", move="d")
    headers = {"Authorization": f"Bearer {program.key}"}
    client = program.client
    answer = await client.post("/api/v1/plays", json=START, headers=headers)
    assert (answer.status_code, answer.headers["location"]) == (200, ROMAN)
    assert answer.json() == {"key": program.key, "play": program.now}
    assert (await client.get(ROMAN, headers=headers)).json() == program.now
    other = await client.post("/api/v1/plays", json={"game": "bureau"}, headers=headers)
    assert other.status_code == 201
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
    for action, move in (("moves", "t1t1"), ("moves", "r1t1"), ("moves", "t1t99"), ("redo", None)):
        answer = await program.send(action, move)
        told = assert_problem(answer, 422, "not-possible")
        assert told["play"] == program.now
        assert "errors" not in told
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
    ({"version": 0, "move": ""}, "/move"),
    ({"version": 0, "move": "d\x00"}, "/move"),
    ({"version": 0, "move": "d\n"}, "/move"),
    ({"version": 0, "move": "s1w1"}, "/move"),
]


@pytest.mark.parametrize(("body", "pointer"), BODIES, ids=range(len(BODIES)))
async def test_what_is_not_asked_for_is_refused(
    program: Program, body: object, pointer: str
) -> None:
    headers = {"Authorization": f"Bearer {program.key}"}
    answer = await program.client.post(f"{ROMAN}/moves", json=body, headers=headers)
    told = assert_problem(answer, 422, "not-understood")
    assert [fault["pointer"] for fault in told["errors"]] == [pointer]
    assert "play" not in told


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (b"", 400),
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
    kinds = {400: "no-json", 413: "too-large", 422: "not-understood"}
    assert_problem(answer, status, kinds[status])


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json", 200),
        ("Application/JSON; charset=utf-8", 200),
        ("application/merge-patch+json", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/json-seq", 415),
        ("json", 415),
        ("", 415),
        (None, 415),
    ],
)
async def test_a_body_says_that_it_is_json(
    program: Program, content_type: str | None, status: int
) -> None:
    headers = {"Authorization": f"Bearer {program.key}"}
    if content_type is not None:
        headers["Content-Type"] = content_type
    answer = await program.client.post(
        f"{ROMAN}/moves", content=b'{"version": 0, "move": "d"}', headers=headers
    )
    assert answer.status_code == status
    if status == 415:
        assert_problem(answer, 415, "no-json")


async def test_of_several_faults_the_first_is_told(program: Program) -> None:
    """In the order that the document gives."""
    client, key = program.client, {"Authorization": f"Bearer {program.key}"}
    await program.send("moves", move="d")
    nowhere = "/api/v1/plays/whist/1/moves"
    stale, broken = b'{"version": 0, "move": "t1t1"}', b'{"version": 0, "move": "?"}'
    for path, content, content_type, headers, status in (
        ("/api/v1/nowhere", b"{", "text/plain", {}, 404),
        (nowhere, b"{", "text/plain", {}, 415),
        (nowhere, b"{", "application/json", {}, 400),
        (nowhere, broken, "application/json", {}, 422),
        (nowhere, stale, "application/json", {}, 404),
        (f"{ROMAN}/moves", broken, "application/json", {}, 422),
        (f"{ROMAN}/moves", stale, "application/json", {}, 401),
        (f"{ROMAN}/moves", broken, "application/json", key, 422),
        (f"{ROMAN}/moves", stale, "application/json", key, 409),
    ):
        sent = headers | {"Content-Type": content_type}
        answer = await client.post(path, content=content, headers=sent)
        assert answer.status_code == status, (path, content)


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


async def test_a_slip_in_a_key_is_told(program: Program) -> None:
    """It is not taken for the key of somebody who has never played."""
    slips = [
        program.key[:place] + ("A" if letter != "A" else "B") + program.key[place + 1 :]
        for place, letter in enumerate(program.key)
    ]
    slips += [program.key[:-1], f"{program.key}A", program.key[:31], models.EXAMPLE_KEY]
    for slip in slips:
        answer = await program.client.get(ROMAN, headers={"Authorization": f"Bearer {slip}"})
        assert_problem(answer, 401, "no-key")
    answer = await program.client.get(ROMAN, headers={"Authorization": f"Bearer {program.key}"})
    assert answer.json() == program.now


async def test_a_key_is_no_cookie(program: Program, site: Site) -> None:
    await program.send("moves", move="d")
    secret = program.key.removeprefix("patience_")
    for name in (program.key, secret, secret[:22]):
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
    assert len(secret) == 28
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


async def test_only_the_head_may_be_asked_for(client: httpx.AsyncClient) -> None:
    for path in ("/api/v1/games", "/api/v1/openapi.json", "/api/v1/games/roman/deals/5"):
        assert (await client.head(path)).status_code == 200
