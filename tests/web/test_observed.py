"""A request and its name: in the answer, in the log, on the page that a player quotes from."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from app.logs import current_request
from app.settings import Settings
from app.web.doors import Doors
from app.web.gate import Gate
from app.web.health import Health
from app.web.i18n import catalog
from app.web.limits import Limits
from app.web.observed import within
from app.web.probes import Probes
from app.web.security import SecurityHeaders
from tests.web.players import LANGS
from tests.web.serving import Site, serving

MADE_HERE = re.compile("[0-9a-f]{16}")
NAMED = {"X-Request-ID": "from-the-proxy.1"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "patience.db"


@pytest.fixture
async def logging_site(path: Path) -> AsyncIterator[Site]:
    async with serving(path, access_log=True, trusted_proxies="192.0.2.0/24") as site:
        site.app.router.routes.insert(0, Route("/{lang}/fault", fail))
        site.app.router.routes.insert(0, Route("/{lang}/name", name_itself))
        yield site


async def fail(request: Request) -> Response:
    raise ValueError(f"no such {request.path_params['lang']}")


async def name_itself(_: Request) -> Response:
    return Response(str(current_request.get()["request_id"]))


def client_at(site: Site, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(site.app, raise_app_exceptions=False, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://patience.test")


async def test_each_answer_has_a_name_of_its_own(site: Site) -> None:
    browser = site.browser()
    names = {
        (await browser.get(path)).headers["x-request-id"] for path in ("/en/", "/en/", "/nothing")
    }
    assert len(names) == 3
    assert all(MADE_HERE.fullmatch(name) for name in names)


async def test_lines_in_the_log_are_under_the_name_of_the_answer(logging_site: Site) -> None:
    answer = await logging_site.browser().get("/en/name")
    assert answer.text == answer.headers["x-request-id"]


async def test_a_trusted_proxy_names_its_requests(logging_site: Site) -> None:
    answer = await client_at(logging_site, "192.0.2.7").get("/en/", headers=NAMED)
    assert answer.headers["x-request-id"] == "from-the-proxy.1"


@pytest.mark.parametrize("name", ["short", "x" * 65, "has space", "a;b=c<script>"])
async def test_but_not_as_it_likes(logging_site: Site, name: str) -> None:
    headers = {"X-Request-ID": name}
    answer = await client_at(logging_site, "192.0.2.7").get("/en/", headers=headers)
    assert MADE_HERE.fullmatch(answer.headers["x-request-id"])


async def test_no_one_else_names_a_request(logging_site: Site) -> None:
    answer = await client_at(logging_site, "198.51.100.7").get("/en/", headers=NAMED)
    assert MADE_HERE.fullmatch(answer.headers["x-request-id"])


def test_no_proxy_is_trusted_unless_named() -> None:
    assert not within(())("127.0.0.1")
    assert not within(())("a socket")


@pytest.mark.parametrize("lang", LANGS)
async def test_a_fault_is_logged_once_under_the_reference_on_its_page(
    logging_site: Site, lang: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await logging_site.browser().get(f"/{lang}/fault")
    assert answer.status_code == 500
    assert_refers(answer, lang)
    (record,) = (record for record in caplog.records if record.levelno >= logging.WARNING)
    assert record.exc_info
    assert isinstance(record.exc_info[1], ValueError)


@pytest.mark.parametrize("lang", LANGS)
async def test_so_is_a_store_that_cannot_be_reached(
    logging_site: Site, path: Path, lang: str
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await logging_site.browser().post(
            f"/{lang}/roman/5/move", {"version": "0", "move": "d"}
        )
    assert answer.status_code == 503
    assert_refers(answer, lang)


def assert_refers(answer: httpx.Response, lang: str) -> None:
    reference = f"{catalog(lang).gettext('Reference:')} <code>{answer.headers['x-request-id']}"
    assert reference in answer.text


async def test_a_page_that_is_not_there_needs_no_reference(site: Site) -> None:
    answer = await site.browser().get("/en/nothing")
    assert answer.headers["x-request-id"] not in answer.text


async def test_the_access_log_tells_neither_deal_nor_log_nor_player(
    logging_site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.access")
    client = client_at(logging_site, "203.0.113.77")
    client.cookies.set("player", "s" * 22, domain="patience.test")
    answer = await client.get("/en/roman/48213?log=d.d&version=2")
    assert answer.status_code == 200
    (record,) = caplog.records
    told = record.getMessage() + repr(vars(record))
    assert "GET /{lang}/{slug}/{number:deal} 200" in told
    assert "203.0.113.0/24" in told
    assert not any(secret in told for secret in ("48213", "d.d", "s" * 22, "203.0.113.77"))


async def test_a_press_is_logged_by_its_address_too(
    logging_site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.access")
    await logging_site.browser().post("/en/roman/5/move", {"version": "0", "move": "d"})
    assert "POST /{lang}/{slug}/{number:deal}/move 303" in caplog.text


async def test_nothing_is_logged_unless_wanted(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await site.browser().get("/en/")
    assert not [record for record in caplog.records if record.name == "app.access"]


async def test_who_is_too_slow_for_a_server_that_stops_is_told_to_come_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return await asyncio.Future()

    async def waits_for_the_form(_: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        await receive()

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "headers": [],
        "path": "/",
        "query_string": b"",
        "client": None,
    }
    settings = Settings()
    gate = Gate(
        waits_for_the_form,
        doors=Doors(settings, Limits(settings)),
        probes=Probes(health=Health(), metrics=None),
        headers=SecurityHeaders(secure=False),
    )
    request = asyncio.create_task(gate(scope, receive, send))
    await asyncio.sleep(0)
    request.cancel()
    await request
    assert [message.get("status") for message in sent] == [503, None]
    assert not caplog.records
