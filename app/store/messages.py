"""What a store keeps of the messages that visitors write to us, and promises of mailing them."""

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

KEY_BYTES = 32


class StoredMessage(NamedTuple):
    """One message and, if its writer wanted so, the game that it is about."""

    reference: str
    """What the writer knows it by."""
    written: float
    """Unix time, like all times here."""
    lang: str
    kind: str
    email: str
    """Where an answer goes; empty: none is wanted."""
    held: str
    """Why it is not mailed; empty: it is."""
    likeness: bytes
    """The same for the same text, whoever wrote it."""
    due: float | None
    """When it is to be mailed, or tried again; None: never, or done."""
    attempts: int
    """How often mailing it was begun."""
    mailed: float | None
    answered: float | None
    slug: str
    """Of the game; empty: none was sent along."""
    number: int
    ply: int
    log: str
    text: str


class Messages(Protocol):
    """Every method may raise StoreUnavailable."""

    async def key(self) -> bytes:
        """KEY_BYTES at random, the same for all servers of this database, for ever."""
        ...

    async def put(self, message: StoredMessage) -> bool:
        """False: there is one of this reference, and it stays as it is."""
        ...

    async def find(self, reference: str) -> StoredMessage | None: ...

    async def count_alike(self, likeness: bytes, since: float) -> int:
        """How many of the same text, not held, were written since then."""
        ...

    async def claim(self, now: float, until: float) -> StoredMessage | None:
        """The message that has been due longest, now due `until` then and so nobody else's.

        Its attempt is counted. None if nothing is due.
        """
        ...

    async def settle(
        self, claimed: StoredMessage, *, due: float | None, mailed: float | None
    ) -> bool:
        """What has come of a claimed message; False if it is no longer that claim's."""
        ...


class OperableMessages(Messages, Protocol):
    """What the operator's commands ask for besides."""

    def all(self) -> AsyncIterator[StoredMessage]:
        """In the order of their references."""
        ...

    async def add(self, messages: Sequence[StoredMessage]) -> None:
        """Writes rows as they are, but none where there is one."""
        ...

    async def answer(self, reference: str, at: float) -> bool:
        """Marks it as answered, so that it is not mailed any more; False if there is none."""
        ...

    async def prune(self, before: float) -> int:
        """Deletes those answered, and those held and written, before then; says how many."""
        ...
