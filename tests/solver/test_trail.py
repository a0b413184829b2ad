"""A game looked back on: what one verdict says of the steps before and after it."""

from collections.abc import Sequence

import pytest

from app.deals import LAST_DEAL
from app.engine import engine_for
from app.games import GAMES
from app.notation import move_text
from app.play import Play
from app.solver.asking.trail import look_back, positions_of
from app.solver.asking.verdicts import Kind, line_text, position_key
from app.store import StoredVerdict
from tests.solver.test_asking import Shelf, solving
from tests.test_golden_wins import WINS


def row(play: Play, ply: int, kind: Kind) -> StoredVerdict:
    """Of a golden game: what wins from there on is the rest of it."""
    position = positions_of(play.slug, play.number, play.log)[ply]
    line = ".".join(WINS[play.slug]["log"].split(".")[ply:]) if kind is Kind.WON else ""
    return StoredVerdict(play.slug, position_key(position), kind, 1, 60.0, 0.0, line)


def golden(slug: str, ply: int, steps: int | None = None) -> Play:
    """The beginning of a won game, `ply` of its steps made."""
    log = ".".join(WINS[slug]["log"].split(".")[: steps or ply])
    return Play.replay(slug, WINS[slug]["number"], log, ply)


def unproved(ply: int, steps: int | None = None) -> Play:
    """The beginning of a game of which no win is stored: turns of the stock."""
    return Play.replay("bureau", LAST_DEAL, ".".join(["d"] * (steps or ply)), ply)


async def trail_of(play: Play, rows: Sequence[StoredVerdict], end: int | None = None) -> list[Kind]:
    async with solving(0, Shelf(*rows)) as solver:
        trail = await look_back(solver, play, play.ply if end is None else end)
        assert not trail.is_searching
        return [trail.kind(ply) for ply in range(play.steps + 1)]


@pytest.mark.parametrize("slug", [slug for slug in WINS if slug != "roman"])
async def test_all_before_a_won_step_is_won(slug: str) -> None:
    play = golden(slug, 30)
    told = await trail_of(play, [row(play, 20, Kind.WON)])
    # along the line that wins it is known without another row
    assert told == [Kind.WON] * 31


async def test_all_after_a_lost_step_is_lost() -> None:
    play = unproved(30)
    told = await trail_of(play, [row(play, 12, Kind.LOST)])
    assert told == [Kind.UNKNOWN] * 12 + [Kind.LOST] * 19


async def test_between_them_nobody_knows() -> None:
    play = unproved(12)
    rows = [row(play, ply, Kind.UNKNOWN) for ply in range(9)] + [row(play, 9, Kind.LOST)]
    assert await trail_of(play, rows) == [Kind.UNKNOWN] * 9 + [Kind.LOST] * 4


async def test_what_was_undone_is_looked_at_where_it_is_wanted() -> None:
    play = unproved(4, 12)
    rows = [row(play, ply, Kind.UNKNOWN) for ply in range(10)] + [row(play, 10, Kind.LOST)]
    assert await trail_of(play, rows, play.steps) == [Kind.UNKNOWN] * 10 + [Kind.LOST] * 3


async def test_a_won_game_could_be_won_all_along() -> None:
    for slug in WINS:
        play = golden(slug, len(WINS[slug]["log"].split(".")))
        assert play.is_won
        assert set(await trail_of(play, [])) == {Kind.WON}


class OneByOne(Shelf):
    """Answers for one position at a time, as a search does."""

    def __init__(self, *rows: StoredVerdict) -> None:
        super().__init__(*rows)
        self.searched = 0

    async def find(self, slug: str, keys: Sequence[bytes]) -> list[StoredVerdict]:
        self.searched += len(keys) == 1
        return await super().find(slug, keys) if len(keys) == 1 else []


def astray(slug: str, good: int, bad: int) -> Play:
    """Some steps of a won game, and then others that leave it."""
    play = golden(slug, good)
    next_step = WINS[slug]["log"].split(".")[good]
    others = (move for move in play.engine.legal_moves(play.position))
    play = play.make((next(m for m in others if move_text(play.engine, m) != next_step),))
    for _ in range(bad - 1):
        play = play.make((play.engine.turn,))
    return play


@pytest.mark.parametrize("good", [0, 1, 16, 29])
async def test_where_it_was_lost_is_found_by_halves(good: int) -> None:
    play = astray("signora", good, 30 - good)
    kinds = [Kind.WON] * (good + 1) + [Kind.LOST] * (30 - good)
    shelf = OneByOne(*(row(play, ply, kind) for ply, kind in enumerate(kinds)))
    async with solving(0, shelf) as solver:
        trail = await look_back(solver, play, play.ply)
        assert [trail.kind(ply) for ply in range(31)] == kinds
        assert 1 < shelf.searched <= 6


def test_positions_are_those_of_the_log() -> None:
    for slug in GAMES:
        if slug not in WINS:
            continue
        play = golden(slug, 25)
        positions = positions_of(slug, play.number, play.log)
        assert positions == tuple(play.at(ply).position for ply in range(26))


def test_lines_are_written_as_logs() -> None:
    play = golden("bureau", 40)
    moves = tuple(move for ply in range(1, 41) for move in play.at(ply).last_step)
    assert line_text(engine_for("bureau"), moves[:1]) == play.log.split(".")[-1]


def test_the_longest_games_are_not_kept_in_memory() -> None:
    for steps, is_kept in ((300, True), (9_000, False)):
        log = ".".join("d" * steps)
        first, second = (positions_of("klondike", 7, log) for _ in range(2))
        assert first == second
        assert (first is second) == is_kept
