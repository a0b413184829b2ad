"""docs/WINNABILITY.md as text, every number in it computed from the figures."""

from collections.abc import Iterable

from app.games import GAMES
from app.solver.exhaustive import DEPTH
from tools.winnability.players import PATIENCE, Player
from tools.winnability.published import PUBLISHED, Published
from tools.winnability.sums import BUDGETS, Figures, Share, quartiles
from tools.winnability.trials import BOUND, TIMED_DEALS, TIMED_MOVES

PLOTS = {
    "proved": "For each game, the share of deals proved won over seconds of search",
    "lengths": "For each game, how many moves the stored wins have",
    "players": "For each game, the share that each simple player wins, and the share proved won",
}
NAMES = {slug: slug.replace("-", " ").capitalize() for slug in GAMES} | {
    "double-signora": "Double Signora",
    "athena": "Athena, draw 3",
    "athena-1": "Athena, draw 1",
    "klondike": "Klondike, draw 1",
    "klondike-3": "Klondike, draw 3",
}
KNOWS = {
    Player.HASTY: (
        "**hasty** sees the cards that lie face up, and knows nothing of stock and face-down cards."
        " Whichever card happens to go up first sets the base rank; so it plays only where there is"
        " a base to set."
    ),
    Player.SIGHT: (
        "**sight** sees the same, and sets the base for which the reserve lies best (the fewest"
        " reserve cards that must wait for one beneath them). Where passes never end it goes"
        f" through the stock {PATIENCE} times and then gives up."
    ),
    Player.STOCK: (
        "**stock** knows the order of the stock besides, as after a pass for looking, but no"
        " face-down card. It plays only where passes never end, and takes any card that comes up in"
        " a pass for one that it can have at once. That it loses more than *sight* does is no"
        " slip: it has more cards to bring down from the stock too early, and brings them down."
    ),
    Player.ALL: (
        "**all** knows every card. Before a move it plays each possible one on to an end by"
        " chance, once, and follows the best line that it has seen; with no second try of the deal."
    ),
}


def page(found: list[Figures]) -> str:
    return (
        "\n\n".join(
            [
                INTRODUCTION,
                "## Deals proved",
                table(
                    ("", "deals", *(f"in {s:g} s" for s in BUDGETS), "won", "lost", "not known"),
                    (proved_row(one) for one in found if one.deals),
                ),
                budgets_text(found),
                picture("proved"),
                speeds_text(found),
                table(
                    ("", "playout moves a second", "load", "searched as far as", "which takes"),
                    (speed_row(one) for one in found),
                ),
                LOST,
                "## How long a win is",
                LENGTHS,
                table(
                    ("", "wins", "shortest", "quarter", "median", "three quarters", "longest"),
                    (length_row(one) for one in found if len(one.lengths) > 1),
                ),
                picture("lengths"),
                "## Simple players",
                players_text(found),
                table(
                    ("", *(player.value for player in Player), "proved won"),
                    (players_row(one) for one in found),
                ),
                picture("players"),
                "## Beside published figures",
                PUBLISHED_FIRST,
                table(
                    ("who", "knows", "wins", "here, " + NAMES["klondike-3"]),
                    (published_row(one, found) for one in PUBLISHED),
                    align="---",
                ),
                PUBLISHED_LAST,
                "## What is not proved",
                NOT_PROVED,
            ]
        )
        + "\n"
    )


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]], align: str = "---:") -> str:
    lines = [head, ("---", *(align for _ in head[1:])), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def picture(name: str) -> str:
    return f"![{PLOTS[name]}](winnability/{name}.svg)"


def percent(share: Share | None) -> str:
    """`61.2 % (55.1–67.0)`, and a dash for what is not known."""
    if share is None or not share.whole:
        return "–"
    low, high = share.interval
    return f"{100 * share.value:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def proved_row(one: Figures) -> tuple[str, ...]:
    budgets = (percent(one.won_within(seconds)) for seconds in BUDGETS)
    lost = f"{one.lost}" if one.ends else "–"
    shares = percent(one.won), lost, percent(one.not_known)
    return (NAMES[one.slug], f"{one.deals:,}", *budgets, *shares)


def speed_row(one: Figures) -> tuple[str, ...]:
    if not one.speed:
        return (NAMES[one.slug], "–", "–", "–", "–")
    speed = NAMES[one.slug], f"{one.speed / 1e6:.2f} million", f"{one.load:g}"
    if not one.deals:
        return (*speed, "–", "–")
    reach = max(one.efforts) if one.reach == float("inf") else one.reach
    return (*speed, f"{reach / 1e6:.1f} million", f"{reach / one.speed:.1f} s")


def length_row(one: Figures) -> tuple[str, ...]:
    lengths = one.lengths[0], *quartiles(one.lengths), one.lengths[-1]
    return (NAMES[one.slug], f"{len(one.lengths):,}", *(f"{length:.0f}" for length in lengths))


def players_row(one: Figures) -> tuple[str, ...]:
    shares = dict(one.players)
    return (NAMES[one.slug], *(percent(shares.get(p)) for p in Player), percent(one.won))


def published_row(one: Published, found: list[Figures]) -> tuple[str, ...]:
    (mine,) = (figures for figures in found if figures.slug == one.slug)
    share = dict(mine.players).get(Player(one.player)) if one.player else mine.won
    who = f"in one play by *{one.player}*" if one.player else "proved won"
    said = f"{percent(share)} {who}"
    if share and share.whole and not one.player:
        low, high = share.interval
        met = "the intervals meet" if low <= one.high and one.low <= high else "they do not meet"
        said += f"; {met}"
    return one.source, one.knows, one.says, said


def budgets_text(found: list[Figures]) -> str:
    left_out = [
        NAMES[one.slug]
        for one in found
        if one.deals and one.speed and one.won_within(BUDGETS[-1]) is None
    ]
    said = "Seconds are of the CPU of one core, reckoned from playout moves by the speeds below."
    if left_out:
        said += (
            f" A dash stands where some deals were not searched for so long, nor are lost:"
            f" {BUDGETS[-1]:g} s are beyond what was spent on {', '.join(left_out)}."
        )
    return said


def speeds_text(found: list[Figures]) -> str:
    timed = ", ".join(sorted({one.machine for one in found if one.machine}))
    return (
        f"The speed was measured on the first {len(TIMED_DEALS)} deals of each game, each searched"
        f" for {TIMED_MOVES:,} playout moves or until its win ({timed}; load is how many processes"
        " wanted a core meanwhile: the higher, the slower is a second of CPU, too). Efforts are"
        " stored as moves, and so are the same on every machine."
    )


def players_text(found: list[Figures]) -> str:
    plays = {player: plays_of(player, found) for player in Player}
    return f"{PLAYERS}\n\n" + "\n".join(
        f"* {text} Played: {plays[player]} deals of each." for player, text in KNOWS.items()
    )


def plays_of(player: Player, found: list[Figures]) -> str:
    """`1,000 to 5,000`: of every game that the player plays."""
    counts = [share.whole for one in found for who, share in one.players if who is player]
    few, many = min(counts, default=0), max(counts, default=0)
    return f"{few:,}" if few == many else f"{few:,} to {many:,}"


INTRODUCTION = """\
# What can be won

Written by `make winnability` from the stored proofs (`app/solver/proved`) and from
`docs/winnability/measured.jsonl`; `make check` finds it stale. An interrupted run goes on where
it stopped, and more proofs (`make proved`) make more of it.

Deals are those of the numbers from 1 on, one after another; none is left out, and what is stored
beyond the number of deals in the table does not count. A deal is **won**
when a list of moves is stored that the rules engine replays to the end (`make proved-check`). It
is **lost** when every position that can come of it was looked at and none is a win. Else it is
**not known**, which is not "lost". Beside each share stands the interval of Wilson that holds the
true one at 95 %."""

LOST = f"""\
Deals without a known win were looked at position by position, first in depth, until none was
left, {BOUND:,} were seen, or a line had {DEPTH} moves. The lost ones are exact, and fewer than
there are: with two packs a line is soon too long, so that a dash or a 0 says nothing there."""

LENGTHS = """\
Moves as the stored wins have them: made from up to three wins of the deal, without cycles and
without what can be left out. A turn of the stock is a move. They are short, not
shortest, and only of the deals that are proved."""

PLAYERS = """\
One play of each deal, nothing undone, nothing taken back from the foundations. All of them draw a
move by weight: up from the reserve before any other card up, that before a move that turns a card
up or has a column refilled, then waste to column, then the stock, then all else. A play ends when
it is won, when there is no move, after 40 moves that bring nothing nearer, or after 1,200 moves."""

PUBLISHED_FIRST = "Our draw 3 has their rules: passes without end, foundation cards may come back."

PUBLISHED_LAST = """\
For draw 1, Athena and the games of two and four packs we found no figure that says by which rules,
of how many deals and with which interval, and so set none beside ours."""

NOT_PROVED = """\
* **Not known is not lost.** The share won is a lower bound of what can be won, the share lost of
  what cannot; the truth is between the first and one less the second.
* **The search has a bias.** It is of weighted random playouts: deals whose wins need a move that
  looks bad are found last. With more time more are found, and the curves say how slowly.
* **Deals are not chosen, but they are ours.** There are 2³² − 1 of them a game, shuffled by
  SplitMix64, not drawn from all orders of the cards. The intervals are of chance alone and take
  the numbers from 1 on for a fair sample; we know nothing against it and have not proved it.
* **Lengths are upper bounds.** Nothing says that a stored win is the shortest.
* **Seconds depend on the machine**, and the speed of a game on which deals are searched.
* **Lost rests on fingerprints.** Positions are told apart by three numbers of 31 bits each: two
  of a million are taken for one once in 10¹³ searches.
* **Simple players are not people.** They forget what they saw, and never think twice."""
