"""All that is stored of a visitor: every column of every table, and every cookie, in plain words.

The privacy page is made of this and of nothing else. A column or a cookie that is missing here
fails a test, so that what is stored and what is told stay the same.
"""

from typing import NamedTuple

from app.web.cookies import Cookie
from app.web.i18n import N_


class Fact(NamedTuple):
    """What some columns of a table hold."""

    columns: tuple[str, ...]
    words: str


class Kept(NamedTuple):
    """A table, as far as it holds anything of visitors."""

    table: str
    heading: str
    facts: tuple[Fact, ...]
    until: str
    """When it is deleted; `%(play)s`, `%(message)s` and `%(counted)s` stand for how long."""


class Given(NamedTuple):
    """A cookie."""

    cookie: Cookie
    purpose: str
    comes: str


COOKIES = (
    Given(
        Cookie.PLAYER,
        N_(
            "A random number that your games and your settings are kept under. It means nothing "
            "else."
        ),
        N_(
            "It comes with your first move or your first choice and lasts %(days)s from the last "
            "time that you come back to your games."
        ),
    ),
    Given(
        Cookie.LANGUAGE,
        N_("The language that you chose, and nothing else."),
        N_("It comes when you press the button of another language and lasts %(days)s."),
    ),
)

_PLAYER = Fact(
    ("player",),
    N_(
        "a fingerprint (SHA-256) of the number in your cookie: only your browser has the number "
        "itself"
    ),
)
_DEAL = Fact(("slug", "number"), N_("which game, and which deal"))

TABLES = (
    Kept(
        "plays",
        N_("Your games"),
        (
            _PLAYER,
            _DEAL,
            Fact(("log", "ply"), N_("your moves, and how many of them stand")),
            Fact(
                ("position", "won", "stuck"),
                N_("how the cards lie, and whether that is a win, or the end without one"),
            ),
            Fact(
                ("version", "last"),
                N_(
                    "how often the game was stored and what was pressed last: no press counts twice"
                ),
            ),
            Fact(
                ("started", "moved"),
                N_("when you began and when you moved last, or gave the game up"),
            ),
            Fact(("seconds",), N_("how long you have played, long pauses left out")),
            Fact(("undos", "hints"), N_("how often you took a move back or asked for a hint")),
        ),
        N_("All of this is deleted once you have made no move in any game for %(play)s."),
    ),
    Kept(
        "wins",
        N_("Your wins"),
        (
            _PLAYER,
            _DEAL,
            Fact(("log", "moves"), N_("the moves that won, and how many")),
            Fact(("seconds", "won_at"), N_("how long it took, and when it was")),
            Fact(("undos", "hints"), N_("how often you took a move back or asked for a hint")),
        ),
        N_("Kept until you delete them: the button is at the end of this page."),
    ),
    Kept(
        "choices",
        N_("Your settings"),
        (
            _PLAYER,
            Fact(("choices",), N_("what you chose, where it is not what everyone begins with")),
            Fact(("moved",), N_("when you chose last")),
        ),
        N_(
            "All of this is deleted once you have neither chosen anew nor made a move in any game "
            "for %(play)s."
        ),
    ),
    Kept(
        "verdicts",
        N_("What searches have found"),
        (
            Fact(("slug", "key"), N_("which game, and a fingerprint of how the cards lie")),
            Fact(("kind", "line"), N_("whether that can be won, and by which moves")),
            Fact(("effort", "seconds", "found"), N_("how long was searched, and when")),
        ),
        N_("Deleted %(play)s after it was found."),
    ),
    Kept(
        "messages",
        N_("What you write to us"),
        (
            Fact(("text", "kind"), N_("your message, and what it is about")),
            Fact(("email",), N_("your e-mail address, if you give one")),
            Fact(
                ("slug", "number", "log", "ply"),
                N_("the game that you came from and your moves in it, if you tick that box"),
            ),
            Fact(("reference",), N_("its reference, which you are told")),
            Fact(("written", "lang"), N_("when it came, and in which language the page was")),
            Fact(
                ("likeness", "held"),
                N_(
                    "a fingerprint of the text, and why it is not mailed if it looks like a robot’s"
                ),
            ),
            Fact(
                ("due", "attempts", "mailed", "answered"),
                N_(
                    "when it went to our mailbox, after how many attempts, and when we dealt with "
                    "it"
                ),
            ),
        ),
        N_(
            "All of this is deleted %(message)s after we have dealt with it or, if it looks like a "
            "robot’s, after it came."
        ),
    ),
    Kept(
        "counts",
        N_("Counts against floods"),
        (
            Fact(
                ("name",),
                N_("which limit it is, and a fingerprint of the network address or the cookie"),
            ),
            Fact(("hits", "server"), N_("how many requests, counted by which of our servers")),
            Fact(("ends",), N_("when the count ends")),
        ),
        N_("A count is deleted when it ends, after %(counted)s at the most."),
    ),
)
"""The ones that hold something of visitors, in the order of the page."""

OWN = {
    "keys": frozenset({"name", "value"}),
    "migrations": frozenset({"number", "name"}),
}
"""Tables that hold nothing of visitors: the key that forms are signed with, and the state of the
database itself."""
