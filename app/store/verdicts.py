"""What a store keeps of positions that were searched: of nobody's game, and for everybody."""

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol


class StoredVerdict(NamedTuple):
    """What a search has found; whoever reads it checks what can be checked."""

    slug: str
    key: bytes
    """A digest of the position."""
    kind: str
    """`won`, `lost` or `unknown`."""
    effort: int
    seconds: float
    """How long was searched."""
    found: float
    """Unix time."""
    line: str
    """The win as a log; empty: none."""


class Verdicts(Protocol):
    """Every method may raise StoreUnavailable."""

    async def find(self, slug: str, keys: Sequence[bytes]) -> list[StoredVerdict]:
        """Those that there are, in no order."""
        ...

    async def keep(self, verdict: StoredVerdict) -> bool:
        """In the place of one of the same position that says less; False: there was none such.

        More than `unknown` is said by `won` and `lost`, and by a longer search in vain.
        """
        ...


class OperableVerdicts(Verdicts, Protocol):
    """What the operator's commands ask for besides."""

    def all(self) -> AsyncIterator[StoredVerdict]:
        """In the order of slug and key, compared by their bytes."""
        ...

    async def add(self, verdicts: Sequence[StoredVerdict]) -> None:
        """Writes rows as they are, but none where there is one."""
        ...

    def prune(self, before: float) -> AsyncIterator[int]:
        """Deletes those found before then, in short transactions; yields how many by each."""
        ...
