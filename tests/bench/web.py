"""What a move and a page cost end to end, as multiples of the floor, and what a visit weighs."""

import gzip
import re
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from zstandard import ZstdDecompressor

from app.engine import Move, engine_for
from app.notation import move_text
from tests.bench import servers
from tests.bench.engine import random_game
from tests.bench.servers import Server

ROUNDS = 5
REQUESTS = 300
LONG_GAME = 500
ROUND_OF_STOCK = 25
"""Turns of 24 cards one by one, and back: LONG_GAME is a multiple of it."""
_FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
_BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd", "Sec-Fetch-Site": "same-origin"}


class Player:
    """Plays a game over HTTP as htmx does, one move a request."""

    def __init__(self, server: Server, slug: str, moves: int, seed: int = 1) -> None:
        self.server = server
        number, self.moves, _ = random_game(slug, moves, seed=seed)
        self.slug = slug
        self.deal = f"/en/{slug}/{number}"
        self.version = 0
        self.cookie = ""

    def move(self) -> None:
        move: Move = self.moves[self.version]
        body = f"version={self.version}&move={move_text(engine_for(self.slug), move)}"
        headers = _FORM | _BROWSER | ({"Cookie": self.cookie} if self.cookie else {})
        response, answer = self.server.ask("POST", f"{self.deal}/move", headers, body)
        self.version += 1
        assert response.status == 200
        assert f'data-version="{self.version}"' in _text(answer)
        if given := response.headers["Set-Cookie"]:
            self.cookie = given.partition(";")[0]

    def page(self) -> None:
        response, _ = self.server.ask("GET", self.deal, _BROWSER | {"Cookie": self.cookie})
        assert response.status == 200


def figures() -> list[tuple[str, float, str, float]]:
    """Name, figure, unit, limit."""
    with (
        tempfile.TemporaryDirectory() as folder,
        servers.floor() as bare,
        servers.product(Path(folder)) as product,
    ):
        weight = _first_visit_kb(product)
        moves, pages = _ratios(bare, product)
        growth = _growth(product)
        for seed in range(1000):
            Player(product, "klondike", 1, seed=seed + 1).move()
        return [
            ("one move, CPU over the floor", moves, "x", 3.5),
            ("full page, CPU over the floor", pages, "x", 6),
            (f"a move at {LONG_GAME} moves over one at 5", growth, "x", 1.2),
            ("resident memory after 1,000 games", product.resident_mb, "MB", 100),
            ("first visit, compressed", weight, "KB", 60),
        ]


def _ratios(bare: Server, product: Server) -> tuple[float, float]:
    moves, pages = [], []
    for round_ in range(ROUNDS + 1):
        players = [
            Player(product, slug, REQUESTS // 2, seed=1 + 100 * round_)
            for slug in ("roman", "bureau")
        ]
        floor = _cpu(bare, lambda: bare.ask("GET", "/", _BROWSER), REQUESTS)
        move = sum(_cpu(product, player.move, REQUESTS // 2) for player in players) / 2
        page = sum(_cpu(product, player.page, REQUESTS // 4) for player in players) / 2
        if round_:  # the first warms up
            moves.append(move / floor)
            pages.append(page / floor)
    return statistics.median(moves), statistics.median(pages)


def _growth(product: Server) -> float:
    """The stock of Klondike turned again and again: the same tables, and only the log is longer."""
    ratios = []
    for round_ in range(ROUNDS + 1):
        player = Player(product, "klondike", 0, seed=round_ + 1)
        player.moves = [engine_for("klondike").turn] * (LONG_GAME + 2 * ROUND_OF_STOCK)
        while player.version < 5:
            player.move()
        early = _cpu(product, player.move, ROUND_OF_STOCK)
        while player.version < LONG_GAME + 5:
            player.move()
        ratios.append(_cpu(product, player.move, ROUND_OF_STOCK) / early)
    return statistics.median(ratios[1:])


def _first_visit_kb(product: Server) -> float:
    """The page of a game and all that it names: style, scripts and what they import, pictures."""
    response, body = product.ask("GET", "/en/bureau", _BROWSER)
    total = len(body)
    known: set[str] = set()
    waiting = re.findall(r'(?:href|src)="(/static/[^"#]+)', _text(body))
    while waiting:
        path = waiting.pop()
        if path in known:
            continue
        known.add(path)
        response, body = product.ask("GET", path, _BROWSER)
        assert response.status == 200, path
        total += len(body)
        if path.endswith(".js"):
            folder = path.rpartition("/")[0]
            names = re.findall(r'from\s*"\./([\w.-]+)"', _text(body))
            waiting += [f"{folder}/{name}" for name in names]
    return total / 1000


def _cpu(server: Server, request: Callable[[], object], times: int) -> float:
    """CPU seconds a request."""
    before = server.cpu_seconds
    for _ in range(times):
        request()
    return (server.cpu_seconds - before) / times


def _text(body: bytes) -> str:
    if body.startswith(b"\x1f\x8b"):
        body = gzip.decompress(body)
    elif body.startswith(b"\x28\xb5\x2f\xfd"):
        body = ZstdDecompressor().decompress(body)
    return body.decode()
