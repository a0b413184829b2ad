"""Positions and moves drawn as text, in the notation of the rules; judges nothing.

`F1=AS 2H; T1=(9C) 8S; R=4D; W=-; S=KH 2S; p=1`: piles bottom to top, but the first card of the
stock is turned next. `(9C)` lies face down, `-` is an empty pile. Columns that are not named are
not on the table at all: the engine has as many columns as are named, so that none takes part.
"""

from dataclasses import dataclass, replace
from functools import cache

from app.cards import (
    ACE,
    DECK_SIZE,
    RANK_LETTERS,
    RANKS,
    SUIT_LETTERS,
    Card,
    face_name,
    fresh_decks,
    rank,
)
from app.engine import UNLIMITED, Engine, Move, Position
from app.games import GAMES
from app.rules import Kind


@dataclass(frozen=True)
class Table:
    """An engine as narrow as the drawing, and the position drawn."""

    engine: Engine
    position: Position

    def play(self, actions: str) -> "Table":
        """After `T2:3>T1, S`; every one must be legal."""
        here = self
        for text in actions.split(", "):
            move = action(self.engine, text)
            assert self.engine.is_legal(here.position, move), f"{text} refused in {here}"
            here = replace(here, position=self.engine.apply(here.position, move))
        return here

    def refuses(self, text: str) -> bool:
        return not self.engine.is_legal(self.position, action(self.engine, text))

    def shown(self) -> dict[str, str]:
        """Every pile by its name in the notation, and `base`, `p` and `WIN` where there are any."""
        engine, position = self.engine, self.position
        shown = {
            _short(name.kind, name.number): _pile_text(position, place, engine)
            for place, name in enumerate(engine.names)
        }
        base = engine.base_rank(position)
        shown["base"] = RANK_LETTERS[base - 1] if base else "none"
        if engine.rules.stock.passes is not None:
            shown["p"] = str(engine.rules.stock.passes - position.passes_left)
        if engine.is_won(position):
            shown["WIN"] = ""
        return shown

    def __str__(self) -> str:
        return "; ".join(
            f"{name}={cards}" for name, cards in self.shown().items() if cards not in {"", "-"}
        )


def draw(slug: str, text: str) -> Table:
    """The position that `text` draws, on a table of game `slug` without other columns."""
    parts = read(text)
    columns = [int(name[1:]) for name in parts if name[0] == "T"]
    engine = narrow_engine(slug, max(columns, default=1))
    piles: list[tuple[Card, ...]] = [() for _ in engine.names]
    pack = _Pack(engine.rules.decks)
    face_down = 0
    for name, cards in parts.items():
        if name == "p":
            continue
        pile: list[Card] = []
        for shown in cards.split() if cards != "-" else ():
            card = pack.take(shown.strip("()"))
            face_down |= (shown[0] == "(") << card
            pile.append(card)
        place = _place(engine, name)
        piles[place] = tuple(pile[::-1] if place == engine.stock else pile)
    if not columns:
        # a lone ace neither takes a card nor hides one
        piles[engine.columns.start] = pack.spare_ace()
    passes = engine.rules.stock.passes
    left = UNLIMITED if passes is None else passes - int(parts.get("p", "1"))
    return Table(engine, Position(tuple(piles), face_down, left))


def read(text: str) -> dict[str, str]:
    """`F1=7C; base=7; WIN` by its names, `WIN` with nothing beside it."""
    parts = (part.partition("=") for part in text.split("; "))
    return {name: cards for name, _, cards in parts}


def action(engine: Engine, text: str) -> Move:
    """`T2:3>T1`, or `S` for a turn of the stock."""
    if text == "S":
        return engine.turn
    lifted, _, target = text.partition(">")
    source, _, cards = lifted.partition(":")
    return Move(_place(engine, source), _place(engine, target), int(cards or 1))


@cache
def narrow_engine(slug: str, columns: int) -> Engine:
    """The game with so many columns and no others."""
    rules = GAMES[slug]
    return Engine(replace(rules, tableau=replace(rules.tableau, deal=("U",) * columns)))


class _Pack:
    """Cards by their faces: the second `7C` asked for is that of the second deck."""

    def __init__(self, decks: int) -> None:
        self._cards = fresh_decks(decks)

    def take(self, name: str) -> Card:
        face = SUIT_LETTERS.index(name[1]) * RANKS + RANK_LETTERS.index(name[0])
        card = next(card for card in self._cards if card % DECK_SIZE == face)
        self._cards.remove(card)
        return card

    def spare_ace(self) -> tuple[Card, ...]:
        return tuple(card for card in self._cards if rank(card) == ACE)[:1]


def _place(engine: Engine, name: str) -> int:
    return engine.texts.index(name.lower() if len(name) > 1 else name.lower() + "1")


def _short(kind: Kind, number: int) -> str:
    many = kind in {Kind.FOUNDATION, Kind.TABLEAU}
    return kind.value.upper() + (str(number) if many else "")


def _pile_text(position: Position, place: int, engine: Engine) -> str:
    pile = position.piles[place]
    if place == engine.stock:
        pile = pile[::-1]
    names = (f"({face_name(c)})" if position.face_down >> c & 1 else face_name(c) for c in pile)
    return " ".join(names) or "-"
