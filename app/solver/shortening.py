"""Won lines made shorter: each move is left out, or another put in, if the rest still wins.

A line is told by cards, not by piles: this card goes up, on that card, or to an empty column. So
what follows a change still makes sense, and what no longer makes sense is left out as well.
"""

from app.solver.compiled import Numbers, compiled
from app.solver.kernel import (
    can_turn,
    copy_table,
    is_won,
    lone_bit,
    packed,
    play_move,
    takers,
    turn_stock,
)
from app.solver.layout import (
    COLUMN_MASK,
    COUNT_PART,
    COUNT_SHIFT,
    EMPTY,
    FACE,
    FIRST_COLUMN,
    FIRST_GIVER,
    MOVES,
    PILE_BITS,
    PILE_PART,
    REACH,
    RUN,
    RUN_REACH,
    SIZE,
    STOCK,
    TAKES_BACK,
    TOP,
    TURNS_SHIFT,
    UNDER,
    UP_MASK,
    WANTED,
    WASTE,
    WEIGHED,
)
from app.solver.playouts import NO_MOVE, drawn, weigh_moves
from app.solver.room import Room

# A step of a line: a card and where it goes.
TURNS = -1
"""In place of a card: the stock is turned."""
UPWARD = -1
"""In place of the card that is laid upon: to a foundation."""
EMPTY_COLUMN = -2


@compiled
def tell_line(game: Numbers, table: Numbers, room: Room, first: int, count: int) -> None:
    """Tells the moves of LINE from `first` on, which `table` stands before, by cards in STEPS."""
    for place in range(first, count):
        tell_move(game, table, room.line[place], room.steps, 2 * place)
        play_move(game, table, room.line[place])


@compiled
def tell_move(game: Numbers, here: Numbers, move: int, steps: Numbers, place: int) -> None:
    source = move & PILE_PART
    target = move >> PILE_BITS & PILE_PART
    if source == game[STOCK]:
        steps[place] = TURNS
        steps[place + 1] = TURNS
        return
    card = here[TOP + source]
    for _ in range((move >> COUNT_SHIFT & COUNT_PART) - 1):
        card = here[UNDER + card]
    steps[place] = card
    if target < game[FIRST_COLUMN]:
        steps[place + 1] = UPWARD
    elif here[TOP + target] < 0:
        steps[place + 1] = EMPTY_COLUMN
    else:
        steps[place + 1] = here[TOP + target]


@compiled
def move_told(game: Numbers, here: Numbers, card: int, target: int) -> int:
    """The move that brings `card` to `target` from where it is now, or NO_MOVE."""
    source, count = whereabouts(game, here, card)
    if count == 0:
        return NO_MOVE
    reach = game[REACH + source] if count == 1 else game[RUN_REACH + source]
    mask = takers(game, here, game[FACE + card]) & reach
    if target == UPWARD:
        mask &= game[UP_MASK]
    elif target == EMPTY_COLUMN:
        if here[UNDER + card] < 0:
            return NO_MOVE
        mask &= here[EMPTY]
    else:
        mask = column_under(here, mask & game[COLUMN_MASK] & ~here[EMPTY], target)
    if mask == 0:
        return NO_MOVE
    return packed(source, lone_bit(game, mask), count)


@compiled
def whereabouts(game: Numbers, here: Numbers, card: int) -> tuple[int, int]:
    """The pile that `card` can be lifted from and how many cards with it, or none."""
    for source in range(game[STOCK]):
        top = here[TOP + source]
        count = 1
        while top >= 0:
            if top == card:
                return source, count
            if count >= here[RUN + source] or game[RUN_REACH + source] == 0:
                break
            count += 1
            top = here[UNDER + top]
    return 0, 0


@compiled
def column_under(here: Numbers, mask: int, card: int) -> int:
    """The bit of the column in `mask` whose top is `card`, or 0."""
    column = 0
    while mask >> column:
        if mask >> column & 1 and here[TOP + column] == card:
            return 1 << column
        column += 1
    return 0


@compiled
def replay(game: Numbers, room: Room, first: int, count: int, made: int, limit: int) -> int:
    """Makes the steps from `first` on that can be made, on TRIAL, behind `made` moves of SHORTER.

    Returns how many moves SHORTER then has if it wins with fewer than `limit`, else 0. Where the
    stock refills no column it is turned when a card of it is wanted, and not before.
    """
    table, steps = room.trial, room.steps
    lazy = game[FIRST_GIVER] < 0
    for place in range(first, count):
        card, target = steps[2 * place], steps[2 * place + 1]
        if card == TURNS:
            move = NO_MOVE
            if not lazy and can_turn(game, table):
                move = packed(game[STOCK], game[WASTE], 1)
        else:
            if lazy:
                made = turn_until(game, room, card, made, limit)
            move = move_told(game, table, card, target)
            if move == NO_MOVE and target == UPWARD and not is_up(game, table, card):
                # it would be missing at the end, and most attempts end here
                return 0
        if move != NO_MOVE:
            if made >= limit - 1:
                return 0
            play_move(game, table, move)
            room.shorter[made] = move
            made += 1
    return made if made < limit and is_won(game, table) else 0


@compiled
def is_up(game: Numbers, here: Numbers, card: int) -> bool:
    for pile in range(game[FIRST_COLUMN]):
        other = here[TOP + pile]
        while other >= 0:
            if other == card:
                return True
            other = here[UNDER + other]
    return False


@compiled
def turn_until(game: Numbers, room: Room, card: int, made: int, limit: int) -> int:
    """Turns the stock until `card` tops the waste, if it is there at all; the moves made then."""
    table = room.trial
    waste, stock = game[WASTE], game[STOCK]
    if table[TOP + waste] == card or not lies_in(table, waste, stock, card):
        return made
    turn_overs = 0
    while table[TOP + waste] != card and can_turn(game, table) and made < limit - 1:
        if table[SIZE + stock] == 0:
            turn_overs += 1
            if turn_overs == 2:
                break
        turn_stock(game, table)
        room.shorter[made] = packed(stock, waste, 1)
        made += 1
    return made


@compiled
def lies_in(here: Numbers, waste: int, stock: int, card: int) -> bool:
    for pile in range(waste, stock + 1):
        other = here[TOP + pile]
        while other >= 0:
            if other == card:
                return True
            other = here[UNDER + other]
    return False


@compiled
def without_each(game: Numbers, room: Room, count: int, width: int) -> int:
    """Leaves `width` moves of LINE out, wherever the rest still wins; returns the new length."""
    copy_table(room.start, room.here)
    tell_line(game, room.here, room, 0, count)
    copy_table(room.start, room.here)
    place = 0
    while place < count:
        copy_table(room.here, room.trial)
        length = replay(game, room, place + width, count, place, count)
        if length:
            count = take_over(game, room, place, length)
        else:
            go_on(game, room, place)
            place += 1
    return count


@compiled
def with_another(game: Numbers, room: Room, count: int) -> int:
    """Makes another move first, at each place, if the rest then wins sooner; the new length."""
    copy_table(room.start, room.here)
    tell_line(game, room.here, room, 0, count)
    copy_table(room.start, room.here)
    room.book[TAKES_BACK] = 1
    room.book[WANTED] = 0
    place = 0
    while place < count:
        length = first_better(game, room, place, count)
        if length:
            count = take_over(game, room, place, length)
        else:
            go_on(game, room, place)
            place += 1
    return count


@compiled
def first_better(game: Numbers, room: Room, place: int, count: int) -> int:
    """Tries each move at `place`; the length of the first win in SHORTER that it leads to, or 0."""
    book, choices = room.book, room.choices
    weigh_moves(game, room.here, book, NO_MOVE)
    tries = book[WEIGHED]
    for n in range(tries):
        choices[n] = book[MOVES + n]
    for n in range(tries):
        if choices[n] >> TURNS_SHIFT == 0:
            copy_table(room.here, room.trial)
            play_move(game, room.trial, choices[n])
            room.shorter[place] = choices[n]
            length = replay(game, room, place, count, place + 1, count)
            if length:
                return length
    return 0


@compiled
def wander(game: Numbers, room: Room, count: int, tries: int) -> int:
    """Other moves at random places, taken where the win becomes no longer; the new length.

    A line that no single change makes shorter is often one of many of its length.
    """
    book = room.book
    copy_table(room.start, room.here)
    tell_line(game, room.here, room, 0, count)
    book[TAKES_BACK] = 1
    book[WANTED] = 0
    for _ in range(tries):
        place = drawn(book, count)
        copy_table(room.start, room.here)
        for n in range(place):
            go_on(game, room, n)
        weigh_moves(game, room.here, book, NO_MOVE)
        move = book[MOVES + drawn(book, book[WEIGHED])]
        if move >> TURNS_SHIFT == 0 and move != room.line[place]:
            copy_table(room.here, room.trial)
            play_move(game, room.trial, move)
            room.shorter[place] = move
            # instead of the move that is there, or before it
            first = place + drawn(book, 2)
            length = replay(game, room, first, count, place + 1, count + 1)
            if length:
                count = take_over(game, room, place, length)
    return count


@compiled
def take_over(game: Numbers, room: Room, place: int, count: int) -> int:
    """SHORTER is the line from `place` on, and told anew: other cards may now lie on others."""
    for n in range(place, count):
        room.line[n] = room.shorter[n]
    copy_table(room.here, room.trial)
    tell_line(game, room.trial, room, place, count)
    return count


@compiled
def go_on(game: Numbers, room: Room, place: int) -> None:
    play_move(game, room.here, room.line[place])
    room.shorter[place] = room.line[place]
