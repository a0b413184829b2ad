"""What an answer holds: every pile that looks different, after a move and after a jump."""

import pytest

from app.engine import engine_for
from app.play import Play
from app.web.views import _look, changed_views, pile_views
from tests.web.players import SLUGS, random_play


def differing(before: Play, after: Play) -> set[str]:
    return {
        new.name
        for old, new in zip(
            pile_views(before.engine, before.position),
            pile_views(after.engine, after.position),
            strict=True,
        )
        if old != new
    }


def touched(before: Play, after: Play) -> set[str]:
    """The piles that do not hold the same cards."""
    piles = zip(before.engine.texts, before.position.piles, after.position.piles, strict=True)
    return {name for name, old, new in piles if old != new}


@pytest.mark.parametrize("slug", SLUGS)
def test_changed_piles_are_those_that_look_different(slug: str) -> None:
    for number in range(1, 4):
        play = random_play(slug, number, 80)
        here = play.rewound_to(0)
        for ply in range(1, play.ply + 1):
            there = here.redo()
            for before, after in ((here, there), (there, here), (there, play), (play, there)):
                changed = changed_views(play.engine, before.position, after.position)
                assert set(changed) <= set(pile_views(play.engine, after.position))
                names = {view.name for view in changed}
                assert differing(before, after) <= names, (before, ply)
                # one that only changed below what shows may be sent for nothing
                assert names <= differing(before, after) | touched(before, after), (before, ply)
            here = there


@pytest.mark.parametrize("slug", SLUGS)
def test_a_turn_of_the_stock_is_seen_as_a_whole_table_is(slug: str) -> None:
    engine = engine_for(slug)
    seen = 0
    for number in range(1, 6):
        play = random_play(slug, number, 80)
        here = play.rewound_to(0)
        for _ in range(play.ply):
            there = here.redo()
            if here.position.piles[: engine.waste] == there.position.piles[: engine.waste]:
                seen += 1
                short = _look(engine, there.position, here.position)
                whole = _look(engine, there.position, None)
                assert sorted(short.offers) == sorted(whole.offers)
                assert short[1:] == whole[1:]
            here = there
    assert seen > 20
