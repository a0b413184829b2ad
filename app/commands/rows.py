"""`prune` and `move-store`: commands that go through the rows of any kind of store."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from pydantic import ValidationError

from app.commands.refused import Refused
from app.commands.stores import check_source, file_of, opened
from app.settings import Settings
from app.store import OperableStore, StoredChoices, StoredMessage, StoredPlay, StoredVerdict, Win
from app.store.checksum import Checksum, Contents, contents
from app.store.protocol import PAGE
from app.store.sqlite_copies import alone_with

PROGRESS_EVERY = 5000
"""Rows from one line about them to the next."""

DAY = 86_400

Say = Callable[[str], None]
_Row = TypeVar("_Row", StoredPlay, Win, StoredChoices, StoredMessage, StoredVerdict)


async def prune(settings: Settings) -> str:
    days = settings.prune_after_days
    check_source(settings)
    before = time.time() - days * DAY
    async with opened(settings) as store:
        plays = await _total(store.prune(before))
        choices = await _total(store.prune_choices(before))
        messages = await store.messages.prune(time.time() - settings.keep_messages_days * DAY)
        verdicts = await _total(store.verdicts.prune(before))
    return (
        f"Plays deleted, of players who made no move for {days} days: {plays}. "
        f"Settings deleted, of players who chose none since either: {choices}. "
        f"Messages deleted, of those answered or held for {settings.keep_messages_days} days: "
        f"{messages}. "
        f"Verdicts deleted, found more than {days} days ago: {verdicts}."
    )


async def _total(pruning: AsyncIterator[int]) -> int:
    total = 0
    began = time.monotonic()
    async for pruned in pruning:
        total += pruned
        # as long as it took: half of the time is the players'
        await asyncio.sleep(time.monotonic() - began)
        began = time.monotonic()
    return total


async def move_rows(settings: Settings, target_url: str, say: Say) -> str:
    """Copies every row into an empty database, or goes on with one that was begun.

    Raises Refused if the target holds anything else, or differs at the end.
    """
    aim = _aim(settings, target_url)
    check_source(settings)
    _check_unused(settings)
    async with opened(settings) as source, opened(aim) as target:
        await _check_target(source, target)
        await _copy(source.all_plays(), target.add_plays, "plays", say)
        await _copy(source.all_wins(), target.add_wins, "wins", say)
        await _copy(source.all_choices(), target.add_choices, "players' settings", say)
        await _copy(source.messages.all(), target.messages.add, "messages", say)
        await _copy(source.verdicts.all(), target.verdicts.add, "verdicts", say)
        say("Comparing every row.")
        expected, found = await _contents(source), await _contents(target)
    if found != expected:
        raise Refused(
            f"The databases differ: {expected} in the source, {found} in the target. If a server "
            "wrote to one of them, stop it and start again with an empty target."
        )
    return (
        f"Moved {found}. Now set DATABASE_URL to the target and start the servers; "
        "keep the old database until you have seen them work."
    )


def _aim(settings: Settings, target_url: str) -> Settings:
    if target_url == settings.database_url:
        raise Refused("TARGET_URL is the database that DATABASE_URL names.")
    try:
        return Settings(database_url=target_url)
    except ValidationError as refused:
        raise Refused("; ".join(f"TARGET_URL: {error['msg']}" for error in refused.errors())) from (
            refused
        )


def _check_unused(settings: Settings) -> None:
    """Raises DatabaseInUse; for PostgreSQL only the comparison at the end tells."""
    if path := file_of(settings):
        with alone_with(path):
            pass


async def _check_target(source: OperableStore, target: OperableStore) -> None:
    plays, other_plays = await _count_others(
        target.all_plays(), lambda play: source.load(*play[:3])
    )
    wins, other_wins = await _count_others(target.all_wins(), lambda win: source.win(*win[:3]))
    chosen, chosen_otherwise = await _count_others(
        target.all_choices(), lambda chosen: source.choices(chosen.player)
    )
    written, other_messages = await _count_others(
        target.messages.all(), lambda message: source.messages.find(message.reference)
    )
    searched, other_verdicts = await _count_others(
        target.verdicts.all(), lambda verdict: _find_verdict(source, verdict)
    )
    if other_plays or other_wins or chosen_otherwise or other_messages or other_verdicts:
        raise Refused(
            f"Not in the source, or different there: {other_plays} of the target's {plays} plays, "
            f"{other_wins} of its {wins} wins, {chosen_otherwise} of its {chosen} players' "
            f"settings, {other_messages} of its {written} messages "
            f"and {other_verdicts} of its {searched} verdicts. "
            "Nothing was copied: name an empty database."
        )


async def _find_verdict(store: OperableStore, verdict: StoredVerdict) -> StoredVerdict | None:
    found = await store.verdicts.find(verdict.slug, [verdict.key])
    return found[0] if found else None


async def _count_others(
    rows: AsyncIterator[_Row], find: Callable[[_Row], Awaitable[_Row | None]]
) -> tuple[int, int]:
    """How many rows there are, and how many of them `find` does not find just so."""
    count = others = 0
    async for row in rows:
        count += 1
        others += await find(row) != row
    return count, others


async def _copy(
    rows: AsyncIterator[_Row], add: Callable[[list[_Row]], Awaitable[None]], name: str, say: Say
) -> None:
    copied = 0
    page: list[_Row] = []
    async for row in rows:
        page.append(row)
        if len(page) == PAGE:
            await add(page)
            copied += PAGE
            page = []
            if copied % PROGRESS_EVERY == 0:
                say(f"{copied} {name}")
    if page:
        await add(page)


async def _contents(store: OperableStore) -> Contents:
    return contents(
        await _sum(store.all_plays()),
        await _sum(store.all_wins()),
        await _sum(store.all_choices()),
        await _sum(store.messages.all()),
        await _sum(store.verdicts.all()),
    )


async def _sum(rows: AsyncIterator[_Row]) -> Checksum:
    checksum = Checksum()
    async for row in rows:
        checksum.add(row)
    return checksum
