"""The whole table in sentences, pile by pile, from what the player sees and nothing else."""

from collections.abc import Iterator
from itertools import groupby

from fastapi import Response
from fastapi.responses import HTMLResponse

from app.engine import UNLIMITED, PileName
from app.games import GAMES
from app.play import Play
from app.rules import Kind
from app.web.choices import Choices, attributes
from app.web.game import Outcome
from app.web.i18n import (
    card_words,
    catalog,
    game_title,
    passes_words,
    pile_words,
    rank_words,
)
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.shells import trusted
from app.web.spoken import ending_words, line_for
from app.web.standing import address
from app.web.tables import NO_STORE, twins
from app.web.views import CardView, PileView, pile_views


def told_page(renderer: Renderer, seat: Seat, outcome: Outcome, choices: Choices) -> Response:
    """The table in words, as a page of its own; `outcome`: of reading the address."""
    language, play = renderer.language, seat.play
    here = address(language, seat, "/table")
    body = renderer.page(
        "pages/told.html",
        title=game_title(language, GAMES[play.slug]),
        number=play.number,
        moves=play.moves,
        sentences=table_sentences(language, play),
        ending=" ".join([line_for(language, outcome), ending_words(language, play)]).strip(),
        deal=address(language, seat),
        choices=trusted(attributes(choices)),
        canonical=f"/{language}/{play.slug}",
        page=here,
        twins=twins(f"/{play.slug}"),
    )
    return HTMLResponse(body, outcome.status, headers=NO_STORE)


def table_sentences(language: str, play: Play) -> list[str]:
    """One a pile, its top card first, for that is what one plays; empty foundations in one."""
    views = pile_views(play.engine, play.position)
    empty = [view for view in views if view.kind is Kind.FOUNDATION and not view.size]
    told = [_pile(language, view) for view in views if view.size and view.kind is Kind.FOUNDATION]
    if empty:
        told.append(_empty_foundations(language, len(empty), empty[0].base))
    told += [_pile(language, view) for view in views if view.kind is not Kind.FOUNDATION]
    return [f"{sentence[:1].upper()}{sentence[1:]}." for sentence in told]


def _pile(language: str, view: PileView) -> str:
    pile = pile_words(language, PileName(view.kind, view.number))
    if view.kind in _COUNTED:
        pile = f"{pile}, {_count(language, view.size)}"
        if view.kind is Kind.STOCK and view.passes_left != UNLIMITED:
            pile = f"{pile}, {passes_words(language, view.passes_left)}"
    if view.kind is Kind.STOCK or (view.kind in _COUNTED and not view.size):
        return pile
    cards = view.cards[-1:] if view.kind is Kind.FOUNDATION else view.cards[::-1]
    _ = catalog(language).gettext
    text = ", ".join(_cards(language, cards)) or _("empty")
    return _("%(pile)s: %(cards)s") % {"pile": pile, "cards": text}


def _cards(language: str, cards: tuple[CardView, ...]) -> Iterator[str]:
    for is_hidden, found in groupby(cards, lambda view: view.card is None):
        if is_hidden:
            count = len(list(found))
            yield catalog(language).ngettext(
                "%(count)d face down", "%(count)d face down", count
            ) % {"count": count}
        else:
            yield from (card_words(language, view.card) for view in found if view.card is not None)


def _count(language: str, count: int) -> str:
    return catalog(language).ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def _empty_foundations(language: str, count: int, base: int | None) -> str:
    words = catalog(language)
    empty = words.ngettext("%(count)d empty foundation", "%(count)d empty foundations", count)
    if base is None:
        waits_for = words.gettext("the first card sets the rank")
    else:
        rank = rank_words(language, base)
        waits_for = words.gettext("waiting for: %(rank)s") % {"rank": rank}
    return f"{empty % {'count': count}}, {waits_for}"


_COUNTED = frozenset({Kind.FOUNDATION, Kind.STOCK, Kind.WASTE, Kind.RESERVE})
