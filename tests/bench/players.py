"""Players of random games: what they send, and what must come back. They open no connection."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from app.engine import engine_for
from app.notation import move_text
from tests.bench.engine import random_game
from tests.bench.wire import Answer, request


class Game(NamedTuple):
    slug: str
    number: int
    moves: tuple[str, ...]


def random_games(slug: str, moves: int) -> Iterator[Game]:
    """Each another deal."""
    number = 0
    while True:
        number, made, _ = random_game(slug, moves, seed=number + 1)
        engine = engine_for(slug)
        yield Game(slug, number, tuple(move_text(engine, move) for move in made))


def mixed_games(moves: int) -> Iterator[Game]:
    """Roman and Bureau in turn."""
    for pair in zip(random_games("roman", moves), random_games("bureau", moves), strict=True):
        yield from pair


def seated(games: Iterator[Game], count: int) -> list["Player"]:
    return [Player(game) for game in islice(games, count)]


class Player:
    """Plays one game, as htmx does or by plain forms."""

    def __init__(
        self,
        game: Game,
        *,
        has_script: bool = True,
        headers: Mapping[str, str] | None = None,
        cookie: str = "",
        version: int = 0,
    ) -> None:
        """`version` is that of a stored game, which goes on with the first of the moves."""
        self.deal = f"/en/{game.slug}/{game.number}"
        self.version = version
        self._moves = iter(game.moves)
        self._has_script = has_script
        self._cookie = cookie
        self._headers = {**(headers or {}), **({"Cookie": cookie} if cookie else {})}

    def move(self) -> bytes:
        """The form that makes the next move."""
        body = f"version={self.version}&move={next(self._moves)}"
        self.version += 1
        headers = self._headers | {"Content-Type": "application/x-www-form-urlencoded"}
        if self._has_script:
            headers["HX-Request"] = "true"
        return request("POST", f"{self.deal}/move", headers, body)

    def keep_cookie(self, answer: Answer) -> None:
        if not self._cookie:
            self._cookie = answer.header("set-cookie").partition(";")[0]
            self._headers["Cookie"] = self._cookie

    def check(self, answer: Answer, version: int) -> None:
        """Whether the move was made that leads to `version`."""
        if self._has_script:
            assert answer.status == 200, answer
            assert f'data-version="{version}"' in answer.text, answer.text
        else:
            assert answer.status == 303, answer
            # the first answer cannot know yet whether its cookie will come back
            carried = "?log" if version == 1 else ""
            assert answer.header("location").partition("=")[0] == self.deal + carried

    def page(self) -> bytes:
        return request("GET", self.deal, self._headers)

    def check_page(self, answer: Answer) -> None:
        assert answer.status == 200, answer
        assert f'name="version" value="{self.version}"' in answer.text
