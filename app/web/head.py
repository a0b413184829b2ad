"""What search engines are told of a page of ours: its title, what it offers, and its place."""

from typing import NamedTuple

from app.howto import phrases, relatives
from app.rules import GameRules
from app.web.i18n import catalog, game_title
from app.words import as_sentence, both

Data = dict[str, object]
"""JSON-LD: https://schema.org in JSON."""


class Head(NamedTuple):
    title: str
    """Without the name of the site."""
    description: str
    data: Data


def home_head(language: str, site: str) -> Head:
    _ = catalog(language).gettext
    description = _(
        "Games of solitaire with one, two or four packs, free in your browser: no account, no ads, "
        "no trackers. Rules with examples, and a link for every deal."
    )
    data: Data = {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": _("Patience"),
        "url": f"{site}/{language}/",
        "inLanguage": language,
        "description": description,
    }
    return Head(_("Patience: free solitaire card games"), description, data)


def game_head(language: str, site: str, rules: GameRules) -> Head:
    """Of the page where the game is played."""
    _ = catalog(language).gettext
    names = {"solitaire": _searched(language, rules), "table": _table(language, rules)}
    title = _("%(solitaire)s: play free online") % names
    text = _(
        "%(solitaire)s, to play free in your browser, with no account and no ads: %(table)s. "
        "Rules with examples, strategy, and a link for every deal."
    )
    description = as_sentence(text % names)
    game: Data = {
        # as a game alone it would be one to buy
        "@type": ["VideoGame", "WebApplication"],
        "name": game_title(language, rules),
        "url": f"{site}/{language}/{rules.slug}",
        "inLanguage": language,
        "description": description,
        "genre": _("Patience"),
        "gamePlatform": "Web",
        "applicationCategory": "GameApplication",
        "operatingSystem": "Any",
        "playMode": "SinglePlayer",
        "isAccessibleForFree": True,
        "offers": {"@type": "Offer", "price": 0, "priceCurrency": "EUR"},
    }
    trail = _trail(language, site, rules)
    data: Data = {"@context": "https://schema.org", "@graph": [game, trail]}
    return Head(as_sentence(title), description, data)


def rules_head(language: str, site: str, rules: GameRules) -> Head:
    _ = catalog(language).gettext
    names = {
        "solitaire": _searched(language, rules),
        "relatives": both(catalog(language), [other.name for other in relatives(rules)]),
    }
    title = _("%(solitaire)s: rules and strategy") % names
    description = _(
        "How to play %(solitaire)s, told with examples: layout, moves, stock and ending, how to "
        "play it well, and what differs from %(relatives)s."
    )
    trail = _trail(language, site, rules, _("How to play"))
    data: Data = {"@context": "https://schema.org", **trail}
    return Head(as_sentence(title), description % names, data)


def _searched(language: str, rules: GameRules) -> str:
    """The game as one who looks for it would type it."""
    _ = catalog(language).gettext
    name = _("%(game)s solitaire") % {"game": rules.name}
    # whatever distinguishes a game from its variants stands behind its name
    return game_title(language, rules).replace(rules.name, name, 1)


def _table(language: str, rules: GameRules) -> str:
    tongue = catalog(language)
    parts = [
        phrases.packs(tongue, rules.decks),
        phrases.column_count(tongue, len(rules.tableau.deal)),
    ]
    if rules.reserve:
        cards = phrases.turned(tongue, rules.reserve.cards)
        parts.append(tongue.gettext("a reserve of %(cards)s") % {"cards": cards})
    return both(tongue, parts)


def _trail(language: str, site: str, rules: GameRules, below: str = "") -> Data:
    """The way from the list of games. `below`: the name of a page that the game's leads to."""
    game, home = game_title(language, rules), catalog(language).gettext("Patience")
    places = [(home, f"{site}/{language}/"), (game, f"{site}/{language}/{rules.slug}")]
    steps: list[Data] = [
        {"@type": "ListItem", "position": position, "name": name, "item": address}
        for position, (name, address) in enumerate(places, 1)
    ]
    if below:
        steps.append({"@type": "ListItem", "position": len(steps) + 1, "name": below})
    return {"@type": "BreadcrumbList", "itemListElement": steps}
