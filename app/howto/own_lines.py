"""Each game in one line of its own, for the list of games."""

from app.rules import GameRules
from app.words import Tongue


def own_line(rules: GameRules, tongue: Tongue) -> str:
    """Raises KeyError for a game that nobody has written of."""
    _ = tongue.gettext
    lines = {
        "roman": _("Nine columns, eleven cards in reserve, and you decide where it all begins."),
        "bureau": _("Half of each column lies hidden, and a column once emptied is gone for good."),
        "signora": _("Roman in two colours, and the kindest of its family: begin here."),
        "colonel": _("Everything in suit, upwards and downwards, and whole runs may march."),
        "double-signora": _("Four packs of cards, sixteen foundations: the long one."),
        "athena": _("Klondike with the lamps half lit: every other card lies open."),
        "athena-1": _("The same half-lit table, with the stock turned card by card."),
        "klondike": _("The one that everybody knows, at its gentlest: the stock card by card."),
        "klondike-3": _(
            "The one that everybody knows, three cards at a time: count before you take."
        ),
    }
    return lines[rules.slug]
