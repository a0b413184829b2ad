"""What an answer holds: every pile that looks different, after a move and after a jump."""

import pytest

from app.engine import engine_for
from app.play import Play
from app.reach import Reach, since
from app.web.sight import Sight, look
from app.web.views import changed_views, pile_views
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
                changed = changed_views(
                    play.engine, since(before.position, after.position), after.position
                )
                assert set(changed) <= set(pile_views(play.engine, after.position))
                names = {view.name for view in changed}
                assert differing(before, after) <= names, (before, ply)
                # one that only changed below what shows may be sent for nothing
                assert names <= differing(before, after) | touched(before, after), (before, ply)
            here = there


def in_order(seen: Sight) -> Sight:
    if not seen.reach:
        return seen
    takers, lifts, offers = seen.reach
    takers = {taken: sorted(places) for taken, places in takers.items()}
    return seen._replace(reach=Reach(takers, lifts, sorted(offers)))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_follows_from_a_move_is_seen_as_a_whole_table_is(slug: str) -> None:
    engine = engine_for(slug)
    for number in range(1, 6):
        play = random_play(slug, number, 80)
        here = play.rewound_to(0)
        for _ in range(play.ply):
            there = here.redo()
            for before, after in ((here, there), (there, here), (play, there)):
                came_of = since(before.position, after.position)
                seen, anew = look(engine, after.position, came_of), look(engine, after.position)
                assert in_order(seen) == in_order(anew), (before, after.ply)
            here = there
