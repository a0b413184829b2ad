"""Games won by the keyboard alone, knowing nothing but what the accessibility tree tells.

No pixel and no element is looked at: the cards are found by their names and places in the tree.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from app.notation import split_log
from tests.browser.conftest import NewContext, give_cookie
from tests.browser.server import Server
from tests.browser.tree import Ear, Focus

pytestmark = pytest.mark.browser

WINS = json.loads((Path(__file__).parent.parent / "golden/wins.json").read_text())
WORDS = {
    "en": {"t": "Column", "f": "Foundation", "r": "Reserve", "w": "Waste", "won": "Won!"},
    "fr": {
        "t": "Colonne",
        "f": "Fondation",
        "r": "Réserve",
        "w": "Défausse",
        "won": "Gagné\N{NO-BREAK SPACE}!",
    },
}
MOVES = {"en": re.compile(r"(\d+) moves?\b"), "fr": re.compile(r"(\d+) coups?\b")}
LAST_MOVES = 24
MOST_LOOKS = 300

each_language = pytest.mark.parametrize("lang", WORDS)
each_game = pytest.mark.parametrize("slug", ["roman", "bureau"])


@each_language
@each_game
def test_the_end_of_a_game_is_won_by_ear(
    slug: str, lang: str, new_context: NewContext, server: Server
) -> None:
    win_by_ear(slug, lang, new_context, server, LAST_MOVES)


@pytest.mark.soak
@each_language
@each_game
def test_a_whole_game_is_won_by_ear(
    slug: str, lang: str, new_context: NewContext, server: Server
) -> None:
    win_by_ear(slug, lang, new_context, server)


def win_by_ear(
    slug: str, lang: str, new_context: NewContext, server: Server, last: int | None = None
) -> None:
    """Plays a stored winning line, or its last moves."""
    steps = split_log(WINS[slug]["log"].replace("-", "."))
    begun = steps[:-last] if last else []
    page = new_context().new_page()
    if begun:
        give_cookie(page, server)
    query = f"?log={'.'.join(begun)}" if begun else ""
    page.goto(f"{server.url}/{lang}/{slug}/{WINS[slug]['number']}{query}", wait_until="load")
    player = _Player(page, lang, len(begun))
    for step in steps[len(begun) :]:
        player.make(_move(step))
    assert player.scene.said.endswith(WORDS[lang]["won"])
    assert WORDS[lang]["won"] in player.scene.text.replace(player.scene.said, "")


class _Move(NamedTuple):
    source: str
    target: str
    cards: int


def _move(text: str) -> _Move | None:
    """A move of the log; None is a turn of the stock."""
    found = re.fullmatch(r"([trwf]\d+)([tf]\d+)(?:x(\d+))?", text)
    return _Move(found[1], found[2], int(found[3] or 1)) if found else None


class _Player:
    """Hears and presses keys."""

    def __init__(self, page: Page, lang: str, moves: int) -> None:
        self._keys = page.keyboard
        self._ear = Ear(page)
        self._lang = lang
        self._moves = moves
        self.scene = self._ear.listen()

    def make(self, move: _Move | None) -> None:
        if move is None:
            self._keys.press("d")
            self._answered()
            return
        source, target = self._name(move.source), self._name(move.target)
        place = len(self.scene.piles[source]) - move.cards
        card = self.scene.piles[source][place]
        self._press_to(move.source)
        for _ in range(move.cards - 1):
            self._keys.press("ArrowUp")
        self.scene = self._ear.listen()
        assert self.scene.focus == Focus("button", card, source, place)
        self._keys.press("Enter")
        self._press_to(move.target)
        self.scene = self._ear.listen()
        assert self._here == target
        self._keys.press("Space")
        self._answered()
        # it lies where it was laid, the focus has gone with it, and it was said
        focus = self.scene.focus
        assert focus
        assert focus[:3] == ("button", card, target)
        assert card.lower() in self.scene.said.lower()

    def _press_to(self, pile: str) -> None:
        """Its key leads there, pressed again and again where it stands for several piles."""
        key = str(int(pile[1:]) % 10) if pile[0] == "t" else pile[0]
        kind, wanted = WORDS[self._lang][pile[0]], self._name(pile)
        meant = [
            name
            for name in self.scene.piles
            if name.startswith(kind) and (pile[0] != "t" or name.endswith(key))
        ]
        here = meant.index(self._here) if self._here in meant else -1
        for _ in range((meant.index(wanted) - here) % len(meant) or len(meant)):
            self._keys.press(key)

    @property
    def _here(self) -> str:
        """The pile that has the focus: an empty one is a button of its own."""
        focus = self.scene.focus
        return focus.pile or focus.name.split(",")[0] if focus else ""

    def _answered(self) -> None:
        """Until one more move is counted and told of: the sentence comes after the count."""
        self._moves += 1
        told_before = self.scene.said
        for _ in range(MOST_LOOKS):
            self.scene = self._ear.listen()
            found = MOVES[self._lang].search(self.scene.text)
            if found and int(found[1]) == self._moves and self.scene.said not in ("", told_before):
                return
        raise AssertionError(f"no answer to move {self._moves}: {self.scene.said}")

    def _name(self, pile: str) -> str:
        kind = WORDS[self._lang][pile[0]]
        return kind if pile[0] in "rw" else f"{kind} {pile[1:]}"
