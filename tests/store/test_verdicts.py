"""What every kind of store promises of verdicts: found by position, bettered, never worsened."""

import secrets

import pytest

from app.store import OperableStore, StoredVerdict
from app.store.protocol import PAGE
from app.store.verdicts import OperableVerdicts
from tests.store.examples import first_verdict

NOW = 1_700_000_000.0


@pytest.fixture
async def verdicts(store: OperableStore) -> OperableVerdicts:
    """Of an empty table: tests share a database, and some look at all of it."""
    await pruned(store.verdicts, 1e12)
    return store.verdicts


async def pruned(verdicts: OperableVerdicts, before: float) -> list[int]:
    return [count async for count in verdicts.prune(before)]


async def found(verdicts: OperableVerdicts, *wanted: StoredVerdict) -> list[StoredVerdict]:
    return await verdicts.find("roman", [verdict.key for verdict in wanted])


def new_verdict() -> StoredVerdict:
    return first_verdict(secrets.token_bytes(16))


async def test_gives_back_what_was_kept(verdicts: OperableVerdicts) -> None:
    first, other = new_verdict(), new_verdict()
    assert await found(verdicts, first) == []
    assert await verdicts.keep(first)
    (back,) = await found(verdicts, other, first)
    assert back == first
    assert [type(value) for value in back] == [type(value) for value in first]
    assert await verdicts.find("bureau", [first.key]) == []


async def test_finds_as_many_as_are_asked_for(verdicts: OperableVerdicts) -> None:
    many = sorted(new_verdict() for _ in range(2 * PAGE + 1))
    await verdicts.add(many)
    assert sorted(await found(verdicts, *many)) == many
    assert await found(verdicts) == []


@pytest.mark.parametrize("kind", ["won", "lost"])
async def test_certainty_takes_the_place_of_a_search_in_vain(
    verdicts: OperableVerdicts, kind: str
) -> None:
    certain = new_verdict()._replace(kind=kind)
    vain = certain._replace(kind="unknown", line="", seconds=10.0)
    assert await verdicts.keep(vain)
    assert not await verdicts.keep(vain._replace(seconds=2.0))
    assert await verdicts.keep(vain._replace(seconds=20.0, effort=9))
    assert await verdicts.keep(certain)
    for worse in (vain._replace(seconds=90.0), certain._replace(line="d", found=NOW + 1)):
        assert not await verdicts.keep(worse)
    assert await found(verdicts, certain) == [certain]


async def test_gives_back_all_in_order_and_adds_none_twice(verdicts: OperableVerdicts) -> None:
    many = sorted(new_verdict() for _ in range(PAGE + 1))
    many.append(many[0]._replace(slug="signora"))
    await verdicts.add(many[::-1])
    await verdicts.add([many[0]._replace(kind="lost")])
    assert [verdict async for verdict in verdicts.all()] == many


async def test_prunes_what_was_found_long_ago(verdicts: OperableVerdicts) -> None:
    old = [new_verdict()._replace(found=NOW - 1) for _ in range(PAGE + 1)]
    new = new_verdict()._replace(found=NOW)
    await verdicts.add([*old, new])
    assert await pruned(verdicts, NOW) == [PAGE, 1]
    assert [verdict async for verdict in verdicts.all()] == [new]
    assert await pruned(verdicts, NOW) == []
