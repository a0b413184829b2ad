"""Plays and wins to store; what they say of the game does not matter here."""

from app.store import Store, StoredChoices, StoredPlay, Win
from app.store.protocol import MOST_LISTED, Begun


def first_play(player: bytes) -> StoredPlay:
    """A play after its first move."""
    return StoredPlay(
        player=player,
        slug="roman",
        number=48213,
        log="w1f3",
        ply=1,
        version=1,
        last="w1f3",
        position='{"piles": [[1, 2], []]}',
        won=False,
        started=1_700_000_000.25,
        moved=1_700_000_060.5,
        seconds=60.25,
        undos=0,
        hints=0,
    )


def first_choices(player: bytes) -> StoredChoices:
    return StoredChoices(player, 1_700_000_030.5, "tap=send&deck=four")


def listed(*plays: StoredPlay) -> list[Begun]:
    """As a list shows them."""
    return [Begun(play.slug, play.number, play.log, play.ply) for play in plays]


async def latest(store: Store, player: bytes, slug: str) -> StoredPlay | None:
    return (await store.arrive(player, slug)).play


async def unfinished(store: Store, player: bytes, most: int = MOST_LISTED) -> list[Begun]:
    return (await store.arrive(player, most=most)).unfinished


def key(play: StoredPlay) -> tuple[bytes, str, int]:
    return play.player, play.slug, play.number


def after(play: StoredPlay, move: str = "t4t10x3") -> StoredPlay:
    """The play one move later."""
    return play._replace(
        log=f"{play.log}.{move}",
        ply=play.ply + 1,
        version=play.version + 1,
        last=move,
        moved=play.moved + 1,
        seconds=play.seconds + 1,
    )


def won(play: StoredPlay) -> tuple[StoredPlay, Win]:
    """The play one move later, which wins it."""
    last = after(play)._replace(won=True)
    return last, Win(
        player=last.player,
        slug=last.slug,
        number=last.number,
        log=last.log,
        moves=last.ply,
        seconds=last.seconds,
        undos=last.undos,
        hints=last.hints,
        won_at=last.moved,
    )
