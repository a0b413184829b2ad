"""Days in addresses and in words. Whose today it is no server knows: UTC's is one of three."""

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from babel.dates import format_date

from app.daily import book
from app.web.i18n import N_, catalog
from app.web.rendering import Renderer
from app.words import as_sentence

_ONE_DAY = timedelta(days=1)
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class BadDay(ValueError):
    """An address that names no day with a deal; the argument says why, untranslated."""


NO_DATE = N_("That is not a date: a day is written as year, month and day, like 2026-11-30.")
NOT_IN_CALENDAR = N_("There is no such day in the calendar.")
TOO_EARLY = N_("That is before the first deal of the day.")
TOO_LATE = N_("That day’s cards are still a secret: come back on the day.")


def today_of_utc() -> date:
    return datetime.now(UTC).date()


def days_around(today: date) -> tuple[date, date, date]:
    """The days that may be somebody's today, while it is `today` in UTC."""
    return today - _ONE_DAY, today, today + _ONE_DAY


def day_in(text: str, today: date) -> date:
    """The day that an address names, in one way only; raises BadDay."""
    if not _WRITTEN.fullmatch(text):
        raise BadDay(NO_DATE)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadDay(NOT_IN_CALENDAR) from None
    if day < book().first_day:
        raise BadDay(TOO_EARLY)
    if day > today + _ONE_DAY:
        raise BadDay(TOO_LATE)
    return day


def neighbours(day: date, today: date) -> tuple[date, ...]:
    """The day before and the day after, as far as they have deals."""
    return tuple(
        other
        for other in (day - _ONE_DAY, day + _ONE_DAY)
        if book().first_day <= other <= today + _ONE_DAY
    )


# some hundreds of bytes each, and the same for everyone
@lru_cache(maxsize=512)
def days_in_menu(renderer: Renderer, slug: str, days: tuple[date, ...]) -> str:
    """The ways from a table to the deals of other days."""
    language = renderer.language
    links = [
        {"address": day_address(language, slug, day), "words": short_day_words(language, day)}
        for day in days
    ]
    return renderer.page("fragments/days.html", days=links)


def day_address(language: str, slug: str, day: date) -> str:
    return f"/{language}/{slug}/daily/{day}"


@lru_cache(maxsize=256)
def day_words(language: str, day: date) -> str:
    """`30 November 2026`, `1er décembre 2026`."""
    _ = catalog(language).gettext
    # the first of a month has a word of its own in some languages
    text = _("1 %(month)s %(year)d") if day.day == 1 else _("%(day)d %(month)s %(year)d")
    return text % {"day": day.day, "month": _named(language, day, "MMMM"), "year": day.year}


@lru_cache(maxsize=256)
def short_day_words(language: str, day: date) -> str:
    """`30 November`, `1er décembre`."""
    _ = catalog(language).gettext
    text = _("1 %(month)s") if day.day == 1 else _("%(day)d %(month)s")
    return text % {"day": day.day, "month": _named(language, day, "MMMM")}


def weekday_words(language: str, day: date) -> str:
    return as_sentence(_named(language, day, "EEEE"))


def _named(language: str, day: date, pattern: str) -> str:
    return format_date(day, pattern, locale=language)
