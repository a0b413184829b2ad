"""A site with players in mid-game, and what must hold after any request whatever."""

import asyncio
import gzip
import logging
import sqlite3
import time
import unicodedata
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, cast
from urllib.parse import unquote, unquote_plus

import brotli  # type: ignore[import-untyped]  # has no types
import zstandard
from fastapi import FastAPI
from starlette.types import ASGIApp, Message

from app.notation import position_text
from app.play import Play
from app.web.choices import Choices
from app.web.contact import Desk
from app.web.contact_form import ContactForm
from app.web.security import Players, player_of, read_key
from app.web.visits import Door, door_to
from tests.web.headers import fragment_headers, page_headers
from tests.web.players import SLUGS, random_play
from tests.web.serving import serving

MARK = "zq<\"'>&zq"
"""Must never come back as it is."""
HOST = b"patience.test"
NUMBER = 48213
OWNERS = ("a" * 22, "b" * 22)
"""The cookies of players whose games are at stake."""
KEY = "patience_ccccccccccccccccccccccKtgdkQ"
"""A program's."""
ROOT = str(Path(__file__).parent.parent.parent)
# a signed stamp may have ".py" within it by chance, but no quote or colon behind that
_INSIDE = ("Traceback", 'File "', "sqlite", "Error(", "Exception", '.py"', ".py:", "lambda", ROOT)
_UNPACK = {b"br": brotli.decompress, b"zstd": zstandard.decompress, b"gzip": gzip.decompress}
_NO_LIMIT = "1000000/second"

Header = tuple[bytes, bytes]
Row = tuple[object, ...]
Key = tuple[bytes, str, int]


class Request(NamedTuple):
    method: str
    path: bytes
    """As it would stand in the request line, percent-encoded."""
    query: bytes = b""
    headers: tuple[Header, ...] = ()
    body: bytes = b""

    def __repr__(self) -> str:
        shown = self._replace(body=self.body[:300])._asdict()
        return f"{shown}, body of {len(self.body)} bytes"


class Answer(NamedTuple):
    status: int
    headers: list[Header]
    body: bytes


class Complaints(logging.Handler):
    """Whatever is logged as more than worth knowing: a client's nonsense is not."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


@dataclass
class Target:
    app: ASGIApp
    database: sqlite3.Connection
    runner: asyncio.Runner
    complaints: Complaints
    rows: dict[Key, Row] = field(default_factory=dict)
    choices: dict[bytes, str] = field(default_factory=dict)
    data_version: int = 0
    requests: int = 0
    moves: int = 0
    chosen: int = 0
    letters: int = 0
    """Messages that were taken."""
    statuses: dict[int, int] = field(default_factory=dict)

    def attack(self, request: Request) -> Answer:
        """Sends a request and asserts all that must hold after it."""
        answer = self.runner.run(_ask(self.app, request))
        self.requests += 1
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        _assert_harmless(request, answer)
        assert not self.complaints.heard
        self._assert_own_moves_only(request, answer)
        return answer

    def version(self, token: str, slug: str) -> int:
        """Of a stored game; 0 if there is none."""
        row = self.rows.get((player_of(token), slug, NUMBER))
        return int(str(row[3])) if row else 0

    def stamp(self) -> str:
        """Of a contact form that somebody has had the time to fill in."""
        desk = cast(Desk, cast(FastAPI, self.app).state.desk)
        return desk.stamps.new(time.time() - 10)

    def remember(self) -> None:
        self.data_version = self._data_version()
        self.rows = self._read()
        self.choices = dict(self.database.execute("SELECT player, choices FROM choices"))

    def _assert_own_moves_only(self, request: Request, answer: Answer) -> None:
        if self._data_version() == self.data_version:
            return
        before, before_chosen = self.rows, self.choices
        self.remember()
        self._assert_whole_letters_only(request, answer)
        self._assert_own_choices_only(request, answer, before_chosen)
        changed = {key for key in before | self.rows if before.get(key) != self.rows.get(key)}
        assert len(changed) <= 1, "more than one game at once"
        for key in changed:
            self.moves += 1
            assert request.method == "POST"
            assert answer.status in (200, 303)
            assert key[0] in _senders(request, answer), "a game of somebody else's"
            _assert_legal(before.get(key), self.rows[key])

    def _assert_own_choices_only(
        self, request: Request, answer: Answer, before: dict[bytes, str]
    ) -> None:
        for player in {one for one in self.choices if before.get(one) != self.choices[one]}:
            self.chosen += 1
            assert request.method == "POST"
            assert answer.status in (204, 303)
            assert player in _senders(request, answer), "choices of somebody else's"
            assert Choices.of_text(self.choices[player]).text == self.choices[player]

    def _assert_whole_letters_only(self, request: Request, answer: Answer) -> None:
        columns = "kind, text, email FROM messages"
        (count,) = self.database.execute("SELECT count(*) FROM messages").fetchone()
        if count == self.letters:
            return
        assert count == self.letters + 1
        self.letters = count
        assert (request.method, answer.status) == ("POST", 303)
        last = f"SELECT {columns} ORDER BY rowid DESC LIMIT 1"
        kind, text, email = self.database.execute(last).fetchone()
        assert not ContactForm(kind=kind, text=text, email=email).faults("en")
        assert not any(unicodedata.category(sign) == "Cc" for sign in text if sign not in "\n\t")

    def _data_version(self) -> int:
        # changes when another connection has written
        (version,) = self.database.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _read(self) -> dict[Key, Row]:
        plays = self.database.execute(
            "SELECT player, slug, number, version, log, ply, position, seconds FROM plays"
        )
        return {(row[0], row[1], row[2]): row for row in plays}


@asynccontextmanager
async def _played_on(path: Path) -> AsyncIterator[ASGIApp]:
    async with serving(
        path, rate_player_moves=_NO_LIMIT, rate_held_messages=_NO_LIMIT, access_log=True
    ) as site:
        for token in OWNERS:
            browser = site.browser(token=token)
            for slug in SLUGS:
                play = random_play(slug, NUMBER, 5)
                await browser.play(f"/en/{slug}/{NUMBER}", play.log)
            await browser.client.aclose()
        yield site.app


@contextmanager
def open_target(path: Path) -> Iterator[Target]:
    """Over a new SQLite file."""
    complaints = Complaints()
    with asyncio.Runner() as runner:
        played_on = _played_on(path)
        app = runner.run(played_on.__aenter__())
        logging.getLogger().addHandler(complaints)
        try:
            with closing(sqlite3.connect(path)) as database:
                target = Target(app, database, runner, complaints)
                target.remember()
                yield target
        finally:
            logging.getLogger().removeHandler(complaints)
            runner.run(played_on.__aexit__(None, None, None))


async def _ask(app: ASGIApp, request: Request) -> Answer:
    sent: list[Message] = []
    parts = [request.body[:40_000], request.body[40_000:]]

    async def receive() -> Message:
        if not parts:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": _path_of(request),
        "raw_path": request.path,
        "query_string": request.query,
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers],
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 80),
        "state": {},
    }
    await app(scope, receive, send)
    start, *rest = sent
    assert start["type"] == "http.response.start"
    body = b"".join(part.get("body", b"") for part in rest)
    return Answer(start["status"], list(start["headers"]), body)


def _assert_harmless(request: Request, answer: Answer) -> None:
    assert answer.status < 500, answer
    given = {name.lower(): value for name, value in request.headers}
    is_reading = request.method in ("GET", "HEAD", "OPTIONS")
    is_ours = given.get(b"hx-request") == b"true" and not is_reading
    # a probe answers all the same
    path = _path_of(request)
    as_a_page = all(answer.headers.count(one) == 1 for one in page_headers(path).items())
    as_a_fragment = all(answer.headers.count(one) == 1 for one in fragment_headers(path).items())
    assert as_a_page or (is_ours and as_a_fragment), answer
    for name, value in answer.headers:
        assert b"\r" not in value
        assert b"\n" not in value
        if name == b"location":
            assert value.startswith(b"/")
            assert not value.startswith((b"//", b"/\\"))
        if name == b"set-cookie":
            assert door_to(path) is Door.SITE
            assert value.startswith((b"player=", b"lang="))
    text = _text_of(answer)
    is_file = b"immutable" in dict(answer.headers).get(b"cache-control", b"")
    assert MARK not in text
    # a form that is shown again repeats what was sent in it
    sent = unquote_plus((request.query + b"&" + request.body).decode(errors="replace"))
    told = [inside for inside in _INSIDE if inside in text and inside not in sent]
    assert is_file or not told, text


def _path_of(request: Request) -> str:
    """As uvicorn reads it."""
    return unquote(request.path.decode("ascii"))


def _text_of(answer: Answer) -> str:
    packed = dict(answer.headers).get(b"content-encoding", b"")
    # only the head may have been asked for
    body = _UNPACK[packed](answer.body) if packed and answer.body else answer.body
    return body.decode(errors="replace")


def _senders(request: Request, answer: Answer) -> set[bytes]:
    """Who the request may have played for: its key; its cookie, or the one that it was given."""
    if door_to(_path_of(request)) is Door.API:
        keys = [value for name, value in request.headers if name.lower() == b"authorization"]
        return {player_of(key) for value in keys if (key := read_key(value))}
    players = Players(secure=False)
    jars = [value for name, value in request.headers if name.lower() == b"cookie"]
    jars += [value for name, value in answer.headers if name == b"set-cookie"]
    return {player_of(token) for jar in jars if (token := players.read(jar))}


def _assert_legal(before: Row | None, after: Row) -> None:
    _, slug, number, version, log, ply, position, seconds = after
    assert isinstance(slug, str)
    assert isinstance(log, str)
    assert isinstance(number, int)
    assert isinstance(version, int)
    assert isinstance(ply, int)
    assert isinstance(seconds, float)
    assert version == (int(str(before[3])) if before else 0) + 1
    assert 0 <= seconds < 86400
    if log or position:
        assert position == position_text(Play.replay(slug, number, log, ply).position)
