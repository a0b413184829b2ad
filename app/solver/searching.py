"""Asks the search about a position; believes no win that the engine has not replayed."""

from collections.abc import Iterable

from app.cards import RANKS, rank
from app.engine import Engine, Move, Position
from app.solver import layout
from app.solver.kernel import copy_table, is_won
from app.solver.nested import search
from app.solver.playouts import NO_MOVE, playout
from app.solver.room import new_room
from app.solver.shortening import wander, with_another, without_each
from app.solver.tables import compile_game, move_of, packed_of, table_of

Line = tuple[Move, ...]

SLICE = 20_000
"""Playout moves between two looks at the clock: some ten milliseconds, compiled."""
OTHER_SEEDS = (2, 3, 4, 5, 6, 7)
OTHER_PLAYOUT_MOVES = 10 * SLICE
"""Spent on each further win, at most: a win that is found late is seldom the shortest."""
SHORTENED = 4
"""Wins that are made shorter, of the seven that are found at the most."""
WIDTHS = (1, 2)
"""How many moves at a time are left out of a win, sweep after sweep."""
SWEEPS = 8
TRIES = 1000
"""Changes at random places, where no other change makes a win shorter."""


class FalseWin(AssertionError):
    """A line that the search takes for a win and the engine does not."""


class Searcher:
    """Searches one game; its arrays serve one position after another."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._game = compile_game(engine)
        self._room = new_room()

    @property
    def spent(self) -> int:
        """Playout moves since `begin`."""
        return int(self._room.book[layout.SPENT])

    def begin(self, position: Position, seed: int = 1) -> None:
        """Takes up a position; the same seed searches it in the same way."""
        copy_table(table_of(self.engine, position), self._room.start)
        self._position = position
        book = self._room.book
        for place in range(layout.MOVES):
            book[place] = 0
        # never 0, which the generator would not leave
        book[layout.CHANCE] = seed * 2654435761 % (2**32 - 1) + 1
        bases = promising_bases(self.engine, position)
        book[layout.CHOSEN_BASES] = len(bases)
        for place, base in enumerate(bases):
            book[layout.BASES + place] = base

    def go_on(self, playout_moves: int) -> Line | None:
        """Searches so much more; the win, if one is found."""
        if not search(self._game, self._room, self.spent + playout_moves):
            return None
        return checked(self.engine, self._position, self._found())

    def is_won_by_chance(self, position: Position, seed: int) -> bool:
        """Whether one playout wins with the likeliest base, nothing taken back."""
        return self.wins_by_chance(position, 1, seed) == 1

    def wins_by_chance(self, position: Position, playouts: int, seed: int = 1) -> int:
        """How many of so many playouts win with the likeliest base, nothing taken back."""
        self.begin(position, seed)
        game, room = self._game, self._room
        bases = promising_bases(self.engine, position)
        room.book[layout.WANTED] = bases[0] if bases else 0
        room.book[layout.TAKES_BACK] = 0
        wins = 0
        for _ in range(playouts):
            copy_table(room.start, room.trial)
            playout(game, room.trial, room.book, NO_MOVE)
            wins += is_won(game, room.trial)
        return wins

    def shortened(self, position: Position, line: Line) -> Line:
        """A win that is no longer than `line`, which is one."""
        room = self._room
        copy_table(table_of(self.engine, position), room.start)
        line = tuple(without_cycles(self.engine, position, line))
        for place, move in enumerate(line):
            room.line[place] = packed_of(move)
        count = self._swept(len(line))
        found = [move_of(int(room.line[place])) for place in range(count)]
        return checked(self.engine, position, without_cycles(self.engine, position, found))

    def _swept(self, count: int) -> int:
        game, room = self._game, self._room
        room.book[layout.CHANCE] = 1
        for _ in range(SWEEPS):
            before = count
            for width in WIDTHS:
                count = without_each(game, room, count, width)
            count = with_another(game, room, count)
            if count == before:
                count = wander(game, room, count, TRIES)
        return count

    def _found(self) -> list[Move]:
        book = self._room.book
        moves: list[Move] = []
        for place in range(book[layout.PREFIX_LENGTH]):
            step = int(book[layout.PREFIX + place])
            moves += [self.engine.turn] * (step >> layout.TURNS_SHIFT)
            moves.append(move_of(step & (1 << layout.TURNS_SHIFT) - 1))
        return moves


def short_win(
    searcher: Searcher, position: Position, playout_moves: int
) -> tuple[Line | None, int]:
    """A win made short, if one is found, and how many playout moves it took to find the first.

    Where one win is found quickly others are, and one of the shortest is then made the shortest.
    """
    line, spent = first_win(searcher, position, playout_moves)
    if line is None:
        return None, spent
    most = min(playout_moves, OTHER_PLAYOUT_MOVES)
    others = (first_win(searcher, position, most, seed) for seed in OTHER_SEEDS)
    wins = [line, *(other for other, _ in others if other)]
    short = sorted(wins, key=len)[:SHORTENED]
    return min((searcher.shortened(position, win) for win in short), key=len), spent


def first_win(
    searcher: Searcher, position: Position, playout_moves: int, seed: int = 1
) -> tuple[Line | None, int]:
    """The first win found, and the playout moves until then; or none, and all that were spent."""
    searcher.begin(position, seed)
    while searcher.spent < playout_moves:
        if line := searcher.go_on(min(SLICE, playout_moves - searcher.spent)):
            return line, searcher.spent
    return None, searcher.spent


def checked(engine: Engine, position: Position, line: Iterable[Move]) -> Line:
    """`line` as far as the win; raises FalseWin if the engine does not find one."""
    made: list[Move] = []
    for move in line:
        if not engine.is_legal(position, move):
            raise FalseWin(f"{engine.rules.slug}: {move} is refused")
        position = engine.apply(position, move)
        made.append(move)
    if not engine.is_won(position):
        raise FalseWin(f"{engine.rules.slug}: not won")
    return tuple(made)


def without_cycles(engine: Engine, position: Position, line: Iterable[Move]) -> list[Move]:
    """The line without what leads back to where it was."""
    made: list[Move] = []
    first_at = {position: 0}
    for move in line:
        position = engine.apply(position, move)
        made.append(move)
        if position in first_at:
            del made[first_at[position] :]
            first_at = {p: at for p, at in first_at.items() if at <= len(made)}
        else:
            first_at[position] = len(made)
    return made


def promising_bases(engine: Engine, position: Position) -> list[int]:
    """Every rank that may still become the base, by how well the reserve lies for it.

    Summed over all pairs of the reserve: how far the upper card must wait for the lower one.
    """
    if engine.base_rank(position) is not None or not engine.rules.reserve:
        return []
    reserve = position.piles[engine.columns.stop]

    def waiting(base: int) -> int:
        places = [(rank(card) - base) % RANKS for card in reserve]
        return sum(
            max(0, upper - lower) for n, lower in enumerate(places) for upper in places[n + 1 :]
        )

    return sorted(range(1, RANKS + 1), key=waiting)
