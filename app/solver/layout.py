"""Where everything stands in the flat arrays of the search; knows no game and plays none."""

CARDS = 208
PILES = 40
FACES = 52
FULL = 13
"""Cards of a full foundation."""

# A game: what `tables.compile_game` reads off an engine.

FACE = 0
"""By card: 0 to 51."""
RANK = FACE + CARDS
"""By face: 1 to 13."""
FILLS = RANK + FACES
"""By face: whether an empty column takes it."""
ALIKE = FILLS + FACES
"""By face: the first face that no rule tells from it."""
STRIDE = 5
LIES = ALIKE + FACES
"""By face, STRIDE numbers each: how many faces a column lets lie on it, and which."""
GOES = LIES + FACES * STRIDE
"""The same for foundations."""
FOLLOWERS = GOES + FACES * STRIDE
"""By pile: LIES, GOES, or 0 where nothing is laid."""
REACH = FOLLOWERS + PILES
"""By pile: one bit for each pile that a card of it may ever go to."""
RUN_REACH = REACH + PILES
"""The same for several cards at once."""
BIT = RUN_REACH + PILES
"""The number of a lone bit by its remainder: 2 ** n % 67 differs for every n below 66."""
BITS = 67
FIRST_COLUMN = BIT + BITS
RESERVE = FIRST_COLUMN + 1
"""Behind the last column; the waste, where there is no reserve."""
WASTE = RESERVE + 1
STOCK = WASTE + 1
PER_TURN = STOCK + 1
FIRST_GIVER = PER_TURN + 1
"""The pile that an emptied column is refilled from, or -1."""
SECOND_GIVER = FIRST_GIVER + 1
ACE_BASE = SECOND_GIVER + 1
ALL_CARDS = ACE_BASE + 1
UP_MASK = ALL_CARDS + 1
"""The bits of the foundations."""
COLUMN_MASK = UP_MASK + 1
GAME = COLUMN_MASK + 1

# A table: a position, and what can be said of it without looking at every card.

UNDER = 0
"""By card: the card beneath it, or -1."""
DOWN = UNDER + CARDS
"""By card: whether it lies face down."""
TAKERS = DOWN + CARDS
"""By face: one bit for each pile whose top card takes it."""
TOP = TAKERS + FACES
"""By pile: its top card, or -1."""
SIZE = TOP + PILES
RUN = SIZE + PILES
"""By column: how many top cards lie face up and as columns are built."""
EMPTY = RUN + PILES
"""The bits of the empty columns."""
UNSTARTED = EMPTY + 1
"""The bits of the empty foundations."""
BASE = UNSTARTED + 1
"""The rank that an empty foundation takes; 0 while any would do."""
PASSES = BASE + 1
UP = PASSES + 1
"""How many cards are on the foundations."""
HIDDEN = UP + 1
"""How many lie face down in columns."""
TABLE = HIDDEN + 1

# A move in one number: source, target, how many cards, and how often the stock is turned before.

PILE_BITS = 6
PILE_PART = 2**PILE_BITS - 1
COUNT_SHIFT = 2 * PILE_BITS
COUNT_PART = 15
TURNS_SHIFT = COUNT_SHIFT + 4

# The book of a search: its state of mind between two calls, and room to write in.

ROOM = 1024
"""More than there are moves in any position."""
LONG = 1200
"""The most moves of a playout."""
LONGEST = 8 * LONG
"""The most moves of a line that is pieced together from playouts."""

CHANCE = 0
"""The state of the generator, 1 to 2 ** 32 - 1."""
SPENT = CHANCE + 1
"""Moves played in playouts so far."""
ROUND = SPENT + 1
"""How many nested searches were begun."""
IS_RUNNING = ROUND + 1
TAKES_BACK = IS_RUNNING + 1
"""Whether cards may come back from the foundations in this nested search."""
WANTED = TAKES_BACK + 1
"""The rank that may set the base in it; 0 for any."""
CHOSEN_BASES = WANTED + 1
"""How many of BASES there are to choose from; 0 where the base is settled."""
BASES = CHOSEN_BASES + 1
"""Ranks, most promising first."""
WEIGHED = BASES + 13
"""How many moves stand in MOVES and WEIGHTS."""
LINE_LENGTH = WEIGHED + 1
LINE_MERIT = LINE_LENGTH + 1
"""How far the last playout came."""
BEST_LENGTH = LINE_MERIT + 1
BEST_MERIT = BEST_LENGTH + 1
CURSOR = BEST_MERIT + 1
"""How much of the best line is made."""
PREFIX_LENGTH = CURSOR + 1
MOVES = PREFIX_LENGTH + 1
WEIGHTS = MOVES + ROOM
"""Each the sum of all before it."""
LINE = WEIGHTS + ROOM
BEST = LINE + LONG + 1
PREFIX = BEST + LONG + 1
TALON = PREFIX + LONGEST
"""The cards of waste and stock in the order in which they come up."""
BOOK = TALON + CARDS
