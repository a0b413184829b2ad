"""Plays a deal to its end over the public interface: greedily, and never in circles.

python examples/bot.py http://127.0.0.1:8000 roman 48213
"""

import sys
import time
from typing import Any

import httpx

Json = dict[str, Any]
BEST = ("up", "w", "r", "hidden", "s")
"""To a foundation, else off waste or reserve, else off a hidden card, else turn the stock."""


def play(api: httpx.Client, game: str, number: int) -> Json:
    started = send(api, "/plays", {"game": game, "number": number})
    api.headers["Authorization"] = f"Bearer {started['key']}"
    now: Json = started["play"]
    turns = supply = 0
    # turned as often as there are cards, and nothing played: nothing else will come
    while (move := choose(now["table"])) and turns <= supply + 1:
        asked = {"version": now["version"], "move": move}
        now = send(api, f"/plays/{game}/{number}/moves", asked)
        turns = turns + 1 if move == "d" else 0
        supply = sum(len(pile["cards"]) for pile in now["table"]["piles"][-2:])
    return now


def send(api: httpx.Client, path: str, body: Json) -> Json:
    while (answer := api.post(path, json=body)).status_code == 429:
        time.sleep(int(answer.headers["Retry-After"]))
    return answer.raise_for_status().json()  # type: ignore[no-any-return]  # it is Json


def choose(table: Json) -> str | None:
    piles = {pile["name"]: pile["cards"] for pile in table["piles"]}
    kinds = {move["move"]: kind_of(move, piles) for move in table["legal_moves"]}
    wanted = [move for move in kinds if kinds[move] in BEST]
    return min(wanted, key=lambda move: BEST.index(kinds[move]), default=None)


def kind_of(move: Json, piles: Json) -> str:
    source, left = move["source"], piles[move["source"]][: -move["cards"]]
    if move["target"].startswith("f"):
        return "up"
    return "hidden" if source[0] == "t" and left[-1:] == [None] else source[0]


if __name__ == "__main__":
    with httpx.Client(base_url=f"{sys.argv[1]}/api/v1", timeout=10) as client:
        end = play(client, sys.argv[2], int(sys.argv[3]))
    print("won" if end["table"]["won"] else "no further", "after", end["moves"], "moves")
