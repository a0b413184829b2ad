"""What is remembered between requests serves only where it is the very thing that was asked for."""

from dataclasses import replace

from app.engine import Engine, engine_for
from app.games import GAMES
from app.play import Play, dealt
from app.rules import Match, build_down
from app.web.security import player_of
from app.web.sight import sight
from tests.web.players import random_play
from tests.web.serving import Browser


async def test_a_game_is_read_from_its_row_unless_the_row_is_the_remembered_one(
    browser: Browser,
) -> None:
    play = random_play("roman", 6, 5)
    await browser.play("/en/roman/6", play.log)
    house, token = browser.site.house, browser.token
    assert token
    stored = await house.store.load(player_of(token), "roman", 6)
    assert stored

    seat = house.seats.at(token, stored, "roman", 6)
    assert house.seats.at(token, stored, "roman", 6) is seat
    assert (seat.play, seat.play.position) == (play, play.position)

    # another server has gone on, with a row that differs by a second alone
    moved_on = stored._replace(seconds=stored.seconds + 1)
    other = house.seats.at(token, moved_on, "roman", 6)
    assert other.stored == moved_on
    assert other.play.position == play.position
    assert house.seats.at("x" * 22, stored, "roman", 6) is not seat


def test_one_table_is_seen_by_the_rules_that_are_asked() -> None:
    tableau = replace(GAMES["roman"].tableau, build=build_down(Match.SAME_SUIT))
    engine, other = engine_for("roman"), Engine(replace(GAMES["roman"], tableau=tableau))
    position = random_play("roman", 3, 20).position
    assert engine.offers(position) != other.offers(position)

    for judge in (engine, other, engine):
        reach = sight(judge, position).reach
        assert reach
        assert sorted(reach.offers) == sorted(judge.offers(position))


def test_a_deal_is_laid_out_once() -> None:
    assert Play.start("bureau", 77).position is Play.start("bureau", 77).position
    assert dealt("bureau", 77) == engine_for("bureau").deal(77)
