"""What every kind of store promises of deleting all that it holds of a player."""

import asyncio

from app.settings import Settings
from app.store import Holdings, Store, StoredPlay
from tests.store.columns import columns
from tests.store.conftest import OpenStore
from tests.store.examples import (
    GIVEN_UP,
    after,
    first_choices,
    first_message,
    first_play,
    key,
    won,
)

NOTHING = Holdings(0, 0, 0)


async def fill(store: Store, player: bytes) -> Holdings:
    """A game that goes on, one that was forgotten, one that is won, and choices."""
    going, forgotten, last = (
        first_play(player)._replace(slug=slug) for slug in ("bureau", "colonel", "roman")
    )
    for play in (going, forgotten, last):
        assert await store.save(play)
    assert await store.forget(*key(forgotten), GIVEN_UP)
    assert await store.save(*won(last))
    await store.keep_choices(first_choices(player))
    return Holdings(plays=3, wins=1, choices=1)


async def test_nothing_is_held_of_a_stranger(store: Store, stranger: bytes) -> None:
    assert await store.holdings(stranger) == NOTHING
    assert await store.erase(stranger) == NOTHING


async def test_all_of_a_player_is_counted_and_erased(store: Store, player: bytes) -> None:
    held = await fill(store, player)
    assert await store.holdings(player) == held
    assert await store.erase(player) == held
    assert await store.holdings(player) == NOTHING
    arrived = await store.arrive(player, "bureau")
    assert (arrived.play, arrived.unfinished, arrived.choices) == (None, [], None)
    assert await store.wins(player) == []
    assert await store.erase(player) == NOTHING


async def test_what_others_have_stays(store: Store, player: bytes, stranger: bytes) -> None:
    await fill(store, player)
    held = await fill(store, stranger)
    letter = first_message("ERASE-00001")
    await store.messages.put(letter)
    await store.erase(player)
    assert await store.holdings(stranger) == held
    assert await store.messages.find("ERASE-00001") == letter


async def test_a_move_on_its_way_brings_nothing_back(
    store: Store, first: StoredPlay, player: bytes
) -> None:
    await store.save(first)
    await store.erase(player)
    assert not await store.save(after(first))
    assert not await store.save(*won(first))
    assert not await store.forget(*key(first), GIVEN_UP)
    assert await store.holdings(player) == NOTHING


async def test_a_move_of_another_server_at_the_same_time_brings_nothing_back(
    store: Store, open_again: OpenStore, first: StoredPlay, player: bytes
) -> None:
    other = await open_again()
    for turn in range(10):
        play = first._replace(number=turn + 1)
        assert await store.save(play)
        moved, erased = await asyncio.gather(other.save(after(play)), store.erase(player))
        assert erased == Holdings(1, 0, 0)
        assert await store.holdings(player) == NOTHING, moved


async def test_every_table_that_knows_a_player_is_emptied(store: Store, chosen: Settings) -> None:
    """`store` has made the tables."""
    assert await store.holdings(bytes(32)) == NOTHING
    with_player = {table for table, column in columns(chosen.database_url) if column == "player"}
    assert with_player == set(Holdings._fields)
