"""Each sentence of how a game is played is told exactly where the engine plays so."""

import re
from collections.abc import Callable

import pytest

from app.games import GAMES
from app.howto import Part, how_to_play
from app.howto.phrases import NoWords
from app.rules import Kind, Match, Unit
from tests.core.lab import ALL_FACES, Lab, faces, lab_of, name
from tests.core.telling import (
    Listener,
    changed,
    told,
    vocabulary,
)

Truth = Callable[[Lab], bool]


def always(_: Lab) -> bool:
    return True


TRUTHS: dict[str, Truth] = {
    "Bring all %(cards)d cards of a pack to the %(foundations)d foundations.": always,
    "The tableau is %(columns)s.": always,
    "Beside it lies a reserve of one card, face up.": lambda lab: lab.has_reserve,
    "The other card is the stock, face down.": always,
    "The %(count)d foundations and the waste are empty at the start.": lambda lab: lab.starts_bare,
    "An empty foundation takes %(cards)s, and nothing else.": lambda lab: lab.begins_with_aces,
    "The first card played to a foundation sets the base: all the others begin with the same "
    "rank, in any suit.": lambda lab: lab.begins_open,
    "It may be the top card %(of_piles)s: the choice is yours.": lambda lab: lab.begins_open,
    "When all foundations are empty again, the base is open again.": (
        lambda lab: lab.begins_open and lab.opens_again
    ),
    "Several foundations may begin with the same card.": lambda lab: lab.engine.rules.decks > 1,
    "Foundations are built up %(manner)s, one rank at a time: on %(under)s goes %(over)s.": always,
    "The ranks go round: on %(under)s goes %(over)s.": lambda lab: lab.goes_round,
    "A foundation is complete with 13 cards, from ace to king, and then takes no more.": (
        lambda lab: lab.begins_with_aces and lab.ends_at_thirteen
    ),
    "A foundation is complete with 13 cards and then takes no more: begun with a %(first)d, it "
    "ends with a %(last)d.": lambda lab: lab.begins_open and lab.ends_at_thirteen,
    "The top card of a foundation, even of a complete one, may return to a column that takes it, "
    "but never go to another foundation.": lambda lab: lab.gives_back,
    "The button “%(button)s” sends up every card that you are certain never to need again.": (
        lambda lab: lab.sends_up
    ),
    "It never chooses the base for you.": lambda lab: lab.leaves_the_base,
    "Columns are built down %(manner)s, one rank at a time: on %(under)s goes %(over)s.": always,
    "Nothing goes on an ace.": lambda lab: not lab.takes("t1", "AH"),
    "A column takes the top card %(of_piles)s.": always,
    "Cards move one at a time, never as a run, however well they lie.": (
        lambda lab: lab.refuses_runs
    ),
    "Face-up cards that lie as a column is built form a run: %(cards)s.": (
        lambda lab: lab.moves_runs
    ),
    "A run moves from column to column, whole or only some cards from its top.": (
        lambda lab: lab.moves_runs
    ),
    "To a foundation goes one card at a time.": lambda lab: lab.moves_runs,
    "A face-down card never moves; once uncovered, it turns face up in the same move.": (
        lambda lab: lab.turns_up
    ),
    "A column that is emptied is filled at once, in the same move, with %(card)s; one undo takes "
    "back both.": lambda lab: lab.refills,
    "It stays empty only when nothing is left to fill it.": (
        lambda lab: lab.refills and lab.may_stay_empty
    ),
    "An empty column stays empty: nothing may go there, not even a king.": (
        lambda lab: not lab.takes("t1")
    ),
    "An empty column takes %(cards)s, with or without a run on it.": (
        lambda lab: bool(lab.takes("t1")) and lab.moves_runs
    ),
    "An empty column takes %(cards)s.": lambda lab: bool(lab.takes("t1")) and lab.refuses_runs,
    "The top card of the reserve, the last dealt, may be played %(to_piles)s.": (
        lambda lab: lab.has_reserve
    ),
    "It never goes to a column, not even to an empty one.": (
        lambda lab: lab.reserve_stays_off_columns
    ),
    "Nothing is ever laid on the reserve, and it is never filled up.": (
        lambda lab: lab.has_reserve and not lab.lays_on(Kind.RESERVE)
    ),
    "A turn of the stock brings one card to the waste.": always,
    "Cards come to the waste from the stock alone.": lambda lab: not lab.lays_on(Kind.WASTE),
    "Only the top card of the waste may be played, %(to_piles)s.": always,
    "You go through the stock %(times)s.": always,
    "The waste is never turned over.": lambda lab: not lab.turns_over,
    "Between two passes the waste is turned over as it lies: the cards keep their order, and that "
    "turn brings none.": lambda lab: lab.turns_over,
    "The game is won the moment the last of the %(cards)d cards lies on a foundation.": always,
    "Nothing else ends it: once it is certain that no useful move is left, the page says so, and "
    "you may undo, as far as the deal, or start again.": always,
    "As the stock comes round for ever, the page says so only after a whole pass without another "
    "move.": lambda lab: lab.is_unlimited,
}


def test_each_sentence_is_told_where_it_is_true_and_nowhere_else() -> None:
    for rules in vocabulary():
        listener = Listener()
        how_to_play(rules, listener)
        lab = lab_of(rules)
        wanted = {sentence for sentence, is_true in TRUTHS.items() if is_true(lab)}
        assert listener.sentences == wanted, rules


def test_each_sentence_is_needed_by_a_game_of_the_house() -> None:
    listener = Listener()
    for rules in GAMES.values():
        how_to_play(rules, listener)
    assert listener.sentences == set(TRUTHS)


# -- what stands in the sentences ----------------------------------------------------------


OVER = {
    Match.ANY_SUIT: ("any 9", "any queen", "any ace", "any king"),
    Match.SAME_SUIT: (
        "the 9 of hearts",
        "the queen of hearts",
        "the ace of hearts",
        "the king of hearts",
    ),
    Match.ALTERNATE_COLOUR: (
        "the 9 of spades or the 9 of clubs",
        "the queen of spades or the queen of clubs",
        "the ace of spades or the ace of clubs",
        "the king of spades or the king of clubs",
    ),
}
MANNER = {
    Match.ANY_SUIT: "whatever the suit",
    Match.SAME_SUIT: "in suit",
    Match.ALTERNATE_COLOUR: "in alternate colours",
}


def test_examples_are_what_the_engine_takes() -> None:
    for rules in vocabulary():
        parts = told(rules)
        up, down = rules.foundations.build, rules.tableau.build
        nine, _, ace, _ = OVER[up.match]
        _, queen, _, king = OVER[down.match]
        assert f"built up {MANNER[up.match]}, " in parts[Part.FOUNDATIONS]
        assert f": on the 8 of hearts goes {nine}." in parts[Part.FOUNDATIONS]
        if lab_of(rules).begins_open:
            assert f": on the king of hearts goes {ace}." in parts[Part.FOUNDATIONS]
            assert ": begun with a 7, it ends with a 6." in parts[Part.FOUNDATIONS]
        assert f"built down {MANNER[down.match]}, " in parts[Part.TABLEAU]
        assert f": on the king of hearts goes {queen}." in parts[Part.TABLEAU]
        round_again = f": on the ace of hearts goes {king}."
        assert (round_again in parts[Part.TABLEAU]) == bool(lab_of(rules).takes("t1", "AH"))


def test_a_run_that_is_told_of_can_be_moved() -> None:
    runs = {
        Match.ANY_SUIT: "the queen of hearts, the jack of spades and the 10 of spades",
        Match.SAME_SUIT: "the queen of hearts, the jack of hearts and the 10 of hearts",
        Match.ALTERNATE_COLOUR: "the queen of hearts, the jack of spades and the 10 of hearts",
    }
    for rules in vocabulary():
        match = rules.tableau.build.match
        has_run = f"form a run: {runs[match]}." in told(rules)[Part.TABLEAU]
        assert has_run == (rules.tableau.unit is Unit.RUN)


def test_an_empty_column_takes_what_is_told() -> None:
    told_of = {faces("K"): "any king", ALL_FACES: "any card"}
    for rules in vocabulary():
        text = told(rules)[Part.TABLEAU]
        for cards, words in told_of.items():
            assert (f"An empty column takes {words}" in text) == (
                lab_of(rules).takes("t1") == cards
            )


def test_a_refill_comes_from_where_it_is_told() -> None:
    waste, stock = "the top card of the waste", "the next card of the stock, face up"
    for rules in vocabulary():
        lab = lab_of(rules)
        if not lab.refills:
            continue
        after = [
            lab.after("t1f1", t1="AH", **piles).piles[lab.engine.columns.start]
            for piles in ({"w1": "9S", "s1": "3D"}, {"w1": "9S"}, {"s1": "3D"})
        ]
        from_waste_first = after[0] == after[1]
        if after[1] and after[2]:
            first, other = (waste, stock) if from_waste_first else (stock, waste)
            words = f"{first} or, if there is none, {other}"
        else:
            words = waste if after[1] else stock
        assert f"in the same move, with {words};" in told(rules)[Part.TABLEAU]


def test_top_cards_go_where_it_is_told() -> None:
    names = {"t1": "of a column", "w1": "of the waste", "r1": "of the reserve"}
    for rules in vocabulary():
        lab, parts = lab_of(rules), told(rules)
        sources = [pile for pile in names if pile in lab.engine.places]
        up = [pile for pile in sources if lab.may(f"{pile}f1", **{pile: "AH"})]
        if lab.begins_open:
            tops = _either([names[each] for each in up])
            assert f"It may be the top card {tops}: " in parts[Part.FOUNDATIONS]
        columns = {"t2": "of another column", "w1": "of the waste", "r1": "of the reserve"}
        under = "8S"
        down = [
            words
            for pile, words in {**columns, "f1": "of a foundation"}.items()
            if pile in lab.engine.places
            and lab.may(f"{pile}t1", **{pile: cards_on(lab, under), "t1": under})
        ]
        assert f"A column takes the top card {_either(down)}." in parts[Part.TABLEAU]
        for pile, part in (("r1", Part.RESERVE), ("w1", Part.STOCK)):
            if pile in sources:
                to = ["to a foundation"] * (pile in up)
                over = cards_on(lab, under)
                to += ["to a column"] * lab.may(f"{pile}t1", **{pile: over, "t1": under})
                assert re.search(rf"may be played,? {_either(to)}\.", parts[part])


def test_numbers_are_those_of_the_deal() -> None:
    for rules in vocabulary():
        parts, position = told(rules), lab_of(rules).engine.deal(1)
        cards = sum(map(len, position.piles))
        aim = f"all {cards} cards of {'a pack to' if rules.decks == 1 else f'{rules.decks} packs'}"
        assert aim in parts[Part.AIM]
        assert f"to the {rules.foundations.count} foundations." in parts[Part.AIM]
        assert f"The other {len(position.piles[-1])} cards are the stock" in parts[Part.LAYOUT]
        assert f"The {rules.foundations.count} foundations and" in parts[Part.LAYOUT]
        assert f"the last of the {cards} cards" in parts[Part.ENDING]


def test_passes_and_turns() -> None:
    times = {1: "once", 2: "twice", 3: "3 times", None: "as often as you like"}
    brings = {1: "one card to", 2: "2 cards to", 3: "3 cards to"}
    for rules in vocabulary():
        text = told(rules)[Part.STOCK]
        assert f"You go through the stock {times[rules.stock.passes]}." in text
        assert f"A turn of the stock brings {brings[rules.stock.per_turn]} the waste" in text


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (("U",) * 9, "9 columns of one card, all face up"),
        (("UU",) * 9, "9 columns of 2 cards, all face up"),
        (("U",), "1 column of one card, all face up"),
        (("dU",) * 7, "7 columns of 2 cards, dealt face down, face up"),
        (("dUdU",) * 7, "7 columns of 4 cards, dealt face down, face up, face down, face up"),
        (("U", "dU", "ddU"), "3 columns of 1, 2 and 3 cards, only the last of each face up"),
    ],
)
def test_columns_as_they_are_dealt(columns: tuple[str, ...], words: str) -> None:
    for rules in GAMES.values():
        text = told(changed(rules, "tableau.deal", columns))[Part.LAYOUT]
        assert text.startswith(f"The tableau is {words}.")


def test_a_deal_that_no_game_needs_has_no_words() -> None:
    with pytest.raises(NoWords):
        told(changed(GAMES["roman"], "tableau.deal", ("U", "UU")))


def test_sections_stand_in_order_and_only_where_they_say_something() -> None:
    for rules in vocabulary():
        parts = list(told(rules))
        assert parts == [part for part in Part if part is not Part.RESERVE or rules.reserve]


def cards_on(lab: Lab, under: str) -> str:
    return name(min(lab.takes("t1", under)))


def _either(items: list[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else last
