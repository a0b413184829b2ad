"""How a game stands: what a template shows of it besides its piles, and where it is found."""

from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from app.deals import LAST_DEAL
from app.notation import count_moves
from app.play import Play
from app.web.clock import clock_text
from app.web.seats import Seat
from app.web.sight import sight


class ControlsView(NamedTuple):
    """Which controls do something now."""

    can_undo: bool
    can_redo: bool
    can_hint: bool
    can_send: bool
    moves_ahead: int
    """The number of the last move in the log, where a restart has left it to be brought back."""


@dataclass(frozen=True, slots=True)
class TableView:
    """All that a template shows of a game besides its piles."""

    lang: str
    slug: str
    number: int
    version: int
    moves: int
    ply: int
    seconds: int | None
    carried: str | None
    """The log, where the forms must carry it."""
    controls: ControlsView
    is_won: bool
    is_stuck: bool
    message: str
    share: str
    """Where the game is handed on."""
    strip: str
    """Where all moves are looked back on, once the game has ended."""
    under: str = ""
    """What the addresses of deals end with: in another site's page they are embedded ones."""

    @property
    def deal(self) -> str:
        return f"/{self.lang}/{self.slug}/{self.number}{self.under}"

    @property
    def time(self) -> str:
        return "" if self.seconds is None else clock_text(self.seconds)

    @property
    def next_deal(self) -> str:
        """Which it is depends on what is chosen; in another site's page nothing is."""
        if not self.under:
            return f"{self.deal}/next"
        return f"/{self.lang}/{self.slug}/{self.number % LAST_DEAL + 1}{self.under}"


def table_view(language: str, seat: Seat, message: str = "", under: str = "") -> TableView:
    play = seat.play
    won = play.is_won
    stuck = not won and play.is_stuck
    return TableView(
        lang=language,
        slug=play.slug,
        number=play.number,
        version=seat.version,
        moves=play.moves,
        ply=play.ply,
        seconds=seconds_played(seat),
        carried=play.log if seat.is_carried else None,
        controls=controls_view(play),
        is_won=won,
        is_stuck=stuck,
        message=message,
        share=address(language, seat, "/share"),
        under=under,
        strip=address(language, seat, "/strip") if won or stuck else "",
    )


def controls_view(play: Play) -> ControlsView:
    return ControlsView(
        can_undo=play.ply > 0,
        can_redo=play.ply < play.steps,
        can_hint=not play.is_won,
        can_send=sight(play.engine, play.position).can_send,
        moves_ahead=count_moves(play.log) if play.log and not play.ply else 0,
    )


def seconds_played(seat: Seat) -> int | None:
    """None where nobody has counted them: a game that is carried along."""
    if seat.stored:
        # those of moves that were all taken back are kept for Redo alone
        return int(seat.stored.seconds) if seat.play.ply else 0
    return None if seat.is_carried else 0


def address(language: str, seat: Seat, page: str = "") -> str:
    """Where the game is found again: the deal, with the log where nothing else remembers it.

    `page`: the end of the address of another page of the same game.
    """
    play = seat.play
    deal = f"/{language}/{play.slug}/{play.number}{page}"
    if not seat.is_carried:
        return deal
    ply = {} if play.ply == play.steps else {"ply": play.ply}
    hints = {"hints": seat.counted_hints} if seat.counted_hints else {}
    return f"{deal}?{urlencode({'log': play.log, **ply, 'version': seat.version, **hints})}"
