"""What a store keeps and promises; says nothing of how."""

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

from app.store.messages import Messages, OperableMessages
from app.store.verdicts import OperableVerdicts, Verdicts


class StoreUnavailable(Exception):
    """The store cannot work now: locked, full, read-only, damaged or gone.

    What was to be written is not. The next call tries again: no restart is needed.
    """


class NewerDatabase(Exception):
    """The database was migrated by a newer version of the program, so this one leaves it alone."""


FORGOTTEN = "forgotten"
"""What made the version of a forgotten play: no action of a player has this name."""
PUT_AWAY = "put-away"
"""The same, where no move was on the table: nothing was given up."""

# Tuples, not dataclasses: made and written on every move, at a third of the cost.


class StoredPlay(NamedTuple):
    """A player's play of one deal: one row a (player, slug, number).

    With an empty log it has not begun, or was forgotten: it stands for its version alone and for
    how often the player was helped in the deal; `started`, `moved` and `seconds` begin with the
    next move.
    """

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
    """Unix time, like `moved`."""
    moved: float
    seconds: float
    """Played, without pauses; while no move is made, with those that can be redone."""
    undos: int
    """Of the deal, like the hints: beginning it anew takes none away."""
    hints: int
    stuck: bool = False
    """Whether no useful move is left now."""


class Win(NamedTuple):
    """A player's first win of a deal: written once, whatever is undone or played again later."""

    player: bytes
    slug: str
    number: int
    log: str
    moves: int
    seconds: float
    undos: int
    hints: int
    won_at: float


class Finished(NamedTuple):
    """A deal that is over for a player: won once, or else given up or stuck as it stands now."""

    slug: str
    number: int
    ended: float
    """Unix time: of the win, of giving up, or of the last move."""
    won: bool
    moves: int
    """Of the win, like what follows; of a loss all is 0."""
    seconds: float
    undos: int
    hints: int


class StoredChoices(NamedTuple):
    """What a player has chosen last."""

    player: bytes
    moved: float
    """Unix time of the choice."""
    choices: str
    """As the player's pages write it; empty: the defaults."""


class Begun(NamedTuple):
    """An unfinished play, as a list shows it."""

    slug: str
    number: int
    log: str
    ply: int
    stuck: bool


class Arrival(NamedTuple):
    """All that a page reads of a player, as it stood at one moment."""

    play: StoredPlay | None
    """The one that was asked for."""
    unfinished: list[Begun]
    """Plays of all games that have begun and are not won, the one moved last first."""
    choices: str | None
    """None: nothing was ever chosen."""


class Holdings(NamedTuple):
    """How much is stored for one player, in rows."""

    plays: int
    """Those that were forgotten included, for they are rows too."""
    wins: int
    choices: int
    """One or none."""


MOST_LISTED = 100
"""Plays in a list."""
MOST_FINISHED = 10_000
"""Deals that statistics are made of."""


class Store(Protocol):
    """Every method but `close` may raise StoreUnavailable."""

    async def load(self, player: bytes, slug: str, number: int) -> StoredPlay | None: ...

    async def save(self, play: StoredPlay, win: Win | None = None) -> bool:
        """Writes `play` if its version follows that of the row (1: if there is no row).

        False if it does not, or if the row is of a game that was begun at another time, and then
        nothing is written. When it returns True the play is on disk. The win is kept in the same
        transaction, unless the deal has one.
        """
        ...

    async def count_hint(self, player: bytes, slug: str, number: int) -> None:
        """One hint more in a play that has begun; its version stays.

        A save that knows of fewer hints than were counted leaves the count, and gives it to a win.
        """
        ...

    async def arrive(
        self, player: bytes, slug: str = "", number: int = 0, *, most: int = MOST_LISTED
    ) -> Arrival:
        """In one go, with the play of a deal; without a number, the unfinished one of the game
        that was moved last; without a game, none. `most`: plays in the list.
        """
        ...

    async def choices(self, player: bytes) -> StoredChoices | None: ...

    async def keep_choices(self, chosen: StoredChoices) -> None:
        """In the place of what the player had chosen before."""
        ...

    async def forget(self, player: bytes, slug: str, number: int, now: float) -> bool:
        """Takes an unfinished play from the list and wipes its log; whether there was one.

        It is given up at `now`, if a move was on the table, until it is begun anew. How often
        moves were taken back and hints asked for stays with the deal. The version counts on, so
        what a forgotten table still sends is stale: it neither brings the play back nor passes for
        a move of a new one. Wins are kept.
        """
        ...

    async def win(self, player: bytes, slug: str, number: int) -> Win | None: ...

    async def wins(self, player: bytes) -> list[Win]:
        """The newest first."""
        ...

    async def finished(self, player: bytes, *, most: int = MOST_FINISHED) -> list[Finished]:
        """Each deal once, a won one as it was won first; those that ended last, the last first."""
        ...

    async def holdings(self, player: bytes) -> Holdings: ...

    async def erase(self, player: bytes) -> Holdings:
        """Deletes every row of the player, in one transaction; what there was.

        A move or an undo that is still on its way finds no row to go on from, and is refused.
        """
        ...

    @property
    def messages(self) -> Messages: ...

    @property
    def verdicts(self) -> Verdicts: ...

    async def close(self) -> None: ...


PAGE = 500
"""Rows that the operator's commands read, write or look through at once."""
BEFORE_ALL = (b"", "", 0)
"""A key before that of any row."""


class OperableStore(Store, Protocol):
    """What the operator's commands ask for besides; no player waits for any of it."""

    @property
    def messages(self) -> OperableMessages: ...

    @property
    def verdicts(self) -> OperableVerdicts: ...

    def all_plays(self) -> AsyncIterator[StoredPlay]:
        """In the order of player, slug and number, compared by their bytes."""
        ...

    def all_wins(self) -> AsyncIterator[Win]:
        """In the same order."""
        ...

    def all_choices(self) -> AsyncIterator[StoredChoices]:
        """In the order of players."""
        ...

    async def add_plays(self, plays: Sequence[StoredPlay]) -> None:
        """Writes rows as they are, one or more in one transaction, but none where there is one."""
        ...

    async def add_wins(self, wins: Sequence[Win]) -> None: ...

    async def add_choices(self, choices: Sequence[StoredChoices]) -> None: ...

    def prune(self, before: float) -> AsyncIterator[int]:
        """Deletes the plays of players who made no move since `before`, and keeps the wins.

        In short transactions; yields how many were deleted by each that deleted any.
        """
        ...

    def prune_choices(self, before: float) -> AsyncIterator[int]:
        """Deletes in the same way what players chose before that who made no move since."""
        ...
