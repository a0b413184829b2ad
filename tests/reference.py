"""A second engine, slow and obvious, written from the rules alone; knows nothing of `app`.

A card is a string of rank, suit and pack, `7Ca` or `THb`. A table is a list of cards for every
pile name, bottom first; of the stock the last card is turned next.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"

Choice = tuple[str, str, int]
"""Source, target, how many cards; `("s1", "w1", 1)` turns the stock."""

CLICK: Choice = ("s1", "w1", 1)


@dataclass(frozen=True)
class House:
    """What one game does differently from the others."""

    packs: int
    columns: list[str]
    """`U` face up and `d` face down, first dealt first."""
    reserve: int
    base: str
    """`ace`, or the rank of the `first` card played; then the foundations wrap."""
    up: str
    """`suit` or `colours`: how foundations are built."""
    down: str
    """`any`, `suit` or `colours`: how columns are built."""
    unit: str
    """What goes from column to column: `one` card or a `run`."""
    empty: str
    """What an empty column takes: `refill` first and then any card, `king`, or `nothing`."""
    click: int
    passes: int | None


LONG = ["dUdU"]
STAIRS = ["U", "dU", "ddU", "dddU", "ddddU", "dddddU", "ddddddU"]

HOUSES = {
    "roman": House(2, ["U"] * 9, 11, "first", "suit", "any", "one", "refill", 1, 1),
    "bureau": House(2, LONG * 13, 0, "ace", "colours", "colours", "run", "nothing", 1, 2),
    "signora": House(2, ["U"] * 9, 11, "first", "colours", "colours", "one", "refill", 1, 1),
    "colonel": House(2, ["U"] * 10, 11, "first", "suit", "suit", "run", "refill", 1, 2),
    "double-signora": House(
        4, ["U"] * 11, 21, "first", "colours", "colours", "one", "refill", 1, 1
    ),
    "athena": House(1, LONG * 7, 0, "ace", "suit", "colours", "run", "king", 3, None),
    "athena-1": House(1, LONG * 7, 0, "ace", "suit", "colours", "run", "king", 1, None),
    "klondike": House(1, STAIRS, 0, "ace", "suit", "colours", "run", "king", 1, None),
    "klondike-3": House(1, STAIRS, 0, "ace", "suit", "colours", "run", "king", 3, None),
}


@dataclass
class Layout:
    """All that lies on a table."""

    piles: dict[str, list[str]]
    hidden: set[str] = field(default_factory=set)
    """The cards of the columns that lie face down."""
    passes: int = 1
    """Which pass this is, from 1."""


def empty_layout(house: House) -> Layout:
    names = [f"f{n + 1}" for n in range(house.packs * 4)]
    names += [f"t{n + 1}" for n in range(len(house.columns))]
    names += ["r1"] if house.reserve else []
    return Layout({name: [] for name in [*names, "w1", "s1"]})


def deal(house: House, pack: list[str]) -> Layout:
    """Deals one card to each column that still wants one, round after round; then the reserve."""
    layout = empty_layout(house)
    rest = list(pack)
    for place in range(max(map(len, house.columns))):
        for number, faces in enumerate(house.columns, start=1):
            if place < len(faces):
                card = rest.pop(0)
                layout.piles[f"t{number}"].append(card)
                if faces[place] == "d":
                    layout.hidden.add(card)
    if house.reserve:
        layout.piles["r1"] = rest[: house.reserve]
        rest = rest[house.reserve :]
    layout.piles["s1"] = rest[::-1]
    return layout


def choices(house: House, layout: Layout) -> Iterator[Choice]:
    """Every legal move, found by trying all there could be."""
    for source, pile in layout.piles.items():
        for target in layout.piles:
            # an empty stock can be clicked too
            for count in range(1, max(len(pile), 1) + 1):
                if allowed(house, layout, (source, target, count)):
                    yield source, target, count


def allowed(house: House, layout: Layout, choice: Choice) -> bool:
    source, target, count = choice
    if won(layout) or source == target:
        return False
    if source == "s1":
        return choice == CLICK and can_click(house, layout)
    if not layout.piles[source]:
        return False
    if target[0] == "f":
        card = layout.piles[source][-1]
        return count == 1 and source[0] in "trw" and goes_up(house, layout, card, target)
    if target[0] == "t":
        return source[0] in "tfw" and goes_down(house, layout, choice)
    return False


def goes_down(house: House, layout: Layout, choice: Choice) -> bool:
    source, target, count = choice
    if count > 1 and (house.unit == "one" or source[0] != "t"):
        return False
    lifted = layout.piles[source][-count:]
    if any(card in layout.hidden for card in lifted):
        return False
    for n in range(1, count):
        if not lies_down(house, lifted[n - 1], lifted[n]):
            return False
    column = layout.piles[target]
    if column:
        return lies_down(house, column[-1], lifted[0])
    if house.empty == "king":
        return lifted[0][0] == "K"
    return house.empty == "refill"


def can_click(house: House, layout: Layout) -> bool:
    if layout.piles["s1"]:
        return True
    if not layout.piles["w1"]:
        return False
    return house.passes is None or layout.passes < house.passes


def goes_up(house: House, layout: Layout, card: str, target: str) -> bool:
    pile = layout.piles[target]
    if len(pile) == 13:
        return False
    if not pile:
        if house.base == "ace":
            return card[0] == "A"
        begun = [p[0][0] for name, p in layout.piles.items() if name[0] == "f" and p]
        return not begun or card[0] == begun[0]
    top = pile[-1]
    wanted = RANKS.index(top[0]) + 1
    if wanted == 13 and house.base == "first":
        wanted = 0
    if RANKS.index(card[0]) != wanted:
        return False
    if house.up == "suit":
        return card[1] == top[1]
    return colour(card) != colour(top)


def lies_down(house: House, under: str, over: str) -> bool:
    if RANKS.index(over[0]) != RANKS.index(under[0]) - 1:
        return False
    if house.down == "suit":
        return over[1] == under[1]
    if house.down == "colours":
        return colour(over) != colour(under)
    return True


def colour(card: str) -> str:
    return "red" if card[1] in "HD" else "black"


def won(layout: Layout) -> bool:
    return all(len(pile) == 13 for name, pile in layout.piles.items() if name[0] == "f")


def play(house: House, layout: Layout, choice: Choice) -> Layout:
    """The table after a legal choice and what follows from it; the old one stays as it was."""
    piles = {name: list(pile) for name, pile in layout.piles.items()}
    hidden = set(layout.hidden)
    if choice == CLICK:
        if not piles["s1"]:
            piles["s1"] = piles["w1"][::-1]
            piles["w1"] = []
            return Layout(piles, hidden, layout.passes + 1)
        for _ in range(house.click):
            if piles["s1"]:
                piles["w1"].append(piles["s1"].pop())
        return Layout(piles, hidden, layout.passes)
    source, target, count = choice
    lifted = piles[source][-count:]
    del piles[source][-count:]
    piles[target].extend(lifted)
    if source[0] == "t":
        if piles[source]:
            hidden.discard(piles[source][-1])
        elif house.empty == "refill" and piles["w1"]:
            piles[source].append(piles["w1"].pop())
        elif house.empty == "refill" and piles["s1"]:
            piles[source].append(piles["s1"].pop())
    return Layout(piles, hidden, layout.passes)
