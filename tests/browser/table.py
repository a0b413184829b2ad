"""The table in a page: what lies on it, where to put a finger, when an answer has come."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Locator, Page, expect

_READ = (Path(__file__).parent / "read.js").read_text()
_ANSWER_MS = 10_000


class Point(NamedTuple):
    x: float
    y: float


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def middle(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def bottom(self) -> float:
        return self.y + self.height


class Lift(NamedTuple):
    """A card that the page says can be lifted, with what lies on it."""

    id: str
    run: str
    targets: tuple[str, ...]

    @property
    def source(self) -> str:
        return self.run.partition("x")[0]


class Offer(NamedTuple):
    """What the page lets one do now."""

    version: int
    lifts: list[Lift]
    can_turn: bool
    controls: list[str]


@dataclass(frozen=True)
class Table:
    """One page that shows a game."""

    page: Page
    server: str
    slug: str
    number: int
    lang: str = "en"
    has_script: bool = True

    @property
    def path(self) -> str:
        return f"/{self.lang}/{self.slug}/{self.number}"

    @property
    def url(self) -> str:
        return self.server + self.path

    @cached_property
    def status(self) -> Locator:
        return self.page.locator("#status")

    @cached_property
    def line(self) -> Locator:
        return self.page.locator("#status .line")

    @cached_property
    def ending(self) -> Locator:
        return self.page.locator("#ending")

    @cached_property
    def stock(self) -> Locator:
        return self.page.locator(".pile.stock > .place")

    def control(self, name: str) -> Locator:
        return self.page.locator(f"#{name}")

    def open(self, log: str = "") -> "Table":
        self.page.goto(self.url + (f"?log={log}" if log else ""), wait_until="load")
        expect(self.page.locator("#board")).to_be_visible()
        return self

    # ---- reading

    @property
    def version(self) -> int:
        return int(self.status.get_attribute("data-version") or 0)

    @property
    def moves(self) -> int:
        return int((self.page.locator("#status .moves").text_content() or "").split()[0])

    def board(self) -> str:
        """All that is on the table, piles, counts, presses and controls, as text."""
        return _as_text(self.page.evaluate(f"() => ({_READ})(document)"))

    def fresh_board(self) -> str:
        """The same, of the page that the server would send now."""
        answer = self.page.context.request.get(self.url)
        assert answer.ok
        reader = f"html => ({_READ})(new DOMParser().parseFromString(html, 'text/html'))"
        return _as_text(self.page.evaluate(reader, answer.text()))

    def cards(self) -> str:
        """Which cards lie where, and nothing else."""
        piles: dict[str, dict[str, Any]] = json.loads(self.board())["piles"]
        return "\n".join(
            f"{name}: {pile['count']} {' '.join(card['words'] for card in pile['cards'])}"
            for name, pile in piles.items()
        )

    def offer(self) -> Offer:
        found = self.page.evaluate(_OFFER)
        lifts = [Lift(card, run, tuple(targets.split())) for card, run, targets in found["lifts"]]
        return Offer(found["version"], lifts, found["canTurn"], found["controls"])

    def can_press(self, control: str) -> bool:
        return control in self.offer().controls

    def lift(self, run: str) -> Lift:
        return next(lift for lift in self.offer().lifts if lift.run == run)

    # ---- places on the screen

    def grip(self, selector: str) -> Point:
        """A point at which the element is what lies on top."""
        x, y = self.page.evaluate(_GRIP, selector)
        return Point(x, y)

    def grip_of_pile(self, name: str) -> Point:
        top = f"#{name} li:last-child .card"
        return self.grip(top if self.page.locator(top).count() else f"#{name} > .place")

    def box(self, selector: str) -> Box:
        return Box(*self.page.evaluate(_BOX, selector))

    def box_of_pile(self, name: str) -> Box:
        """Of its top card, or of its empty place."""
        top = f"#{name} li:last-child .card"
        return self.box(top if self.page.locator(top).count() else f"#{name} > .place")

    # ---- waiting

    def answered(self, version: int) -> None:
        """Waits for the table of this version and until the page has settled on it."""
        self.page.locator(f'#status[data-version="{version}"]').wait_for(
            state="attached", timeout=_ANSWER_MS
        )
        self.settled()

    def settled(self) -> None:
        if self.has_script:
            self.page.evaluate(
                "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
            )


def player_of(context: BrowserContext) -> bytes:
    """What the database knows this browser's player by."""
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "player")
    return hashlib.sha256(token.encode()).digest()


def _as_text(board: object) -> str:
    return json.dumps(board, indent=1, ensure_ascii=False)


_OFFER = """() => ({
  version: Number(document.getElementById('status').dataset.version),
  lifts: [...document.querySelectorAll('.card[name=pick][data-targets]')]
    .map(card => [card.id, card.value, card.dataset.targets]),
  canTurn: document.querySelector('.pile.stock > .place').name === 'move',
  controls: [...document.querySelectorAll('#controls [name=action], #again [name=action]')]
    .map(one => one.id),
})"""

_BOX = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.x, box.y, box.width, box.height];
}"""

_GRIP = """selector => {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`nothing is ${selector}`);
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = element.getBoundingClientRect();
  for (const down of [0.5, 0.2, 0.1, 0.05, 0.02, 0.9]) {
    for (const across of [0.5, 0.25, 0.1, 0.04, 0.75, 0.9]) {
      const x = box.x + box.width * across;
      const y = box.y + box.height * down;
      if (element.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  throw new Error(`${selector} is covered`);
}"""
