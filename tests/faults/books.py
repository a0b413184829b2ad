"""What is stored, compared with what players know: nothing lost, doubled or made up."""

from collections.abc import Iterable

from app.notation import position_text
from app.play import Play
from app.settings import Settings
from app.store import Store, StoredPlay, open_store
from tests.faults.players import Player


async def audit(database_url: str, players: Iterable[Player]) -> list[str]:
    """What is wrong with the stored games of players at their tables; nothing, one hopes."""
    store = await open_store(Settings(database_url=database_url))
    try:
        return [fault for player in players for fault in await _faults(store, player)]
    finally:
        await store.close()


async def _faults(store: Store, player: Player) -> list[str]:
    slug, number = player.play.slug, player.play.number
    row = await store.load(player.name, slug, number) if player.name else None
    if row is None:
        # of a first move without an answer the player does not know under which name it is kept
        return [f"{player.deal}: nothing stored"] if player.version and player.name else []
    faults = []
    if not _is_as_known(row, player):
        faults.append(f"stored {row.log}@{row.ply} v{row.version}, known {player.play}")
    if row.position != position_text(Play.replay(slug, number, row.log, row.ply).position):
        faults.append(f"the snapshot is not where {row.log}@{row.ply} leads")
    return faults


def _is_as_known(row: StoredPlay, player: Player) -> bool:
    """All that was answered is there, and at the most the one press more that was under way."""
    known = [(player.version, player.play)]
    if player.pending:
        known.append((player.version + 1, player.pending.after))
    return any(
        (row.version, row.log, row.ply) == (version, play.log, play.ply) for version, play in known
    )
