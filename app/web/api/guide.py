"""What the document says to begin with: how a game is played, and what to expect."""

from app.settings import Settings
from app.web.api.models import EXAMPLE_KEY
from app.web.house import MOST_BYTES
from app.web.i18n import LANGUAGES
from app.web.limits import Limits, Rule
from app.web.press import LONGEST_LOG


def guide(settings: Settings, limits: Limits) -> str:
    """In Markdown, with the numbers that this server keeps to."""
    rules = {rule.name: rule for rule in limits.rules}
    languages = " and ".join(f"`{language}`" for language in LANGUAGES)
    return f"""\
Games of patience (solitaire) for programs: every deal, every rule, and a play of your own. The \
server knows the rules and lists the legal moves; a program needs only to choose.

## A whole game in four steps

1. `GET /api/v1/games` lists the games.
2. `POST /api/v1/plays` with `{{"game": "roman", "number": 48213}}` gives you a `key` and the \
`play` at `version` 0. Send the key with all that follows, as `Authorization: Bearer` and the key.
3. `POST /api/v1/plays/roman/48213/moves` with `{{"version": 0, "move": "d"}}`, where `version` is \
that of the newest play you were given and `move` is the `move` of one of its \
`table.legal_moves`. The answer is the whole play after it, with the next version and the next \
legal moves.
4. Repeat until `table.won` or `table.stuck` is true, or `table.legal_moves` is empty: there the \
game has come to its end.

## What can end a game

`won`: all cards lie on the foundations. `stuck`: nothing that can be done helps, for certain; \
that is not said of a game that could perhaps still be won. A game that is not stuck may have \
moves for ever, for cards can go from column to column and back, and in some games the stock comes \
round without limit. A program that is to come to an end needs a rule of its own. Here is one; \
take the first that there is:

1. a move whose `target` is a foundation (its name begins with `f`);
2. a move whose `source` is the waste or the reserve (`w`, `r`);
3. a move from a column (`t`) that lifts all the cards above one that is `null`;
4. `d`, as long as the `d` made since the last other move are no more than the cards that lie in \
stock and waste together; one that begins the next pass counts as well;
5. none: here the game ends.

It is a rule for ending, not for winning: it may stop while there are still useful moves between \
the columns, and wins few deals of the harder games, Roman among them.

## What is seen

What a player sees, and nothing else: cards that lie face down are `null`, wherever they lie.

## Keys

A key is all there is to a player: no name, no account. It does not expire, and it plays any \
number of deals, one play of each. A key with a slip in it is answered 401, for its end is a \
checksum of its beginning (`{EXAMPLE_KEY}` shows the form, and is none). Nothing is stored before \
the first move, so a key that has never moved is not known to us, and its plays are at version 0. \
A play that nobody has moved in for {settings.prune_after_days} days may be deleted: it then \
begins anew.

## Versions

Each change carries the `version` it was decided on. If the play has another one by now, nothing \
is changed: the answer is 409 with the problem `stale`, and in its `play` how it truly stands.

A change of a play (a move, undo, redo and the like) that is sent twice is carried out once and \
answered both times, as long as no other change of that play has come between. So whatever got \
lost may simply be sent again. `POST /api/v1/plays` changes nothing at all: sent again without a \
key it gives another key, and without a number another deal.

What is undone can be redone until a move is made, whichever it is: the very move that was undone \
also forgets the rest.

## What is looked at first

Of several things wrong with one request the first is told: how often you ask (429); its \
headers and size (400, 414, 411, 413); the address (404, 405); whether the body is JSON \
(415, 400), and what is asked for (422 with `errors`); game and number of the address (404); the \
key (401); how many plays are begun (429); the version (409); and last the move (422 with \
`play`). So an illegal move with an old version is `stale`.

What stands in an address and does not exist is 404; the same in a body is 422.

## Limits

A body has at most {MOST_BYTES // 1024} KiB and says its length (none that is chunked: 411), and \
an unknown field in it is refused. A game whose `log` would pass {LONGEST_LOG:,} characters, many \
thousand moves, goes no further (`too-long`).

Requests are counted in windows by the clock:

- `POST`, from one network address: {_rate(rules["moves"])};
- `POST`, with one key: {_rate(rules["player"])};
- `GET`, from one network address: {_rate(rules["pages"])};
- plays that get their first move, from one network address: {_rate(rules["new"])}.

To undo in a very long game counts as several. Beyond that the answer is 429, with `Retry-After` \
in seconds.

## Languages

`title`, `detail` and the sentences of the rules are told in {languages}, as `Accept-Language` \
asks; `Content-Language` says which it is. What is wrong with a field is told in English.

## What every answer has

`X-Request-Id` names it: quote it when you write to us about a fault. `HEAD` is answered wherever \
`GET` is; any other method than those that are told is answered 405 (`wrong-method`) with `Allow`. \
While the server stops, or from what stands before it, a 5xx may come without a body.

## Browsers

Any page may call this from its script: there is no cookie, none is read and none is set, so the \
answers allow every origin. The key is in your hands.
"""


def _rate(rule: Rule) -> str:
    return f"{rule.most:,} in {rule.seconds:,} s"
