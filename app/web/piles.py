"""Piles and cards to HTML in one language: each distinct frame and card is rendered once.

They have few outcomes, so each is made by its macro the first time it is asked for and kept: a move
costs string joins, not template runs.
"""

from collections.abc import Iterable
from functools import cache, lru_cache

from jinja2 import Environment

from app.cards import Card, Suit, is_red, suit
from app.engine import UNLIMITED, PileName
from app.rules import Kind
from app.web.i18n import (
    card_words,
    catalog,
    face_symbol,
    passes_words,
    pile_words,
    rank_letter,
    rank_words,
)
from app.web.snippets import HOLE, format_of, macro, module_of
from app.web.views import CardView, PileView


class PileRenderer:
    def __init__(self, language: str, env: Environment) -> None:
        self.language = language
        self._words = catalog(language)
        self._cards = module_of(env, "fragments/card.html")
        self._piles = module_of(env, "fragments/pile.html")
        # by the number of a card alone: of all keys the quickest
        self._still = cache(lambda card: self._render_card(card, "still") % ())
        self._free = cache(lambda card: self._render_card(card, "free"))
        self._card = lru_cache(maxsize=4096)(self._render_card)
        self._down = cache(self._render_face_down)
        self._frame = lru_cache(maxsize=8192)(self._render_frame)

    def pile(self, view: PileView, deal: str) -> str:
        """One pile of the deal whose address is `deal`."""
        return "".join(self.pieces(view, deal))

    def pieces(self, view: PileView, deal: str) -> list[str]:
        """The same, to be joined with others."""
        name, kind, _, cards, size, press, base, passes_left, hint, is_dead = view
        if size and kind not in _COUNTED:
            size = 1
        before, after = self._frame(name, size, press, base, (passes_left, is_dead), hint)
        if press:
            before = before.replace(HOLE, deal)
        return [before, *self._items(cards, deal), after]

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
            elif state == "free":
                items.append(self._free(card) % (press, targets))
            elif state == "hinted":
                items.append(self._card(card, state) % (press, targets))
            elif state == "target":
                items.append(self._card(card, state) % (press, deal))
            else:
                items.append(self._card(card, state) % ())
        return items

    def _render_card(self, card: Card, state: str) -> str:
        html = macro(self._cards, "card")(
            id=f"c{card}",
            symbol=face_symbol(self.language, card),
            colour=f"{'red' if is_red(card) else 'black'} {_SUIT_CLASS[suit(card)]}",
            words=card_words(self.language, card),
            state=state,
            press=HOLE,
            targets=HOLE,
            deal=HOLE,
        )
        return format_of(html)

    def _render_face_down(self, hidden: int) -> str:
        words = (
            self._words.ngettext("%(count)d face down", "%(count)d face down", hidden)
            % {"count": hidden}
            if hidden
            else ""
        )
        return str(macro(self._cards, "face_down_item")(words))

    def _render_frame(
        self, name: str, size: int, press: str, base: int | None, stock: tuple[int, bool], hint: str
    ) -> tuple[str, str]:
        kind, number = Kind(name[0]), int(name[1:])
        passes_left, is_dead = stock
        view = PileView(name, kind, number, (), size, press, base, passes_left, hint, is_dead)
        words = pile_words(self.language, PileName(kind, number))
        words = words[:1].upper() + words[1:]
        html = macro(self._piles, "pile")(
            view=view,
            words=words,
            place_words=self.place_words(view, words),
            mark=self.mark(view),
            passes=self.passes_words(view),
            cards="\0",
            deal=HOLE,
        )
        before, _, after = str(html).partition("\0")
        return before, after

    def place_words(self, view: PileView, words: str) -> str:
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
        if passes := self.passes_words(view):
            parts.append(passes)
        if view.press:
            parts.append(_("turn") if view.size else _("next pass"))
        return parts

    def passes_words(self, view: PileView) -> str:
        if view.kind is not Kind.STOCK or view.passes_left == UNLIMITED:
            return ""
        return passes_words(self.language, view.passes_left)

    def _count_words(self, count: int) -> str:
        return self._words.ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}

    def mark(self, view: PileView) -> str:
        """The sprite's symbol on an empty place."""
        if view.kind is Kind.STOCK:
            return "cross" if view.is_dead else "turn"
        if view.size or view.kind is not Kind.FOUNDATION:
            return ""
        return f"rank-{rank_letter(self.language, view.base)}" if view.base else "any"


def _count_hidden(cards: Iterable[CardView]) -> int:
    return sum(view.card is None for view in cards)


_COUNTED = frozenset({Kind.STOCK, Kind.WASTE, Kind.RESERVE})
_SUIT_CLASS = {
    Suit.SPADES: "spades",
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}
