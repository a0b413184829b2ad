"""What every kind of store promises of messages: kept once, claimed by one, marked, pruned."""

import asyncio
import secrets

import pytest

from app.store import OperableStore, StoredMessage
from app.store.messages import KEY_BYTES, OperableMessages
from tests.store.conftest import OpenStore
from tests.store.examples import first_message

NOW = 1_700_000_000.0
LATER = NOW + 120


@pytest.fixture
async def messages(store: OperableStore) -> OperableMessages:
    """With nothing due: tests share a database, and each writes messages of its own."""
    while claimed := await store.messages.claim(2 * NOW, 3 * NOW):
        await store.messages.settle(claimed, due=None, mailed=NOW)
    return store.messages


@pytest.fixture
def first() -> StoredMessage:
    return first_message(new_reference())._replace(written=NOW, due=NOW)


def new_reference() -> str:
    return secrets.token_hex(5).upper()


async def test_gives_back_what_was_put(messages: OperableMessages, first: StoredMessage) -> None:
    assert await messages.find(first.reference) is None
    assert await messages.put(first)
    found = await messages.find(first.reference)
    assert found == first
    assert [type(value) for value in found] == [type(value) for value in first]


async def test_keeps_the_first_of_a_reference(
    messages: OperableMessages, first: StoredMessage
) -> None:
    await messages.put(first)
    assert not await messages.put(first._replace(text="another", held="trap"))
    assert await messages.find(first.reference) == first


async def test_counts_the_same_text_since_then(
    messages: OperableMessages, first: StoredMessage
) -> None:
    for written in (NOW, NOW + 10, NOW + 20):
        await messages.put(first._replace(reference=new_reference(), written=written))
    await messages.put(first._replace(reference=new_reference(), written=NOW + 20, held="rate"))
    assert await messages.count_alike(first.likeness, NOW + 10) == 2
    assert await messages.count_alike(secrets.token_bytes(32), NOW) == 0


async def test_claims_what_has_been_due_longest(
    messages: OperableMessages, first: StoredMessage
) -> None:
    other = first._replace(reference=new_reference(), due=NOW - 5)
    not_yet = first._replace(reference=new_reference(), due=NOW + 1)
    held = first._replace(reference=new_reference(), due=None, held="links")
    for message in (first, other, not_yet, held):
        await messages.put(message)
    claimed = [await messages.claim(NOW, LATER) for _ in range(3)]
    assert claimed == [
        other._replace(due=LATER, attempts=1),
        first._replace(due=LATER, attempts=1),
        None,
    ]


async def test_a_claim_ends_by_itself(messages: OperableMessages, first: StoredMessage) -> None:
    await messages.put(first)
    claimed = await messages.claim(NOW, LATER)
    assert claimed is not None
    again = await messages.claim(LATER, LATER + 120)
    assert again == first._replace(due=LATER + 120, attempts=2)
    # who comes back too late changes nothing
    assert not await messages.settle(claimed, due=None, mailed=LATER)
    assert await messages.find(first.reference) == again


async def test_settles_a_claim(messages: OperableMessages, first: StoredMessage) -> None:
    await messages.put(first)
    claimed = await messages.claim(NOW, LATER)
    assert claimed is not None
    assert await messages.settle(claimed, due=NOW + 60, mailed=None)
    again = await messages.claim(NOW + 60, NOW + 180)
    assert again == first._replace(due=NOW + 180, attempts=2)
    assert await messages.settle(again, due=None, mailed=NOW + 61)
    assert await messages.claim(NOW * 2, NOW * 3) is None
    assert await messages.find(first.reference) == again._replace(due=None, mailed=NOW + 61)


async def test_nothing_is_claimed_twice(
    messages: OperableMessages, first: StoredMessage, open_again: OpenStore
) -> None:
    other = (await open_again()).messages
    for _ in range(6):
        await messages.put(first._replace(reference=new_reference()))
    claims = [store.claim(NOW, LATER) for store in (messages, other) * 4]
    claimed = [one.reference for one in await asyncio.gather(*claims) if one]
    assert len(claimed) == len(set(claimed)) == 6


async def test_the_key_is_one_for_all(messages: OperableMessages, open_again: OpenStore) -> None:
    key = await messages.key()
    assert len(key) == KEY_BYTES
    other = (await open_again()).messages
    assert {*await asyncio.gather(other.key(), messages.key())} == {key}


async def test_an_answered_message_is_mailed_no_more(
    messages: OperableMessages, first: StoredMessage
) -> None:
    assert not await messages.answer(first.reference, NOW)
    await messages.put(first)
    assert await messages.answer(first.reference, NOW + 5)
    assert await messages.find(first.reference) == first._replace(answered=NOW + 5, due=None)
    assert await messages.claim(NOW * 2, NOW * 3) is None


async def test_all_come_in_order_and_go_in_again(
    messages: OperableMessages, first: StoredMessage
) -> None:
    added = [first._replace(reference=new_reference(), held=str(n)) for n in range(600)]
    await messages.add([*added, added[0]._replace(text="another")])
    found = [message async for message in messages.all()]
    assert [message.reference for message in found] == sorted(one.reference for one in found)
    assert {*added} <= {*found}
    await messages.add(found)
    assert [message async for message in messages.all()] == found


async def test_prunes_what_is_answered_or_held_for_long(
    messages: OperableMessages, first: StoredMessage
) -> None:
    await messages.prune(2 * NOW)
    kept = [
        first._replace(reference="1"),
        first._replace(reference="2", answered=NOW + 1),
        first._replace(reference="3", held="rate", written=NOW + 1),
    ]
    gone = [
        first._replace(reference="4", answered=NOW - 1),
        first._replace(reference="5", held="rate", written=NOW - 1),
    ]
    await messages.add([*kept, *gone])
    assert await messages.prune(NOW) == 2
    assert [await messages.find(one.reference) for one in kept] == kept
    assert [await messages.find(one.reference) for one in gone] == [None, None]
