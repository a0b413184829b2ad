"""The list of games as the home page shows it: what each is like, and which of them are wanted."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from app.cards import Card
from app.games import GAMES
from app.games.grades import MEASURED, Grade
from app.howto import own_line
from app.rules import GameRules
from app.web.days import day_address, days_around, short_day_words, weekday_words
from app.web.head import home_head
from app.web.i18n import catalog, face_symbol, game_title
from app.web.proved import GRADES
from app.web.rendering import Renderer
from app.web.rules_page import picture
from app.web.shells import Shell
from app.web.tables import twins

PACKS = tuple(sorted({rules.decks for rules in GAMES.values()}))
HAND = (Card(9), Card(24), Card(51), Card(26))
"""Shown at the top: 10 of spades, queen of hearts, king of clubs, ace of diamonds."""


class Wanted(NamedTuple):
    """What a reader wants of a game; None where anything will do."""

    packs: int | None = None
    grade: Grade | None = None

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Wanted":
        """From an address; what makes no sense there is no wish."""
        packs = {str(count): count for count in PACKS}
        grades = {grade.value: grade for grade in Grade}
        return cls(packs.get(query.get("packs", "")), grades.get(query.get("difficulty", "")))

    @property
    def query(self) -> str:
        """The same in an address, with its question mark; empty where anything will do."""
        wishes = {"packs": self.packs, "difficulty": self.grade and self.grade.value}
        made = urlencode({name: wish for name, wish in wishes.items() if wish})
        return f"?{made}" if made else ""

    def is_met_by(self, rules: GameRules) -> bool:
        return self.packs in (None, rules.decks) and self.grade in (
            None,
            MEASURED[rules.slug].grade,
        )


class Game(NamedTuple):
    slug: str
    title: str
    line: str
    picture: Markup
    grade: Grade
    grade_words: str
    minutes: int
    packs: int


class Link(NamedTuple):
    words: str
    address: str
    is_current: bool


class Filter(NamedTuple):
    """One question, and an answer a link."""

    name: str
    words: str
    links: tuple[Link, ...]


class DayOfDeals(NamedTuple):
    day: date
    weekday: str
    words: str
    is_open: bool
    links: tuple[Link, ...]


# some ten kilobytes each, and new ones every day
@lru_cache(maxsize=128)
def home_shell(renderer: Renderer, wanted: Wanted, today: date) -> Shell:
    """The page with holes for what is the reader's own; `today`: in UTC."""
    language = renderer.language
    head = home_head(language, renderer.site)
    return renderer.shell(
        "pages/home.html",
        ("choices", "unfinished"),
        head=head,
        data=head.data,
        hand=[face_symbol(language, card) for card in HAND],
        games=[_game(language, rules) for rules in GAMES.values() if wanted.is_met_by(rules)],
        filters=[_packs_filter(language, wanted), _grade_filter(language, wanted)],
        days=[_day_of_deals(language, day, today) for day in days_around(today)],
        canonical=f"/{language}/",
        page=f"/{language}/{wanted.query}",
        twins=twins("/"),
    )


def _game(language: str, rules: GameRules) -> Game:
    measured = MEASURED[rules.slug]
    return Game(
        rules.slug,
        game_title(language, rules),
        own_line(rules, catalog(language)),
        picture(language, rules),
        measured.grade,
        catalog(language).gettext(GRADES[measured.grade]),
        measured.minutes,
        rules.decks,
    )


def _packs_filter(language: str, wanted: Wanted) -> Filter:
    words = catalog(language)
    any_number = (words.gettext("Any number"), wanted._replace(packs=None))
    others = (
        (
            words.ngettext("%(count)d pack", "%(count)d packs", count) % {"count": count},
            wanted._replace(packs=count),
        )
        for count in PACKS
    )
    links = _links(language, wanted, (any_number, *others))
    return Filter("packs", words.gettext("Packs of cards"), links)


def _grade_filter(language: str, wanted: Wanted) -> Filter:
    words = catalog(language)
    any_grade = (words.gettext("Any difficulty"), wanted._replace(grade=None))
    others = ((words.gettext(text), wanted._replace(grade=grade)) for grade, text in GRADES.items())
    links = _links(language, wanted, (any_grade, *others))
    return Filter("difficulty", words.gettext("Difficulty"), links)


def _links(
    language: str, wanted: Wanted, answers: Iterable[tuple[str, Wanted]]
) -> tuple[Link, ...]:
    return tuple(
        Link(text, f"/{language}/{other.query}#games", other == wanted) for text, other in answers
    )


def _day_of_deals(language: str, day: date, today: date) -> DayOfDeals:
    links = tuple(
        Link(game_title(language, rules), day_address(language, slug, day), is_current=False)
        for slug, rules in GAMES.items()
    )
    words = short_day_words(language, day)
    return DayOfDeals(day, weekday_words(language, day), words, day == today, links)
