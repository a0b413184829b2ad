"""The game that a request is about: the player's own, one carried along, or a new one."""

from typing import NamedTuple

from app.notation import parse_position
from app.play import Play
from app.store import Store, StoredPlay, Win
from app.web.press import Press
from app.web.security import player_of

MOST_REMEMBERED = 1000
"""Seats, of some 8 KB each."""


class Seat(NamedTuple):
    """A game as a request finds it, or as it leaves it."""

    play: Play
    version: int = 0
    stored: StoredPlay | None = None
    is_carried: bool = False
    """The forms carry the log, because no cookie has come back yet."""
    hints: int = 0
    """Asked for so far, where no row counts them."""

    @property
    def counted_hints(self) -> int:
        """What the forms say on, where a cookie may not come back."""
        if self.stored:
            return self.stored.hints if self.is_carried else 0
        return self.hints

    @property
    def is_kept_in_address(self) -> bool:
        """Whether nothing but the page and its address remembers the game."""
        return self.is_carried and self.stored is None


class Seats:
    """Takes seats, and remembers those just moved in, so that a next move need not read them.

    What is remembered is a guess, never the truth: it serves only a press made against its very
    version, and the store still refuses what does not follow its own. Another server may move.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._moved: dict[tuple[str, str, int], Seat] = {}

    async def take(
        self, token: str | None, slug: str, number: int, press: Press | None = None
    ) -> Seat:
        """The game of this deal that is the cookie's, else the one carried along, else a new one.

        Raises KeyError, NoSuchDeal, and for a carried log BadNotation or IllegalMove.
        """
        stored = await self._store.load(player_of(token), slug, number) if token else None
        return self.at(token, stored, slug, number, press)

    def at(
        self,
        token: str | None,
        stored: StoredPlay | None,
        slug: str,
        number: int,
        press: Press | None = None,
    ) -> Seat:
        """As `take`, of what was read already."""
        if token and stored:
            seat = self._moved.get((token, slug, number))
            # the very row that was stored there, so the very game, and it need not be read
            if seat and seat.stored == stored:
                return seat
        return seat_at(stored, slug, number, press)

    async def take_to_press(self, token: str | None, slug: str, number: int, press: Press) -> Seat:
        """As `take`, perhaps from memory: only what is stored upon it proves that it is true."""
        if token:
            seat = self._moved.get((token, slug, number))
            if seat and seat.version == press.version:
                return seat
        return await self.take(token, slug, number, press)

    async def leave(self, token: str, play: Play, row: StoredPlay, win: Win | None) -> Seat | None:
        """Stores a move and gives the seat after it; None if another request was quicker."""
        key = token, play.slug, play.number
        # should the store fail, no one knows whether the row is written
        self._moved.pop(key, None)
        if not await self._store.save(row, win):
            return None
        if len(self._moved) >= MOST_REMEMBERED:
            del self._moved[next(iter(self._moved))]
        seat = self._moved[key] = Seat(play, row.version, row)
        return seat

    async def win(self, row: StoredPlay) -> Win | None:
        """The player's first of this deal."""
        return await self._store.win(row.player, row.slug, row.number)

    def forget(self, token: str) -> None:
        """Remembers no game of this cookie's any more."""
        for key in [key for key in self._moved if key[0] == token]:
            del self._moved[key]


def seat_at(stored: StoredPlay | None, slug: str, number: int, press: Press | None = None) -> Seat:
    """As `Seats.at`, but from the row alone."""
    if stored:
        return Seat(_play_of(stored), stored.version, stored)
    if press and press.log is not None:
        play = Play.replay(slug, number, press.log, press.ply)
        return Seat(play, press.version, is_carried=True, hints=press.asked.hints)
    return Seat(Play.start(slug, number), hints=press.asked.hints if press else 0)


def _play_of(stored: StoredPlay) -> Play:
    if stored.position:
        try:
            position = parse_position(stored.position)
        except ValueError:
            # a snapshot is a shortcut: the log is the truth, and makes a new one
            pass
        else:
            return Play.resume(stored.slug, stored.number, stored.log, stored.ply, position)
    start = Play.start(stored.slug, stored.number).position
    resumed = Play.resume(stored.slug, stored.number, stored.log, 0, start)
    return resumed.rewound_to(stored.ply)
