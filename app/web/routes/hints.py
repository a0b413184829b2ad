"""Hints: each press of one button tells a little more, and leaves the game as it is."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.web.asked_hint import AskedHint
from app.web.choices import DEFAULTS, Choices, Hints
from app.web.forms import fields_of, read_body
from app.web.game import Outcome, Result
from app.web.hints import hint_answer, hint_for, next_step
from app.web.house import House, house_of
from app.web.observed import NamedRoute
from app.web.press import Action, Press
from app.web.rendering import Renderer
from app.web.routes.presses import answer_press
from app.web.routes.table import known
from app.web.seats import Seat
from app.web.security import player_of
from app.web.standing import address
from app.web.visits import Visit, visit_of


def hint_route(under: str = "") -> NamedRoute:
    """`under`: what the address of the deal ends with."""
    return NamedRoute(f"/{{lang}}/{{slug}}/{{number:deal}}{under}/hint", _hint, methods=["POST"])


async def _hint(request: Request) -> Response:
    lang, slug, number = (request.path_params[name] for name in ("lang", "slug", "number"))
    known(lang, slug, number)
    house, visit = house_of(request), visit_of(request.scope)
    try:
        form = {} if visit.is_forged else fields_of(await read_body(request))
        press = Press.read(Action.UNDO, form)
        seat = await house.seats.take(visit.token, slug, number, press)
    except (ValueError, KeyError):
        seat = await house.seats.take(visit.token, slug, number)
        outcome = Outcome.FORGED if visit.is_forged else Outcome.MALFORMED
        return await answer_press(request, Result(outcome, seat), Action.MOVE)
    if press.version != seat.version:
        return await answer_press(request, Result(Outcome.STALE, seat), Action.MOVE)
    visit.count_replay(seat.play.log)
    return await _told(house, visit, lang, seat, press.asked)


async def _told(house: House, visit: Visit, lang: str, seat: Seat, shown: AskedHint) -> Response:
    asked = next_step(shown)
    if not shown.step:
        asked = await _counted(house, visit, seat, asked)
    renderer = house.renderer(lang, visit.door)
    if not visit.is_script:
        return RedirectResponse(_address(renderer, seat, asked), 303)
    source = await _source(house, visit)
    hint = await hint_for(house.solver, lang, seat, asked, source, visit.asker)
    return hint_answer(renderer, seat, shown, hint)


async def _source(house: House, visit: Visit) -> Hints:
    kept = await house.store.choices(player_of(visit.token)) if visit.token else None
    return (Choices.of_text(kept.choices) if kept else DEFAULTS).hints


async def _counted(house: House, visit: Visit, seat: Seat, asked: AskedHint) -> AskedHint:
    """One hint, however many steps of it are told."""
    if seat.stored and seat.stored.log and visit.token:
        play = seat.play
        await house.store.count_hint(player_of(visit.token), play.slug, play.number)
        return asked
    return asked.with_one_more


def _address(renderer: Renderer, seat: Seat, asked: AskedHint) -> str:
    """Of the page that shows it."""
    here = address(renderer.language, seat._replace(hints=0), renderer.under)
    told = "&".join(f"{name}={value}" for name, value in asked._replace(marks=()).fields.items())
    return f"{here}{'&' if '?' in here else '?'}{told}"
