"""What the folder of a language says besides its translations: its name, its cards, its words."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, field_validator

from app.cards import Suit
from app.notation import TURN
from app.rules import Kind
from app.web.press import Action

FOLDERS = Path(__file__).parent.parent / "locale"

Words = tuple[str, ...]


class _Told(BaseModel):
    """A part of the file: what it asks for is all there, and nothing else is."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Suits(_Told):
    spades: Words
    hearts: Words
    diamonds: Words
    clubs: Words

    @property
    def by_suit(self) -> Mapping[Suit, Words]:
        return {
            Suit.SPADES: self.spades,
            Suit.HEARTS: self.hearts,
            Suit.DIAMONDS: self.diamonds,
            Suit.CLUBS: self.clubs,
        }


class Piles(_Told):
    foundation: Words
    column: Words
    reserve: Words
    waste: Words

    @property
    def by_kind(self) -> Mapping[Kind, Words]:
        return {
            Kind.FOUNDATION: self.foundation,
            Kind.TABLEAU: self.column,
            Kind.RESERVE: self.reserve,
            Kind.WASTE: self.waste,
        }


class Commands(_Told):
    turn: Words
    undo: Words
    redo: Words
    up: Words
    restart: Words

    @property
    def by_name(self) -> Mapping[str, Words]:
        """The turn of the stock in notation, or the name of an action."""
        return {
            TURN: self.turn,
            Action.UNDO.value: self.undo,
            Action.REDO.value: self.redo,
            Action.UP.value: self.up,
            Action.RESTART.value: self.restart,
        }


class Typed(_Told):
    """Words that are typed, without capitals, accents and spaces: as a typed text is read."""

    ranks: Mapping[int, Words]
    """1 to 13; a rank that is missing is typed as its number."""
    of: Words
    to: Words
    suits: Suits
    piles: Piles
    commands: Commands


class Pages(_Told):
    """Words that a page may be looked for by, written like typed ones."""

    about: Words
    contact: Words
    privacy: Words
    settings: Words
    statistics: Words
    daily: Words
    rules: Words
    share: Words
    table: Words

    @property
    def by_word(self) -> Mapping[str, str]:
        """The end of the address of the page."""
        return {word: page for page, words in self for word in (page, *words)}


INDICES: Mapping[str, str] = MappingProxyType({"AKQJ": "", "ARDV": "fr-"})
"""With which letters the deck is drawn, and how the sprite calls such court cards."""


class Language(_Told):
    name: str
    """As its own speakers write it."""
    indices: str
    """The letters of ace, king, queen and jack: one of INDICES."""
    typed: Typed
    pages: Pages

    @field_validator("indices")
    @classmethod
    def _are_drawn(cls, indices: str) -> str:
        if indices not in INDICES:
            raise ValueError(f"the deck is drawn with {' or '.join(INDICES)}")
        return indices


@cache
def folder_of(language: str) -> Language:
    return read_language(FOLDERS / language)


def read_language(folder: Path) -> Language:
    """Raises FileNotFoundError, and ValidationError for what is missing or not understood."""
    text = (folder / "language.toml").read_text(encoding="utf-8")
    return Language.model_validate(tomllib.loads(text))
