"""Small ends searched to the last position: what is not won by then is lost, and that is proved."""

from enum import Enum
from typing import NamedTuple

from app.engine import Engine, Position
from app.solver.compiled import Numbers, compiled, zeros
from app.solver.kernel import copy_table, is_won, legal_moves, play_move
from app.solver.layout import (
    ALIKE,
    DOWN,
    FACE,
    FACES,
    FIRST_COLUMN,
    PASSES,
    PILE_BITS,
    PILE_PART,
    RESERVE,
    ROOM,
    STOCK,
    TABLE,
    TOP,
    UNDER,
)
from app.solver.searching import Line, checked
from app.solver.tables import compile_game, move_of, table_of

DEPTH = 600
"""A line that comes to be as long ends the search without a verdict."""

PRIME = 2**31 - 1
# three lanes of 31 bits: two of a million positions are taken for one once in 10 ** 13 searches
FIRST_FACTOR, SECOND_FACTOR, THIRD_FACTOR = 1_103_515_245, 1_220_703_125, 1_389_796_247

WON, LOST, NOT_KNOWN = 1, 0, -1

POSITIONS = 0
"""In `counts`: how many positions were seen."""
DEPTH_REACHED = 1


class Verdict(Enum):
    WON = "won"
    LOST = "lost"
    NOT_KNOWN = "not known"


class Finding(NamedTuple):
    verdict: Verdict
    positions: int
    """How many different ones were seen; all there are, where the verdict is lost."""
    line: Line = ()
    """The win, if there is one."""


class _Desk(NamedTuple):
    here: Numbers
    tables: Numbers
    """By depth: the table there."""
    moves: Numbers
    """By depth: its legal moves."""
    found: Numbers
    """By depth: how many they are."""
    tried: Numbers
    one: Numbers
    """Room for the moves of one table."""
    keys: Numbers
    """Two numbers a position, at a place that they tell; 0 where none is."""
    counts: Numbers


def exhaust(engine: Engine, position: Position, bound: int) -> Finding:
    """Looks at every position that can come, or at `bound` of them and then says nothing."""
    if engine.is_won(position):
        return Finding(Verdict.WON, 1)
    desk = _Desk(
        here=zeros(TABLE),
        tables=zeros(DEPTH * TABLE),
        moves=zeros(DEPTH * ROOM),
        found=zeros(DEPTH),
        tried=zeros(DEPTH),
        one=zeros(ROOM),
        keys=zeros(4 * 2 ** bound.bit_length()),
        counts=zeros(2),
    )
    copy_table(table_of(engine, position), desk.here)
    outcome = look_everywhere(compile_game(engine), desk, bound)
    seen = int(desk.counts[POSITIONS])
    if outcome == WON:
        depths = range(desk.counts[DEPTH_REACHED] + 1)
        path = (desk.moves[depth * ROOM + desk.tried[depth] - 1] for depth in depths)
        line = checked(engine, position, (move_of(int(move)) for move in path))
        return Finding(Verdict.WON, seen, line)
    return Finding(Verdict.LOST if outcome == LOST else Verdict.NOT_KNOWN, seen)


@compiled
def look_everywhere(game: Numbers, desk: _Desk, bound: int) -> int:
    """Depth first from HERE; of positions that are alike only the first is followed."""
    here = desk.here
    remember(game, here, desk.keys)
    desk.counts[POSITIONS] = 1
    depth = 0
    lay_down(game, desk, depth)
    while depth >= 0:
        if desk.tried[depth] == desk.found[depth]:
            depth -= 1
            continue
        move = desk.moves[depth * ROOM + desk.tried[depth]]
        desk.tried[depth] += 1
        for n in range(TABLE):
            here[n] = desk.tables[depth * TABLE + n]
        play_move(game, here, move)
        if is_won(game, here):
            desk.counts[DEPTH_REACHED] = depth
            return WON
        if remember(game, here, desk.keys):
            desk.counts[POSITIONS] += 1
            depth += 1
            if depth == DEPTH or desk.counts[POSITIONS] > bound:
                return NOT_KNOWN
            lay_down(game, desk, depth)
    return LOST


@compiled
def lay_down(game: Numbers, desk: _Desk, depth: int) -> None:
    """HERE is the table at `depth`, and nothing is tried there."""
    for n in range(TABLE):
        desk.tables[depth * TABLE + n] = desk.here[n]
    count = legal_moves(game, desk.here, desk.one)
    placed = depth * ROOM
    for turn in range(3):
        for n in range(count):
            if hope(game, desk.one[n]) == turn:
                desk.moves[placed] = desk.one[n]
                placed += 1
    desk.found[depth] = count
    desk.tried[depth] = 0


@compiled
def hope(game: Numbers, move: int) -> int:
    """To the foundations first, from them last: a win ends the search."""
    if move >> PILE_BITS & PILE_PART < game[FIRST_COLUMN]:
        return 0
    return 2 if move & PILE_PART < game[FIRST_COLUMN] else 1


@compiled
def remember(game: Numbers, table: Numbers, keys: Numbers) -> bool:
    """Whether the position is new; it is no longer then."""
    first = fingerprint(game, table, FIRST_FACTOR)
    second = fingerprint(game, table, SECOND_FACTOR)
    third = fingerprint(game, table, THIRD_FACTOR)
    key = first << 31 | second
    # never 0, which stands for none
    other = third + 1
    places = len(keys) // 2
    place = (first ^ second) % places
    while keys[2 * place + 1]:
        if keys[2 * place] == key and keys[2 * place + 1] == other:
            return False
        place = (place + 1) % places
    keys[2 * place] = key
    keys[2 * place + 1] = other
    return True


@compiled
def fingerprint(game: Numbers, table: Numbers, factor: int) -> int:
    """A number below PRIME, the same for tables that differ in the order of like piles alone."""
    columns = 0
    foundations = 0
    for pile in range(game[FIRST_COLUMN]):
        foundations += blurred(pile_print(game, table, pile, factor))
    for pile in range(game[FIRST_COLUMN], game[RESERVE]):
        columns += blurred(pile_print(game, table, pile, factor))
    told = mixed(foundations % PRIME, columns % PRIME, factor)
    for pile in range(game[RESERVE], game[STOCK] + 1):
        told = mixed(told, pile_print(game, table, pile, factor), factor)
    return mixed(told, table[PASSES] + 1, factor)


@compiled
def mixed(told: int, more: int, factor: int) -> int:
    """Both in one number. Not a sum alone: a card turned from pile to pile would not show in it."""
    return blurred((told * factor + more) % PRIME)


@compiled
def blurred(number: int) -> int:
    """Sums of these tell piles apart that sums of the numbers do not."""
    return number * (number + 7_654_321) % PRIME


@compiled
def pile_print(game: Numbers, table: Numbers, pile: int, factor: int) -> int:
    number = 1
    card = table[TOP + pile]
    while card >= 0:
        alike = game[ALIKE + game[FACE + card]] + FACES * table[DOWN + card]
        number = (number * factor + alike + 1) % PRIME
        card = table[UNDER + card]
    return number
