"""What is stored of a visitor, told from the table of it: the texts of the privacy page."""

from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple

from babel.dates import format_timedelta

from app.settings import Settings
from app.store import Holdings
from app.web.cookies import COOKIE_DAYS
from app.web.i18n import catalog
from app.web.limits import Limits
from app.web.rendering import Renderer
from app.web.shells import Shell
from app.web.stored import COOKIES, TABLES, Kept
from app.web.tables import twins
from app.words import as_sentence, both

_ONE_UNIT = 1e9
"""Babel goes over to a longer unit from so many of the shorter on: never."""


class CookieTold(NamedTuple):
    name: str
    purpose: str
    comes: str


class TableTold(NamedTuple):
    name: str
    heading: str
    facts: tuple[str, ...]
    until: str


@lru_cache(maxsize=64)
def privacy_shell(renderer: Renderer, secure: bool, times: "Times") -> Shell:  # noqa: FBT001 - a key
    """The page with a hole for the reader's choices."""
    language = renderer.language
    return renderer.shell(
        "pages/privacy.html",
        ("choices",),
        cookies=cookies_told(language, secure=secure),
        tables=[table_told(language, kept, times) for kept in TABLES],
        kept_days=days_words(language, times.play),
        canonical=f"/{language}/privacy",
        page=f"/{language}/privacy",
        twins=twins("/privacy"),
    )


class Times(NamedTuple):
    """How long what is stored stays."""

    play: int
    """Days, as of a message."""
    message: int
    counted: int
    """Seconds."""

    @classmethod
    def of(cls, settings: Settings, limits: Limits) -> "Times":
        longest = max(rule.seconds for rule in limits.rules)
        return cls(settings.prune_after_days, settings.keep_messages_days, longest)


def cookies_told(language: str, *, secure: bool) -> list[CookieTold]:
    _ = catalog(language).gettext
    days = {"days": days_words(language, COOKIE_DAYS)}
    return [
        CookieTold(given.cookie.name_in(secure=secure), _(given.purpose), _(given.comes) % days)
        for given in COOKIES
    ]


def table_told(language: str, kept: Kept, times: Times) -> TableTold:
    _ = catalog(language).gettext
    until = _(kept.until) % {
        "play": days_words(language, times.play),
        "message": days_words(language, times.message),
        "counted": format_timedelta(timedelta(seconds=times.counted), locale=language),
    }
    facts = tuple(as_sentence(_(fact.words)) for fact in kept.facts)
    return TableTold(kept.table, _(kept.heading), facts, until)


def days_words(language: str, count: int) -> str:
    """`400 days`, `400 jours`, however many they are."""
    return format_timedelta(
        timedelta(days=count), granularity="day", threshold=_ONE_UNIT, locale=language
    )


def holdings_words(language: str, held: Holdings) -> str:
    """`3 games, 1 win and your settings`; empty if there is nothing."""
    tongue = catalog(language)
    games = tongue.ngettext("%(count)d game", "%(count)d games", held.plays)
    wins = tongue.ngettext("%(count)d win", "%(count)d wins", held.wins)
    told = [
        *([games % {"count": held.plays}] if held.plays else []),
        *([wins % {"count": held.wins}] if held.wins else []),
        *([tongue.gettext("your settings")] if held.choices else []),
    ]
    return both(tongue, told) if told else ""
