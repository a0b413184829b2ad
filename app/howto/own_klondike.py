"""Klondike and its relatives in words of their own."""

from app.words import Tongue

Told = tuple[tuple[str, ...], tuple[str, ...]]
"""Paragraphs, then five sentences of strategy."""


def bureau(tongue: Tongue) -> Told:
    _ = tongue.gettext
    return (
        (
            _(
                "Bureau shows you half of each column and hides the rest in between: of its four "
                "cards, the first and the third lie face down. Thirteen columns, and 26 cards to "
                "find."
            ),
            _(
                "Foundations and columns both alternate red and black, one upward, the other "
                "downward, so a run in good order goes up card by card. Any ace may begin any of "
                "the eight foundations, and whole runs move between the columns."
            ),
            _(
                "But a column that you empty is gone: nothing may be laid there again. A solver "
                "that saw every card found a win in 97 deals of 100; simple play that never looked "
                "ahead won four. You play in between."
            ),
        ),
        (
            _("Of two moves, prefer the one that turns up a hidden card."),
            _(
                "Do not empty a column lightly: it is one place less for the whole rest of the "
                "game."
            ),
            _(
                "A king lies where it lies until a foundation has come up to a queen of the other "
                "colour, and whatever is under it waits as well."
            ),
            _(
                "Split a run when only its upper cards fit elsewhere: the rest may go up or stay "
                "in use."
            ),
            _(
                "Learn the order of the waste in the first pass and use it in the second: it comes "
                "again just so, and that is the last time."
            ),
        ),
    )


def athena(tongue: Tongue) -> Told:
    _ = tongue.gettext
    return (
        (
            _(
                "Athena is Klondike with the lamps half lit. Its seven columns are all four cards "
                "deep, face down and face up in turn: 14 cards are in view from the start, where "
                "Klondike shows seven."
            ),
            _(
                "No column is easy and none is hopeless. Under each top card lies one that you do "
                "not know, and under that one you do, so there is something to plan for."
            ),
            _(
                "All the rest is as in Klondike: aces begin, kings move into empty columns, and "
                "the stock comes round as often as you like, three cards at a time or one, as you "
                "choose."
            ),
        ),
        (
            _(
                "Look at the second card of each column before you move the fourth: it tells you "
                "what the hidden card between them holds up."
            ),
            _("Turn up the third cards early, for each gives you a new card to work with."),
            _("Empty a column only when a king is ready to move in."),
            _(
                "Where three cards are turned at a time, each card you take from the waste shifts "
                "those that come after it: look through a whole pass before you choose."
            ),
            _(
                "Before a card goes up, ask whether the columns still need it to lay one of the "
                "other colour on."
            ),
        ),
    )


def klondike(tongue: Tongue) -> Told:
    _ = tongue.gettext
    return (
        (
            _(
                "Klondike is the patience that most people learn first, and the one that many mean "
                "by the word. Seven columns of one card to seven, only the last of each face up: "
                "21 cards are hidden, and finding them is the game."
            ),
            _(
                "Its rules are kind to runs, which move whole or in part, and strict about empty "
                "columns, which take only kings. The stock comes round as often as you like. With "
                "one card a turn you see it all; with three, only every third is yours to play, "
                "until a card you take shifts the others."
            ),
        ),
        (
            _("Work on the longest columns first: the seventh hides six cards, the second one."),
            _("Empty a column only when you have a king for it."),
            _(
                "If two kings could move in, take the one that has a queen of the other colour "
                "waiting."
            ),
            _(
                "Aces and twos may always go up; from the threes on, look first whether the "
                "columns still need the card."
            ),
            _(
                "With three cards a turn, go through one whole pass and look before you take the "
                "first card from the waste."
            ),
        ),
    )
