"""A move in words, `7h 8s`, `3 f`, `deal`, read against what the player sees and nothing else.

A card is its rank and suit, a pile its number or its letter in notation. Whoever reads aloud or in
braille copies the names off the table: `7 of hearts on 8 of spades` is read as well. Two cards or
piles are a move; one alone is, where only one pile takes it. Spaces and capitals do not matter, but
where a text can be read in two ways (`12 3`, `1 23`) its spaces decide.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from app.cards import Card, face
from app.engine import PileName
from app.notation import TURN
from app.rules import Kind
from app.web.i18n import card_words, catalog, pile_words
from app.web.press import Action
from app.web.spoken import move_words
from app.web.views import PileView
from app.web.vocabulary import commands, faces, joints, piles

MOST_TYPED = 60
_QUOTED = 20
_MOST_CHOICES = 4
_COUNT = re.compile(r"(.+?)x([1-9][0-9]?)", re.ASCII)


class Unclear(ValueError):
    """No move, or more than one; the argument says so, or asks which, in the player's language."""


class Lift(NamedTuple):
    """A run that can be lifted, as the page offers it."""

    pile: PileName
    card: Card
    cards: int
    targets: tuple[str, ...]


class Choice(NamedTuple):
    """A move that the text may mean."""

    lift: Lift
    target: PileView

    @property
    def move(self) -> str:
        """In notation."""
        source = f"{self.lift.pile.kind.value}{self.lift.pile.number}"
        count = f"x{self.lift.cards}" if self.lift.cards > 1 else ""
        return f"{source}{self.target.name}{count}"


class Named(NamedTuple):
    """A card by its face, or a pile; a number of 0 is any pile of its kind."""

    face: int = -1
    kind: Kind | None = None
    number: int = 0


class Reading(NamedTuple):
    """One way to understand a text."""

    what: Named
    where: Named | None = None


def read_typed(language: str, views: tuple[PileView, ...], text: str) -> tuple[Action, str]:
    """What to press, and for a move its notation; raises Unclear."""
    plain = _plain(text)
    if command := commands(language).get("".join(plain.split())):
        action = Action(command) if command != TURN else Action.MOVE
        return action, TURN if command == TURN else ""
    plain, cards = _without_count(plain)
    readings = _readings(language, plain) if len(plain) <= MOST_TYPED else []
    if not readings:
        raise Unclear(_not_understood(language, text))
    table = _Table(language, views)
    choices = {
        choice.move: choice
        for reading in readings
        for choice in table.choices(reading)
        if cards in (0, choice.lift.cards)
    }
    if not choices:
        raise Unclear(table.why_not(_most_likely(table, readings)))
    if len(choices) > 1:
        raise Unclear(table.question(readings, list(choices.values())))
    return Action.MOVE, next(iter(choices))


class _Table:
    """What lies open on the table, to look names up in."""

    def __init__(self, language: str, views: tuple[PileView, ...]) -> None:
        self._language = language
        self._views = {view.name: view for view in views}
        self._lifts = list(_lifts(views))

    def choices(self, reading: Reading) -> Iterator[Choice]:
        what, where = reading
        for lift in self._lifts:
            if not self._is(what, lift.pile, lift.card):
                continue
            targets = [self._views[name] for name in lift.targets]
            if where is None:
                yield from (Choice(lift, target) for target in _unlike(targets))
                continue
            meant = [target for target in targets if self._is_target(where, target)]
            # any foundation will do, and the best one stands first
            some = meant[:1] if where.kind is Kind.FOUNDATION else meant
            yield from (Choice(lift, target) for target in some)

    def has(self, named: Named) -> bool:
        """Whether that pile stands on the table, or that card is in sight."""
        views = self._views.values()
        if named.kind:
            return any(self._is(named, _name_of(view), None) for view in views)
        return any(
            shown.card is not None and face(shown.card) == named.face
            for view in views
            for shown in view.cards
        )

    def why_not(self, reading: Reading) -> str:
        _ = catalog(self._language).gettext
        what, where = reading
        for named in (what, where):
            if named and not self.has(named):
                text = (
                    _("Not in sight: %(name)s.")
                    if named.kind is None
                    else _("There is no such pile here: %(name)s.")
                )
                return _begun(text % {"name": self._words(named)})
        if where and any(self._is(what, lift.pile, lift.card) for lift in self._lifts):
            return _begun(
                _("%(what)s cannot go to: %(where)s.")
                % {"what": self._words(what), "where": self._words(where)}
            )
        return _("Cannot be moved now: %(name)s.") % {"name": self._words(what)}

    def question(self, readings: list[Reading], choices: list[Choice]) -> str:
        """Asks for what the choices differ in."""
        _ = catalog(self._language).gettext
        lifts = {choice.lift for choice in choices}
        sources = _unique(self._place(choice.lift.pile) for choice in choices)
        targets = _unique(self._place(_name_of(choice.target)) for choice in choices)
        what, where = readings[0]
        if len(readings) > 1 or (len(lifts) > 1 and len(targets) > 1):
            moves = [
                move_words(
                    self._language,
                    face(choice.lift.card),
                    choice.lift.cards,
                    _name_of(choice.target),
                )
                for choice in choices
            ]
            return _("Which move: %(choices)s?") % {"choices": self._or(moves)}
        if len(sources) > 1:
            which = {"card": self._words(what), "choices": self._or(sources)}
            return _("Which %(card)s: %(choices)s?") % which
        if len(targets) > 1 and where:
            which = {"card": self._words(where), "choices": self._or(targets)}
            return _("Which %(card)s: %(choices)s?") % which
        if len(targets) > 1:
            return _("Where to: %(choices)s?") % {"choices": self._or(targets)}
        counts = [str(cards) for cards in sorted({choice.lift.cards for choice in choices})]
        example = f"x{counts[-1]}"
        return _("How many cards: %(choices)s? Add %(example)s.") % {
            "choices": self._or(counts, most=len(counts)),
            "example": example,
        }

    def _is(self, named: Named, pile: PileName, card: Card | None) -> bool:
        if named.kind is None:
            return card is not None and face(card) == named.face
        return pile.kind is named.kind and named.number in (0, pile.number)

    def _is_target(self, named: Named, view: PileView) -> bool:
        top = view.cards[-1].card if view.cards else None
        return self._is(named, _name_of(view), top)

    def _words(self, named: Named) -> str:
        if named.kind is None:
            return card_words(self._language, Card(named.face))
        if named.number or named.kind in (Kind.WASTE, Kind.RESERVE):
            return self._place(PileName(named.kind, named.number))
        return catalog(self._language).gettext("foundations")

    def _place(self, name: PileName) -> str:
        return pile_words(self._language, name)

    def _or(self, words: list[str], most: int = _MOST_CHOICES) -> str:
        """All of them, or the first and that there are others."""
        _ = catalog(self._language).gettext
        if len(words) > most:
            return _("%(some)s or another") % {"some": ", ".join(words[:most])}
        return _("%(some)s or %(last)s") % {"some": ", ".join(words[:-1]), "last": words[-1]}


def _lifts(views: tuple[PileView, ...]) -> Iterator[Lift]:
    for view in views:
        for n, shown in enumerate(view.cards):
            if shown.state == "free" and shown.card is not None:
                targets = tuple(shown.targets.split())
                yield Lift(_name_of(view), shown.card, len(view.cards) - n, targets)


def _unlike(targets: list[PileView]) -> Iterator[PileView]:
    """Without those that are empty like one before: nobody cares which of them it is."""
    seen: set[Kind] = set()
    for target in targets:
        if target.size or target.kind not in seen:
            yield target
        if not target.size:
            seen.add(target.kind)


def _name_of(view: PileView) -> PileName:
    return PileName(view.kind, view.number)


def _readings(language: str, plain: str) -> list[Reading]:
    """All ways to read a text; those that its spaces suggest alone, if there are any."""
    words = plain.split()
    text = "".join(words)
    spaced = {len("".join(words[:n])) for n in range(1, len(words))}
    whole = [Reading(named) for named in _named(language, text)]
    split = {at: list(_split(language, text, at)) for at in range(1, len(text))}
    suggested = [reading for at in sorted(spaced) for reading in split[at]]
    return suggested or whole + [reading for found in split.values() for reading in found]


def _split(language: str, text: str, at: int) -> Iterator[Reading]:
    for what in _named(language, text[:at]):
        for rest in {text[at:], *_unjointed(language, text[at:])}:
            for where in _named(language, rest):
                yield Reading(what, where)


def _unjointed(language: str, text: str) -> Iterator[str]:
    """Without the `to` or `on` that it begins with."""
    for joint in joints(language):
        if text.startswith(joint):
            yield text.removeprefix(joint)


def _named(language: str, text: str) -> Iterator[Named]:
    if (found := faces(language).get(text)) is not None:
        yield Named(face=found)
    if pile := piles(language).get(text):
        yield Named(kind=pile[0], number=pile[1])


def _without_count(plain: str) -> tuple[str, int]:
    """`3 5 x2` is `3 5` and two cards; 0: it does not say how many."""
    counted = _COUNT.fullmatch(plain)
    return (counted[1], int(counted[2])) if counted else (plain, 0)


def _most_likely(table: _Table, readings: list[Reading]) -> Reading:
    for reading in readings:
        if all(table.has(named) for named in reading if named):
            return reading
    return readings[0]


def _plain(text: str) -> str:
    """Without capitals, accents and signs between the words."""
    folded = unicodedata.normalize("NFKD", text.casefold()).replace("œ", "oe")
    return "".join(
        letter if letter.isalnum() or letter in "♠♥♦♣" else " "
        for letter in folded
        if not unicodedata.combining(letter)
    )


def _not_understood(language: str, text: str) -> str:
    _ = catalog(language).gettext
    typed = "".join(filter(str.isprintable, text)).strip()
    if not typed:
        return _("Type a move, such as 7h 8s, 3 f or deal.")
    cut = typed if len(typed) <= _QUOTED else f"{typed[:_QUOTED]}…"
    return _("“%(typed)s” was not understood. Type a move, such as 7h 8s, 3 f or deal.") % {
        "typed": cut
    }


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _unique(words: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(words))
