"""What every kind of store promises to the operator: all rows in order, copies, pruning."""

import secrets
from collections.abc import AsyncIterator, Callable

import pytest

from app.settings import Settings
from app.store import OperableStore, StoredChoices, StoredPlay, Win, open_store
from app.store.protocol import PAGE
from tests.postgres import STORES
from tests.store.examples import after, first_choices, first_play, key, won

NOW = 1_800_000_000.0
LONG_AGO, LATELY = NOW - 10, NOW + 10


@pytest.fixture(params=STORES)
async def store(
    request: pytest.FixtureRequest, new_database_url: Callable[[str], str]
) -> AsyncIterator[OperableStore]:
    """With nothing in it."""
    opened = await open_store(Settings(database_url=new_database_url(request.param)))
    yield opened
    await opened.close()


def many_plays(count: int) -> list[StoredPlay]:
    """In the order of their keys: players with one play, with several, and names of all sorts."""
    players = [secrets.token_bytes(32) for _ in range(count // 4 + 1)]
    # as bytes, "a-b" < "aa" and "Z" < "a"; in the order of a language they are the other way
    slugs = ("Z", "a-b", "aa", "é")
    plays = [
        first_play(players[n // 4])._replace(slug=slugs[n % 4], number=1 + n, position=None)
        for n in range(count)
    ]
    return sorted(plays, key=lambda play: (play.player, play.slug.encode(), play.number))


async def plays_of(store: OperableStore) -> list[StoredPlay]:
    return [play async for play in store.all_plays()]


async def choices_of(store: OperableStore) -> list[StoredChoices]:
    return [chosen async for chosen in store.all_choices()]


async def wins_of(store: OperableStore) -> list[Win]:
    return [win async for win in store.all_wins()]


async def test_an_empty_store_has_no_rows(store: OperableStore) -> None:
    assert await plays_of(store) == []
    assert await wins_of(store) == []
    assert await choices_of(store) == []


@pytest.mark.parametrize("count", [1, PAGE, 2 * PAGE + 1])
async def test_gives_back_all_that_was_added_in_order(store: OperableStore, count: int) -> None:
    plays = many_plays(count)
    wins = [won(play)[1] for play in plays]
    await store.add_plays(plays[::-1])
    await store.add_wins(wins[::-1])
    assert await plays_of(store) == plays
    assert await wins_of(store) == wins


async def test_what_was_added_is_as_good_as_saved(store: OperableStore) -> None:
    play, win = won(first_play(secrets.token_bytes(32))._replace(version=7, position=None))
    await store.add_plays([play])
    await store.add_wins([win])
    assert await store.load(*key(play)) == play
    assert await store.win(*key(play)) == win
    assert await store.save(after(play))


async def test_adds_nothing_where_there_is_a_row(store: OperableStore) -> None:
    there, missing = many_plays(2)
    await store.save(there)
    await store.add_plays([after(there), missing])
    assert await plays_of(store) == [there, missing]
    win = won(there)[1]
    await store.add_wins([win])
    await store.add_wins([win._replace(moves=1), won(missing)[1]])
    assert await wins_of(store) == [win, won(missing)[1]]


@pytest.mark.parametrize("count", [1, PAGE, 2 * PAGE + 1])
async def test_gives_back_all_choices_in_order(store: OperableStore, count: int) -> None:
    choices = sorted(first_choices(secrets.token_bytes(32)) for _ in range(count))
    await store.add_choices(choices[::-1])
    assert await choices_of(store) == choices
    anew = choices[0]._replace(choices="hand=left")
    await store.add_choices([anew])
    assert await choices_of(store) == choices
    await store.keep_choices(anew)
    assert await choices_of(store) == [anew, *choices[1:]]


async def prune_choices(store: OperableStore) -> list[int]:
    return [count async for count in store.prune_choices(NOW)]


async def test_prunes_choices_of_those_who_neither_choose_nor_play(store: OperableStore) -> None:
    gone, choosing, playing = sorted(secrets.token_bytes(32) for _ in range(3))
    choices = [
        StoredChoices(player, moved, "hand=left")
        for player, moved in ((gone, LONG_AGO), (choosing, LATELY), (playing, LONG_AGO))
    ]
    plays = [
        first_play(player)._replace(moved=moved)
        for player, moved in ((gone, LONG_AGO), (choosing, LONG_AGO), (playing, LATELY))
    ]
    await store.add_choices(choices)
    await store.add_plays(plays)
    assert await prune(store) == [2]
    assert await prune_choices(store) == [1]
    assert await choices_of(store) == choices[1:]
    assert await prune_choices(store) == []


async def test_prunes_choices_in_small_steps(store: OperableStore) -> None:
    choices = [
        StoredChoices(secrets.token_bytes(32), LATELY if n % 5 else LONG_AGO, "sound=on")
        for n in range(2 * PAGE + 1)
    ]
    await store.add_choices(choices)
    steps = await prune_choices(store)
    assert sum(steps) == len(range(0, len(choices), 5))
    assert len(steps) >= 2
    assert len(await choices_of(store)) == len(choices) - sum(steps)


async def prune(store: OperableStore) -> list[int]:
    return [count async for count in store.prune(NOW)]


async def test_prunes_what_nobody_moves_any_more(store: OperableStore) -> None:
    player, other = secrets.token_bytes(32), secrets.token_bytes(32)
    finished, win = won(first_play(player)._replace(version=0))
    forgotten = first_play(player)._replace(number=2, log="", ply=0)
    old = [play._replace(moved=LONG_AGO) for play in (finished, forgotten)]
    lately = first_play(other)._replace(moved=LATELY)
    await store.add_plays([*old, lately])
    await store.add_wins([win])
    assert await prune(store) == [2]
    assert await plays_of(store) == [lately]
    assert await wins_of(store) == [win]
    assert await prune(store) == []


async def test_prunes_nothing_of_a_player_who_still_plays(store: OperableStore) -> None:
    player = secrets.token_bytes(32)
    old, lately = (
        first_play(player)._replace(slug=slug, moved=moved)
        for slug, moved in (("bureau", LONG_AGO), ("roman", LATELY))
    )
    await store.add_plays([old, lately])
    assert await prune(store) == []
    assert await plays_of(store) == [old, lately]


async def test_prunes_everything_in_small_steps(store: OperableStore) -> None:
    plays = [
        first_play(secrets.token_bytes(32))._replace(
            number=n + 1, moved=LATELY if n % 5 else LONG_AGO
        )
        for n in range(2 * PAGE + 1)
    ]
    await store.add_plays(plays)
    steps = await prune(store)
    assert sum(steps) == len(range(0, len(plays), 5))
    assert len(steps) >= 2
    assert max(steps) <= PAGE
    assert {play.number for play in await plays_of(store)} == {
        play.number for play in plays if play.moved == LATELY
    }


async def test_a_game_begun_again_after_pruning_is_a_new_one(store: OperableStore) -> None:
    play = first_play(secrets.token_bytes(32))._replace(moved=LONG_AGO)
    await store.save(play)
    await prune(store)
    # a page left open still shows the old one
    assert not await store.save(after(play))
    assert await store.save(play._replace(moved=LATELY))
