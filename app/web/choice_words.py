"""The words for what a player may choose, in groups, and which of it is chosen."""

from functools import lru_cache
from typing import NamedTuple

from app.web.choices import DEFAULTS, VALUES, Choices
from app.web.i18n import N_, catalog


class Option(NamedTuple):
    value: str
    words: str
    is_chosen: bool
    is_default: bool


class Question(NamedTuple):
    """One choice, as the form asks for it."""

    name: str
    words: str
    hint: str
    options: tuple[Option, ...]


class Group(NamedTuple):
    words: str
    questions: tuple[Question, ...]


class _Words(NamedTuple):
    words: str
    hint: str
    options: tuple[str, ...]
    """In the order of the values, the default first."""


_SHOWN = (N_("shown"), N_("hidden"))
_GROUPS = (
    (N_("Play"), ("tap", "auto", "deals", "letters", "hints", "verdict")),
    (N_("Look"), ("table", "deck", "back", "scheme", "clock", "counts")),
    (N_("Motion and sound"), ("motion", "sound")),
    (N_("Comfort"), ("print", "hand")),
)
_WORDS = {
    "tap": _Words(
        N_("Tapping a card"),
        N_("A card that is sent goes to the first pile that takes it, foundations before columns."),
        (N_("selects it"), N_("sends it")),
    ),
    "auto": _Words(
        N_("Cards go to the foundations by themselves"),
        N_(
            "When safe: as soon as no column can need the card again. To finish: once all the rest "
            "can go up."
        ),
        (N_("never"), N_("when safe"), N_("to finish")),
    ),
    "deals": _Words(
        N_("New deals"),
        N_("All but “any” have a stored win. A grade is a third of a game’s winnable deals."),
        (
            N_("any"),
            N_("only those that can be won"),
            N_("easy ones"),
            N_("medium ones"),
            N_("hard ones"),
        ),
    ),
    "letters": _Words(
        N_("Letter keys"),
        N_("Z undoes, D turns the stock; the ? key lists them all."),
        (N_("on"), N_("off")),
    ),
    "hints": _Words(
        N_("Hints"),
        N_(
            "A proved win comes from a search that knows the hidden cards; where none is known, "
            "the hint says so."
        ),
        (N_("from what you have seen"), N_("from a proved win")),
    ),
    "verdict": _Words(
        N_("Say whether it can still be won"),
        N_(
            "A search that knows the hidden cards answers beside the table, and says until when a "
            "win is proved."
        ),
        (N_("no"), N_("yes")),
    ),
    "table": _Words(N_("Felt"), "", (N_("green"), N_("blue"), N_("slate"))),
    "deck": _Words(
        N_("Suits"),
        N_("With four colours, clubs are green and diamonds blue."),
        (N_("two colours"), N_("four colours")),
    ),
    "back": _Words(N_("Card backs"), "", (N_("woven"), N_("lattice"), N_("plain"))),
    "scheme": _Words(N_("Light or dark"), "", (N_("like the device"), N_("light"), N_("dark"))),
    "clock": _Words(N_("Clock"), "", _SHOWN),
    "counts": _Words(N_("Counts"), N_("Of moves, and of the cards in a pile."), _SHOWN),
    "motion": _Words(N_("Moving cards"), "", (N_("like the device"), N_("always"), N_("never"))),
    "sound": _Words(N_("Sounds"), "", (N_("off"), N_("on"))),
    "print": _Words(N_("Print on the cards"), "", (N_("normal"), N_("large"))),
    "hand": _Words(
        N_("Hand you play with"),
        N_("For the left hand the table is mirrored, with the stock on the right."),
        (N_("right"), N_("left")),
    ),
}


# the same few are asked for again and again, and words are looked up one by one
@lru_cache(maxsize=256)
def questions(language: str, choices: Choices) -> tuple[Group, ...]:
    """The whole form, what is chosen marked."""
    _ = catalog(language).gettext
    return tuple(
        Group(_(words), tuple(_question(language, choices, name) for name in names))
        for words, names in _GROUPS
    )


def _question(language: str, choices: Choices, name: str) -> Question:
    _ = catalog(language).gettext
    told = _WORDS[name]
    options = tuple(
        Option(
            value,
            _(words),
            is_chosen=value == getattr(choices, name),
            is_default=value == getattr(DEFAULTS, name),
        )
        for value, words in zip(VALUES[name], told.options, strict=True)
    )
    return Question(name, _(told.words), _(told.hint) if told.hint else "", options)
