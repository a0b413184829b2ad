"""A deal's opening table as drawings to lay on each other: of views, so without hidden cards."""

from collections.abc import Iterator
from functools import cache
from math import ceil
from typing import NamedTuple

from app.cards import ACE, DECK_SIZE, Card
from app.deals import FIRST_DEAL
from app.engine import Engine, Position, engine_for
from app.rules import Base
from app.web.i18n import face_symbol, rank_letter
from app.web.preview.deck import Deck
from app.web.preview.inks import BRASS, OF_DECK, ON_FELT, PAPER
from app.web.preview.layout import RATIO, Layout
from app.web.preview.letters import Lettering
from app.web.views import pile_views

_MOST_LETTERS_HIGH = 64.0
_APART = 1.6
"""Between name and number at the least, in heights of a letter."""
_SHADE = 3
"""Around a card, for its shadow; around words, for the pen."""
_HIGH = round(100 * RATIO)
_OUTLINE = f'width="100" height="{_HIGH}" rx="6"'


class Tile(NamedTuple):
    svg: str
    x: int
    y: int


class Scene(NamedTuple):
    """All of a picture but the felt, as JSON can carry it."""

    drawings: list[str]
    laid: list[tuple[int, int, int]]
    """Which drawing, and its upper left corner; what lies lower comes first."""


class Artist:
    """Draws in one language."""

    def __init__(self, language: str, sprite: str) -> None:
        self._language = language
        self._deck = Deck(sprite, "large", OF_DECK)
        self._lettering = Lettering(sprite)
        self._card = cache(self._draw_card)
        self._place = cache(self._draw_place)

    def scene(self, engine: Engine, position: Position, title: str, shown: str) -> Scene:
        """An opening table, signed with `shown` and the game's title.

        With its name alone where the title is written in letters that nobody has drawn.
        """
        layout = Layout(engine.rules, pile_views(engine, position))
        wastes, foundations = layout.places()
        mark = self._mark(engine.rules.foundations.base)
        cards = [(x, y, self._card(card, layout.card)) for x, y, card in layout.cards()]
        return _scene(
            [
                *[_at(x, y, self._place("", layout.card)) for x, y in wastes],
                *[_at(x, y, self._place(mark, layout.card)) for x, y in foundations],
                *[_at(x, y, svg) for x, y, svg in cards],
                *self._words(layout, self._written_title(engine, title), shown),
            ]
        )

    def parts(self, slug: str) -> list[str]:
        """What every opening table of a game is laid of, but for its words."""
        engine = engine_for(slug)
        wide = Layout(engine.rules, pile_views(engine, engine.deal(FIRST_DEAL))).card
        marks = ["", self._mark(engine.rules.foundations.base)]
        faces = [None, *map(Card, range(DECK_SIZE))]
        return [
            *[self._place(mark, wide) for mark in marks],
            *[self._card(face, wide) for face in faces],
        ]

    def _written_title(self, engine: Engine, title: str) -> str:
        return title if self._lettering.can_write(title) else engine.rules.name

    def _mark(self, base: Base) -> str:
        return f"rank-{rank_letter(self._language, ACE)}" if base is Base.ACE else "any"

    def _draw_place(self, mark: str, wide: int) -> str:
        """Where nothing lies yet."""
        drawn = f'<use href="#{mark}" x="24" y="44" width="52" height="52"/>' if mark else ""
        return _framed(
            wide,
            f"<defs>{self._deck.symbols([mark] if mark else [])}</defs>"
            f'<rect x="1" y="1" width="98" height="{_HIGH - 2}" rx="6" fill="none"'
            f' stroke="{ON_FELT}" stroke-opacity=".45" stroke-width="1.6"/>'
            f'<g color="{ON_FELT}" opacity=".6">{drawn}</g>',
        )

    def _draw_card(self, card: Card | None, wide: int) -> str:
        symbol = "back" if card is None else face_symbol(self._language, card)
        clip = ' clip-path="url(#corners)"' if card is None else ""
        return _framed(
            wide,
            f"<defs>{self._deck.symbols([symbol])}"
            f'<clipPath id="corners"><rect {_OUTLINE}/></clipPath></defs>'
            f'<rect {_OUTLINE} y="2" fill="#000" fill-opacity=".3"/>'
            f'<rect {_OUTLINE} fill="{PAPER}"/>'
            f'<g{clip}><use href="#{symbol}" width="100" height="{_HIGH}"/></g>'
            f'<rect x=".5" y=".5" width="99" height="{_HIGH - 1}" rx="5.5" fill="none"'
            ' stroke="#2a211a" stroke-opacity=".4"/>',
        )

    def _words(self, layout: Layout, title: str, shown: str) -> Iterator[Tile]:
        """The title at the left of the free felt, what is shown beside it at the right."""
        box, width = layout.caption(), self._lettering.width
        room = box.right - box.left - 2 * _SHADE
        fits = room / (width(title, 1) + _APART + width(shown, 1))
        high = min(_MOST_LETTERS_HIGH, fits, (box.bottom - box.top) * 0.5)
        top = box.bottom - ceil(high) - _SHADE
        yield self._written(title, PAPER, box.left, top, high)
        if shown:
            left = box.right - ceil(width(shown, high)) - 2 * _SHADE
            yield self._written(shown, BRASS, left, top, high)

    def _written(self, words: str, ink: str, x: int, y: int, high: float) -> Tile:
        strokes = self._lettering.path(words, _SHADE, _SHADE, high)
        wide = ceil(self._lettering.width(words, high)) + 2 * _SHADE
        # a comma hangs lower
        body = f'<g stroke="{ink}">{strokes}</g>'
        return Tile(_svg(wide, ceil(high * 1.25) + 2 * _SHADE, body), x, y)


def _scene(tiles: list[Tile]) -> Scene:
    """With each drawing once."""
    numbers = {svg: number for number, svg in enumerate(dict.fromkeys(tile.svg for tile in tiles))}
    return Scene(list(numbers), [(numbers[svg], x, y) for svg, x, y in tiles])


def _at(x: int, y: int, framed: str) -> Tile:
    return Tile(framed, x - _SHADE, y - _SHADE)


def _framed(wide: int, body: str) -> str:
    """A card of 100 by 140 as so many pixels, with room around it."""
    scaled = f'<g transform="translate({_SHADE} {_SHADE})scale({wide / 100:g})">{body}</g>'
    return _svg(wide + 2 * _SHADE, round(wide * RATIO) + 2 * _SHADE, scaled)


def _svg(wide: int, high: int, body: str) -> str:
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'
