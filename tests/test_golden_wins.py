"""Whole games from deal to win, found by search: declarations can be played to their end."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from app.games import GAMES
from app.notation import JOIN_MARK, parse_step, split_log
from app.play import Play


class Win(TypedDict):
    number: int
    log: str


WINS: dict[str, Win] = json.loads(
    (Path(__file__).parent / "golden" / "wins.json").read_text(encoding="utf-8")
)


def test_wins_are_of_games_of_the_house() -> None:
    assert WINS.keys() <= GAMES.keys()


@pytest.mark.parametrize("slug", WINS)
def test_line_is_legal_and_won_by_its_last_move_only(slug: str) -> None:
    win = WINS[slug]
    play = Play.start(slug, win["number"])
    for text in split_log(win["log"]):
        assert not play.is_won
        play = play.make(parse_step(play.engine, text))
    assert play.is_won
    assert play == Play.replay(slug, win["number"], win["log"])


@pytest.mark.parametrize("slug", WINS)
def test_line_has_one_move_a_step_and_never_returns_to_a_position(slug: str) -> None:
    win = WINS[slug]
    assert JOIN_MARK not in win["log"]
    play = Play.start(slug, win["number"])
    known = {play.position}
    for text in split_log(win["log"]):
        play = play.make(parse_step(play.engine, text))
        assert play.position not in known
        known.add(play.position)
