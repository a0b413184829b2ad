"""Asks an engine, by positions of a few cards, whether what a sentence says is so."""

from functools import cache, cached_property

from app.cards import DECK_SIZE, RANK_LETTERS, RANKS, SUIT_LETTERS, Card, Pile, face_name
from app.engine import UNLIMITED, Engine, Move, Position
from app.judge import safe_moves
from app.notation import parse_move
from app.rules import GameRules, Kind

ALL_FACES = frozenset(range(DECK_SIZE))


class Lab:
    """One game; its cards are named by their faces, `7H`, and come from the first pack."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.engine = Engine(rules)

    def table(self, *, hidden: str = "", **piles: str) -> Position:
        """Piles by their names in notation, bottom card first; the others are empty."""
        laid = tuple(cards(piles.get(name, "")) for name in self.engine.texts)
        return Position(laid, sum(1 << card for card in cards(hidden)), passes_left=0)

    def may(self, move: str, **piles: str) -> bool:
        return self.engine.is_legal(self.table(**piles), parse_move(self.engine, move))

    def after(self, move: str, *, hidden: str = "", **piles: str) -> Position:
        position = self.table(hidden=hidden, **piles)
        return self.engine.apply(position, parse_move(self.engine, move))

    def takes(self, pile: str, on: str = "", **piles: str) -> frozenset[int]:
        """The faces that a foundation or column takes with these cards in it."""
        position = self.table(**{**piles, pile: on})
        taken = self.engine.takes(position)[self.engine.places[pile]]
        return frozenset(card % DECK_SIZE for card in taken)

    # -- what sentences say -----------------------------------------------------------------

    @cached_property
    def has_reserve(self) -> bool:
        return "r1" in self.engine.places

    @cached_property
    def begins_open(self) -> bool:
        """Any card begins a foundation, and the rank of the first then begins the others."""
        return self.takes("f1") == ALL_FACES and self.takes("f2", f1="7H") == faces("7")

    @cached_property
    def opens_again(self) -> bool:
        """The base is forgotten with the last card taken back."""
        lower = next(iter(self.takes("t1", "8S")))
        position = self.after("f1t1", f1=name(lower), t1="8S")
        return self.engine.base_rank(position) is None

    @cached_property
    def begins_with_aces(self) -> bool:
        return self.takes("f1") == self.takes("f2", f1="AH") == faces("A")

    @cached_property
    def ends_at_thirteen(self) -> bool:
        full = self._foundation("A")
        return not self.takes("f1", full) and bool(self.takes("f1", full.rsplit(" ", 1)[0]))

    @cached_property
    def goes_round(self) -> bool:
        """An ace lies on a king of an open foundation, or a king on an ace of a column."""
        return (self.begins_open and bool(self.takes("f1", "KH"))) or bool(self.takes("t1", "AH"))

    @cached_property
    def gives_back(self) -> bool:
        """A foundation's top goes to whatever column takes it, also from a full pile."""
        full = self._foundation("A")
        top = full.rsplit(" ", 1)[-1]
        return (
            self.may("f1t1", f1="7H", t1=self._under("7H"))
            and self.may("f1t1", f1="6H 7H", t1=self._under("7H"))
            and not self.may("f1t1", f1="7H", t1="7H")
            and all(self.may("f1t1", f1=full, t1=under) for under in self._all_under(top))
            and not any(self.may("f1f2", f1="7H", f2=on) for on in ("", "6H", "6S"))
        )

    @cached_property
    def sends_up(self) -> bool:
        """A card goes up by the button once all that may lie on it lie on foundations."""
        second = name(min(self.takes("f1", "AH")))
        position = self.table(f1="AH", w1=second)
        followers = self.engine.lies_on[cards(second)[0]]
        settled = (position.piles[0], tuple(followers), *position.piles[2:])
        waits = followers <= set(cards("AH")) or not safe_moves(self.engine, position)
        return waits and bool(safe_moves(self.engine, position._replace(piles=settled)))

    @cached_property
    def leaves_the_base(self) -> bool:
        return self.begins_open and not safe_moves(self.engine, self.table(w1="AS", t1="2H"))

    @cached_property
    def moves_runs(self) -> bool:
        """Two or three cards go from column to column, whole or not, never to a foundation."""
        run = self._run("QH", 3)
        return (
            self.may("t1t2x2", t1=run, t2=f"{run.split()[0]}")
            and self.may("t1t2x3", t1=run, t2=self._under("QH"))
            and not self.may("t1f1x2", t1=run, f1=self._under("QH"))
        )

    @cached_property
    def refuses_runs(self) -> bool:
        return not self.may("t1t2x2", t1=self._run("QH", 2), t2=self._under("QH"))

    @cached_property
    def turns_up(self) -> bool:
        """The deal hides cards; such a card stays where it is until nothing lies on it."""
        run = self._run("QH", 2)
        below, top = run.split()
        after = self.after("t1t2", hidden=below, t1=run, t2=self._under(top))
        hidden_run = self.table(hidden=below, t1=run, t2=self._under("QH"))
        return (
            self.engine.deal(1).face_down != 0
            and after.face_down == 0
            and not self.engine.is_legal(hidden_run, parse_move(self.engine, "t1t2x2"))
        )

    @cached_property
    def refills(self) -> bool:
        position = self.after("t1t2", t1=self._over("QH"), t2="QH", w1="9S", s1="3D")
        return bool(position.piles[self.engine.columns.start])

    @cached_property
    def may_stay_empty(self) -> bool:
        position = self.after("t1t2", t1=self._over("QH"), t2="QH")
        return not position.piles[self.engine.columns.start]

    @cached_property
    def reserve_stays_off_columns(self) -> bool:
        return self.has_reserve and not any(
            self.may("r1t1", r1="7H", t1=on) for on in ("", *self._all_under("7H"))
        )

    @cached_property
    def turns_over(self) -> bool:
        """After the first pass the waste becomes the stock in the same order, and none is dealt."""
        begun = self.engine.deal(1).passes_left
        position = self.table(w1="7H 8H 9H")._replace(passes_left=begun)
        if not self.engine.can_turn(position):
            return False
        over = self.engine.apply(position, self.engine.turn)
        return over.piles[-1] == cards("9H 8H 7H") and not over.piles[-2]

    @cached_property
    def is_unlimited(self) -> bool:
        return self.engine.deal(1).passes_left == UNLIMITED

    @cached_property
    def starts_bare(self) -> bool:
        piles = self.engine.deal(1).piles
        return not any(piles[place] for place in (*self.engine.foundations, self.engine.waste))

    def lays_on(self, kind: Kind) -> bool:
        """Whether a card of any pile may ever go to a pile of this kind."""
        engine = self.engine
        targets = [place for place, name in enumerate(engine.names) if name.kind is kind]
        return any(
            engine.is_legal(self.table(**{engine.texts[source]: "7H"}), Move(source, target))
            for source in range(engine.stock)
            for target in targets
        )

    def _foundation(self, first: str) -> str:
        pile = [f"{first}H"]
        while len(pile) < RANKS:
            pile.append(name(min(self.takes("f1", pile[-1]))))
        return " ".join(pile)

    def _run(self, first: str, length: int) -> str:
        run = [first]
        while len(run) < length:
            run.append(self._over(run[-1]))
        return " ".join(run)

    def _over(self, under: str) -> str:
        return name(min(self.takes("t1", under)))

    def _under(self, over: str) -> str:
        return self._all_under(over)[0]

    def _all_under(self, over: str) -> list[str]:
        (card,) = cards(over)
        return [name(face) for face in sorted(ALL_FACES) if card in self.takes("t1", name(face))]


def cards(names: str) -> Pile:
    """`7H 8H` as cards of the first pack."""
    return tuple(
        Card(SUIT_LETTERS.index(each[1]) * RANKS + RANK_LETTERS.index(each[0]))
        for each in names.split()
    )


def name(face: int) -> str:
    return face_name(Card(face))


def faces(rank: str) -> frozenset[int]:
    return frozenset(card for each in SUIT_LETTERS for card in cards(rank + each))


lab_of = cache(Lab)
