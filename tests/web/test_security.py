"""What keeps strangers out: headers, hosts, origins, proxies, sizes, cookies, and faults that
tell nothing of the inside."""

import re
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from fastapi import Request, Response
from fastapi.routing import iter_route_contexts
from starlette.routing import Route

from app.play import Play
from app.settings import SQLITE
from app.web.doors import MOST_URL
from app.web.house import MOST_BYTES
from app.web.limits import client_key
from app.web.security import HEADERS, NEVER_USED, Players, came_from_elsewhere, player_of
from app.web.visits import Door, door_to, visit_of
from tests.web.headers import page_headers
from tests.web.players import LANGS, random_play
from tests.web.serving import Browser, Site, serving
from tests.web.table import read_table

DEAL = "/en/roman/48213"
HERE = {"Origin": "http://patience.test"}


def assert_secure(answer: httpx.Response, *, https: bool = False) -> None:
    given = answer.headers.multi_items()
    for name, value in page_headers(answer.request.url.path).items():
        assert given.count((name.decode(), value.decode())) == 1, (name, answer.status_code)
    assert ("strict-transport-security" in answer.headers) is https


def at(site: Site, address: str) -> httpx.AsyncClient:
    """A client of another machine."""
    transport = httpx.ASGITransport(site.app, raise_app_exceptions=False, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://patience.test")


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[Site]:
    """A site with its own name, TLS in front, and a proxy."""
    async with serving(
        tmp_path / "patience.db",
        secure_cookies=True,
        allowed_hosts="patience.test",
        trusted_proxies="192.0.2.1, 2001:db8::/32",
    ) as site:
        yield site


# -- headers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/en/", {}, 200),
        ("GET", "/", {}, 303),
        ("GET", "/en", {}, 308),
        ("HEAD", DEAL, {}, 200),
        ("GET", "/static/x/site.css", {}, 200),
        ("GET", "/static/x/none", {}, 404),
        ("GET", "/healthz", {}, 200),
        ("POST", "/healthz", {}, 405),
        ("GET", "/readyz", {}, 200),
        ("GET", "/metrics", {}, 404),
        ("GET", "/nothing", {}, 404),
        ("PUT", DEAL, {}, 405),
        ("POST", "/language", {"Origin": "https://evil.example"}, 403),
        ("POST", f"{DEAL}/move", {"Transfer-Encoding": "chunked"}, 411),
        ("POST", f"{DEAL}/move", {"Content-Length": str(MOST_BYTES + 1)}, 413),
        ("GET", f"/en/{'x' * MOST_URL}", {}, 414),
        ("POST", f"{DEAL}/move", {}, 422),
    ],
)
async def test_every_answer_has_the_headers(
    browser: Browser, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    answer = await browser.client.request(method, path, headers=headers)

    assert answer.status_code == status
    assert_secure(answer)


async def test_behind_tls_every_answer_says_https_for_a_year(guarded: Site) -> None:
    async with at(guarded, "203.0.113.5") as client:
        for path in ("/en/", "/healthz", "/nothing", "/static/x/site.css"):
            answer = await client.get(path)
            assert_secure(answer, https=True)
            assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_the_policy_allows_our_own_files_alone() -> None:
    policy = dict(HEADERS)[b"content-security-policy"].decode()
    allowed = {part.split()[0]: part.split()[1:] for part in policy.split("; ")}
    assert allowed["default-src"] == allowed["frame-ancestors"] == ["'none'"]
    assert {source for sources in allowed.values() for source in sources} == {"'none'", "'self'"}


def test_the_clipboard_alone_is_not_forbidden() -> None:
    assert "clipboard-write" not in NEVER_USED
    assert sorted(set(NEVER_USED)) == list(NEVER_USED)


# -- origins ---------------------------------------------------------------------------------


@pytest.mark.parametrize("secure", [True, False])
@pytest.mark.parametrize(
    ("origin", "host", "is_ours"),
    [
        ("https://a.example", "a.example", True),
        ("https://A.example", "a.EXAMPLE", True),
        ("https://a.example", "a.example:443", True),
        ("https://a.example:8443", "a.example:8443", True),
        ("https://[2001:db8::1]:8443", "[2001:db8::1]:8443", True),
        ("https://a.example:8443", "a.example", False),
        ("https://a.example", "a.example:8443", False),
        ("https://a.example.evil.example", "a.example", False),
        ("https://evil-a.example", "a.example", False),
        ("https://b.a.example", "a.example", False),
        ("null", "a.example", False),
        ("null", "", False),
        ("https://", "", False),
        ("a.example", "a.example", False),
        ("ftp://a.example", "a.example", False),
        ("chrome-extension://a.example", "a.example", False),
    ],
)
def test_an_origin_is_compared_whole(
    origin: str, host: str, *, is_ours: bool, secure: bool
) -> None:
    headers = {b"origin": origin.encode(), b"host": host.encode()}
    assert came_from_elsewhere(headers, secure=secure) is not is_ours


def test_behind_tls_the_unencrypted_twin_is_another_site() -> None:
    headers = {b"origin": b"http://a.example", b"host": b"a.example"}
    assert came_from_elsewhere(headers, secure=True)
    assert not came_from_elsewhere(headers, secure=False)


@pytest.mark.parametrize("site_", ["cross-site", "same-site", "anything"])
def test_what_the_browser_says_beats_the_origin(site_: str) -> None:
    headers = {b"origin": b"http://a.example", b"host": b"a.example"}
    assert came_from_elsewhere({**headers, b"sec-fetch-site": site_.encode()}, secure=False)


def _changing(site: Site) -> Iterator[tuple[str, str]]:
    """An address of every route that is more than read, and its method."""
    values = {"lang": "en", "slug": "roman", "number": "48213", "number:deal": "48213"}
    for context in iter_route_contexts(site.app.router.routes):
        assert context.path is not None
        path = re.sub(r"{([^}]+)}", lambda name: values.get(name[1], "x"), context.path)
        for method in (context.methods or set()) - {"GET", "HEAD"}:
            yield path, method


async def test_no_route_that_changes_anything_takes_a_forged_request(browser: Browser) -> None:
    await browser.press(DEAL, "move", min((await browser.table(DEAL)).offered))
    stored = await browser.stored("roman", 48213)
    assert stored
    changing = list(_changing(browser.site))
    assert len(changing) >= 9
    for path, method in [*changing, ("/no/such/page", "POST"), (DEAL, "DELETE")]:
        form = {"version": "1", "move": "d", "lang": "fr", "page": "/fr/"}
        # there is nothing that a browser would send along by itself, and nothing that is kept
        is_open = door_to(path) in (Door.API, Door.EMBED)
        for headers in (
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site", **HERE},
            {"Origin": "null"},
            {"Origin": "https://evil.example"},
        ):
            answer = await browser.client.request(method, path, data=form, headers=headers)
            assert (answer.status_code == 403) is not is_open, (path, headers)
            assert "set-cookie" not in answer.headers or not is_open
            assert "lang=" not in answer.headers.get("set-cookie", "")
    assert await browser.stored("roman", 48213) == stored


# -- hosts, proxies, sizes -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("patience.test", True),
        ("PATIENCE.test:8443", True),
        ("evil.example", False),
        ("patience.test.evil.example", False),
        ("evil.example:patience.test", False),
        ("patience.test@evil.example", False),
        ("", False),
        ("[", False),
        ("192.0.2.9", False),
    ],
)
async def test_a_host_of_another_name_is_turned_away(
    guarded: Site, host: str, *, is_ours: bool
) -> None:
    async with at(guarded, "203.0.113.5") as client:
        for lang in LANGS:
            answer = await client.get(f"/{lang}/", headers={"Host": host})
            assert answer.status_code == (200 if is_ours else 400)
            assert_secure(answer, https=True)
            assert read_table(answer.text).lang == lang
            assert "evil" not in answer.text


async def test_who_watches_a_server_asks_by_its_address(guarded: Site) -> None:
    async with at(guarded, "203.0.113.5") as client:
        for path in ("/healthz", "/readyz"):
            answer = await client.get(path, headers={"Host": "192.0.2.9:8000"})
            assert answer.status_code == 200


async def test_two_hosts_are_none(browser: Browser) -> None:
    headers = [("Host", "patience.test"), ("Host", "patience.test")]
    assert (await browser.client.get("/en/", headers=headers)).status_code == 400


@pytest.mark.parametrize(
    ("peer", "chain", "client"),
    [
        ("192.0.2.1", "203.0.113.7", "203.0.113.7"),
        ("2001:db8::9", "203.0.113.7", "203.0.113.7"),
        ("192.0.2.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("192.0.2.1", "203.0.113.7, 2001:db8::4", "203.0.113.7"),
        ("192.0.2.1", "203.0.113.7:5123", "203.0.113.7"),
        ("192.0.2.1", "", "192.0.2.1"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("192.0.2.2", "198.51.100.1", "192.0.2.2"),
        ("127.0.0.1", "198.51.100.1", None),
    ],
)
async def test_an_address_is_believed_from_our_proxies_alone(
    guarded: Site, peer: str, chain: str, client: str | None
) -> None:
    seen: list[str | None] = []

    async def look(request: Request) -> Response:
        seen.append(visit_of(request.scope).client)
        return Response()

    guarded.app.router.routes.insert(0, Route("/who", look))
    async with at(guarded, peer) as asked:
        await asked.get("/who", headers={"X-Forwarded-For": chain} if chain else {})
    assert seen == [client]


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("127.0.0.1", None),
        ("127.8.8.8", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("unknown", "unknown"),
        ("", None),
    ],
)
def test_whom_an_address_stands_for(address: str, key: str | None) -> None:
    assert client_key(address) == key


@pytest.mark.parametrize("path", ["/en/", DEAL, "/nothing", f"{DEAL}/move", "/static/x/site.css"])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "BREW"])
async def test_no_route_takes_a_body_without_measure(
    browser: Browser, method: str, path: str
) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b"version=0&move=d"
        pytest.fail("read")

    large = await browser.client.request(method, path, content=b"x" * (MOST_BYTES + 1))
    unmeasured = await browser.client.request(method, path, content=endless())

    assert (large.status_code, unmeasured.status_code) == (413, 411)
    for answer in (large, unmeasured):
        assert answer.headers["connection"] == "close"
        assert_secure(answer)


# -- paths and pages -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/static/x/../../app/settings.py",
        "/static/x/%2e%2e/%2e%2e/app/settings.py",
        "/static/x/..%2f..%2fapp/settings.py",
        "/static/x/..%252f..%252fapp%252fsettings.py",
        "/static/x//etc/passwd",
        "/static/x/%2fetc%2fpasswd",
        "/static/x/site.css%00.js",
        "/static/x/\\..\\..\\pyproject.toml",
        "/static/../pyproject.toml",
        "/en/%00",
        "/en/roman/5%0d%0aSet-Cookie:x=y;",
        "//evil.example/en/",
        "/en//evil.example",
        "/\\evil.example",
    ],
)
async def test_paths_lead_nowhere_else(browser: Browser, path: str) -> None:
    url = httpx.URL("http://patience.test").copy_with(raw_path=path.encode())
    answer = await browser.client.get(url)

    assert answer.status_code == 404
    assert "evil.example" not in answer.headers.get("location", "")
    assert "x" not in answer.cookies
    assert "BaseSettings" not in answer.text
    assert_secure(answer)


@pytest.mark.parametrize("lang", LANGS)
async def test_a_fault_tells_nothing_of_the_inside(site: Site, lang: str) -> None:
    async def fail(_: Request) -> Response:
        raise RuntimeError("the secret of this house")

    route = Route(f"/{lang}/failing", fail)
    site.app.router.routes.insert(0, route)
    try:
        answer = await site.browser().get(f"/{lang}/failing")
    finally:
        site.app.router.routes.remove(route)

    assert answer.status_code == 500
    assert read_table(answer.text).lang == lang
    for inside in ("secret", "RuntimeError", "Traceback", "fail()", ".py"):
        assert inside not in answer.text
    assert_secure(answer)


@pytest.mark.parametrize("path", [DEAL, "/en/", f"{DEAL}/forget", "/static/x/site.css"])
@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "OPTIONS", "DELETE", "PATCH", "BREW"])
async def test_methods_that_nothing_knows(browser: Browser, method: str, path: str) -> None:
    answer = await browser.client.request(method, path)

    assert answer.status_code == 405
    assert answer.headers["allow"]
    assert_secure(answer)


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "'\"><img src=x>", "{{7*7}}", "%s"])
async def test_what_was_sent_is_never_markup(browser: Browser, text: str) -> None:
    answers = [
        await browser.client.get("/en/roman/deal", params={"number": text}),
        await browser.client.get(DEAL, params={"log": text, "pick": text, "version": text}),
        await browser.client.get(f"/en/{text}"),
        await browser.client.get("/en/", headers={"Accept-Language": text, "Host": text}),
        await browser.post(f"{DEAL}/move", {"version": text, "move": text, "log": text}),
        await browser.post(f"{DEAL}/move", {"version": "0", "move": text}, htmx=True),
        await browser.post("/language", {"lang": "fr", "page": f"/en/{text}"}),
    ]
    for answer in answers:
        assert answer.status_code < 500
        for markup in ("<script>alert", "<img src=x", ">49<"):
            assert markup not in answer.text


# -- cookies and other players ---------------------------------------------------------------


async def test_the_cookie_is_a_secret_of_128_bits(guarded: Site) -> None:
    tokens = {guarded.house.players.new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {22}
    async with at(guarded, "203.0.113.5") as client:
        answer = await client.post(f"{DEAL}/move", data={"version": "0", "move": "d"})
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert name.startswith("__Host-player=")
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(attributes)
    assert not any(attribute.startswith("Domain") for attribute in attributes)


async def test_the_database_holds_no_cookie(browser: Browser, site: Site) -> None:
    await browser.press(DEAL, "move", min((await browser.table(DEAL)).offered))
    token = browser.token
    assert token
    stored = await browser.stored("roman", 48213)
    assert stored
    assert stored.player == player_of(token)
    path = site.database_url.removeprefix(SQLITE)
    with closing(sqlite3.connect(path)) as connection:
        dump = "\n".join(connection.iterdump())
    assert stored.player.hex().upper() in dump
    assert token not in dump
    assert token.encode().hex().upper() not in dump


@pytest.mark.parametrize(
    ("cookies", "token"),
    [
        ("player=" + "a" * 22, "a" * 22),
        ("lang=fr; player=" + "a" * 22 + "; x=y", "a" * 22),
        ("lang=fr;player=" + "a-_Z9" * 4 + "bb", "a-_Z9" * 4 + "bb"),
        ("xplayer=" + "a" * 22, None),
        ("__Host-player=" + "a" * 22, None),
        ('player="' + "a" * 22 + '"', None),
        ("player=" + "a" * 21, None),
        ("player=" + "a" * 23, None),
        ("player=" + "a" * 21 + "é", None),
        ("player", None),
        (";;;==;", None),
        ("", None),
    ],
)
def test_a_token_is_read_only_if_it_looks_like_one(cookies: str, token: str | None) -> None:
    assert Players(secure=False).read(cookies.encode()) == token


async def test_behind_tls_a_cookie_without_the_prefix_is_no_one(guarded: Site) -> None:
    """A neighbouring host, or the unencrypted twin, could have set it."""
    token = secrets.token_urlsafe(16)
    assert guarded.house.players.read(f"player={token}".encode()) is None
    assert guarded.house.players.read(f"__Host-player={token}".encode()) == token


async def test_a_stranger_sees_nothing_of_a_game(site: Site) -> None:
    """Pages, headers and statuses are the same whether or not somebody plays the deal."""
    owner, stranger = site.browser(), site.browser(token=secrets.token_urlsafe(16))
    play: Play = random_play("bureau", 771, 6)

    async def seen() -> list[tuple[int, list[tuple[str, str]], str]]:
        answers = [
            await stranger.get("/en/bureau/771"),
            await stranger.get("/en/"),
            await stranger.post("/en/bureau/771/undo", {"version": "6"}),
            await stranger.post("/en/bureau/771/undo", {"version": "6"}, htmx=True),
            await stranger.post("/en/bureau/771/move", {"version": "5", "move": play.log[-4:]}),
            await stranger.post("/en/bureau/771/forget"),
        ]
        return [
            (
                answer.status_code,
                [item for item in answer.headers.multi_items() if item[0] != "x-request-id"],
                answer.text,
            )
            for answer in answers
        ]

    before = await seen()
    await owner.play("/en/bureau/771", play.log)
    assert await seen() == before
    stored = await owner.stored("bureau", 771)
    assert stored
    assert stored.ply == play.ply


async def test_what_is_not_known_is_answered_alike(browser: Browser) -> None:
    """An answer depends on the address alone: not on what anybody has played or stored."""
    paths = ("/en/roman/0", "/en/roman/4294967296", "/en/none/5", "/en/roman/x")
    before = [await browser.get(path) for path in paths]
    await browser.play("/en/roman/4711", "d.d")
    after = [await browser.get(path) for path in paths]
    assert {answer.status_code for answer in (*before, *after)} == {404}
    assert [answer.text for answer in before] == [answer.text for answer in after]
    told = [dict(answer.headers) for answer in (*before, *after)]
    for headers in told:
        del headers["x-request-id"], headers["content-length"]
    assert all(headers == told[0] for headers in told)
