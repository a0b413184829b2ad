"""Programs that play over the public interface."""

from typing import Any

import httpx

from app.play import Play
from tests.web.players import random_play

Json = dict[str, Any]
START = {"game": "roman", "number": 48213}
ROMAN = "/api/v1/plays/roman/48213"


class Program:
    """A client that keeps the key, and the newest play of one deal."""

    def __init__(self, client: httpx.AsyncClient, key: str, play: Json) -> None:
        self.client = client
        self.key = key
        self.now = play
        self.names = {"game": play["game"], "number": play["number"]}
        self.address = f"/api/v1/plays/{play['game']}/{play['number']}"

    async def send(
        self, action: str, move: str | None = None, *, version: int | None = None, **more: int
    ) -> httpx.Response:
        asked: Json = {"version": self.now["version"] if version is None else version, **more}
        if move is not None:
            asked["move"] = move
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = await self.client.post(f"{self.address}/{action}", json=asked, headers=headers)
        if answer.status_code == 200:
            self.now = answer.json()
        return answer


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


def before_a_safe_step() -> Play:
    """A game in which something can be sent up that will not be missed."""
    plays = (random_play("klondike", 3, moves) for moves in range(1, 60))
    return next(play for play in plays if play.ply and _can_send(play))


def _can_send(play: Play) -> bool:
    try:
        return bool(play.safe_step())
    except ValueError:
        return False
