"""What is said after each kind of press, in both languages: short sentences, and only true ones."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from app.cards import Card
from app.engine import PileName
from app.judge import Auto
from app.notation import parse_step, split_log
from app.play import Play
from app.rules import Kind
from app.web.game import Outcome, Result
from app.web.i18n import card_words, catalog
from app.web.press import Action
from app.web.seats import Seat
from app.web.spoken import sentence
from app.web.told import table_sentences
from tests.test_golden_wins import WINS
from tests.web.players import LANGS

LONGEST = 130
"""Characters: some seven seconds."""

# game, how many steps of its stored line come before, and what is said of the next
MOVES = {
    "to a column, refilled from the stock": (
        "roman",
        0,
        "4 of clubs to column 7. Column 1 refilled from the stock: 3 of hearts.",
        "4 de trèfle vers la colonne 7. Colonne 1 complétée par la pioche : 3 de cœur.",
    ),
    "refilled from the waste": (
        "roman",
        42,
        "8 of spades to column 2. Column 8 refilled from the waste: 6 of clubs.",
        "8 de pique vers la colonne 2. Colonne 8 complétée par la défausse : 6 de trèfle.",
    ),
    "emptied and not refilled": (
        "roman",
        176,
        "7 of clubs to foundation 8. Column 6 is empty.",
        "7 de trèfle sur la fondation 8. La colonne 6 est vide.",
    ),
    "the base": (
        "roman",
        1,
        "King of spades to foundation 1. Every foundation begins with: king.",
        "Roi de pique sur la fondation 1. Chaque fondation commence par : roi.",
    ),
    "a card turned up": (
        "athena",
        0,
        "6 of diamonds to column 3. Turned up: jack of clubs.",
        "6 de carreau vers la colonne 3. Retournée : valet de trèfle.",
    ),
    "several cards": (
        "athena",
        17,
        "7 of clubs and 2 more to column 7. Turned up: ace of hearts.",
        "7 de trèfle et 2 de plus vers la colonne 7. Retournée : as de cœur.",
    ),
    "a turn": ("roman", 18, "Waste: jack of diamonds.", "Défausse : valet de carreau."),
    "a turn of three": (
        "athena",
        1,
        "3 cards to the waste, on top: jack of diamonds.",
        "3 cartes sur la défausse, au-dessus : valet de carreau.",
    ),
    "the last card of a pass": (
        "bureau",
        127,
        "Waste: 10 of spades. The stock is empty. 1 more pass.",
        "Défausse : 10 de pique. La pioche est vide. Encore 1 passage.",
    ),
    "the next pass": (
        "bureau",
        129,
        "The waste is the stock again. Last pass.",
        "La défausse redevient la pioche. Dernier passage.",
    ),
    "the win": (
        "roman",
        190,
        "Queen of clubs to foundation 8. Won!",
        "Dame de trèfle sur la fondation 8. Gagné !",
    ),
}


@cache
def line(slug: str) -> tuple[Play, ...]:
    """The stored line of a game, position by position."""
    plays = [Play.start(slug, WINS[slug]["number"])]
    for text in split_log(WINS[slug]["log"]):
        plays.append(plays[-1].make(parse_step(plays[-1].engine, text)))
    return tuple(plays)


def told(lang: str, before: Play, after: Play, action: Action = Action.MOVE) -> str:
    """As an answer says it; the no-break spaces of French are made plain."""
    made = after.last_step[0] if action is Action.MOVE else None
    result = Result(Outcome.DONE, Seat(after, 1), before, made)
    words = sentence(lang, result, action, has_ended=after.is_won or after.is_stuck)
    return words.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("kind", MOVES)
def test_a_move(kind: str) -> None:
    slug, at, english, french = MOVES[kind]
    before, after = line(slug)[at : at + 2]
    assert told("en", before, after) == english
    assert told("fr", before, after) == french


@pytest.mark.parametrize(
    ("lang", "undone", "redone", "turned"),
    [
        (
            "en",
            "Undone: 4 of clubs to column 7.",
            "Redone: 4 of clubs to column 7. Column 1 refilled from the stock: 3 of hearts.",
            "Undone: turn of the stock.",
        ),
        (
            "fr",
            "Annulé : 4 de trèfle vers la colonne 7.",
            (
                "Rétabli : 4 de trèfle vers la colonne 7. "
                "Colonne 1 complétée par la pioche : 3 de cœur."
            ),
            "Annulé : retourner la pioche.",
        ),
    ],
)
def test_undo_and_redo(lang: str, undone: str, redone: str, turned: str) -> None:
    deal, made = line("roman")[:2]
    back = made.undo()
    assert told(lang, made, back, Action.UNDO) == undone
    assert told(lang, back, back.redo(), Action.REDO) == redone
    turn = line("roman")[19]
    assert told(lang, turn, turn.undo(), Action.UNDO) == turned
    assert deal.position == back.position


@pytest.mark.parametrize(
    ("lang", "restarted", "redone"),
    [
        ("en", "Back to the deal.", "At move 5 again."),
        ("fr", "Retour à la donne.", "De nouveau au coup 5."),
    ],
)
def test_restart_and_back(lang: str, restarted: str, redone: str) -> None:
    play = line("roman")[5]
    deal = play.restart()
    assert told(lang, play, deal, Action.RESTART) == restarted
    assert told(lang, deal, deal.redo_all(), Action.REDO_ALL) == redone


@pytest.mark.parametrize(
    ("lang", "said", "undone"),
    [
        (
            "en",
            (
                "3 of hearts to column 5. Turned up: ace of spades. "
                "And ace of spades to foundation 1. Column 2 is empty."
            ),
            "Undone: 3 of hearts to column 5, and 1 card to the foundations.",
        ),
        (
            "fr",
            (
                "3 de cœur vers la colonne 5. Retournée : as de pique. "
                "Et as de pique sur la fondation 1. La colonne 2 est vide."
            ),
            "Annulé : 3 de cœur vers la colonne 5, et 1 carte aux fondations.",
        ),
    ],
)
def test_cards_that_follow_by_themselves(lang: str, said: str, undone: str) -> None:
    before = line("klondike")[6]
    after = before.make(line("klondike")[7].last_step, Auto.SAFE)
    assert told(lang, before, after) == said
    assert told(lang, after, after.undo(), Action.UNDO) == undone


@pytest.mark.parametrize("lang", LANGS)
def test_all_that_is_safe(lang: str) -> None:
    before = line("klondike")[-12]
    after = before.make(before.safe_step())
    sent = len(after.last_step)
    wanted = catalog(lang).ngettext(
        "%(count)d card to the foundations", "%(count)d cards to the foundations", sent
    )
    assert sent > 1
    assert told(lang, before, after, Action.UP).startswith(wanted % {"count": sent})


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("outcome", [Outcome.REFUSED, Outcome.STALE, Outcome.MALFORMED])
def test_what_was_not_done(lang: str, outcome: Outcome) -> None:
    seat = Seat(line("roman")[5], 5)
    said = sentence(lang, Result(outcome, seat), Action.MOVE, has_ended=False)
    assert said == catalog(lang).gettext(outcome.line)
    repeated = Result(Outcome.REPEATED, seat)
    assert not sentence(lang, repeated, Action.MOVE, has_ended=False)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", WINS)
def test_each_move_of_a_game_is_told_shortly_and_truly(slug: str, lang: str) -> None:
    for before, after in _pairs(slug):
        said = told(lang, before, after)
        assert len(said) <= LONGEST
        assert re.fullmatch(r"[A-ZÉ0-9].*[.!]", said)
        for name, card in _refills(before, after):
            giver = "waste" if name.kind is Kind.WASTE else "stock"
            text = catalog(lang).gettext(_REFILLED[giver])
            column = before.engine.names[after.last_step[0].source].number
            wanted = text % {"number": column, "card": card_words(lang, card)}
            assert wanted.replace("\N{NO-BREAK SPACE}", " ") in said or after.is_won
        undone = told(lang, after, after.undo(), Action.UNDO)
        assert len(undone) <= LONGEST


_REFILLED = {
    "waste": "Column %(number)d refilled from the waste: %(card)s.",
    "stock": "Column %(number)d refilled from the stock: %(card)s.",
}


def _pairs(slug: str) -> Iterator[tuple[Play, Play]]:
    yield from pairwise(line(slug))


def _refills(before: Play, after: Play) -> Iterator[tuple[PileName, Card]]:
    """The piles that gave a card by themselves, and the card: told by what they hold."""
    engine, (move, *_) = before.engine, after.last_step
    for place in (engine.waste, engine.stock):
        old, new = before.position.piles[place], after.position.piles[place]
        if move.source in engine.columns and len(new) < len(old):
            yield engine.names[place], old[-1]


@pytest.mark.parametrize(
    ("lang", "slug", "at", "heard"),
    [
        (
            "en",
            "roman",
            0,
            ["8 empty foundations, the first card sets the rank.", "Waste, 0 cards."],
        ),
        (
            "en",
            "roman",
            2,
            ["7 empty foundations, waiting for: king.", "Foundation 1, 1 card: king"],
        ),
        ("fr", "roman", 2, ["7 fondations vides, en attente : roi.", "Fondation 1, 1 carte : roi"]),
        (
            "en",
            "athena",
            0,
            ["Column 1: 5 of diamonds, 1 face down, 2 of hearts, 1 face down.", "Stock, 24 cards."],
        ),
        ("en", "bureau", 129, ["Waste, ", "Stock, 0 cards, 1 more pass."]),
        ("fr", "bureau", 130, ["Défausse, 0 carte.", ", dernier passage."]),
    ],
)
def test_the_table_in_sentences(lang: str, slug: str, at: int, heard: list[str]) -> None:
    told = " ".join(table_sentences(lang, line(slug)[at])).replace("\N{NO-BREAK SPACE}", " ")
    assert [words for words in heard if words not in told] == []
