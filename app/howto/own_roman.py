"""Roman and its relatives in words of their own."""

from app.words import Tongue

Told = tuple[tuple[str, ...], tuple[str, ...]]
"""Paragraphs, then five sentences of strategy."""


def roman(tongue: Tongue) -> Told:
    _ = tongue.gettext
    return (
        (
            _(
                "Roman lays almost everything open and asks its question at once: which rank shall "
                "be the base? Nine columns of a single card, eleven cards in the reserve, and not "
                "one foundation begun. The first card you play up decides where all eight "
                "foundations begin, and where they end."
            ),
            _(
                "From then on it is a game about columns. They are built down whatever the suit, "
                "so most cards find a place; but only one card moves at a time, and a column that "
                "empties is filled at once. Until stock and waste are gone there is no free space "
                "at all: you can only exchange one place for another."
            ),
            _(
                "The stock comes once, and what you cover in the waste must be dug out again from "
                "the top. It is a hard game and a fair one: a solver that saw every card found a "
                "win in about four deals of five."
            ),
        ),
        (
            _(
                "Before you choose the base, read the reserve from its top card down: a good base "
                "lets those cards go up roughly in the order in which they lie."
            ),
            _(
                "You may turn part of the stock before you decide, but each card you turn lies on "
                "the one before it."
            ),
            _("Nothing goes on an ace, so lay aces where you can spare a column until they go up."),
            _(
                "When the waste shows a card you would like to have in a column, empty a column: "
                "it comes by itself."
            ),
            _(
                "Do not shrink from taking a card back from a foundation: in our study about one "
                "deal in twelve was won only that way."
            ),
        ),
    )


def signora(tongue: Tongue) -> Told:
    _ = tongue.gettext
    return (
        (
            _(
                "Signora is Roman in two colours. Columns and foundations both alternate red and "
                "black, so a foundation no longer belongs to a suit, and every card has twice as "
                "many cards that it may follow on its way up."
            ),
            _(
                "The columns pay for it: they take the opposite colour only, and still one card at "
                "a time. The balance tips your way all the same. In our trials, simple play that "
                "never looked ahead won about one deal in five, against one in a hundred at Roman."
            ),
            _("If you are new to this family of games, begin here."),
        ),
        (
            _(
                "Choose the base by the reserve: its cards leave from the top only, and a base "
                "that suits their order is worth waiting for."
            ),
            _("Keep the foundations mixed, some waiting for a red card and some for a black one."),
            _(
                "Two cards of one rank and colour do the same work on the foundations: send up the "
                "one that lies in your way."
            ),
            _(
                "Before you lay a card on a column, look at what it covers, for no run will ever "
                "carry it away again in one move."
            ),
            _(
                "Once stock and waste are used up, an emptied column stays free: save some work "
                "for that moment."
            ),
        ),
    )


def colonel(tongue: Tongue) -> Told:
    _ = tongue.gettext
    return (
        (
            _(
                "Colonel is the orderly one of the family: everything goes in suit, up and down. "
                "Where a card belongs is seldom in doubt; when to put it there is the whole game."
            ),
            _(
                "In exchange, runs may march. Cards that lie in suit move together from column to "
                "column, all of them or some, and a run may even take over an emptied column once "
                "stock and waste are gone. A tenth column and a second pass through the stock are "
                "the other favours."
            ),
            _(
                "With two packs, only two cards of all the 104 can carry a given card in a column. "
                "A place once lost is missed for a long time."
            ),
        ),
        (
            _(
                "A run goes up card by card from its top, unless the base lies within it: then the "
                "card just below the base must wait until the very end."
            ),
            _(
                "Send the cards of the reserve up as soon as they fit, for they have nowhere else "
                "to go."
            ),
            _(
                "Use the first pass to build and to look, the second to finish: the waste comes "
                "again in the same order."
            ),
            _(
                "Moving a whole run off its column brings a new card there, so do it when the top "
                "of the waste is one that you can use."
            ),
            _("When a card is buried, look for its twin before you dig."),
        ),
    )


def double_signora(tongue: Tongue) -> Told:
    _ = tongue.gettext
    return (
        (
            _(
                "Twice the packs, twice the foundations and a whole evening of cards: Double "
                "Signora is Signora written large, 208 cards on their way to 16 foundations."
            ),
            _(
                "It is not twice as wide, though. Eleven columns in place of nine must carry it "
                "all, and the reserve has grown from 11 cards to 21, which still leave one by one "
                "from the top."
            ),
            _(
                "It is long rather than cruel: there are four copies of every card, so one that "
                "is out of reach often has a twin that is not. Take your time."
            ),
        ),
        (
            _(
                "Read the reserve before you choose the base: with 21 cards in it, a base against "
                "their order is felt to the end."
            ),
            _("Play every base card up when you can: each is one more foundation to build on."),
            _("When one copy of a card is buried, go after another of the four."),
            _(
                "Count how many foundations wait for red and how many for black, and keep the two "
                "in balance."
            ),
            _("The stock comes only once: turn it when the columns have no more to say."),
        ),
    )
