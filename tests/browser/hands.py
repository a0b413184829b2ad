"""The ways to play. Each makes one press that the page offers, as that kind of player would."""

from collections.abc import Sequence
from typing import Protocol

from playwright.sync_api import CDPSession

from tests.browser.table import Box, Lift, Point, Table

DESKTOP = (1280, 800)
PHONE = (390, 844)


class Hands(Protocol):
    """A way to play. None waits for the answer, but those whose page is loaded anew."""

    def move(self, table: Table, lift: Lift, target: str) -> None: ...
    def turn(self, table: Table) -> None: ...
    def press(self, table: Table, control: str) -> None: ...


class Clicks:
    """Select, then the target."""

    def move(self, table: Table, lift: Lift, target: str) -> None:
        self._click(table, table.grip(f"#{lift.id}"))
        self._click(table, table.grip_of_pile(target))

    def turn(self, table: Table) -> None:
        self._click(table, table.grip(".pile.stock > .place"))

    def press(self, table: Table, control: str) -> None:
        if not table.control(control).is_visible():
            table.page.locator("#open-menu").click()
        self._click(table, table.grip(f"#{control}"))

    def _click(self, table: Table, point: Point) -> None:
        table.page.mouse.click(*point)


class Mouse(Clicks):
    """Drags a run; all else is clicked."""

    def move(self, table: Table, lift: Lift, target: str) -> None:
        start = table.grip(f"#{lift.id}")
        end = _drop_point(start, table.box(f"#{lift.id}"), table.box_of_pile(target))
        table.page.mouse.move(*start)
        table.page.mouse.down()
        table.page.mouse.move(*end, steps=4)
        table.page.mouse.up()


class Taps(Clicks):
    """A finger that never drags, with real touch events."""

    def __init__(self) -> None:
        self._cdp: CDPSession | None = None

    def tap(self, table: Table, point: Point) -> None:
        self._send(table, "touchStart", [point])
        self._send(table, "touchEnd", [])

    def _click(self, table: Table, point: Point) -> None:
        self.tap(table, point)

    def _send(self, table: Table, kind: str, points: Sequence[Point]) -> None:
        if self._cdp is None:
            self._cdp = table.page.context.new_cdp_session(table.page)
        touches = [{"x": point.x, "y": point.y} for point in points]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


class Touch(Taps):
    """Taps and drags in turn."""

    def __init__(self) -> None:
        super().__init__()
        self._drags = False

    def move(self, table: Table, lift: Lift, target: str) -> None:
        self._drags = not self._drags
        if not self._drags:
            super().move(table, lift, target)
            return
        start = table.grip(f"#{lift.id}")
        end = _drop_point(start, table.box(f"#{lift.id}"), table.box_of_pile(target))
        self.drag(table, [start, *between(start, end, 4), end])

    def drag(self, table: Table, way: Sequence[Point]) -> None:
        self.hold_and_go(table, way)
        self.let_go(table)

    def hold_and_go(self, table: Table, way: Sequence[Point]) -> None:
        self._send(table, "touchStart", way[:1])
        for point in way[1:]:
            self._send(table, "touchMove", [point])

    def let_go(self, table: Table) -> None:
        self._send(table, "touchEnd", [])


LETTERS = {"undo": "z", "redo": "Shift+Z", "up": "a", "restart": "Shift+N"}
MOST_STEPS = 80


class Keys:
    """The keyboard alone: arrows and Enter for the cards, letters for the rest."""

    def move(self, table: Table, lift: Lift, target: str) -> None:
        self.enter_board(table)
        self.go(table, lift.source, lift.id)
        table.page.keyboard.press("Enter")
        self.go(table, target)
        table.page.keyboard.press("Space")

    def turn(self, table: Table) -> None:
        table.page.keyboard.press("d")

    def press(self, table: Table, control: str) -> None:
        table.page.keyboard.press(LETTERS[control])

    def enter_board(self, table: Table) -> None:
        for _ in range(40):
            if table.page.evaluate(_IN_BOARD):
                return
            table.page.keyboard.press("Tab")
        raise AssertionError("Tab does not reach the board")

    def go(self, table: Table, pile: str, card: str | None = None) -> None:
        tried: list[str] = []
        for _ in range(MOST_STEPS):
            key: str = table.page.evaluate(_NEXT_KEY, [pile, card])
            if not key:
                return
            tried.append(key)
            table.page.keyboard.press(key)
        raise AssertionError(f"the arrows do not reach {card or pile}: {' '.join(tried[:20])} ...")


class Forms(Clicks):
    """Plain forms, JavaScript off: every press loads a page."""

    def _click(self, table: Table, point: Point) -> None:
        with table.page.expect_navigation(wait_until="load"):
            table.page.mouse.click(*point)


def between(start: Point, end: Point, steps: int) -> list[Point]:
    """Points on the way, the ends left out."""
    shares = [step / (steps + 1) for step in range(1, steps + 1)]
    return [
        Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
        for share in shares
    ]


def _drop_point(grip: Point, card: Box, target: Box) -> Point:
    """Where to let go, so that the card that is held there lies on the target."""
    return Point(grip.x + target.x - card.x, grip.y + target.y - card.y)


_IN_BOARD = "() => Boolean(document.activeElement?.closest('.pile'))"

# which arrow a player would press who sees the table: to the row, along it, along the pile
_NEXT_KEY = """([pileId, cardId]) => {
  const at = document.activeElement;
  const here = at.closest('.pile');
  const goal = document.getElementById(pileId);
  if (!here) return 'Tab';
  if (here === goal) {
    if (!cardId || at.id === cardId) return '';
    const cards = [...goal.querySelectorAll('.card')];
    const isAbove = cards.indexOf(document.getElementById(cardId)) < cards.indexOf(at);
    return isAbove ? 'ArrowUp' : 'ArrowDown';
  }
  const from = here.querySelector('.place').getBoundingClientRect();
  const to = goal.querySelector('.place').getBoundingClientRect();
  if (Math.abs(to.top - from.top) < Math.min(from.width, 40)) {
    return to.left < from.left ? 'ArrowLeft' : 'ArrowRight';
  }
  return to.top < from.top ? 'ArrowUp' : 'ArrowDown';
}"""
