"""No useful move left: said only when it is certain, and of what the player has seen."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from app.engine import Engine, Move, Position, engine_for
from app.games import GAMES
from app.judge import SEARCH_BOUND, cards_in_a_whole_pass, is_stuck
from app.play import Play
from tests.core.test_reference import position_of, won_layout
from tests.positions import draw, narrow_engine
from tests.reference import (
    CLICK,
    HOUSES,
    House,
    Layout,
    allowed,
    can_click,
    choices,
    play,
    won,
)

UNLIMITED = [slug for slug, rules in GAMES.items() if rules.stock.passes is None]
LIMITED = [slug for slug in GAMES if slug not in UNLIMITED]


def measure(layout: Layout) -> tuple[int, int, int]:
    """Cards on the foundations; still face down; in waste, stock and reserve."""
    count = {name: len(pile) for name, pile in layout.piles.items()}
    return (
        sum(n for name, n in count.items() if name[0] == "f"),
        len(layout.hidden),
        sum(n for name, n in count.items() if name[0] in "wsr"),
    )


def reachable(house: House, layout: Layout) -> Iterator[Layout]:
    """Every table that moves other than a click lead to, this one first; without any bound."""
    known = {repr(layout.piles)}
    waiting = [layout]
    while waiting:
        here = waiting.pop()
        yield here
        for choice in choices(house, here):
            if choice == CLICK:
                continue
            there = play(house, here, choice)
            if repr(there.piles) not in known:
                known.add(repr(there.piles))
                waiting.append(there)


def progresses(before: Layout, after: Layout) -> bool:
    up, hidden, rest = measure(before)
    up_now, hidden_now, rest_now = measure(after)
    return up_now > up or hidden_now < hidden or rest_now < rest


def verdict(house: House, layout: Layout) -> bool | None:
    """Stuck or not by looking at everything; None if that is more than the judge looks at.

    A click is progress here, unless passes are unlimited: then every card of the waste is taken
    to have been seen, and playing any of them is.
    """
    if won(layout) or (house.passes and can_click(house, layout)):
        return False
    for count, here in enumerate(reachable(house, layout), start=1):
        if progresses(layout, here) or (not house.passes and a_seen_card_plays(house, here)):
            return False
        if count > SEARCH_BOUND:
            return None
    return True


def a_seen_card_plays(house: House, layout: Layout) -> bool:
    return any(
        allowed(house, Layout({**layout.piles, "w1": [card]}, layout.hidden), ("w1", target, 1))
        for card in layout.piles["w1"]
        for target in layout.piles
    )


def small_layout(house: House, random: Random) -> Layout:
    """A few cards anywhere, nothing in the stock, and no pass left but where they never end."""
    layout = won_layout(house, random)
    cards: list[str] = []
    for name, pile in layout.piles.items():
        if name[0] == "f":
            keep = random.choice((0, 0, 1, 2, 4))
            cards += pile[keep:]
            del pile[keep:]
    random.shuffle(cards)
    for name, pile in layout.piles.items():
        if name[0] in "tr":
            pile += [cards.pop() for _ in range(random.randrange(4))]
    layout.piles["w1"] = [cards.pop() for _ in range(random.randrange(3))]
    if house.empty == "refill" and any(not p for n, p in layout.piles.items() if n[0] == "t"):
        layout.piles["w1"] = []
    if house.empty != "refill":
        hidden = (c for n, p in layout.piles.items() if n[0] == "t" for c in p[:-1])
        layout.hidden |= {card for card in hidden if random.random() < 0.3}
    layout.passes = house.passes or 1
    return layout


def said_of_a_random_end(slug: str, random: Random) -> bool:
    """What the judge says of one, held against the search that looks at everything."""
    columns = random.randint(2, 3)
    house = replace(HOUSES[slug], columns=HOUSES[slug].columns[:1] * columns, click=1)
    layout = small_layout(house, random)
    engine = narrow_engine(slug, columns)
    position = position_of(engine, layout)
    seen = frozenset() if house.passes else frozenset(position.piles[engine.waste])
    truth = verdict(house, layout)
    said = is_stuck(engine, position, seen)
    assert said == truth if truth is not None else not said, layout
    return said


@pytest.mark.parametrize("slug", GAMES)
def test_stuck_as_an_exhaustive_search_says(slug: str) -> None:
    random = Random(slug)
    positions = 40 if GAMES[slug].decks < 4 else 10
    assert {said_of_a_random_end(slug, random) for _ in range(positions)} == {True, False}


@pytest.mark.soak
def test_stuck_of_two_thousand_random_ends() -> None:
    random = Random(2000)
    stuck = dict.fromkeys(GAMES, 0)
    for number in range(2000):
        slug = list(GAMES)[number % len(GAMES)]
        stuck[slug] += said_of_a_random_end(slug, random)
    print(f"stuck, of 2,000 ends: {stuck}")
    assert all(stuck.values())


@pytest.mark.parametrize(
    ("slug", "position", "stuck"),
    [
        # a click is progress while passes are limited
        ("colonel", "F1=7C; T1=9D; W=5S; p=1", False),
        ("colonel", "F1=7C; T1=9D; W=5S; p=2", True),
        ("bureau", "F1=AS; T1=5D; W=9H; S=-; p=1", False),
        ("bureau", "F1=AS; T1=5D; W=9H; S=9D; p=2", False),
        # a hop alone is not progress, wherever it can be repeated for ever
        ("klondike", "F1=AC; T1=8D 5C; T2=6D; T3=6H; W=-", True),
        # nor is a take-back
        ("klondike", "F1=AC 2C; T1=3D", True),
        # nor is the only card of a column going to an empty one
        ("klondike", "F1=AC; T1=KD; T2=-", True),
        # a hop that uncovers a card that goes up
        ("bureau", "F1=AS; T1=2H 5D; T2=6S; p=2", False),
        # a run split so that the card below goes up
        ("klondike", "F1=AC; T1=2C 5D; T2=6S", False),
        ("klondike", "F1=AC; T1=2C 5D 4C; T2=6S; T3=5H", False),
        # a card turned up
        ("klondike", "T1=(2C) 5D; T2=6S", False),
        ("klondike", "T1=(2C) 5D; T2=6D", True),
        # a take-back that receives a card: 3H comes down to take the 2C off an ace
        ("klondike", "F1=AH 2H 3H; T1=4S; T2=AC 2C; T3=9D", False),
        # the reserve's top goes up
        ("signora", "F1=7C; T1=9D; R=8H", False),
        ("signora", "F1=7C; T1=9D; R=8S", True),
        # without a base, anything starts one
        ("signora", "T1=9D", False),
    ],
)
def test_stuck(slug: str, position: str, *, stuck: bool) -> None:
    table = draw(slug, position)
    assert is_stuck(table.engine, table.position) == stuck, str(table)


def test_won_is_not_stuck() -> None:
    suits = ("".join(rank + suit + " " for rank in "A23456789TJQK").strip() for suit in "SHDC")
    table = draw("klondike", "; ".join(f"F{n}={cards}" for n, cards in enumerate(suits, 1)))
    table = replace(table, position=empty_columns(table.engine.columns, table.position))
    assert table.engine.is_won(table.position)
    assert not is_stuck(table.engine, table.position)


def empty_columns(columns: range, position: Position) -> Position:
    piles = tuple(() if n in columns else pile for n, pile in enumerate(position.piles))
    return position._replace(piles=piles)


def test_says_nothing_when_the_bound_is_reached() -> None:
    """Kings among empty columns: dead, but four of them have too many ways to lie."""
    few = draw("klondike", "F1=AC; T1=KD; T2=KH; T3=-; T4=-; T5=-; T6=-; T7=-")
    assert is_stuck(few.engine, few.position)
    many = draw("klondike", "F1=AC; T1=KD; T2=KH; T3=KC; T4=KS; T5=-; T6=-; T7=-")
    assert not is_stuck(many.engine, many.position)


class Counting(Engine):
    looked_at = 0

    def legal_moves(self, position: Position) -> Iterator[Move]:
        self.looked_at += 1
        return super().legal_moves(position)


def test_a_position_is_searched_once() -> None:
    """One answer asks several times of it, and so does the next."""
    few = draw("klondike", "F1=AC; T1=KD; T2=KH; T3=-; T4=-; T5=-; T6=-; T7=-")
    engine = Counting(few.engine.rules)
    assert is_stuck(engine, few.position)
    searched = engine.looked_at
    assert searched > 20
    assert is_stuck(engine, few.position)
    assert engine.looked_at == searched


# -- unlimited passes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "position", "turns", "seen"),
    [
        ("klondike", "W=KH 3D 9C", 2, ""),
        ("klondike", "W=KH 3D 9C", 3, "KH 3D 9C"),
        ("klondike", "W=KH 3D 9C", 4, "KH 3D 9C"),
        ("klondike", "W=KH 3D; S=9C", 40, ""),
        ("klondike", "W=-", 40, ""),
        ("klondike-3", "W=KH 3D 9C 4C", 1, ""),
        # two turns may have begun with a card in the waste: nothing is certain
        ("klondike-3", "W=KH 3D 9C 4C", 2, ""),
        ("klondike-3", "W=KH 3D 9C 4C", 3, "9C 4C"),
        ("klondike-3", "W=KH 3D 9C 4C 5C 6C", 3, "9C 6C"),
        ("athena", "W=KH 3D", 2, "3D"),
        ("athena", "W=KH 3D", 1, ""),
        # a limited pass tells nothing more: the click itself is no longer there
        ("bureau", "W=KH 3D 9C; p=2", 40, ""),
    ],
)
def test_what_a_whole_pass_has_shown(slug: str, position: str, turns: int, seen: str) -> None:
    table = draw(slug, f"T1=5D; {position}")
    cards = cards_in_a_whole_pass(table.engine, table.position, turns)
    expected = draw(slug, f"T1=5D; {position}").shown()["W"].split()
    waste = table.position.piles[table.engine.waste]
    assert {expected[waste.index(card)] for card in cards} == set(seen.split())


@pytest.mark.parametrize(
    ("position", "stuck"),
    [
        ("F1=AC; T1=5D; W=9H 3S 7S", True),
        # a covered card of the waste that came up could have been played
        ("F1=AC; T1=5D; W=9H 4S 7S", False),
        ("F1=AC; T1=5D; W=2C 3S 7S", False),
        ("F1=AC; T1=5D; T2=-; W=KH 3S 7S", False),
        ("F1=AC; T1=5D; T2=-; W=QH 3S 7S", True),
        # it could be after a hop
        ("F1=AC; T1=4S 5D; T2=6C; W=3H 9S", False),
        ("F1=AC; T1=4S 5D; T2=6D; W=3H 9S", True),
    ],
)
def test_stuck_after_a_whole_pass(position: str, *, stuck: bool) -> None:
    table = draw("klondike", position)
    seen = frozenset(table.position.piles[table.engine.waste])
    assert is_stuck(table.engine, table.position, seen) == stuck
    assert not is_stuck(table.engine, table.position)


def dead_end(slug: str) -> Play:
    """A game played upward and onward as long as anything progresses, then a whole pass more."""
    for number in range(1, 300):
        play = Play.start(slug, number)
        turns = 0
        while turns < 60 and not play.is_won:
            moves = list(play.engine.legal_moves(play.position))
            useful = [
                move
                for move in moves
                if move != play.engine.turn
                and (
                    move.target in play.engine.foundations
                    or move.source == play.engine.waste
                    or uncovers(play, move.source, move.cards)
                )
            ]
            if not useful and not play.engine.can_turn(play.position):
                break
            play = play.make((useful[0] if useful else play.engine.turn,))
            turns = 0 if useful else turns + 1
            if play.is_stuck:
                return play
    raise AssertionError("no dead end")


def uncovers(play: Play, source: int, cards: int) -> bool:
    pile = play.position.piles[source]
    return (
        source in play.engine.columns
        and len(pile) > cards
        and bool(play.position.face_down >> pile[-cards - 1] & 1)
    )


@pytest.mark.parametrize("slug", UNLIMITED)
def test_said_only_at_the_end_of_a_whole_pass(slug: str) -> None:
    play = dead_end(slug)
    waste = len(play.position.piles[play.engine.waste])
    per_turn = play.engine.rules.stock.per_turn
    assert not play.position.piles[play.engine.stock]
    whole_pass = -(-waste // per_turn)
    assert play.log.split(".")[-whole_pass:] == ["d"] * whole_pass
    for _ in range(whole_pass):
        play = play.undo()
        assert not play.is_stuck


@pytest.mark.parametrize("slug", LIMITED)
def test_never_said_while_the_stock_turns(slug: str) -> None:
    play = Play.start(slug, 4)
    while play.engine.can_turn(play.position):
        assert not play.is_stuck
        play = play.make((play.engine.turn,))


@pytest.mark.parametrize("slug", GAMES)
def test_a_fresh_deal_is_not_stuck(slug: str) -> None:
    assert not Play.start(slug, 1).is_stuck
    assert engine_for(slug).can_turn(Play.start(slug, 1).position)
