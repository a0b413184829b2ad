"""Plays and wins to store; what they say of the game does not matter here."""

import hashlib

from app.store import Store, StoredChoices, StoredMessage, StoredPlay, StoredVerdict, Win
from app.store.protocol import MOST_LISTED, Begun

GIVEN_UP = 1_700_000_900.25
"""When a play is forgotten."""


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
    return [Begun(play.slug, play.number, play.log, play.ply, play.stuck) for play in plays]


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


def first_message(reference: str = "7KQF2-M9XW3") -> StoredMessage:
    """A message just written, with a game, that is to be mailed."""
    return StoredMessage(
        reference=reference,
        written=1_700_000_000.25,
        lang="fr",
        kind="fault",
        email="anna@patience.example",
        held="",
        likeness=hashlib.sha256(reference.encode()).digest(),
        due=1_700_000_000.25,
        attempts=0,
        mailed=None,
        answered=None,
        slug="roman",
        number=4294967295,
        ply=1,
        log="w1f3.d",
        text="Le 7 de trèfle\nne va pas sur la fondation 🂧.",
    )


def first_verdict(key: bytes) -> StoredVerdict:
    return StoredVerdict(
        slug="roman",
        key=key,
        kind="won",
        effort=51_234,
        seconds=0.75,
        found=1_700_000_000.25,
        line="w1f3.d.t4t10x3",
    )
