"""The presses that play a game: what the product is, and its quickest way through."""

import time

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.types import Receive, Scope, Send

from app.web.forms import read_body
from app.web.game import Outcome, Result, carry_out
from app.web.house import House, house_of
from app.web.observed import NamedRoute
from app.web.press import Action, Press
from app.web.routes.table import game_page, known
from app.web.seats import Seat
from app.web.tables import Asked, address, changes
from app.web.visits import Visit, visit_of

_REPLAYING = (Action.UNDO, Action.REDO_ALL)


def press_routes() -> list[NamedRoute]:
    """The address of each action, as plain Starlette routes.

    FastAPI's reading of parameters would cost a third more on the move path.
    """
    return [
        NamedRoute(
            f"/{{lang}}/{{slug}}/{{number:deal}}/{action.value}",
            _Endpoint(action),
            methods=["POST"],
        )
        for action in Action
    ]


class _Endpoint:
    """Plain ASGI, which Starlette calls without a wrapper of its own."""

    def __init__(self, action: Action) -> None:
        self._action = action

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        params = scope["path_params"]
        lang = params["lang"]
        known(lang, params["slug"], params["number"])
        request = Request(scope, receive)
        house, visit = house_of(request), visit_of(scope)
        result = await _pressed(house, visit, request, self._action)
        scope["outcome"] = result.outcome
        if self._action in _REPLAYING and len(result.seat.play.log) > 255:
            visit.count_replay(result.seat.play.log)
        answer: Response
        if visit.is_script and result.outcome is not Outcome.FORGED:
            answer = changes(house.renderers[lang], result, self._action)
        elif result.outcome in (Outcome.DONE, Outcome.REPEATED):
            answer = RedirectResponse(address(lang, result.seat), 303)
        else:
            guest = await house.arrive(visit.token, lang)
            answer = game_page(request, lang, result.seat, guest, Asked(result.outcome))
        if result.new_token:
            house.players.give(answer, result.new_token)
        await answer(scope, receive, send)


async def _pressed(house: House, visit: Visit, request: Request, action: Action) -> Result:
    params = request.scope["path_params"]
    slug, number = params["slug"], params["number"]
    seats, players, token = house.seats, house.players, visit.token
    if visit.is_forged:
        return Result(Outcome.FORGED, await seats.take(token, slug, number))
    try:
        asked = Press.of_body(action, await read_body(request))
        seat = await seats.take_to_press(token, slug, number, asked)
    except (ValueError, KeyError):
        return Result(Outcome.MALFORMED, await seats.take(token, slug, number))
    if seat.stored is None and not _may_store(visit, seat):
        # a flood of new games from one address: they are played on from the page alone
        carried = seat._replace(is_carried=True)
        result = await carry_out(seats, players, None, carried, asked, time.time())
        return result._replace(new_token=None)
    return await carry_out(seats, players, token, seat, asked, time.time())


def _may_store(visit: Visit, seat: Seat) -> bool:
    will_be_stored = visit.token is not None or not seat.is_carried
    return not will_be_stored or visit.may_store_new_game()
