"""All that a page must tell of a game, and what a page tells search engines."""

import json
import re
from typing import NamedTuple, cast

from app.games import GAMES
from app.howto import differences, how_to_play, own_words, relatives
from app.web.i18n import catalog

Data = dict[str, object]


def all_told(slug: str, lang: str) -> list[str]:
    """Own words, rules, strategy, and what differs from the relatives."""
    rules, tongue = GAMES[slug], catalog(lang)
    told = [*own_words(rules, tongue).paragraphs, *own_words(rules, tongue).strategy]
    for section in how_to_play(rules, tongue):
        told += [section.heading, *section.sentences]
    for other in relatives(rules):
        told += differences(rules, other, tongue)
    return told


class Head(NamedTuple):
    title: str
    description: str
    canonical: str
    alternates: dict[str, str]
    robots: str
    data: list[Data]


def read_head(html: str) -> Head:
    """What is not there is empty."""
    head = html.partition("</head>")[0]
    return Head(
        _first("<title>(.*?)</title>", head),
        _first('<meta name="description" content="(.*?)">', head),
        _first('<link rel="canonical" href="(.*?)">', head),
        dict(re.findall('<link rel="alternate" hreflang="(.*?)" href="(.*?)">', head)),
        _first('<meta name="robots" content="(.*?)">', head),
        [
            cast(Data, json.loads(text))
            for text in re.findall(
                '<script type="application/ld\\+json">(.*?)</script>', head, re.DOTALL
            )
        ],
    )


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else ""
