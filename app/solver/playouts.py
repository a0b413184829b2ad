"""Random games to their end, each move drawn by how promising moves of its kind are."""

from app.solver.compiled import Numbers, compiled
from app.solver.kernel import (
    can_turn,
    is_won,
    lone_bit,
    packed,
    play_move,
    takers,
)
from app.solver.layout import (
    ALL_CARDS,
    BASE,
    CHANCE,
    COLUMN_MASK,
    COUNT_SHIFT,
    DOWN,
    EMPTY,
    FACE,
    FIRST_COLUMN,
    FIRST_GIVER,
    HIDDEN,
    LINE,
    LINE_LENGTH,
    LINE_MERIT,
    LONG,
    MOVES,
    PASSES,
    PER_TURN,
    PILE_BITS,
    PILE_PART,
    RANK,
    REACH,
    RESERVE,
    RUN,
    RUN_REACH,
    SIZE,
    SPENT,
    STOCK,
    TAKES_BACK,
    TALON,
    TOP,
    TURNS_SHIFT,
    UNDER,
    UNSTARTED,
    UP,
    UP_MASK,
    WANTED,
    WASTE,
    WEIGHED,
    WEIGHTS,
)

IDLE = 40
"""A playout ends after so many moves that bring nothing nearer."""

# e ** (1.5 n) for n = 6, 5, 4, 2.5, 1, 0, -2, in twentieths: whole numbers are the same everywhere
RESERVE_UP = 162062
OTHER_UP = 36161
UNCOVERS = 8069
WASTE_DOWN = 850
TURN = 90
NEXT_PASS = 20
OTHER = 20
TAKE_BACK = 1

HIDDEN_WORTH = 2
"""A card turned up is worth as many that went to the foundations."""

NO_MOVE = -1


@compiled
def drawn(book: Numbers, below: int) -> int:
    """A number from 0 to below - 1, by Marsaglia's xorshift of 32 bits."""
    chance = book[CHANCE]
    chance ^= chance << 13 & 0xFFFFFFFF
    chance ^= chance >> 17
    chance ^= chance << 5 & 0xFFFFFFFF
    book[CHANCE] = chance
    return chance % below


@compiled
def playout(game: Numbers, table: Numbers, book: Numbers, last: int) -> None:
    """Plays `table` on until it is won, dead or idle; `last` is the move that led to it.

    LINE then holds the moves up to where LINE_MERIT was reached first.
    """
    made = 0
    idle = 0
    book[LINE_LENGTH] = 0
    book[LINE_MERIT] = merit(table)
    while made < LONG and idle < IDLE and not is_won(game, table):
        weigh_moves(game, table, book, last)
        if book[WEIGHED] == 0:
            break
        last = drawn_move(book)
        hidden, left = table[HIDDEN], cards_left(game, table)
        play_move(game, table, last)
        book[LINE + made] = last
        made += 1
        idle += 1
        if merit(table) > book[LINE_MERIT]:
            book[LINE_MERIT] = merit(table)
            book[LINE_LENGTH] = made
            idle = 0
        elif table[HIDDEN] < hidden or cards_left(game, table) < left:
            idle = 0
    book[SPENT] += made


@compiled
def merit(table: Numbers) -> int:
    return table[UP] - HIDDEN_WORTH * table[HIDDEN]


@compiled
def cards_left(game: Numbers, table: Numbers) -> int:
    """What can only become less: cards in reserve, waste and stock, and turns of limited passes."""
    stock, waste = game[STOCK], game[WASTE]
    left = table[SIZE + stock] + table[SIZE + waste]
    if game[RESERVE] < waste:
        left += table[SIZE + game[RESERVE]]
    if table[PASSES] >= 0:
        left += table[SIZE + stock] + table[PASSES] * game[ALL_CARDS]
    return left


@compiled
def drawn_move(book: Numbers) -> int:
    count = book[WEIGHED]
    point = drawn(book, book[WEIGHTS + count - 1])
    place = 0
    while book[WEIGHTS + place] <= point:
        place += 1
    return book[MOVES + place]


@compiled
def note(book: Numbers, move: int, weight: int) -> None:
    place = book[WEIGHED]
    book[MOVES + place] = move
    before = book[WEIGHTS + place - 1] if place else 0
    book[WEIGHTS + place] = before + weight
    book[WEIGHED] = place + 1


@compiled
def weigh_moves(game: Numbers, table: Numbers, book: Numbers, last: int) -> None:
    """Writes the moves worth trying into MOVES and WEIGHTS.

    Of piles that are alike only the first is a target; a move that only undoes `last` is none.
    """
    book[WEIGHED] = 0
    weigh_columns(game, table, book, last)
    for source in range(game[RESERVE], game[STOCK]):
        weigh_card(game, table, book, source, table[TOP + source], 0)
    if book[TAKES_BACK] and table[UP]:
        weigh_foundations(game, table, book)
    if table[PASSES] < 0:
        weigh_talon(game, table, book)
    elif can_turn(game, table):
        weight = TURN if table[SIZE + game[STOCK]] else NEXT_PASS
        note(book, packed(game[STOCK], game[WASTE], 1), weight)


@compiled
def goes_up(game: Numbers, table: Numbers, book: Numbers, mask: int, face: int) -> int:
    """The bits of the foundations in `mask`, without those that `face` should not begin."""
    ups = mask & game[UP_MASK]
    if table[BASE] == 0 and book[WANTED] and book[WANTED] != game[RANK + face]:
        ups &= ~table[UNSTARTED]
    return ups


@compiled
def targets_apart(table: Numbers, downs: int) -> int:
    """Columns to go to, of the empty ones only the first."""
    empty = downs & table[EMPTY]
    return downs ^ empty | empty & -empty


@compiled
def weigh_card(
    game: Numbers, table: Numbers, book: Numbers, source: int, card: int, turns: int
) -> None:
    """The top card of reserve or waste, or `card` that tops the waste after `turns`."""
    if card < 0:
        return
    face = game[FACE + card]
    mask = takers(game, table, face) & game[REACH + source]
    lift = packed(source, 0, 1) | turns << TURNS_SHIFT
    ups = goes_up(game, table, book, mask, face)
    if ups:
        weight = RESERVE_UP if source < game[WASTE] else OTHER_UP
        note(book, lift | lone_bit(game, ups) << PILE_BITS, weight)
    downs = targets_apart(table, mask & game[COLUMN_MASK])
    while downs:
        note(book, lift | lone_bit(game, downs) << PILE_BITS, WASTE_DOWN)
        downs &= downs - 1


@compiled
def weigh_talon(game: Numbers, table: Numbers, book: Numbers) -> None:
    """Where passes never end, whatever comes up in one of them is as good as there.

    Turns alone are no moves then: most playouts would do nothing else.
    """
    waste, per_turn = game[WASTE], game[PER_TURN]
    in_waste = table[SIZE + waste]
    count = list_talon(game, table, book)
    turns = 0
    place = in_waste
    while place < count:
        turns += 1
        place = min(place + per_turn, count)
        weigh_card(game, table, book, waste, book[TALON + place - 1], turns)
    turns += 1
    place = 0
    while place < count:
        turns += 1
        place = min(place + per_turn, count)
        if place == count or (place >= in_waste and (place - in_waste) % per_turn == 0):
            # from here on the first pass has shown the same
            break
        weigh_card(game, table, book, waste, book[TALON + place - 1], turns)


@compiled
def list_talon(game: Numbers, table: Numbers, book: Numbers) -> int:
    """Writes waste and stock into TALON, the first to come up first, and returns how many."""
    in_waste = table[SIZE + game[WASTE]]
    card = table[TOP + game[WASTE]]
    for place in range(in_waste - 1, -1, -1):
        book[TALON + place] = card
        card = table[UNDER + card]
    count = in_waste
    card = table[TOP + game[STOCK]]
    while card >= 0:
        book[TALON + count] = card
        count += 1
        card = table[UNDER + card]
    return count


@compiled
def weigh_foundations(game: Numbers, table: Numbers, book: Numbers) -> None:
    for source in range(game[FIRST_COLUMN]):
        card = table[TOP + source]
        if card >= 0:
            downs = takers(game, table, game[FACE + card]) & game[REACH + source]
            downs = targets_apart(table, downs)
            while downs:
                note(book, packed(source, lone_bit(game, downs), 1), TAKE_BACK)
                downs &= downs - 1


@compiled
def weigh_columns(game: Numbers, table: Numbers, book: Numbers, last: int) -> None:
    for source in range(game[FIRST_COLUMN], game[RESERVE]):
        card = table[TOP + source]
        reach = game[REACH + source]
        count = 1
        while card >= 0:
            face = game[FACE + card]
            mask = takers(game, table, face) & reach
            if mask and count == 1:
                ups = goes_up(game, table, book, mask, face)
                if ups:
                    note(book, packed(source, lone_bit(game, ups), 1), OTHER_UP)
            downs = mask & game[COLUMN_MASK]
            if downs:
                downs = without_undo(downs, source, count, last)
                weigh_shifts(game, table, book, packed(source, 0, count), card, downs)
            if count >= table[RUN + source]:
                break
            reach = game[RUN_REACH + source]
            if reach == 0:
                break
            count += 1
            card = table[UNDER + card]


@compiled
def without_undo(downs: int, source: int, count: int, last: int) -> int:
    """`downs` without the column that the `last` move brought just these cards from."""
    if last >> COUNT_SHIFT == count and last >> PILE_BITS & PILE_PART == source:
        downs &= ~(1 << (last & PILE_PART))
    return downs


@compiled
def weigh_shifts(
    game: Numbers, table: Numbers, book: Numbers, lift: int, card: int, downs: int
) -> None:
    """Cards from `card` up, lifted off a column, to each of the columns `downs`."""
    left = table[UNDER + card]
    weight = OTHER
    if left < 0:
        # a whole column in an empty place is the same table again
        downs &= ~table[EMPTY]
        if refills(game, table):
            weight = UNCOVERS
    elif table[DOWN + left]:
        weight = UNCOVERS
    downs = targets_apart(table, downs)
    while downs:
        note(book, lift | lone_bit(game, downs) << PILE_BITS, weight)
        downs &= downs - 1


@compiled
def refills(game: Numbers, table: Numbers) -> bool:
    """Whether an emptied column would be refilled."""
    if game[FIRST_GIVER] < 0:
        return False
    return table[SIZE + game[WASTE]] + table[SIZE + game[STOCK]] > 0
