"""Raw bytes on a socket: what is no HTTP, too long, too slow, or too much of it at once."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET, socket

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from app.settings import Settings
from app.web.app import create_app
from app.web.protocol import MOST_HEADERS, MOST_PIPELINED, BoundedProtocol
from app.web.security import FRAGMENT_HEADERS, HEADERS, Headers

HEAD = "Host: patience.test\r\n"
PATIENCE = 10.0
"""Seconds after which a connection that is still open is one that stays open."""


class Impatient(BoundedProtocol):
    slowest_request = 0.3
    slowest_reader = 0.3
    most_connections = 20


class Quiet(uvicorn.Server):
    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()


@asynccontextmanager
async def listening(app: ASGIApp) -> AsyncIterator[int]:
    """Serves an application under the bounds; gives the port."""
    listener = socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, http=Impatient, ws="none", log_config=None, access_log=False, server_header=False
    )
    server = Quiet(config)
    serving = asyncio.create_task(server.serve([listener]))
    while not server.started:  # noqa: ASYNC110 - uvicorn says so in no other way
        await asyncio.sleep(0)
    yield listener.getsockname()[1]
    server.should_exit = True
    await serving


@pytest.fixture(scope="module")
async def port(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[int]:
    path: Path = tmp_path_factory.mktemp("protocol") / "patience.db"
    async with listening(create_app(Settings(database_url=f"sqlite:///{path}"))) as port:
        yield port


class Line:
    """A connection, and all that comes back on it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> "Line":
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def send(self, text: str | bytes) -> None:
        self._writer.write(text.encode() if isinstance(text, str) else text)
        await self._writer.drain()

    async def read_head(self) -> str:
        async with asyncio.timeout(PATIENCE):
            return (await self._reader.readuntil(b"\r\n\r\n")).decode()

    async def read_to_end(self) -> str:
        """Until the server closes."""
        received = b""
        async with asyncio.timeout(PATIENCE):
            try:
                while more := await self._reader.read(65536):
                    received += more
            except ConnectionResetError:
                pass
        self._writer.close()
        return received.decode()


async def ask(port: int, request: str | bytes) -> str:
    line = await Line.open(port)
    with suppress(ConnectionResetError, BrokenPipeError):
        await line.send(request)
    return await line.read_to_end()


def status_of(answer: str) -> int:
    return int(answer.split(" ", 2)[1])


def assert_plain_and_secure(answer: str) -> None:
    head = answer.partition("\r\n\r\n")[0]
    for name, value in HEADERS:
        assert f"\r\n{name.decode()}: {value.decode()}" in head
    for leak in ("Traceback", "uvicorn", "httptools", "Error:", "/app/"):
        assert leak not in answer


async def assert_alive(port: int) -> None:
    answer = await ask(port, f"GET /en/ HTTP/1.1\r\n{HEAD}Connection: close\r\n\r\n")
    assert status_of(answer) == 200


NO_REQUESTS: list[tuple[bytes, set[int]]] = [
    (b"GARBAGE\r\n\r\n", {400}),
    (b"\x00\x01\x02\xff" * 40, {400}),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", {400}),
    (b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", {400}),
    (b"BREW /en/ HTTP/1.1\r\nHost: a\r\n\r\n", {400}),
    (b"GET /en/\xff\xfe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", {400, 404}),
    (b"GET /en/ HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n", {400}),
    (b"GET /en/ HTTP/1.1\r\nHost : a\r\n\r\n", {400}),
    (b"GET /en/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", {400}),
    (b"GET /en/ HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n", {400, 200}),
    (
        b"CONNECT patience.test:443 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        {400, 404, 405},
    ),
    (b"OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", {400, 404, 405}),
    (
        b"GET /en/ HTTP/1.1\r\nHost: a\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n",
        {200},
    ),
    (b"TRACE /en/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", {405}),
    (b"GET http://evil.example/en/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", {200, 400}),
    (b"GET //evil.example/en/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", {400, 404}),
    (
        b"POST /language HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n",
        {400},
    ),
    (b"POST /language HTTP/1.1\r\nHost: a\r\nContent-Length: -4\r\n\r\n", {400}),
    (b"POST /language HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", {400}),
    (b"POST /language HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999\r\n\r\n", {413}),
    (
        (
            b"POST /language HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n"
        ),
        {400},
    ),
    (b"POST /en/roman/5/move HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", {411}),
    (b"GET /en/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", {411}),
    (b"GET /en/ HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n", {413}),
    (b"GET /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n", {413}),
    (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400}),
]


@pytest.mark.parametrize(("request_", "allowed"), NO_REQUESTS, ids=range(len(NO_REQUESTS)))
async def test_what_is_no_request_of_ours(
    port: int, request_: bytes, allowed: set[int], caplog: pytest.LogCaptureFixture
) -> None:
    answer = await ask(port, request_)

    assert status_of(answer) in allowed
    assert_plain_and_secure(answer)
    await assert_alive(port)
    assert not caplog.records


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (f"GET /en/ HTTP/1.1\r\n{HEAD}X-Long: {'x' * 1_000_000}\r\n\r\n", 431),
        (f"GET /en/ HTTP/1.1\r\n{HEAD}{'x' * 1_000_000}: 1\r\n\r\n", 431),
        (f"GET /en/ HTTP/1.1\r\n{HEAD}" + f"X-Long: {'x' * 1000}\r\n" * 99 + "\r\n", 431),
        (f"GET /en/ HTTP/1.1\r\n{HEAD}" + "X: 1\r\n" * MOST_HEADERS + "\r\n", 431),
        (f"GET /en/{'x' * 1_000_000} HTTP/1.1\r\n{HEAD}\r\n", 414),
        (f"GET /fr/{'x' * 30_000} HTTP/1.1\r\n{HEAD}\r\n", 414),
        (f"GET /fr/?{'x' * 30_000} HTTP/1.1\r\n{HEAD}\r\n", 414),
        ("GET /en/ HTTP/1.1\r\n" + "X: 1\r\n" * 200_000, 431),
    ],
    ids=range(8),
)
async def test_a_head_beyond_measure(port: int, head: str, status: int) -> None:
    answer = await ask(port, head)

    # the kernel may throw away the answer to a client that does not stop sending
    if answer:
        assert status_of(answer) == status
        assert_plain_and_secure(answer)
    await assert_alive(port)


async def test_as_many_headers_as_a_browser_sends_and_more(port: int) -> None:
    head = f"GET /en/ HTTP/1.1\r\n{HEAD}Connection: close\r\n" + "X: 1\r\n" * (MOST_HEADERS - 2)
    assert status_of(await ask(port, f"{head}\r\n")) == 200


async def test_a_long_head_in_small_pieces(port: int) -> None:
    line = await Line.open(port)
    await line.send(f"GET /en/ HTTP/1.1\r\n{HEAD}")
    for _ in range(60):
        await line.send(f"X-Part: {'x' * 1000}\r\n")
    assert status_of(await line.read_to_end()) == 431


@pytest.mark.parametrize(
    "beginning",
    [
        "",
        "\r\n",
        "GET /en/ HTTP/1.1\r\n",
        f"GET /en/ HTTP/1.1\r\n{HEAD}X: 1\r\n",
        f"POST /en/roman/5/move HTTP/1.1\r\n{HEAD}Content-Length: 30\r\n\r\nversion=0",
    ],
    ids=["nothing", "line", "first line", "half a head", "half a body"],
)
async def test_a_request_that_never_ends(
    port: int, beginning: str, caplog: pytest.LogCaptureFixture
) -> None:
    line = await Line.open(port)
    await line.send(beginning)

    assert await line.read_to_end() == ""
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_bytes_now_and_then_do_not_buy_time(port: int) -> None:
    line = await Line.open(port)
    await line.send("GET /en/ HTTP/1.1\r\n")
    began = asyncio.get_running_loop().time()
    ended = asyncio.create_task(line.read_to_end())
    while not ended.done():
        try:
            await line.send("X: 1\r\n")
        except (ConnectionResetError, BrokenPipeError):
            break
        await asyncio.wait([ended], timeout=0.05)
    await ended
    assert asyncio.get_running_loop().time() - began < PATIENCE / 2


async def test_an_empty_line_after_an_answer_keeps_no_connection(port: int) -> None:
    line = await Line.open(port)
    await line.send(f"GET /healthz HTTP/1.1\r\n{HEAD}\r\n")
    assert status_of(await line.read_head()) == 200
    began = asyncio.get_running_loop().time()
    await line.send("\r\n")
    await line.read_to_end()
    # well before the five seconds that an idle connection is kept
    assert asyncio.get_running_loop().time() - began < 3


@pytest.mark.parametrize(
    ("request_line", "asked_with", "wanted"),
    [
        ("GET /en/roman/5", "", HEADERS),
        ("HEAD /en/roman/5", "", HEADERS),
        ("POST /en/roman/5/move", "HX-Request: true\r\n", FRAGMENT_HEADERS),
    ],
)
async def test_the_headers_of_an_answer_stand_on_the_line(
    port: int, request_line: str, asked_with: str, wanted: Headers
) -> None:
    form = "version=0&move=d" if request_line.startswith("POST") else ""
    line = await Line.open(port)
    await line.send(
        f"{request_line} HTTP/1.1\r\n{HEAD}{asked_with}Connection: close\r\n"
        f"Content-Length: {len(form)}\r\n\r\n{form}"
    )
    answer = await line.read_to_end()
    head, _, body = answer.partition("\r\n\r\n")
    status, *lines = head.split("\r\n")
    headers = [line.partition(": ")[::2] for line in lines]
    assert status == "HTTP/1.1 200 OK"
    assert [headers.count((name.decode(), value.decode())) for name, value in wanted] == [
        1 for _ in wanted
    ]
    named = dict(headers)
    assert re.fullmatch(r"[0-9a-f]{16}", named["x-request-id"])
    assert int(named["content-length"]) == len(body.encode()) or request_line.startswith("HEAD")


async def test_a_connection_is_kept_for_the_next_request(port: int) -> None:
    line = await Line.open(port)
    for _ in range(3):
        await line.send(f"HEAD /en/ HTTP/1.1\r\n{HEAD}\r\n")
        assert status_of(await line.read_head()) == 200
    await line.send(f"HEAD /en/ HTTP/1.1\r\n{HEAD}Connection: close\r\n\r\n")
    assert status_of(await line.read_to_end()) == 200


async def test_the_second_head_is_measured_as_the_first(port: int) -> None:
    line = await Line.open(port)
    await line.send(f"HEAD /en/ HTTP/1.1\r\n{HEAD}\r\n")
    assert status_of(await line.read_head()) == 200
    await line.send(f"HEAD /en/ HTTP/1.1\r\n{HEAD}X-Long: {'x' * 60_000}\r\n\r\n")
    assert status_of(await line.read_to_end()) == 431


async def test_a_form_of_the_largest_size_is_no_head(port: int) -> None:
    line = await Line.open(port)
    for _ in range(2):
        body = f"lang=fr&x={'x' * 65_000}"
        await line.send(
            f"POST /language HTTP/1.1\r\n{HEAD}Content-Length: {len(body)}\r\n\r\n{body}"
        )
        assert status_of(await line.read_head()) == 303
    await line.send(f"HEAD /en/ HTTP/1.1\r\n{HEAD}Connection: close\r\n\r\n")
    assert status_of(await line.read_to_end()) == 200


async def test_requests_heaped_up_in_one_packet(port: int) -> None:
    answer = await ask(port, f"HEAD /en/ HTTP/1.1\r\n{HEAD}\r\n" * 1000)
    assert answer.count("HTTP/1.1 200") <= MOST_PIPELINED + 1
    await assert_alive(port)


async def test_connections_that_ask_nothing_make_room(port: int) -> None:
    silent = [await Line.open(port) for _ in range(3 * Impatient.most_connections)]
    await assert_alive(port)
    assert [await line.read_to_end() for line in silent] == [""] * len(silent)


async def test_a_client_that_does_not_read(port: int) -> None:
    sprite = f"GET /static/x/img/cards.svg HTTP/1.1\r\n{HEAD}\r\n".encode()
    loop = asyncio.get_running_loop()
    with socket() as deaf:
        deaf.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
        deaf.settimeout(0)
        await loop.sock_connect(deaf, ("127.0.0.1", port))

        async def go_on_asking() -> None:
            while True:
                await loop.sock_sendall(deaf, sprite)
                await asyncio.sleep(0.02)

        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            await asyncio.wait_for(go_on_asking(), PATIENCE)


async def test_trailers_are_no_headers() -> None:
    seen: list[tuple[bytes, bytes]] = []

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        while (await receive()).get("more_body"):
            pass
        seen.extend(scope["headers"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async with listening(echo) as port:
        answer = await ask(
            port,
            f"POST / HTTP/1.1\r\n{HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            "1\r\nx\r\n0\r\nCookie: player=another\r\n\r\n",
        )
    assert status_of(answer) == 204
    assert b"host" in dict(seen)
    assert b"cookie" not in dict(seen)
