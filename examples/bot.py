"""Plays a deal to its end over the public interface, by the rule that its document gives.

python examples/bot.py http://127.0.0.1:8000 roman 48213
"""

import sys
import time
from typing import Any

import httpx


def send(api: httpx.Client, path: str, **body: object) -> dict[str, Any]:
    while (answer := api.post(f"/api/v1/plays{path}", json=body)).status_code == 429:
        time.sleep(int(answer.headers["Retry-After"]))
    told: dict[str, Any] = answer.raise_for_status().json()
    return told


def rank(move: dict[str, Any], piles: dict[str, Any]) -> int:
    """Lower is sooner: to a foundation, off waste or reserve, off a hidden card, a turn, never."""
    hidden = move["source"][0] == "t" and piles[move["source"]][: -move["cards"]][-1:] == [None]
    wanted = move["target"][0] == "f", move["source"][0] in "wr", hidden, move["move"] == "d", True
    return wanted.index(True)


base, game, number = sys.argv[1:]
with httpx.Client(base_url=base, timeout=10) as api:
    started = send(api, "", game=game, number=int(number))
    api.headers["Authorization"] = f"Bearer {started['key']}"
    play, turns = started["play"], 0
    while play["table"]["legal_moves"]:
        piles = {pile["name"]: pile["cards"] for pile in play["table"]["piles"]}
        supply = len(piles["s1"]) + len(piles["w1"])
        move = min(play["table"]["legal_moves"], key=lambda move: rank(move, piles))
        if rank(move, piles) == 4 or turns > supply:
            break
        turns = turns + 1 if move["move"] == "d" else 0
        play = send(api, f"/{game}/{number}/moves", version=play["version"], move=move["move"])
print("won" if play["table"]["won"] else "no further", "after", play["moves"], "moves")
