"""What a store keeps and promises; says nothing of how."""

from dataclasses import dataclass
from typing import Protocol


class StoreUnavailable(Exception):
    """The store cannot work now: locked, full, read-only or unreachable. Nothing was written."""


class UnknownDatabase(Exception):
    """A DATABASE_URL of no known kind, or a database that a newer version has migrated."""


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """A player's play of one deal; there is one row a (player, slug, number)."""

    player: bytes
    """SHA-256 of the cookie."""
    slug: str
    number: int
    log: str
    ply: int
    """How many steps of the log are made."""
    version: int
    """1 for the first write, one more with each."""
    last: str
    """The action that made this version."""
    position: str | None
    """A snapshot of where the log leads; None: to be rebuilt from the log."""
    won: bool
    """Whether the position now is won."""
    started: float
    """Unix time, as `moved`."""
    moved: float
    seconds: float
    """Played, without pauses."""
    undos: int
    hints: int


@dataclass(frozen=True, slots=True)
class Win:
    """The first win of a deal; written once, whatever is undone or played again later."""

    player: bytes
    slug: str
    number: int
    log: str
    moves: int
    seconds: float
    undos: int
    hints: int
    won_at: float


class Store(Protocol):
    """Every method may raise StoreUnavailable; then nothing was written."""

    async def load(self, player: bytes, slug: str, number: int) -> StoredPlay | None: ...

    async def save(self, play: StoredPlay, win: Win | None = None) -> bool:
        """Writes `play` if the row's version is one below its own (version 1: if there is no row).

        False if it is not, and then nothing is written. A win is kept in the same transaction,
        unless the deal has one already.
        """
        ...

    async def latest(self, player: bytes, slug: str) -> StoredPlay | None:
        """The unfinished play of a game that was moved last."""
        ...

    async def unfinished(self, player: bytes) -> list[StoredPlay]:
        """The plays that are not won, of all games, the one moved last first."""
        ...

    async def win(self, player: bytes, slug: str, number: int) -> Win | None: ...

    async def wins(self, player: bytes) -> list[Win]:
        """Newest first."""
        ...

    async def forget(self, player: bytes, slug: str, number: int) -> bool:
        """Removes a play, not its win; whether there was one."""
        ...

    async def close(self) -> None: ...
