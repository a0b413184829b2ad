"""A position in a flat array: what each pile takes, all legal moves, and what follows from a move.

Says what `app.engine` says, some thousand times a millisecond; a test holds them equal.
"""

from app.solver.compiled import Numbers, compiled
from app.solver.layout import (
    ACE_BASE,
    ALL_CARDS,
    BASE,
    BIT,
    BITS,
    COLUMN_MASK,
    COUNT_PART,
    COUNT_SHIFT,
    DOWN,
    EMPTY,
    FACE,
    FILLS,
    FIRST_COLUMN,
    FIRST_GIVER,
    FOLLOWERS,
    FULL,
    HIDDEN,
    LIES,
    PASSES,
    PER_TURN,
    PILE_BITS,
    PILE_PART,
    RANK,
    REACH,
    RESERVE,
    RUN,
    RUN_REACH,
    SECOND_GIVER,
    SIZE,
    STOCK,
    STRIDE,
    TABLE,
    TAKERS,
    TOP,
    TURNS_SHIFT,
    UNDER,
    UNSTARTED,
    UP,
    WASTE,
)


@compiled
def packed(source: int, target: int, count: int) -> int:
    """A move as one number."""
    return source | target << PILE_BITS | count << COUNT_SHIFT


@compiled
def copy_table(source: Numbers, target: Numbers) -> None:
    for place in range(TABLE):
        target[place] = source[place]


@compiled
def lone_bit(game: Numbers, mask: int) -> int:
    """The number of the lowest bit of `mask`."""
    return game[BIT + (mask & -mask) % BITS]


@compiled
def is_won(game: Numbers, table: Numbers) -> bool:
    return table[UP] == game[ALL_CARDS]


@compiled
def takers(game: Numbers, table: Numbers, face: int) -> int:
    """One bit for each foundation and column that takes a card of `face` now."""
    mask = table[TAKERS + face]
    if game[FILLS + face]:
        mask |= table[EMPTY]
    if table[BASE] == 0 or table[BASE] == game[RANK + face]:
        mask |= table[UNSTARTED]
    return mask


@compiled
def can_turn(game: Numbers, table: Numbers) -> bool:
    if table[SIZE + game[STOCK]] > 0:
        return True
    return table[PASSES] != 0 and table[SIZE + game[WASTE]] > 0


@compiled
def legal_moves(game: Numbers, table: Numbers, moves: Numbers) -> int:
    """Writes every legal move into `moves`, the turn of the stock last, and returns how many."""
    if is_won(game, table):
        return 0
    found = 0
    for source in range(game[STOCK]):
        card = table[TOP + source]
        reach = game[REACH + source]
        count = 1
        while card >= 0:
            mask = takers(game, table, game[FACE + card]) & reach
            while mask:
                moves[found] = packed(source, lone_bit(game, mask), count)
                found += 1
                mask &= mask - 1
            if count >= table[RUN + source]:
                break
            count += 1
            reach = game[RUN_REACH + source]
            card = table[UNDER + card] if reach else -1
    if can_turn(game, table):
        moves[found] = packed(game[STOCK], game[WASTE], 1)
        found += 1
    return found


@compiled
def play_move(game: Numbers, table: Numbers, move: int) -> None:
    """Makes a legal move and all that follows from it; turns the stock before as it says."""
    for _ in range(move >> TURNS_SHIFT):
        turn_stock(game, table)
    source = move & PILE_PART
    target = move >> PILE_BITS & PILE_PART
    if source == game[STOCK]:
        turn_stock(game, table)
    else:
        shift_cards(game, table, source, target, move >> COUNT_SHIFT & COUNT_PART)


@compiled
def turn_stock(game: Numbers, table: Numbers) -> None:
    stock, waste = game[STOCK], game[WASTE]
    if table[SIZE + stock] > 0:
        for _ in range(min(game[PER_TURN], table[SIZE + stock])):
            relay(table, stock, waste)
        return
    while table[SIZE + waste] > 0:
        relay(table, waste, stock)
    if table[PASSES] > 0:
        table[PASSES] -= 1


@compiled
def relay(table: Numbers, source: int, target: int) -> None:
    """The top card of one pile goes on another; for piles that nothing is laid on."""
    card = table[TOP + source]
    table[TOP + source] = table[UNDER + card]
    table[UNDER + card] = table[TOP + target]
    table[TOP + target] = card
    table[SIZE + source] -= 1
    table[SIZE + target] += 1


@compiled
def shift_cards(game: Numbers, table: Numbers, source: int, target: int, count: int) -> None:
    first_column = game[FIRST_COLUMN]
    toggle(game, table, source)
    toggle(game, table, target)
    card = table[TOP + source]
    lowest = card
    for _ in range(count - 1):
        lowest = table[UNDER + lowest]
    left = table[UNDER + lowest]
    table[UNDER + lowest] = table[TOP + target]
    table[TOP + target] = card
    table[TOP + source] = left
    table[SIZE + source] -= count
    table[SIZE + target] += count
    if target < first_column:
        table[UP] += 1
        if table[BASE] == 0:
            table[BASE] = game[RANK + game[FACE + card]]
    else:
        table[RUN + target] += count
    if source < first_column:
        table[UP] -= 1
        if table[UP] == 0 and not game[ACE_BASE]:
            table[BASE] = 0
    elif source < game[RESERVE]:
        settle_column(game, table, source, count)
    toggle(game, table, source)
    toggle(game, table, target)


@compiled
def settle_column(game: Numbers, table: Numbers, column: int, count: int) -> None:
    """After `count` cards left a column: turns a card up, or refills it."""
    table[RUN + column] -= count
    left = table[TOP + column]
    if left < 0:
        refill(game, table, column)
        return
    if table[DOWN + left]:
        table[DOWN + left] = 0
        table[HIDDEN] -= 1
    if table[RUN + column] == 0:
        table[RUN + column] = run_below(game, table, left)


@compiled
def refill(game: Numbers, table: Numbers, column: int) -> None:
    giver = game[FIRST_GIVER]
    if giver >= 0 and table[SIZE + giver] == 0:
        giver = game[SECOND_GIVER]
    if giver >= 0 and table[SIZE + giver] > 0:
        relay(table, giver, column)
        table[RUN + column] = 1


@compiled
def run_below(game: Numbers, table: Numbers, card: int) -> int:
    """How many cards from `card` down lie face up and as columns are built."""
    count = 1
    under = table[UNDER + card]
    while under >= 0 and not table[DOWN + under]:
        if not lies_on(game, game[FACE + card], game[FACE + under]):
            break
        count += 1
        card = under
        under = table[UNDER + card]
    return count


@compiled
def lies_on(game: Numbers, over: int, under: int) -> bool:
    """Whether a column lets the face `over` lie on the face `under`."""
    start = LIES + under * STRIDE
    place = start + game[start]
    while place > start and game[place] != over:
        place -= 1
    return place > start


@compiled
def toggle(game: Numbers, table: Numbers, pile: int) -> None:
    """Takes what a pile says that it takes away, or puts it back: before and after a change."""
    followers = game[FOLLOWERS + pile]
    if followers == 0:
        return
    bit = 1 << pile
    card = table[TOP + pile]
    if card < 0:
        if bit & game[COLUMN_MASK]:
            table[EMPTY] ^= bit
        else:
            table[UNSTARTED] ^= bit
    elif followers == LIES or table[SIZE + pile] < FULL:
        start = followers + game[FACE + card] * STRIDE
        for place in range(start + 1, start + 1 + game[start]):
            table[TAKERS + game[place]] ^= bit
