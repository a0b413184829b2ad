"""Nested playouts, restarted over a portfolio of ways to play, each with rules of its own.

Each call goes on where the last one stopped, so the clock is read between calls; what is found
depends on the seed alone.
"""

from app.solver.compiled import Numbers, compiled
from app.solver.kernel import copy_table, play_move
from app.solver.layout import (
    ALL_CARDS,
    BASES,
    BEST,
    BEST_LENGTH,
    BEST_MERIT,
    CHOSEN_BASES,
    CURSOR,
    IS_RUNNING,
    LINE,
    LINE_LENGTH,
    LINE_MERIT,
    LONG,
    LONGEST,
    MOVES,
    PREFIX,
    PREFIX_LENGTH,
    ROUND,
    SPENT,
    TAKES_BACK,
    WANTED,
    WEIGHED,
)
from app.solver.playouts import NO_MOVE, merit, playout, weigh_moves
from app.solver.room import Room


@compiled
def search(game: Numbers, room: Room, until: int) -> bool:
    """Searches START for a win until SPENT is `until`; whether one stands in PREFIX."""
    book = room.book
    while book[SPENT] < until:
        if not book[IS_RUNNING]:
            begin_round(room)
        # what is dead at once must end, too
        book[SPENT] += 1
        if try_each_move(game, room):
            return True
        if book[CURSOR] >= book[BEST_LENGTH] or book[PREFIX_LENGTH] >= LONGEST - LONG - 1:
            book[IS_RUNNING] = 0
        else:
            follow_best(game, room)
    return False


@compiled
def begin_round(room: Room) -> None:
    book = room.book
    copy_table(room.start, room.here)
    number = book[ROUND]
    book[ROUND] += 1
    book[IS_RUNNING] = 1
    book[PREFIX_LENGTH] = 0
    book[BEST_LENGTH] = 0
    book[BEST_MERIT] = merit(room.start)
    book[CURSOR] = 0
    bases = book[CHOSEN_BASES]
    if bases == 0:
        book[TAKES_BACK] = number % 2
        book[WANTED] = 0
    else:
        book[TAKES_BACK] = number % 4 == 2
        book[WANTED] = 0 if number % 4 == 3 else book[BASES + (number - number // 4) % bases]


@compiled
def try_each_move(game: Numbers, room: Room) -> bool:
    """One playout behind each move from HERE; whether one of them wins."""
    book, choices = room.book, room.choices
    last = book[PREFIX + book[PREFIX_LENGTH] - 1] if book[PREFIX_LENGTH] else NO_MOVE
    weigh_moves(game, room.here, book, last)
    count = book[WEIGHED]
    for place in range(count):
        choices[place] = book[MOVES + place]
    for place in range(count):
        copy_table(room.here, room.trial)
        play_move(game, room.trial, choices[place])
        playout(game, room.trial, book, choices[place])
        if book[LINE_MERIT] > book[BEST_MERIT]:
            keep_line(book, choices[place])
            if book[BEST_MERIT] == game[ALL_CARDS]:
                append_best(book)
                return True
    return False


@compiled
def keep_line(book: Numbers, first: int) -> None:
    """The move `first` and the line behind it are the best so far."""
    book[BEST] = first
    for place in range(book[LINE_LENGTH]):
        book[BEST + 1 + place] = book[LINE + place]
    book[BEST_LENGTH] = book[LINE_LENGTH] + 1
    book[BEST_MERIT] = book[LINE_MERIT]
    book[CURSOR] = 0


@compiled
def append_best(book: Numbers) -> None:
    for place in range(book[CURSOR], book[BEST_LENGTH]):
        book[PREFIX + book[PREFIX_LENGTH]] = book[BEST + place]
        book[PREFIX_LENGTH] += 1


@compiled
def follow_best(game: Numbers, room: Room) -> None:
    book = room.book
    move = book[BEST + book[CURSOR]]
    play_move(game, room.here, move)
    book[PREFIX + book[PREFIX_LENGTH]] = move
    book[PREFIX_LENGTH] += 1
    book[CURSOR] += 1
