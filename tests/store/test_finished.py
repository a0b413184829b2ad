"""What statistics are made of: the deals that are over for a player, on every kind of store."""

import secrets

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.store import Finished, Store, StoredPlay, Win
from app.store.protocol import FORGOTTEN, PUT_AWAY
from tests.store.conftest import OpenStore
from tests.store.examples import GIVEN_UP, after, first_play, key, won

steps = st.lists(
    st.tuples(
        st.sampled_from(["move", "win", "stuck", "forget"]),
        st.sampled_from(["roman", "bureau"]),
        st.integers(1, 2),
    ),
    max_size=14,
)


def lost(play: StoredPlay, ended: float) -> Finished:
    return Finished(
        play.slug, play.number, ended, won=False, moves=0, seconds=0.0, undos=0, hints=0
    )


def as_won(win: Win) -> Finished:
    return Finished(win.slug, win.number, win.won_at, True, *win[4:8])  # noqa: FBT003 - a row


async def test_a_play_that_goes_on_is_not_over(
    store: Store, first: StoredPlay, player: bytes
) -> None:
    await store.save(first)
    assert await store.finished(player) == []


async def test_a_win_is_told_as_it_was_won_first(
    store: Store, first: StoredPlay, player: bytes, stranger: bytes
) -> None:
    await store.save(first)
    play, win = won(first)
    await store.save(play, win)
    told = [as_won(win)]
    assert await store.finished(player) == told
    assert await store.finished(stranger) == []
    # undone, played on until it is stuck, and given up in the end
    await store.save(play._replace(ply=1, version=3, last="undo", won=False))
    assert await store.finished(player) == told
    await store.save(after(play)._replace(version=4, won=False, stuck=True))
    assert await store.finished(player) == told
    assert await store.forget(*key(first), GIVEN_UP)
    assert await store.finished(player) == told


async def test_the_types_are_those_of_the_record(
    store: Store, first: StoredPlay, player: bytes
) -> None:
    await store.save(first)
    await store.save(*won(first))
    await store.save(first._replace(number=2, stuck=True))
    for told in await store.finished(player):
        assert [type(value) for value in told] == [str, int, float, bool, int, float, int, int]


async def test_a_stuck_play_is_over_until_it_goes_on(
    store: Store, first: StoredPlay, player: bytes, open_again: OpenStore
) -> None:
    await store.save(first)
    stuck = after(first)._replace(stuck=True)
    assert await store.save(stuck)
    assert await (await open_again()).load(*key(first)) == stuck
    assert await store.finished(player) == [lost(stuck, stuck.moved)]
    free = after(stuck)._replace(ply=1, last="undo", stuck=False)
    assert await store.save(free)
    assert await store.load(*key(first)) == free
    assert await store.finished(player) == []


async def test_a_play_given_up_is_over_until_it_is_begun_anew(
    store: Store, first: StoredPlay, player: bytes
) -> None:
    await store.save(first)
    await store.forget(*key(first), GIVEN_UP)
    assert await store.finished(player) == [lost(first, GIVEN_UP)]
    await store.save(first._replace(version=3))
    assert await store.finished(player) == []


async def test_a_play_without_a_move_on_the_table_is_not_given_up(
    store: Store, first: StoredPlay, player: bytes
) -> None:
    await store.save(first)
    await store.save(first._replace(version=2, ply=0, last="undo"))
    assert await store.forget(*key(first), GIVEN_UP)
    assert await store.finished(player) == []
    left = await store.load(*key(first))
    assert left is not None
    assert (left.last, left.log) == (PUT_AWAY, "")


async def test_a_stuck_play_is_given_up_once(
    store: Store, first: StoredPlay, player: bytes
) -> None:
    await store.save(first._replace(stuck=True))
    await store.forget(*key(first), GIVEN_UP)
    assert await store.finished(player) == [lost(first, GIVEN_UP)]
    left = await store.load(*key(first))
    assert left is not None
    assert (left.last, left.moved, left.stuck) == (FORGOTTEN, GIVEN_UP, False)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
async def test_what_ended_last_comes_first_and_so_many_are_told(
    store: Store, first: StoredPlay, player: bytes, most: int
) -> None:
    plays = [first._replace(number=n, moved=100.0 + n % 3, stuck=True) for n in (1, 2, 3)]
    for play in plays:
        await store.save(play)
    told = [lost(plays[number - 1], 100.0 + number % 3) for number in (2, 1, 3)]
    assert await store.finished(player, most=most) == told[:most]


@given(steps=steps)
@settings(
    max_examples=25,
    # every run of an example has a player of its own
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
async def test_agrees_with_a_dictionary(store: Store, steps: list[tuple[str, str, int]]) -> None:
    player = secrets.token_bytes(32)
    kept: dict[tuple[str, int], StoredPlay] = {}
    over: dict[tuple[str, int], Finished] = {}
    for moved, (step, slug, number) in enumerate(steps):
        deal = slug, number
        before = kept.get(deal, first_play(player)._replace(log="", ply=0, version=0))
        is_won_once = deal in over and over[deal].won
        if step == "forget":
            if before.log and not before.won:
                assert await store.forget(player, slug, number, moved)
                if not is_won_once:
                    over[deal] = lost(before, moved)
                left = await store.load(player, slug, number)
                assert left is not None
                kept[deal] = left
            continue
        play, win = won(before._replace(slug=slug, number=number))
        play = play._replace(won=step == "win", stuck=step == "stuck", moved=moved)
        assert await store.save(play, win._replace(won_at=moved) if play.won else None)
        kept[deal] = play
        if not is_won_once:
            over.pop(deal, None)
            if play.won:
                over[deal] = as_won(win._replace(won_at=moved))
            elif play.stuck:
                over[deal] = lost(play, moved)
    newest_first = sorted(over.values(), key=lambda told: -told.ended)
    assert await store.finished(player) == newest_first
