"""Hints from sight: always legal, never in a circle, and with a reason that is true."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.cards import face_name, fresh_decks
from app.engine import Move
from app.games import GAMES
from app.hints.advice import Advice, Knowledge, Prospect, advice, proved_advice
from app.hints.effects import Effect, Reason, reason_for
from app.hints.looking import best_plan
from app.hints.seen import Known, Memory, Watcher, known, remembered, seen
from app.judge import is_progress, progress_of
from app.play import Play
from tests.bench.hints import play as play_by_hints
from tests.positions import action, draw
from tests.web.players import random_play

NOTHING_MET = Memory(frozenset(), has_seen_stock=False)
FOLLOWED = 500


def followed(play: Play, most: int = FOLLOWED) -> Iterator[tuple[Play, Advice]]:
    """Each game with the hint that leads on from it, until there is none."""
    for _ in range(most):
        told = advice(play)
        yield play, told
        if told.move is None:
            return
        play = play.make((told.move,))


@pytest.mark.parametrize("slug", GAMES)
def test_hints_lead_nowhere_twice(slug: str) -> None:
    tables = set()
    for play, told in followed(Play.start(slug, 7)):
        table = seen(play.engine, play.position)
        assert table not in tables
        tables.add(table)
        assert told.move is None or play.engine.is_legal(play.position, told.move)
    assert len(tables) > 25


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_hints_lead_nowhere_twice_in_many_deals(slug: str) -> None:
    """Raises by itself where a table comes again."""
    games = [play_by_hints(slug, number) for number in range(1, 301)]
    assert sum(game.hints for game in games) > 300 * 40


@pytest.mark.parametrize("slug", GAMES)
def test_hints_after_any_moves_go_on_and_never_back(slug: str) -> None:
    """Also from where a player without a plan has led."""
    for number in range(1, 4):
        start = random_play(slug, number, 60, seed=number)
        tables = {seen(start.engine, start.position)}
        for play, _ in list(followed(start, 40))[1:]:
            table = seen(play.engine, play.position)
            assert table not in tables
            tables.add(table)


def test_who_watches_remembers_what_a_replay_tells() -> None:
    play = random_play("klondike", 3, 120)
    watcher = Watcher(play.engine, play.engine.deal(3))
    step_by_step = Play.start("klondike", 3)
    for text in play.log.split("."):
        step_by_step = Play.replay("klondike", 3, f"{step_by_step.log}.{text}".lstrip("."))
        watcher.see(step_by_step.last_step[0])
    assert watcher.position == play.position
    assert watcher.memory == remembered(play)
    assert watcher.memory.has_seen_stock
    # what cannot come again need not be remembered
    assert len(watcher.memory.met) < play.moves / 2


def test_an_undone_move_is_forgotten() -> None:
    play = random_play("roman", 3, 40)
    assert remembered(play.undo()) == remembered(Play.replay("roman", 3, play.undo().made))


@pytest.mark.parametrize("slug", GAMES)
def test_a_way_ends_in_progress(slug: str) -> None:
    for number in range(1, 6):
        play = random_play(slug, number, 30)
        engine, position = play.engine, play.position
        plan = best_plan(engine, position, remembered(play))
        if plan is None or plan.way == (engine.turn,):
            continue
        before = progress_of(engine, position)
        for move in plan.way:
            assert engine.is_legal(position, move)
            position = engine.apply(position, move)
        assert is_progress(before, progress_of(engine, position))


def test_hopping_about_is_no_hint() -> None:
    table = draw("klondike", "T1=9C 8H 7S; T2=KC 8D; T3=2C")
    assert list(table.engine.legal_moves(table.position))
    assert best_plan(table.engine, table.position, NOTHING_MET) is None


@pytest.mark.parametrize("slug", ["klondike", "athena-1"])
def test_a_whole_pass_without_a_play_is_said(slug: str) -> None:
    """And the stock is not offered for ever."""
    ends = (list(followed(Play.start(slug, number)))[-1] for number in range(1, 40))
    play, told = next(end for end in ends if end[0].engine.can_turn(end[0].position))
    assert told.prospect is Prospect.PASSED
    for _ in range(30):
        play = play.make((play.engine.turn,))
        assert advice(play).prospect in (Prospect.PASSED, Prospect.NOTHING)


def test_a_stuck_game_gets_no_hint() -> None:
    stuck = 0
    for number in range(1, 60):
        play = random_play("roman", number, 400)
        if play.is_stuck:
            stuck += 1
            assert advice(play) == Advice(Prospect.NOTHING)
    assert stuck


@pytest.mark.parametrize("slug", GAMES)
def test_a_way_is_found_wherever_progress_is_near(slug: str) -> None:
    """Nothing is only said where no single move makes progress."""
    for number in range(1, 25):
        play = random_play(slug, number, 150)
        if advice(play).move is not None or play.is_won:
            continue
        engine, position = play.engine, play.position
        before = progress_of(engine, position)
        met = remembered(play).met
        for move in engine.legal_moves(position):
            after = engine.apply(position, move)
            assert seen(engine, after) in met or not is_progress(before, progress_of(engine, after))


def reason(slug: str, text: str, *actions: str) -> tuple[Effect, str, int]:
    """Why the first of these moves, all of which are planned, would be made."""
    table = draw(slug, text)
    way = tuple(action(table.engine, each) for each in actions)
    told = reason_for(table.engine, known(table.engine, table.position, has_seen_stock=False), way)
    return told.effect, face_name(told.card) if told.card is not None else "", told.cards


@pytest.mark.parametrize(
    ("slug", "text", "actions", "why"),
    [
        ("roman", "T1=9C; W=5S; S=2C", ["S"], (Effect.ONLY_STOCK, "", 0)),
        ("roman", "R=2C 8C 7C; T1=KS; S=2D", ["R>F1"], (Effect.SETS_BASE, "", 1)),
        ("roman", "R=2C 8C 9C; T1=7C; S=2D", ["T1>F1"], (Effect.SETS_BASE, "", 0)),
        ("roman", "F1=7C; R=2S 9C 8C; T1=KS; S=2D", ["R>F1"], (Effect.RESERVE_RUN, "", 2)),
        ("klondike", "T1=(2C) 7H; T2=8S", ["T1>T2"], (Effect.TURNS_UP, "", 0)),
        ("roman", "T1=7S; T2=8H; W=9D; S=2C", ["T1>T2"], (Effect.REFILLS_FROM_WASTE, "9D", 0)),
        ("roman", "T1=7S; T2=8H; S=2C 3C", ["T1>T2"], (Effect.REFILLS_FROM_STOCK, "", 0)),
        ("klondike", "F1=AS; T1=2S 7H; T2=8S", ["T1>T2"], (Effect.LETS_UP, "2S", 0)),
        ("klondike", "T1=5C 7H; T2=8S; T3=6H", ["T1>T2"], (Effect.FREES, "5C", 0)),
        ("roman", "T1=2D 8H; T2=9S; W=7C; S=2C", ["T1>T2", "W>T2"], (Effect.LETS_FOLLOW, "7C", 0)),
        ("klondike", "T1=7H; T2=8S", ["T1>T2"], (Effect.SPACE_FOR_KING, "", 0)),
        ("roman", "T1=7H; T2=8S", ["T1>T2"], (Effect.SPACE, "", 0)),
        ("bureau", "T1=7H; T2=8S", ["T1>T2"], (Effect.NONE, "", 0)),
        ("klondike", "F1=AS; T1=9H; W=2S", ["W>F1"], (Effect.UP, "", 0)),
        ("klondike", "F1=AS; T1=9H; W=AH", ["W>F2"], (Effect.NOT_MISSED, "", 0)),
        ("klondike", "T1=8S; W=7H", ["W>T1"], (Effect.OFF_WASTE, "", 0)),
        ("klondike", "T1=8S; S=2S 7H", ["S", "S", "W>T1"], (Effect.COMES_UP, "7H", 0)),
    ],
)
def test_why(slug: str, text: str, actions: list[str], why: tuple[Effect, str, int]) -> None:
    if why[0] is Effect.COMES_UP:
        table = draw(slug, text)
        way = tuple(action(table.engine, each) for each in actions)
        start = known(table.engine, table.position, has_seen_stock=True)
        told = reason_for(table.engine, start, way)
        assert told.card is not None
        assert (told.effect, face_name(told.card)) == why[:2]
    else:
        assert reason(slug, text, *actions) == why


def test_the_last_card_is_the_win() -> None:
    table = draw("klondike", "T1=KS")
    engine = table.engine
    full = [tuple(fresh_decks(1)[suit * 13 : suit * 13 + 13]) for suit in range(4)]
    piles = (full[0][:-1], *full[1:], full[0][-1:], (), ())
    position = table.position._replace(piles=piles)
    start = Known(position, frozenset())
    assert reason_for(engine, start, (Move(4, 0),)) == Reason(Effect.WINS)


def test_a_card_that_is_not_known_is_never_named() -> None:
    table = draw("klondike", "T1=(2C) 7H; T2=8S; S=3D")
    start = known(table.engine, table.position, has_seen_stock=False)
    assert {face_name(card) for card in start.unknown} == {"2C", "3D"}
    # the way of somebody who knows what lies there
    way = (action(table.engine, "T1>T2"), Move(table.engine.columns.start, 0))
    assert reason_for(table.engine, start, way).card is None


def test_a_proved_win_leads_on_by_its_first_move() -> None:
    play = Play.start("roman", 12)
    turn = play.engine.turn
    told = proved_advice(play, (turn, turn))
    assert told == Advice(Prospect.MOVE, turn, Reason(Effect.NONE), Knowledge.PROVED)
    assert proved_advice(replace(play), (turn,)) == told
