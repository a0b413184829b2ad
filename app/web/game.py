"""One player's press, from the form to the store: what was asked, whether it holds, what it made.

A press that cannot be carried out changes nothing.
"""

from enum import Enum
from typing import NamedTuple

from app.engine import Move
from app.notation import BadNotation, parse_move, position_text
from app.play import NotNow, Play
from app.store import StoredPlay, Win
from app.web.i18n import N_
from app.web.press import LONGEST_LOG, Action, Press
from app.web.seats import Seat, Seats
from app.web.security import Players, player_of

LONGEST_PAUSE = 300.0
"""Seconds that count as played between two moves at the most."""


class Outcome(Enum):
    """How a press ended: the line that says so, and the status of the page for a plain form."""

    DONE = ("", 200)
    REPEATED = ("", 303)
    STALE = (N_("The game had gone on in the meantime: this is where it stands now."), 409)
    REFUSED = (N_("That move is not possible."), 422)
    MALFORMED = (N_("That could not be understood; nothing has changed."), 422)
    UNCLEAR = ("", 422)
    """A move in words that names none, or more than one: the result's own line says what."""
    FORGED = (N_("That came from another site; nothing has changed."), 403)
    TOO_LONG = (N_("This game is too long to go on: take moves back, or start again."), 422)
    LOST = (
        N_(
            "Your browser no longer sends the cookie that this game was kept under:"
            " it cannot go on here. Reload the page to begin the deal anew."
        ),
        409,
    )

    def __init__(self, line: str, status: int) -> None:
        self.line = line
        self.status = status


class TooLong(NotNow):
    """The log would be longer than LONGEST_LOG."""


class Result(NamedTuple):
    outcome: Outcome
    seat: Seat
    before: Play | None = None
    """The game that the form was made against, if that is known."""
    made: Move | None = None
    new_token: str | None = None
    """The cookie to give with the answer."""
    line: str = ""
    """Said in place of the outcome's own line, in the player's language."""
    marked: tuple[int, ...] = ()
    """The piles that a hint has marked on the page: they look otherwise than `before` says."""


async def carry_out(
    seats: Seats, players: Players, token: str | None, seat: Seat, press: Press, now: float
) -> Result:
    """Makes the press and stores what it made, or says why not."""
    if press.version != seat.version or not _goes_on_from(seat.stored, press):
        return _out_of_step(await _as_it_stands(seats, token, seat), press)
    try:
        play, made = _perform(seat.play, press)
        if len(play.log) > LONGEST_LOG:
            # beyond what a form can carry, and all of it is written again with each move
            raise TooLong
    except (BadNotation, NotNow) as fault:
        true = await _as_it_stands(seats, token, seat)
        is_the_same = true.version == seat.version
        return Result(_refusal(fault), true) if is_the_same else _out_of_step(true, press)
    before = seat.play
    if seat.is_carried and not token:
        # a cookie is offered each time: with the first that comes back the game has a row
        after = Seat(play, seat.version + 1, is_carried=True, hints=press.asked.hints)
        return Result(Outcome.DONE, after, before, made, players.new_token())
    new_token = None if token else players.new_token()
    keeper = token or new_token or ""
    owner = seat.stored.player if seat.stored else player_of(keeper)
    row = _next_row(owner, seat, play, press, now)
    if row.won and seat.stored:
        row = await _as_won_first(seats, row, play)
    left = await seats.leave(keeper, play, row, _win(row, play, now))
    if left is None:
        # another request was quicker: it may have been this very form
        return _out_of_step(await seats.take(token, play.slug, play.number), press)
    after = left._replace(is_carried=True) if new_token else left
    return Result(Outcome.DONE, after, before, made, new_token)


async def _as_won_first(seats: Seats, row: StoredPlay, play: Play) -> StoredPlay:
    """What is won by the moves of the first win is that win, so it took that win's time."""
    first = await seats.win(row)
    return row._replace(seconds=first.seconds) if first and first.log == play.made else row


async def _as_it_stands(seats: Seats, token: str | None, seat: Seat) -> Seat:
    """The seat to show where nothing was stored: what is remembered may be behind."""
    return await seats.take(token, seat.play.slug, seat.play.number) if seat.stored else seat


def _refusal(fault: BadNotation | NotNow) -> Outcome:
    match fault:
        case BadNotation():
            return Outcome.MALFORMED
        case TooLong():
            return Outcome.TOO_LONG
        case _:
            return Outcome.REFUSED


def _goes_on_from(stored: StoredPlay | None, press: Press) -> bool:
    """Whether a log that the form carries is the stored one: their versions count apart."""
    if stored is None or press.log is None:
        return True
    return press.log == stored.log and press.ply in (None, stored.ply)


def _out_of_step(seat: Seat, press: Press) -> Result:
    stored = seat.stored
    if stored and (_made_last(stored, press) or _began(stored, press)):
        # browsers resend by themselves: the same form twice is answered as if just made
        return Result(Outcome.REPEATED, seat)
    if stored is None and press.version > seat.version:
        return Result(Outcome.LOST, seat)
    return Result(Outcome.STALE, seat)


def _made_last(stored: StoredPlay, press: Press) -> bool:
    return press.version == stored.version - 1 and press.name == stored.last


def _began(stored: StoredPlay, press: Press) -> bool:
    """Whether the row was begun by this press of a game that was carried until then."""
    if stored.version > 1 or press.log is None:
        return False
    try:
        carried = Play.replay(stored.slug, stored.number, press.log, press.ply)
        play, _ = _perform(carried, press)
    except (BadNotation, NotNow):
        return False
    return (play.log, play.ply) == (stored.log, stored.ply)


def _perform(play: Play, press: Press) -> tuple[Play, Move | None]:
    match press.action:
        case Action.MOVE:
            move = parse_move(play.engine, press.move)
            return play.make((move,), press.auto), move
        case Action.UP:
            return play.make(play.safe_step()), None
        case Action.BACK:
            return play.at(press.to), None
        case Action.UNDO | Action.REDO | Action.REDO_ALL | Action.RESTART:
            return _ALONG_THE_LOG[press.action](play), None


_ALONG_THE_LOG = {
    Action.UNDO: Play.undo,
    Action.REDO: Play.redo,
    Action.REDO_ALL: Play.redo_all,
    Action.RESTART: Play.restart,
}


def _next_row(owner: bytes, seat: Seat, play: Play, press: Press, now: float) -> StoredPlay:
    stored = seat.stored
    # of a forgotten play its version is left, and what the player has learned of the deal
    old = stored if stored and stored.log else None
    return StoredPlay(
        player=owner,
        slug=play.slug,
        number=play.number,
        log=play.log,
        ply=play.ply,
        version=stored.version + 1 if stored else 1,
        last=press.name,
        position=position_text(play.position),
        won=play.is_won,
        started=old.started if old else now,
        moved=now,
        seconds=_seconds(old, press, now) if old else 0.0,
        undos=(stored.undos if stored else 0) + _takes_back(seat.play, press),
        hints=(stored.hints if stored else 0) + (0 if old else press.asked.hints),
        stuck=play.is_stuck,
    )


def _seconds(old: StoredPlay, press: Press, now: float) -> float:
    """Played once the press is made. Nothing is counted while no move lies on the table; those
    that were taken back keep their time until a new one is made."""
    if old.ply:
        return old.seconds + _played(old, press, now)
    return 0.0 if press.action in _BEGINNINGS else old.seconds


_BEGINNINGS = (Action.MOVE, Action.UP)


def _played(old: StoredPlay, press: Press, now: float) -> float:
    since = max(now - old.moved, 0.0)
    # away first: who comes back from a long absence may still think for a while
    return min(since - min(max(press.away, 0.0), since), LONGEST_PAUSE)


def _takes_back(play: Play, press: Press) -> bool:
    if press.move:
        return False
    return press.action is Action.UNDO or (press.action is Action.BACK and press.to < play.ply)


def _win(row: StoredPlay, play: Play, now: float) -> Win | None:
    if not row.won:
        return None
    return Win(
        player=row.player,
        slug=row.slug,
        number=row.number,
        log=play.made,
        moves=play.moves,
        seconds=row.seconds,
        undos=row.undos,
        hints=row.hints,
        won_at=now,
    )
