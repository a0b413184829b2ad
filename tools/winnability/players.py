"""The simple players: who knows what of a deal, and whether one play of it is won.

All of them draw their moves by weight, as `app.solver.playouts` says, take nothing back from the
foundations and undo nothing. They stop after 40 moves that bring nothing nearer, or after 1,200.
"""

from enum import StrEnum

from app.engine import Engine
from app.rules import Base
from app.solver.kernel import is_won
from app.solver.layout import (
    CHOSEN_BASES,
    IS_RUNNING,
    PASSES,
    TAKES_BACK,
    WANTED,
)
from app.solver.nested import search
from app.solver.playouts import NO_MOVE, playout
from app.solver.searching import Searcher, promising_bases

PATIENCE = 10
"""How often a player who does not know the stock goes through it where passes never end."""


class Player(StrEnum):
    """What a simple player knows, and makes of it."""

    HASTY = "hasty"
    """Sees the cards that lie face up; whichever card goes up first sets the base."""
    SIGHT = "sight"
    """Sees the same; sets the base that the reserve lies best for, if there is one to set."""
    STOCK = "stock"
    """Knows the order of the stock as well, for games in which it may be seen again and again."""
    ALL = "all"
    """Knows every card; before a move plays each possible one on by chance, and keeps the best."""


def players_of(engine: Engine) -> list[Player]:
    """Those between whom there is a difference in this game."""
    base_is_chosen = engine.rules.foundations.base is not Base.ACE
    never_ends = engine.rules.stock.passes is None
    kept = {Player.HASTY: base_is_chosen, Player.STOCK: never_ends}
    return [player for player in Player if kept.get(player, True)]


class Chair(Searcher):
    """Where simple players sit down, one after another."""

    def wins(self, player: Player, number: int) -> bool:
        """Whether the player's one play of the deal is won; the same every time."""
        position = self.engine.deal(number)
        self.begin(position, seed=number)
        if player is Player.ALL:
            return self._wins_ahead()
        book, start = self._room.book, self._room.start
        bases = promising_bases(self.engine, position)
        book[WANTED] = bases[0] if bases and player is not Player.HASTY else 0
        book[TAKES_BACK] = 0
        if start[PASSES] < 0 and player is not Player.STOCK:
            # with passes that end the stock is turned card by card, unknown until it comes up
            start[PASSES] = PATIENCE - 1
        playout(self._game, start, book, NO_MOVE)
        return bool(is_won(self._game, start))

    def _wins_ahead(self) -> bool:
        """One nested search, with the likeliest base, without another try."""
        book = self._room.book
        book[CHOSEN_BASES] = min(1, book[CHOSEN_BASES])
        while not search(self._game, self._room, self.spent + 1):
            if not book[IS_RUNNING]:
                return False
        return True
