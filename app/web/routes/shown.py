"""Show me: a stored win step by step, and the way out of it into a game of one's own."""

import asyncio
import time
from datetime import UTC, datetime

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app.engine import Move
from app.notation import position_text
from app.play import Play
from app.store import StoredPlay
from app.web.forms import fields_of, read_body
from app.web.house import READ, House, house_of
from app.web.i18n import N_
from app.web.proved import is_of_today
from app.web.routes.table import known
from app.web.seats import Seat
from app.web.security import player_of
from app.web.shown import Step, question_page, shown_page, step_of, win_of
from app.web.standing import address
from app.web.tables import NO_STORE
from app.web.visits import Visit, visit_of

router = APIRouter()

_LAST = "shown"
"""What `StoredPlay.last` says of it."""

_NOT_STORED = N_("No win of this deal is stored. Perhaps it can be won all the same: nobody knows.")
_TODAY = N_(
    "This is the deal of a day that is not yet over everywhere. How it is won is shown the day "
    "after."
)


class _Refused(Exception):
    """There is nothing to be shown; the arguments: why, untranslated, and a status."""

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.why = why
        self.status = status


@router.api_route("/{lang}/{slug}/{number:deal}/shown", methods=READ)
async def shown(request: Request, lang: str, slug: str, number: int, step: str = "") -> Response:
    """One step of the win; without one it asks first, for what is seen cannot be unseen."""
    known(lang, slug, number)
    house, token = house_of(request), visit_of(request.scope).token
    guest = await house.arrive(token, lang, slug, number)
    renderer, choices = house.renderers[lang], guest.choices
    try:
        win = await _win(slug, number)
    except _Refused as fault:
        page = question_page(renderer, slug, number, 0, choices, fault.why)
        return HTMLResponse(page, fault.status, headers=NO_STORE)
    if not step:
        page = question_page(renderer, slug, number, len(win), choices)
    else:
        asked = step_of(slug, number, win, _read(step, len(win)))
        page = shown_page(renderer, asked, guest.play, choices)
    return HTMLResponse(page, headers=NO_STORE)


@router.post("/{lang}/{slug}/{number:deal}/shown")
async def go_on(request: Request, lang: str, slug: str, number: int) -> Response:
    """Makes what is shown the player's own game of this deal."""
    known(lang, slug, number)
    house, visit = house_of(request), visit_of(request.scope)
    try:
        win = await _win(slug, number)
        form = fields_of(await read_body(request))
    except (_Refused, ValueError):
        raise HTTPException(404) from None
    step = step_of(slug, number, win, _read(form.get("step", ""), len(win)))
    if not step.play.ply or step.play.is_won:
        return RedirectResponse(f"/{lang}/{slug}/{number}", 303)
    return await _own(house, visit, lang, step, form.get("version", "0"))


async def _win(slug: str, number: int) -> tuple[Move, ...]:
    """Raises _Refused."""
    if is_of_today(slug, number, datetime.now(UTC)):
        raise _Refused(_TODAY, 403)
    win = await asyncio.to_thread(win_of, slug, number)
    if not win:
        raise _Refused(_NOT_STORED, 404)
    return win


def _read(text: str, last: int) -> int:
    """A step, written one way only; raises a 404."""
    if not (text.isascii() and text.isdecimal() and text == str(int(text[:6]))) or int(text) > last:
        raise HTTPException(404)
    return int(text)


async def _own(house: House, visit: Visit, lang: str, step: Step, version: str) -> Response:
    """`version`: of the game that the player has seen would be replaced; 0: none."""
    play = step.play
    seat = await house.seats.take(visit.token, play.slug, play.number)
    if version != str(seat.version):
        # it has gone on since, so it is asked once more; or the form came twice
        here = f"/{lang}/{play.slug}/{play.number}"
        is_made = seat.stored is not None and seat.stored.last == _LAST
        return RedirectResponse(here if is_made else f"{here}/shown?step={play.ply}", 303)
    # with a cookie that comes back the game is stored; until then its address carries it, too
    carried = Seat(play, 1, is_carried=True, hints=play.ply)
    if seat.stored is None and not visit.may_store_new_game():
        return RedirectResponse(address(lang, carried), 303)
    token = visit.token or house.players.new_token()
    row = _row(player_of(token), seat.stored, play)
    left = await house.seats.leave(token, play, row, None)
    if left is None or visit.token:
        # another request was quicker: its game is the one that stands
        return RedirectResponse(f"/{lang}/{play.slug}/{play.number}", 303)
    answer = RedirectResponse(address(lang, carried), 303)
    house.players.give(answer, token)
    return answer


def _row(player: bytes, old: StoredPlay | None, play: Play) -> StoredPlay:
    """Each move that was shown counts as a hint; the clock of a game that it replaces goes on."""
    now = time.time()
    # of a forgotten play its version is left, and what the player has learned of the deal
    begun = old if old and old.log else None
    return StoredPlay(
        player=player,
        slug=play.slug,
        number=play.number,
        log=play.log,
        ply=play.ply,
        version=old.version + 1 if old else 1,
        last=_LAST,
        position=position_text(play.position),
        won=False,
        started=begun.started if begun else now,
        moved=now,
        seconds=begun.seconds if begun and begun.ply else 0.0,
        undos=old.undos if old else 0,
        hints=play.ply + (old.hints if old else 0),
        stuck=play.is_stuck,
    )
