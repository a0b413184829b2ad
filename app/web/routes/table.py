"""A game: its page, its deals, and its place in the list."""

import time
from collections.abc import Mapping
from dataclasses import replace

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import RedirectResponse
from starlette.convertors import Convertor, register_url_convertor

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.solver.winnable import winnable
from app.store import StoredPlay
from app.web.asked_hint import NO_HINT, AskedHint
from app.web.choices import Verdict
from app.web.compression import compress_tightly
from app.web.dealing import drawn, following, wish_of
from app.web.forms import fields_of, read_body
from app.web.game import Outcome
from app.web.hints import hint_for
from app.web.house import READ, Guest, house_of
from app.web.i18n import LANGUAGES
from app.web.observed import NamedRoute
from app.web.press import Action, Press
from app.web.seats import Seat
from app.web.security import player_of
from app.web.tables import NO_STORE, NOTHING_ASKED, Asked, table_page
from app.web.told import told_page
from app.web.verdict_line import beside
from app.web.views import Pick, find_pick
from app.web.visits import visit_of

router = APIRouter()


class DealConvertor(Convertor[int]):
    """A deal number in an address: written one way only, and never too long to be read."""

    regex = "[1-9][0-9]{0,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("deal", DealConvertor())


def known(lang: str, slug: str, number: int = FIRST_DEAL) -> None:
    """Raises a 404 for a language, game or deal that is none."""
    if lang not in LANGUAGES or slug not in GAMES or not FIRST_DEAL <= number <= LAST_DEAL:
        raise HTTPException(404)


@router.post("/{lang}/{slug}/{number:deal}/forget")
async def forget(request: Request, lang: str, slug: str, number: int) -> Response:
    """Takes an unfinished game off the list, because the player says so."""
    known(lang, slug, number)
    house = house_of(request)
    if token := house.players.token(request):
        await house.store.forget(player_of(token), slug, number, time.time())
    return RedirectResponse(f"/{lang}/", 303)


@router.post("/{lang}/{slug}/new")
async def new_deal(request: Request, lang: str, slug: str) -> Response:
    """Another deal, as the form or else the player wants it; the one that is left stays listed."""
    known(lang, slug)
    house = house_of(request)
    guest = await house.arrive(house.players.token(request), lang)
    begun = [play.number for play in guest.listed if play.slug == slug]
    try:
        wish = wish_of(fields_of(await read_body(request)), guest.choices)
    except ValueError:
        wish = wish_of({}, guest.choices)
    return RedirectResponse(f"/{lang}/{slug}/{drawn(winnable(slug), wish, begun)}", 303)


@router.api_route("/{lang}/{slug}/{number:deal}/next", methods=READ)
async def next_deal(request: Request, lang: str, slug: str, number: int) -> Response:
    """The deal after this one, of those that the player wants."""
    known(lang, slug, number)
    house = house_of(request)
    guest = await house.arrive(house.players.token(request), lang)
    after = following(winnable(slug), wish_of({}, guest.choices), number)
    return RedirectResponse(f"/{lang}/{slug}/{after}", 303, headers=NO_STORE)


@router.api_route("/{lang}/{slug}/deal", methods=READ)
async def go_to_deal(request: Request, lang: str, slug: str, number: str = "") -> Response:
    """The deal with a number that was typed; spaces are allowed."""
    known(lang, slug)
    digits = "".join(number.split())
    if digits.isascii() and digits.isdigit() and len(digits) < 20:
        wanted = int(digits)
        if FIRST_DEAL <= wanted <= LAST_DEAL:
            return RedirectResponse(f"/{lang}/{slug}/{wanted}", 303)
    return await _current_game(request, lang, slug, Asked(number=number[:20] or " "))


def game_route() -> NamedRoute:
    """The page of a game, as a plain Starlette route."""
    return NamedRoute("/{lang}/{slug}", _game_page, methods=READ)


async def _game_page(request: Request) -> Response:
    """The player's unfinished game, else a new deal."""
    lang, slug = (request.path_params[name] for name in ("lang", "slug"))
    known(lang, slug)
    response = await _current_game(request, lang, slug, Asked(is_told=True))
    compress_tightly(response, visit_of(request.scope).accepts)
    return response


def deal_route() -> NamedRoute:
    """The page of a deal, as a plain Starlette route: FastAPI's would cost a third more."""
    return NamedRoute("/{lang}/{slug}/{number:deal}", _deal_page, methods=READ)


async def _deal_page(request: Request) -> Response:
    """This deal: the player's own play of it, or the cards as dealt."""
    lang, slug, number = (request.path_params[name] for name in ("lang", "slug", "number"))
    known(lang, slug, number)
    house = house_of(request)
    guest = await house.arrive(house.players.token(request), lang, slug, number)
    seat, outcome = asked_seat(request, guest.play, slug, number)
    if not request.scope["query_string"]:
        return await game_page(request, lang, seat, guest)
    query = request.query_params
    if "log" in query and seat.stored and outcome is Outcome.DONE:
        # the cookie came back: the store remembers, and the address is the deal's again
        return RedirectResponse(f"/{lang}/{slug}/{number}", 303)
    asked = Asked(outcome, pick=picked_run(seat, query.get("pick", "")))
    if (told := asked_hint(query)).step:
        visit_of(request.scope).count_replay(seat.play.log)
        source, asker = guest.choices.hints, visit_of(request.scope).asker
        hint = await hint_for(house.solver, lang, seat, told, source, asker)
        asked = replace(asked, hint=hint)
    return await game_page(request, lang, seat, guest, asked)


@router.api_route("/{lang}/{slug}/{number:deal}/table", methods=READ)
async def table_in_words(request: Request, lang: str, slug: str, number: int) -> Response:
    """The same table in sentences: to be heard, or read under the fingers."""
    known(lang, slug, number)
    house = house_of(request)
    guest = await house.arrive(house.players.token(request), lang, slug, number)
    seat, outcome = asked_seat(request, guest.play, slug, number)
    return told_page(house.renderers[lang], seat, outcome, guest.choices)


def asked_seat(
    request: Request, stored: StoredPlay | None, slug: str, number: int
) -> tuple[Seat, Outcome]:
    """The game that an address shows; one whose log makes no sense shows the deal."""
    seats, token = house_of(request).seats, visit_of(request.scope).token
    if not request.scope["query_string"]:
        return seats.at(token, stored, slug, number), Outcome.DONE
    try:
        carried = Press.read(Action.UNDO, {"version": "0", **request.query_params})
        return seats.at(token, stored, slug, number, carried), Outcome.DONE
    except ValueError:
        return seats.at(token, stored, slug, number), Outcome.MALFORMED


def asked_hint(query: Mapping[str, str]) -> AskedHint:
    """What the address says of a hint; nothing where that makes no sense."""
    try:
        return AskedHint.read(query)
    except ValueError:
        return NO_HINT


async def game_page(
    request: Request, lang: str, seat: Seat, guest: Guest, asked: Asked = NOTHING_ASKED
) -> Response:
    """The page of a game with what the player has unfinished; renews the cookie that owns it."""
    house, visit = house_of(request), visit_of(request.scope)
    guest.count_for(visit)
    has_cookie = visit.token is not None
    renderer, choices = house.renderers[lang], guest.choices
    if choices.verdict is Verdict.ON:
        # the line looks back on the whole game
        visit.count_replay(seat.play.log)
    around = await beside(house, lang, seat, choices, has_cookie=has_cookie, asker=visit.asker)
    response = table_page(
        renderer, seat, guest.listed, asked, choices, has_cookie=has_cookie, beside=around
    )
    if visit.token and (seat.stored or guest.kept is not None):
        house.players.give(response, visit.token)
    return response


async def _current_game(
    request: Request, lang: str, slug: str, asked: Asked = NOTHING_ASKED
) -> Response:
    house = house_of(request)
    guest = await house.arrive(house.players.token(request), lang, slug)
    # of a new deal there is nothing to be read: hardly anyone has played it
    number = guest.play.number if guest.play else drawn(winnable(slug), wish_of({}, guest.choices))
    seat = house.seats.at(visit_of(request.scope).token, guest.play, slug, number)
    return await game_page(request, lang, seat, guest, asked)


def picked_run(seat: Seat, text: str) -> Pick | None:
    """The run that a press without script picks up: `t3`, `t3x2`; None if it cannot be lifted."""
    name, _, cards = text.partition("x")
    engine = seat.play.engine
    if name not in engine.texts or not (cards or "1").isdecimal() or len(cards) > 2:
        return None
    return find_pick(engine, seat.play.position, engine.texts.index(name), int(cards or 1))
