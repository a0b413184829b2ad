"""The contact form: shown, shown again, previewed, thanked for. It needs no script."""

from typing import NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app.games import GAMES
from app.notation import count_moves, first_steps
from app.store import StoreUnavailable
from app.web.choices import DEFAULTS, Choices, attributes
from app.web.contact import REFERENCE, Desk, desk_of
from app.web.contact_form import TRAP, ContactForm, kind_words
from app.web.contact_game import LeftGame, SentGame, left_game, sent_game
from app.web.forms import fields_of, read_body
from app.web.house import READ, House, house_of
from app.web.i18n import LANGUAGES, N_, catalog, game_title
from app.web.own_pages import own_page
from app.web.security import player_of
from app.web.shells import trusted
from app.web.tables import NO_STORE, twins
from app.web.visits import Visit, visit_of

router = APIRouter()

_ONCE_MORE = N_(
    "This form has been open for too long. Nothing has been sent yet: please send it again."
)
_TOO_MANY = N_(
    "A great many messages have come from your network. Nothing has been sent yet: please try "
    "again in an hour."
)
_NOT_KEPT = N_(
    "Your message could not be kept just now. Nothing has been sent yet: please send it again in a "
    "minute."
)


class Asked(NamedTuple):
    """Who asks for the form, where, and after which game."""

    house: House
    desk: Desk
    visit: Visit
    lang: str
    left: LeftGame | None
    back: str
    """That game, else the list of games."""


@router.api_route("/{lang}/contact", methods=READ)
async def contact(request: Request, lang: str, page: str = "") -> Response:
    """An empty form. `page`: the game that was left for it."""
    asked = _asked(request, lang, page)
    form = asked.desk.new_form(page if asked.left else "")
    return _form(asked, form, await _choices(asked))


@router.post("/{lang}/contact")
async def send(request: Request, lang: str) -> Response:
    """Asks again, shows what would be sent, or takes it."""
    try:
        form = ContactForm.of_fields(fields_of(await read_body(request)))
    except ValueError:
        _known(lang)
        raise HTTPException(400) from None
    asked = _asked(request, lang, form.page)
    try:
        return await _answer(asked, form)
    except StoreUnavailable as fault:
        # the fault page would take the words away
        request.app.state.health.store_refused(fault)
        return _form(asked, form, line=_NOT_KEPT, status=503)


@router.api_route("/{lang}/contact/thanks/{reference}", methods=READ)
async def thanks(request: Request, lang: str, reference: str, page: str = "") -> Response:
    """That a message has come in; says nothing of it, whoever knows its reference."""
    asked = _asked(request, lang, page)
    if not REFERENCE.fullmatch(reference) or not await asked.desk.messages.find(reference):
        raise HTTPException(404)
    return _page(
        asked, "pages/thanks.html", await _choices(asked), reference=reference, rest=f"/{reference}"
    )


async def _answer(asked: Asked, form: ContactForm) -> Response:
    choices = await _choices(asked)
    if faults := form.faults(asked.lang):
        return _form(asked, form, choices, faults=faults, status=422)
    if not asked.desk.is_open(form):
        again = form._replace(stamp=asked.desk.new_form().stamp)
        return _form(asked, again, choices, line=_ONCE_MORE, status=422)
    game = None
    if asked.left and form.with_game:
        game = await sent_game(asked.house.seats, asked.visit.token, asked.left)
    # a game that has gone on since it was shown is shown again, for nothing else is sent than that
    has_gone_on = game is not None and form.shown not in ("", str(game.version))
    if form.is_preview or has_gone_on:
        return _form(asked, form, choices, preview=_preview(asked.lang, form, game))
    if not asked.visit.may_store_message():
        return _form(asked, form, choices, line=_TOO_MANY, status=429)
    message = await asked.desk.take(form, asked.lang, game, asked.visit)
    back = f"?page={quote(asked.back)}" if asked.left else ""
    return RedirectResponse(f"/{asked.lang}/contact/thanks/{message.reference}{back}", 303)


def _form(
    asked: Asked,
    form: ContactForm,
    choices: Choices = DEFAULTS,
    *,
    faults: dict[str, str] | None = None,
    line: str = "",
    preview: dict[str, object] | None = None,
    status: int = 200,
) -> Response:
    lang = asked.lang
    return _page(
        asked,
        "pages/contact.html",
        choices,
        form=form,
        kinds=kind_words(lang),
        trap=TRAP,
        keep_days=asked.house.settings.keep_messages_days,
        faults=faults or {},
        line=catalog(lang).gettext(line) if line else "",
        preview=preview,
        status=status,
    )


def _preview(lang: str, form: ContactForm, game: SentGame | None) -> dict[str, object]:
    words = {kind.value: words for kind, words in kind_words(lang).items()}
    return {
        "kind": words[form.kind],
        "text": form.text,
        "email": form.email,
        "game": game and f"/{lang}/{game.slug}/{game.number}",
        "moves": count_moves(first_steps(game.log, game.ply)) if game else 0,
        "log": game.log if game else "",
        "version": game.version if game else "",
    }


def _page(
    asked: Asked,
    template: str,
    choices: Choices,
    *,
    status: int = 200,
    rest: str = "",
    **shown: object,
) -> Response:
    lang, left = asked.lang, asked.left
    path = f"/contact{'/thanks' if rest else ''}{rest}"
    body = asked.house.renderers[lang].page(
        template,
        **shown,
        left=left and {"title": game_title(lang, GAMES[left.slug]), "number": left.number},
        back=asked.back,
        choices=trusted(attributes(choices)),
        canonical="" if rest else f"/{lang}/contact",
        page=f"/{lang}{path}" + (f"?page={quote(asked.back)}" if left else ""),
        twins=twins(path),
    )
    return HTMLResponse(body, status, headers=NO_STORE)


async def _choices(asked: Asked) -> Choices:
    token = asked.visit.token
    kept = await asked.house.store.choices(player_of(token)) if token else None
    return Choices.of_text(kept.choices) if kept else DEFAULTS


def _asked(request: Request, lang: str, page: str) -> Asked:
    _known(lang)
    left = left_game(page)
    back = own_page(page, lang) if left else f"/{lang}/"
    return Asked(house_of(request), desk_of(request), visit_of(request.scope), lang, left, back)


def _known(lang: str) -> None:
    if lang not in LANGUAGES:
        raise HTTPException(404)
