"""What is stored, compared with what players know: nothing lost, doubled or made up."""

from collections.abc import Iterable

from app.notation import position_text
from app.play import Play
from app.settings import Settings
from app.store import Store, StoredPlay, open_store
from tests.faults.players import Player, Press


async def audit(database_url: str, players: Iterable[Player]) -> list[str]:
    """What is wrong with the stored games of players at their tables; nothing, one hopes."""
    store = await open_store(Settings(database_url=database_url))
    try:
        return [fault for player in players for fault in await _faults(store, player)]
    finally:
        await store.close()


async def _faults(store: Store, player: Player) -> list[str]:
    tables: list[tuple[Play, int, Press | None]] = [
        *((play, version, None) for play, version in player.left),
        (player.play, player.version, player.pending),
    ]
    return [
        fault
        for play, version, pending in tables
        if player.name and version
        for fault in await _faults_of_one(store, player.name, play, version, pending)
    ]


async def _faults_of_one(
    store: Store, name: bytes, play: Play, version: int, pending: Press | None
) -> list[str]:
    row = await store.load(name, play.slug, play.number)
    if row is None:
        return [f"nothing stored of {play}"]
    faults = []
    if not _is_as_known(row, play, version, pending):
        faults.append(f"stored {row.log}@{row.ply} v{row.version}, known {play} v{version}")
    if row.position != position_text(Play.replay(row.slug, row.number, row.log, row.ply).position):
        faults.append(f"the snapshot is not where {row.log}@{row.ply} leads")
    return faults


def _is_as_known(row: StoredPlay, play: Play, version: int, pending: Press | None) -> bool:
    """All that was answered is there, and at the most the one press more that was under way."""
    known = [(version, play)]
    if pending:
        known.append((version + 1, pending.after))
    return any((row.version, row.log, row.ply) == (at, one.log, one.ply) for at, one in known)
