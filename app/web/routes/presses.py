"""The presses that play a game: what the product is, and its quickest way through."""

import time

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.types import Receive, Scope, Send

from app.notation import BadNotation
from app.play import Play
from app.web.answers import changes
from app.web.embed import embed_page
from app.web.forms import fields_of, read_body
from app.web.game import Outcome, Result, carry_out
from app.web.house import House, house_of
from app.web.observed import NamedRoute
from app.web.press import Action, Press
from app.web.routes.table import game_page, known
from app.web.seats import Seat
from app.web.standing import address
from app.web.tables import Asked
from app.web.typed import MOST_TYPED, Unclear, read_typed
from app.web.views import pile_views
from app.web.visits import Door, Visit, visit_of

_REPLAYING = (Action.UNDO, Action.REDO_ALL, Action.BACK)
_NAMES = frozenset(action.value for action in Action)


def press_routes() -> list[NamedRoute]:
    """The address of each action, as plain Starlette routes.

    FastAPI's reading of parameters would cost a third more on the move path.
    """
    typed = NamedRoute("/{lang}/{slug}/{number:deal}/typed", _typed_move, methods=["POST"])
    return [*map(_press_route, Action), typed]


def embedded_routes() -> list[NamedRoute]:
    """The same presses of a board in another site's page."""
    return [_press_route(action, "/embed") for action in Action]


def _press_route(action: Action, under: str = "") -> NamedRoute:
    path = f"/{{lang}}/{{slug}}/{{number:deal}}{under}/{action.value}"
    return NamedRoute(path, _Endpoint(action), methods=["POST"])


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
        answer = await answer_press(request, result, self._action)
        await answer(scope, receive, send)


async def _pressed(house: House, visit: Visit, request: Request, action: Action) -> Result:
    params = request.scope["path_params"]
    slug, number = params["slug"], params["number"]
    seats, token = house.seats, visit.token
    if visit.is_forged:
        return Result(Outcome.FORGED, await seats.take(token, slug, number))
    try:
        asked = Press.of_body(action, await read_body(request))
        seat = await seats.take_to_press(token, slug, number, asked)
        if visit.door is Door.EMBED and asked.log is None and asked.version:
            raise BadNotation("a game that has not come along")
    except (ValueError, KeyError):
        return Result(Outcome.MALFORMED, await seats.take(token, slug, number))
    return await _carried_out(house, visit, seat, asked)


async def _typed_move(request: Request) -> Response:
    """A move in words: read against the stored game it is a press like any other."""
    params = request.path_params
    known(params["lang"], params["slug"], params["number"])
    visit = visit_of(request.scope)
    text, action = "", Action.MOVE
    try:
        form = {} if visit.is_forged else fields_of(await read_body(request))
        text = form["typed"][:MOST_TYPED]
        result, action = await _typed(request, Press.read(Action.UNDO, form), text)
    except (ValueError, KeyError):
        seats = house_of(request).seats
        seat = await seats.take(visit.token, params["slug"], params["number"])
        result = Result(Outcome.FORGED if visit.is_forged else Outcome.MALFORMED, seat)
    return await answer_press(request, result, action, text)


async def _typed(request: Request, asked: Press, text: str) -> tuple[Result, Action]:
    """Raises ValueError and KeyError, as taking the seat does."""
    lang, slug, number = (request.path_params[name] for name in ("lang", "slug", "number"))
    house, visit = house_of(request), visit_of(request.scope)
    seat = await house.seats.take(visit.token, slug, number, asked)
    play = _as_seen(seat, asked.version)
    try:
        action, move = read_typed(lang, pile_views(play.engine, play.position), text)
    except Unclear as unclear:
        if asked.version != seat.version:
            return Result(Outcome.STALE, seat), Action.MOVE
        return Result(Outcome.UNCLEAR, seat, line=str(unclear)), Action.MOVE
    press = asked._replace(action=action, move=move)
    return await _carried_out(house, visit, seat, press), action


def _as_seen(seat: Seat, version: int) -> Play:
    """The game that the text was typed for: a form that is sent twice comes after its own move."""
    stored = seat.stored
    is_behind = stored is not None and version == stored.version - 1
    # how far a game went back is told behind the name
    made_a_move = stored is not None and stored.last.rstrip("0123456789") not in _NAMES
    return seat.play.undo() if is_behind and made_a_move and seat.play.ply else seat.play


async def _carried_out(house: House, visit: Visit, seat: Seat, asked: Press) -> Result:
    seats, players = house.seats, house.players
    if visit.door is Door.EMBED or (seat.stored is None and not _may_store(visit, seat)):
        # a board in another site's page, or a flood of new games from one address: they are
        # played on from the page alone
        carried = seat._replace(is_carried=True)
        result = await carry_out(seats, players, None, carried, asked, time.time())
        marked = asked.asked.places(seat.play.engine)
        return result._replace(new_token=None, marked=marked)
    result = await carry_out(seats, players, visit.token, seat, asked, time.time())
    if asked.asked.marks:
        return result._replace(marked=asked.asked.places(seat.play.engine))
    return result


async def answer_press(
    request: Request, result: Result, action: Action, typed: str = ""
) -> Response:
    """Changes to the page, or the page. `typed`: the move in words, where the press was one."""
    scope, seat = request.scope, result.seat
    house, visit = house_of(request), visit_of(scope)
    lang = scope["path_params"]["lang"]
    scope["outcome"] = result.outcome
    if action in _REPLAYING and len(seat.play.log) > 255:
        visit.count_replay(seat.play.log)
    renderer = house.renderer(lang, visit.door)
    answer: Response
    if visit.is_script and result.outcome is not Outcome.FORGED:
        answer = changes(renderer, result, action)
    elif result.outcome in (Outcome.DONE, Outcome.REPEATED):
        # whoever types goes on typing
        here = address(lang, seat, renderer.under)
        answer = RedirectResponse(here + ("#typed" if typed else ""), 303)
    elif visit.door is Door.EMBED:
        answer = embed_page(renderer, seat, Asked(result.outcome, line=result.line))
    else:
        guest = await house.arrive(visit.token, lang)
        page = Asked(result.outcome, line=result.line, typed=typed)
        answer = await game_page(request, lang, seat, guest, page)
    if result.new_token:
        house.players.give(answer, result.new_token)
    return answer


def _may_store(visit: Visit, seat: Seat) -> bool:
    will_be_stored = visit.token is not None or not seat.is_carried
    return not will_be_stored or visit.may_store_new_game()
