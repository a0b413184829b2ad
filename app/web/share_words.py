"""What is said of a deal to those who have not seen it: its name, and how it was won."""

from typing import NamedTuple

from app.games import draw_variants
from app.rules import GameRules
from app.web.clock import clock_text
from app.web.i18n import catalog, game_title


class Feat(NamedTuple):
    """How a deal was won."""

    moves: int
    seconds: float | None
    """None where nobody has counted them."""


def deal_name(language: str, rules: GameRules, number: object) -> str:
    """`Roman 48213`; `Klondike, draw 3, deal 48213` where a number would stand beside another."""
    _ = catalog(language).gettext
    pattern = _("%(game)s, deal %(number)s") if draw_variants(rules) else _("%(game)s %(number)s")
    return pattern % {"game": game_title(language, rules), "number": number}


def message(language: str, rules: GameRules, number: int, feat: Feat | None) -> str:
    """What is sent with the link."""
    words = catalog(language)
    named = {"deal": deal_name(language, rules, number)}
    if feat is None:
        return words.gettext("%(deal)s: can you win it?") % named
    told = {**named, "moves": feat.moves}
    if feat.seconds is None:
        return words.gettext("%(deal)s in %(moves)d moves: can you?") % told
    timed = {**told, "time": clock_text(feat.seconds)}
    return words.gettext("%(deal)s in %(moves)d moves, %(time)s: can you?") % timed
