"""What is said at an address that leads nowhere: what is wrong with it, and where to go instead."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from babel import Locale
from babel.numbers import format_decimal

from app.deals import LAST_DEAL
from app.games import GAMES
from app.web.i18n import LANGUAGE_NAMES, LANGUAGES, catalog, game_title
from app.web.meaning import Meaning, meaning
from app.web.share_words import deal_name
from app.words import both

_MOST_SAID = 30
_UNSPEAKABLE = re.compile(r"[^\w .-]")


class Offer(NamedTuple):
    language: str
    words: str
    address: str


class Astray(NamedTuple):
    line: str
    """What is wrong, in the reader's language."""
    offers: tuple[Offer, ...]
    """The nearest first."""


def astray(language: str, path: str) -> Astray:
    """For a reader of `language`."""
    meant = meaning(path)
    if meant.is_foreign:
        offers = [offer for each in LANGUAGES for offer in _offers_in(each, meant)]
    else:
        offers = list(_offers(meant.language or language, meant))
    return Astray(_line(language, meant), tuple(offers))


def _line(language: str, meant: Meaning) -> str:
    _ = catalog(language).gettext
    stranger = _UNSPEAKABLE.sub("", meant.stranger)[:_MOST_SAID].strip()
    if meant.is_foreign:
        names = both(catalog(language), [Locale(language).languages[each] for each in LANGUAGES])
        return _("This site speaks %(languages)s.") % {"languages": names}
    if stranger:
        return _("There is no game called “%(word)s” here.") % {"word": stranger}
    if meant.is_out_of_range:
        last = format_decimal(LAST_DEAL, locale=language)
        return _("Deals are numbered from 1 to %(last)s.") % {"last": last}
    if meant.is_number_odd:
        return _("A deal is found by its number, written in digits alone, without a zero in front.")
    return _("There is no such page, game or deal.")


def _offers_in(language: str, meant: Meaning) -> Iterator[Offer]:
    """With the name of the language, for a choice of languages."""
    name = LANGUAGE_NAMES[language]
    offers = list(_offers(language, meant))
    for offer in offers:
        yield offer._replace(words=f"{offer.words} – {name}")
    if not offers:
        yield Offer(language, name, meant.address(language))


def _offers(language: str, meant: Meaning) -> Iterator[Offer]:
    for slug in meant.games:
        yield Offer(language, _words(language, slug, meant), meant.address(language, slug))
    if meant.is_out_of_range and meant.games:
        # the nearest deal is a poor guess: any other is as good
        yield from _offers(language, meant._replace(number=None, page=""))
    if not meant.games and meant.page:
        yield Offer(language, _site_page(language, meant.page), meant.address(language))


def _words(language: str, slug: str, meant: Meaning) -> str:
    _ = catalog(language).gettext
    rules = GAMES[slug]
    title = game_title(language, rules)
    name = title if meant.deal is None else deal_name(language, rules, meant.deal)
    page, _of, _day = meant.page.partition("/")
    texts = {
        "daily": _("%(deal)s: deal of the day"),
        "rules": _("%(deal)s: the rules"),
        "share": _("Share %(deal)s"),
        "table": _("%(deal)s: the table in words"),
    }
    return texts[page] % {"deal": name} if page else name


def _site_page(language: str, page: str) -> str:
    _ = catalog(language).gettext
    texts = {
        "about": _("About"),
        "contact": _("Write to us"),
        "privacy": _("Privacy"),
        "settings": _("Settings"),
        "statistics": _("Statistics"),
    }
    return texts[page]
