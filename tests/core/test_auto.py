"""What goes to the foundations by itself after a move, and what never does."""

import pytest

from app.engine import Move, Position
from app.games import GAMES
from app.judge import Auto, can_send, finishing_moves, following_moves, safe_moves
from app.notation import parse_step, split_log
from app.play import Play
from tests.core.test_safe import ALTERNATE_FAMILY, FAMILY, KLONDIKES
from tests.positions import draw
from tests.test_golden_wins import WINS

# all but the last card or cards of each suit, as a drawing
UP_TO_QUEEN = "A 2 3 4 5 6 7 8 9 T J Q"
UP_TO_KING = f"{UP_TO_QUEEN} K"


def suited(ranks: str, suit: str) -> str:
    return " ".join(f"{rank}{suit}" for rank in ranks.split())


THREE_WHOLE = "; ".join(f"F{n}={suited(UP_TO_KING, suit)}" for n, suit in enumerate("SHD", start=1))
TO_QUEENS = "; ".join(f"F{n}={suited(UP_TO_QUEEN, suit)}" for n, suit in enumerate("SHDC", start=1))
TO_JACK = f"{THREE_WHOLE}; F4={suited(UP_TO_QUEEN.removesuffix(' Q'), 'C')}"

FINISHED = [
    ("klondike", f"{TO_QUEENS}; T1=KS; T2=KH; T3=KD; T4=KC", 4),
    ("klondike", f"{TO_JACK}; T1=KC; T2=QC", 2),
    # nothing but the order in which they lie stands between them and the win
    ("klondike", f"{TO_JACK}; T1=KC QC; T2=-", 2),
]
LEFT_ALONE = [
    # turned away, under each other, or not yet seen
    ("klondike", f"{TO_JACK}; T1=QC KC"),
    ("klondike", f"{TO_JACK}; T1=(KC) QC"),
    ("klondike", f"{TO_QUEENS}; T1=KS; T2=KH; T3=KD; W=KC"),
    ("klondike", f"{TO_QUEENS}; T1=KS; T2=KH; T3=KD; S=KC"),
    ("klondike", "T1=AS; T2=AH"),
]


@pytest.mark.parametrize(("slug", "position", "moves"), FINISHED)
def test_all_the_rest_goes_up(slug: str, position: str, moves: int) -> None:
    table = draw(slug, position)
    found = finishing_moves(table.engine, table.position)
    assert len(found) == moves
    here = table.position
    for move in found:
        assert table.engine.is_legal(here, move)
        here = table.engine.apply(here, move)
    assert table.engine.is_won(here)


@pytest.mark.parametrize(("slug", "position"), LEFT_ALONE)
def test_nothing_goes_up_that_does_not_win_or_is_hidden(slug: str, position: str) -> None:
    table = draw(slug, position)
    assert finishing_moves(table.engine, table.position) == ()


@pytest.mark.parametrize("slug", FAMILY)
def test_the_base_is_never_chosen(slug: str) -> None:
    table = draw(slug, "T1=KD; T2=AS")
    for auto in Auto:
        assert following_moves(table.engine, table.position, auto) == ()


@pytest.mark.parametrize("slug", [*KLONDIKES, "bureau", *FAMILY])
def test_each_wish_is_what_it_says(slug: str) -> None:
    assert {*KLONDIKES, "bureau", *FAMILY, *ALTERNATE_FAMILY} == {*GAMES}
    for play in _won(slug):
        engine, position = play.engine, play.position
        assert following_moves(engine, position, Auto.NEVER) == ()
        rest = following_moves(engine, position, Auto.FINISH)
        assert engine.is_won(_after(play, rest)) or not rest
        certain = rest or safe_moves(engine, position)
        assert following_moves(engine, position, Auto.SAFE) == certain
        assert can_send(engine, position, engine.offers(position)) == bool(certain)


@pytest.mark.parametrize("slug", WINS)
def test_one_press_sends_all_the_rest_where_that_wins(slug: str) -> None:
    """A column's only card is never safe by itself, but at the end there is no choice left."""
    end = _won(slug)[-3]
    assert end.make(end.safe_step()).is_won


@pytest.mark.parametrize("slug", WINS)
def test_a_game_finishes_by_itself_in_one_step(slug: str) -> None:
    before = play = Play.start(slug, WINS[slug]["number"])
    steps = split_log(WINS[slug]["log"])
    for text in steps:
        before, play = play, play.make(parse_step(play.engine, text), Auto.FINISH)
        if play.is_won:
            break
        assert len(play.last_step) == 1
    assert play.is_won
    assert play == Play.replay(slug, play.number, play.log)
    assert play.undo().position == before.position
    assert play.undo().redo().position == play.position
    assert play.moves == before.moves + len(play.last_step)


@pytest.mark.parametrize("auto", Auto)
@pytest.mark.parametrize("slug", WINS)
def test_a_card_taken_back_stays_until_another_move(slug: str, auto: Auto) -> None:
    """Else it would go up again in the very step that took it down."""
    seen = 0
    for play in _won(slug):
        engine, position = play.engine, play.position
        for move in engine.legal_moves(position):
            if move.source in engine.foundations:
                down = play.make((move,), auto)
                assert down.last_step == (move,)
                assert down.position == engine.apply(position, move)
                seen += 1
    assert seen


def _won(slug: str) -> list[Play]:
    """Every position of a game that ends with a win."""
    plays = [Play.start(slug, WINS[slug]["number"])]
    for text in split_log(WINS[slug]["log"]):
        plays.append(plays[-1].make(parse_step(plays[-1].engine, text)))
    return plays


def _after(play: Play, moves: tuple[Move, ...]) -> Position:
    position = play.position
    for move in moves:
        position = play.engine.apply(position, move)
    return position
