"""Views to HTML in one language: the templates' macros, each distinct outcome rendered once.

A card or the frame of a pile has few outcomes, so they are rendered by their macro the first time
and kept as a format string: a move costs string joins, not template runs.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from app.cards import Card, Suit, is_red, suit
from app.engine import UNLIMITED, PileName
from app.judge import Auto
from app.rules import Kind
from app.web.appearance import PAGE, theme
from app.web.asked_hint import NO_HINT, AskedHint
from app.web.assets import Assets
from app.web.clock import clock_fields
from app.web.i18n import (
    card_words,
    catalog,
    face_symbol,
    passes_words,
    pile_words,
    rank_letter,
    rank_words,
)
from app.web.views import CardView, PileView

_TEMPLATES = Path(__file__).parent.parent.parent / "templates"
_HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in a macro's arguments where each use has its own text."""


class Shell:
    """A page rendered once, with holes for what differs from player to player."""

    def __init__(self, html: str) -> None:
        # text and names of holes in turn
        self._parts = re.split("\ue000([a-z]+)\ue001", html)

    def filled(self, **html: str) -> str:
        """The page; every hole needs its HTML."""
        parts = self._parts.copy()
        parts[1::2] = [html[name] for name in parts[1::2]]
        return "".join(parts)


def hole(name: str) -> Markup:
    """Stands in a shell's context for what is filled in later; private characters mark it."""
    return trusted(f"\ue000{name}\ue001")


class Renderer:
    """The templates in one language."""

    def __init__(self, language: str, assets: Assets, site: str = "") -> None:
        """`site`: what addresses begin with where they are told to others; `Settings.site`."""
        self.language = language
        self.site = site
        self._words = catalog(language)
        self._env = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._env.policies["ext.i18n.trimmed"] = True
        self._env.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
        self._env.globals.update(
            static=assets.url, lang=language, site=site, choices="", theme=theme(PAGE)
        )
        install = cast(Callable[..., None], self._env.install_gettext_translations)  # type: ignore[attr-defined]  # given by the i18n extension
        install(self._words, newstyle=True)
        self._cards = self._module("fragments/card.html")
        self._piles = self._module("fragments/pile.html")
        self._status = self._module("fragments/status.html")
        self._answer = self._module("fragments/changes.html")
        self._lists = self._module("fragments/unfinished.html")
        self._settings = self._module("fragments/settings.html")
        self._part = cache(self._render_part)
        self._words_in = cache(self._render_words_in)
        self._spoken = lru_cache(maxsize=4096)(self._render_spoken)
        self._fields = cache(self._render_fields)
        self._inputs = cache(self._render_inputs)
        self._auto = cache(self._render_auto)
        self._kept = cache(self._render_kept)
        self._no_ending = cache(lambda: self._render_ending(None))
        self._status_line = lru_cache(maxsize=1024)(self._render_status)
        self._standing = lru_cache(maxsize=1024)(self._render_standing)
        self._controls = lru_cache(maxsize=256)(self._render_controls)
        self._again = cache(self._render_again)
        self._card = lru_cache(maxsize=4096)(self._render_card)
        self._entry = lru_cache(maxsize=4096)(self._render_entry)
        self._still = cache(self._render_still)
        self._down = cache(self._render_face_down)
        self._frame = lru_cache(maxsize=8192)(self._render_frame)

    def page(self, template: str, **context: object) -> str:
        return self._env.get_template(template).render(context)

    def shell(self, template: str, holes: Iterable[str], **context: object) -> Shell:
        return Shell(self.page(template, **context, **{name: hole(name) for name in holes}))

    def pile(self, view: PileView, deal: str) -> str:
        """One pile of the deal whose address is `deal`."""
        return "".join(self._pile(view, deal))

    def changed_pile(self, view: PileView, deal: str) -> str:
        """The same as a part of an htmx answer."""
        head, tail = self._part(view.name)
        return "".join([head, *self._pile(view, deal), tail])

    def _pile(self, view: PileView, deal: str) -> list[str]:
        name, kind, number, cards, size, press, base, passes_left, hint = view
        if kind not in _COUNTED and size:
            size = 1
        before, after = self._frame(name, kind, number, size, press, base, passes_left, hint)
        if press:
            before = before.replace(_HOLE, deal)
        return [before, *self._items(cards, deal), after]

    def part(self, name: str, html: str) -> str:
        """One changed element of an htmx answer, by its id."""
        head, tail = self._part(name)
        return f"{head}{html}{tail}"

    def standing(
        self,
        version: int,
        moves: int,
        seconds: int | None,
        line: str,
        carried: str | None,
        ply: int,
        *,
        asked: AskedHint = NO_HINT,
    ) -> str:
        """The fields and the status as parts of an htmx answer."""
        if carried is None and not line and asked == NO_HINT:
            return self._standing(moves) % (version, version, *clock_fields(seconds))
        fields = self.part("fields", self.fields(version, carried, ply, asked))
        return fields + self.part("status", self.status(version, moves, seconds, line))

    def fields(
        self, version: int, carried: str | None, ply: int, asked: AskedHint = NO_HINT
    ) -> str:
        if carried is None and asked == NO_HINT:
            return self._fields() % version
        return str(_macro(self._status, "fields")(version, carried, ply, asked.fields))

    def inputs(
        self, version: int, carried: str | None, ply: int, wish: Auto, asked: AskedHint = NO_HINT
    ) -> str:
        """The same fields for a form of its own beside the table."""
        if carried is None and asked == NO_HINT:
            return self._inputs(wish) % version
        return str(_macro(self._status, "inputs")(version, carried, ply, wish, asked.fields))

    def auto(self, wish: Auto) -> str:
        """The field that every press carries; none where nothing follows a move by itself."""
        return self._auto(wish)

    def status(
        self, version: int, moves: int, seconds: int | None, line: str, hint: str = ""
    ) -> str:
        """`seconds`: played so far; None where nobody has counted them."""
        return self._status_line(moves, line, hint) % (version, *clock_fields(seconds))

    def controls(self, view: NamedTuple, deal: str) -> str:
        return self._controls(view).replace(_HOLE, deal)

    def again(self, deal: str, *, can_restart: bool) -> str:
        return self._again(can_restart).replace(_HOLE, deal)

    def kept(self, *, is_kept_in_address: bool, has_cookie: bool = False) -> str:
        return self._kept(is_kept_in_address, has_cookie)

    def ending(self, table: object | None) -> str:
        """None: the game goes on."""
        return self._no_ending() if table is None else self._render_ending(table)

    def unfinished(self, plays: Sequence[NamedTuple]) -> Markup:
        """The list of a player's games; nothing where there are none."""
        if not plays:
            return Markup()
        return _macro(self._lists, "unfinished")(trusted("\n".join(map(self._entry, plays))))

    def unfinished_link(self) -> Markup:
        """The way from the menu to that list."""
        return _macro(self._lists, "link")()

    def settings(self, groups: Sequence[NamedTuple], page: str) -> str:
        """The form of all choices as the table opens it; `page`: the way back without script."""
        return str(_macro(self._settings, "dialog")(groups, page))

    def spoken(self, text: str) -> str:
        return self._spoken(text)

    def line(self, text: str) -> str:
        """The line of the status alone, all else on the page left as it is."""
        return self._words_in("#status .line") % escape(text)

    def _items(self, cards: Iterable[CardView], deal: str) -> list[str]:
        items = []
        hidden = False
        for card, state, press, targets in cards:
            if card is None:
                # the first of them speaks for all
                items.append(self._down(0 if hidden else _count_hidden(cards)))
                hidden = True
            elif state == "still":
                items.append(self._still(card))
            elif state in _LIFTABLE:
                items.append(self._card(card, state) % (card, press, targets))
            elif state == "target":
                items.append(self._card(card, state) % (card, press, deal))
            else:
                items.append(self._card(card, state) % card)
        return items

    def _render_still(self, card: Card) -> str:
        return self._card(card, "still") % card

    def _render_entry(self, play: NamedTuple) -> str:
        return str(_macro(self._lists, "entry")(play))

    def _render_part(self, name: str) -> tuple[str, str]:
        head, _, tail = str(_macro(self._answer, "part")(name, "\0")).partition("\0")
        return head, tail

    def _render_words_in(self, target: str) -> str:
        return _format(_macro(self._answer, "words")(target, _HOLE))

    def _render_spoken(self, text: str) -> str:
        return self._words_in("#live") % escape(text)

    def _render_fields(self) -> str:
        return _format(_macro(self._status, "fields")(_HOLE, None, 0))

    def _render_standing(self, moves: int) -> str:
        fields = self.part("fields", self._fields())
        return fields + self.part("status", self._status_line(moves, "", ""))

    def _render_status(self, moves: int, line: str, hint: str) -> str:
        return _format(_macro(self._status, "status")(_HOLE, moves, _HOLE, _HOLE, line, hint))

    def _render_inputs(self, wish: Auto) -> str:
        return _format(_macro(self._status, "inputs")(_HOLE, None, 0, wish))

    def _render_auto(self, wish: Auto) -> str:
        return str(_macro(self._status, "auto")(wish))

    def _render_kept(self, is_kept_in_address: bool, has_cookie: bool) -> str:  # noqa: FBT001 - a key
        return str(_macro(self._status, "kept")(is_kept_in_address, has_cookie))

    def _render_ending(self, table: object | None) -> str:
        return str(_macro(self._status, "ending")(table))

    def _render_controls(self, view: NamedTuple) -> str:
        return str(_macro(self._status, "controls")(view, _HOLE))

    def _render_again(self, can_restart: bool) -> str:  # noqa: FBT001 - a key of the cache
        return str(_macro(self._status, "again")(can_restart, _HOLE))

    def _render_card(self, card: Card, state: str) -> str:
        html = _macro(self._cards, "card")(
            id=f"c{_HOLE}",
            symbol=face_symbol(self.language, card),
            colour=f"{'red' if is_red(card) else 'black'} {_SUIT_CLASS[suit(card)]}",
            words=card_words(self.language, card),
            state=state,
            press=_HOLE,
            targets=_HOLE,
            deal=_HOLE,
        )
        return _format(html)

    def _render_face_down(self, hidden: int) -> str:
        words = (
            self._words.ngettext("%(count)d face down", "%(count)d face down", hidden)
            % {"count": hidden}
            if hidden
            else ""
        )
        return str(_macro(self._cards, "face_down_item")(words))

    def _render_frame(  # noqa: PLR0913, PLR0917 - a view without its cards, to be hashed quickly
        self,
        name: str,
        kind: Kind,
        number: int,
        size: int,
        press: str,
        base: int | None,
        passes_left: int,
        hint: str,
    ) -> tuple[str, str]:
        view = PileView(name, kind, number, (), size, press, base, passes_left, hint)
        words = pile_words(self.language, PileName(view.kind, view.number))
        html = _macro(self._piles, "pile")(
            view=view,
            words=words[:1].upper() + words[1:],
            place_words=self._place_words(view, words[:1].upper() + words[1:]),
            mark=self._mark(view),
            passes=self._passes_words(view),
            cards="\0",
            deal=_HOLE,
        )
        before, _, after = str(html).partition("\0")
        return before, after

    def _place_words(self, view: PileView, words: str) -> str:
        _ = self._words.gettext
        if view.kind is Kind.STOCK:
            return ", ".join([words, *self._stock_words(view)])
        if view.kind in _COUNTED:
            return f"{words}, {self._count_words(view.size)}"
        if view.size:
            return words
        if view.kind is Kind.FOUNDATION and view.base:
            return _("%(pile)s, empty, waits for: %(rank)s") % {
                "pile": words,
                "rank": rank_words(self.language, view.base),
            }
        if view.kind is Kind.FOUNDATION:
            return _("%(pile)s, empty, the first card sets the rank") % {"pile": words}
        return _("%(pile)s, empty") % {"pile": words}

    def _stock_words(self, view: PileView) -> list[str]:
        _ = self._words.gettext
        parts = [self._count_words(view.size)]
        if passes := self._passes_words(view):
            parts.append(passes)
        if view.press:
            parts.append(_("turn") if view.size else _("next pass"))
        return parts

    def _passes_words(self, view: PileView) -> str:
        if view.kind is not Kind.STOCK or view.passes_left == UNLIMITED:
            return ""
        return passes_words(self.language, view.passes_left)

    def _count_words(self, count: int) -> str:
        return self._words.ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}

    def _mark(self, view: PileView) -> str:
        """The sprite's symbol on an empty place."""
        if view.kind is Kind.STOCK:
            return "turn" if view.press else "cross"
        if view.size or view.kind is not Kind.FOUNDATION:
            return ""
        return f"rank-{rank_letter(self.language, view.base)}" if view.base else "any"

    def _module(self, template: str) -> TemplateModule:
        return self._env.get_template(template).make_module()


def _macro(module: TemplateModule, name: str) -> Callable[..., Markup]:
    return cast(Callable[..., Markup], getattr(module, name))


def trusted(html: str) -> Markup:
    """HTML that the macros have made: what came into them was escaped there."""
    return Markup(html)  # noqa: S704 - as the docstring says


def _count_hidden(cards: Iterable[CardView]) -> int:
    return sum(view.card is None for view in cards)


def _format(html: Markup) -> str:
    """A macro's outcome as a format string, its holes to be filled."""
    return str(html).replace("%", "%%").replace(_HOLE, "%s")


_LIFTABLE = frozenset({"free", "hinted"})
_COUNTED = frozenset({Kind.STOCK, Kind.WASTE, Kind.RESERVE})
_SUIT_CLASS = {
    Suit.SPADES: "spades",
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}
