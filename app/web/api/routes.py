"""The addresses of the API."""

import time
from collections.abc import Awaitable, Callable
from functools import partial
from operator import attrgetter
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.settings import Settings
from app.web.api import models, shown
from app.web.api.bodies import JsonRoute
from app.web.api.document import PREFIX, describe
from app.web.api.kinds import KINDS
from app.web.api.problems import (
    NO_STORE,
    Trouble,
    in_language,
    language_of,
    no_key,
    outcome_problem,
    told_kind,
)
from app.web.dealing import any_deal
from app.web.game import Outcome, Result, carry_out
from app.web.house import READ, house_of
from app.web.limits import Limits
from app.web.press import Action, Press
from app.web.security import new_key
from app.web.visits import Visit, visit_of

Slug = Annotated[
    str,
    Path(description="The game's name in addresses.", json_schema_extra={"enum": [*GAMES]}),
]
Number = Annotated[
    int,
    Path(
        description="The number of the deal.",
        json_schema_extra={"minimum": FIRST_DEAL, "maximum": LAST_DEAL},
    ),
]
# read at the doors, as a cookie is: here it is only described
KEY = Depends(HTTPBearer(auto_error=False, scheme_name="key"))

_CHANGES = {
    Action.UNDO: (
        "Undo",
        "Takes the last step back. It can be redone until a move is made, be it the same.",
    ),
    Action.REDO: ("Redo", "Makes the step again that was undone last."),
    Action.REDO_ALL: ("Redo all", "Makes all steps again that were undone."),
    Action.RESTART: (
        "Restart",
        "Takes all steps back. They can be redone until a move is made.",
    ),
    Action.UP: (
        "Send up what is safe",
        "Sends to the foundations, as one step, all that will certainly not be needed any more.",
    ),
}
_REPLAYING = (Action.UNDO, Action.REDO_ALL, Action.BACK)


def api_router(settings: Settings, limits: Limits) -> APIRouter:
    """Every route, with the document that describes them."""
    router = APIRouter(
        prefix=PREFIX, route_class=JsonRoute, generate_unique_id_function=attrgetter("name")
    )
    _add_games(router)
    _add_plays(router)
    _add_problems(router)
    document = describe(router, settings, limits)
    _add_what_goes_without_saying(router)

    async def openapi() -> Response:
        return JSONResponse(document, headers={"Cache-Control": "public, max-age=300"})

    router.add_api_route("/openapi.json", openapi, methods=READ)
    return router


def _add_games(router: APIRouter) -> None:
    add = partial(router.add_api_route, tags=["games"], methods=["GET"])
    add("/games", _games, name="games", summary="All games", response_description="The list.")
    add(
        "/games/{game}",
        _game,
        name="game",
        summary="A game and its rules",
        response_description="The rules, as data and in sentences.",
    )
    add(
        "/games/{game}/deals/{number:deal}",
        _deal,
        name="deal",
        summary="A deal before its first move",
        response_description="The table as it is dealt.",
    )


def _add_plays(router: APIRouter) -> None:
    add = partial(
        router.add_api_route,
        tags=["plays"],
        dependencies=[KEY],
        response_description="The play as it stands now.",
    )
    play = "/plays/{game}/{number:deal}"
    add("/plays", _start, name="begin", methods=["POST"], status_code=201, summary="Begin")
    add(play, _play, name="play", methods=["GET"], summary="A play as it stands")
    press = partial(add, methods=["POST"], response_model=models.Play)
    press(f"{play}/moves", _move, name="move", summary="Make a move")
    press(f"{play}/back", _back, name="back", summary="Go to any step")
    for action, (summary, words) in _CHANGES.items():
        name = action.value
        press(f"{play}/{name}", _pressing(action), name=name, summary=summary, description=words)


def _add_problems(router: APIRouter) -> None:
    add = partial(router.add_api_route, tags=["problems"], methods=["GET"])
    add(
        "/problems",
        _problems,
        name="problems",
        summary="Every kind of problem",
        response_description="The list.",
    )
    add(
        "/problems/{kind}",
        _problem,
        name="problem",
        summary="What a kind of problem means",
        response_description="The same words as in the problem itself.",
    )


def _add_what_goes_without_saying(router: APIRouter) -> None:
    """What every address answers besides, and no reader of the document needs to be told."""
    routes = [route for route in router.routes if isinstance(route, APIRoute)]
    for route in routes:
        if route.methods and "GET" in route.methods:
            route.methods.add("HEAD")
        path = route.path.removeprefix(PREFIX)
        router.add_api_route(path, _preflight, methods=["OPTIONS"])


async def _games(request: Request, response: Response) -> models.Games:
    """Their names and titles, the title in the language that `Accept-Language` asks for."""
    language = language_of(request)
    response.headers.update(in_language(language))
    return shown.shown_games(language)


async def _game(request: Request, response: Response, game: Slug) -> models.Game:
    """What is dealt where, what may lie on what, and how often the stock comes round."""
    _check(game)
    language = language_of(request)
    response.headers.update(in_language(language))
    return shown.shown_game(game, language)


async def _deal(game: Slug, number: Number) -> models.Deal:
    """What every player of this deal sees at the start, and may do. Needs no key."""
    _check(game, number)
    return shown.shown_deal(game, number)


async def _start(
    request: Request, response: Response, asked: models.StartAsked
) -> models.StartedPlay:
    """Gives you a key, and the play as it stands: version 0.

    Nothing is stored before the first move. Sent with a key, it begins the deal under that key
    (201), or shows its play of this deal as it stands (200). One key can play any number of deals.
    """
    visit, number = visit_of(request.scope), asked.number or any_deal()
    _check(asked.game, number)
    if "authorization" in request.headers and not visit.token:
        raise no_key()
    seat = await house_of(request).seats.take(visit.token, asked.game, number)
    response.headers["Location"] = f"{PREFIX}/plays/{asked.game}/{number}"
    response.headers.update(NO_STORE)
    if seat.stored:
        response.status_code = 200
    return models.StartedPlay(key=visit.token or new_key(), play=shown.shown_play(seat))


async def _play(request: Request, response: Response, game: Slug, number: Number) -> models.Play:
    """Yours, by the key. A deal that you have not begun is at version 0."""
    _check(game, number)
    seat = await house_of(request).seats.take(_key(request), game, number)
    response.headers.update(NO_STORE)
    return shown.shown_play(seat)


async def _move(request: Request, game: Slug, number: Number, asked: models.MoveAsked) -> Response:
    """Makes one of the `legal_moves`, with all that follows from it by the rules.

    Sent once more, in doubt whether it has arrived, it is not made twice but answered with the
    play as it stands, unless another change has come between.
    """
    press = Press(Action.MOVE, asked.version, asked.move)
    return await _pressed(request, game, number, press)


async def _back(request: Request, game: Slug, number: Number, asked: models.BackAsked) -> Response:
    """Undoes or redoes as many steps as it takes. What is undone waits until a move is made."""
    press = Press(Action.BACK, asked.version, to=asked.to)
    return await _pressed(request, game, number, press)


def _pressing(action: Action) -> Callable[..., Awaitable[Response]]:
    async def press(
        request: Request, game: Slug, number: Number, asked: models.PressAsked
    ) -> Response:
        return await _pressed(request, game, number, Press(action, asked.version))

    return press


async def _problems(request: Request, response: Response) -> models.ProblemKinds:
    """For whoever wants to handle them all."""
    language = language_of(request)
    response.headers.update(in_language(language))
    return models.ProblemKinds(problems=[told_kind(kind, language) for kind in KINDS])


async def _problem(
    request: Request,
    response: Response,
    kind: Annotated[str, Path(json_schema_extra={"enum": [*KINDS]})],
) -> models.ProblemKind:
    """The `type` of a problem is the address of this."""
    if kind not in KINDS:
        raise HTTPException(404)
    language = language_of(request)
    response.headers.update(in_language(language))
    return told_kind(kind, language)


async def _preflight() -> Response:
    """A browser asks before another site's page may send a key: anyone may, there is no cookie."""
    allowed = {
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": "Authorization, Content-Type",
        "Access-Control-Max-Age": "86400",
    }
    return Response(status_code=204, headers=allowed)


async def _pressed(request: Request, game: str, number: int, press: Press) -> Response:
    _check(game, number)
    key, house, visit = _key(request), house_of(request), visit_of(request.scope)
    seat = await house.seats.take_to_press(key, game, number, press)
    if seat.stored is None and not press.version and not visit.may_store_new_game():
        raise Trouble(429, "too-many-plays", {"Retry-After": "60"})
    result = await carry_out(house.seats, house.players, key, seat, press, time.time())
    request.scope["outcome"] = result.outcome
    _count(visit, result, press.action)
    play = shown.shown_play(result.seat)
    if result.outcome in (Outcome.DONE, Outcome.REPEATED):
        return Response(play.model_dump_json(), media_type="application/json", headers=NO_STORE)
    return outcome_problem(request, result.outcome, play)


def _count(visit: Visit, result: Result, action: Action) -> None:
    log = result.seat.play.log
    if action in _REPLAYING and len(log) > 255:
        visit.count_replay(log)


def _key(request: Request) -> str:
    token = visit_of(request.scope).token
    if token is None:
        raise no_key()
    return token


def _check(game: str, number: int = FIRST_DEAL) -> None:
    """Raises a 404 for a game or deal that is none."""
    if game not in GAMES or not FIRST_DEAL <= number <= LAST_DEAL:
        raise HTTPException(404)
