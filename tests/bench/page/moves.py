"""Playing: how soon a card moves, whether all arrives, and what moves that should not."""

import re
import time
from collections.abc import Iterator
from itertools import takewhile
from statistics import median, quantiles

from playwright.sync_api import Browser
from playwright.sync_api import TimeoutError as TooLate

from app.notation import move_text, split_log
from app.play import Play
from tests.bench.figures import Figure, Table, tabulated
from tests.bench.page.browsing import FAR, LOCAL, Line, Press, press_any, sitting
from tests.bench.page.tasks import longest_tasks
from tests.browser.scripts import log_of
from tests.browser.server import Server
from tests.browser.table import Table as Board

MOVED_MS = 16.0
MOVED_LATE_MS = 50.0
AFTER_ANSWER_MS = 50.0
PRESSES = 10
MANY_PRESSES = 50
IN_A_ROW = 20
IN_A_ROW_SECONDS = 5.0
PATIENCE_MS = 3000
CALM = {"opacity", "transform"}
_IS_SEEN = """([id, pile]) => {
  const card = document.getElementById(id);
  if (!card?.matches('[data-targets]') || card.closest('li').getAnimations().length) return false;
  const { left, top, width } = card.getBoundingClientRect();
  const place = document.querySelector(`#${pile} > .place`).getBoundingClientRect();
  // a move before it may be kept until its own turn: the card still shows where it comes from
  const isBeside = left > place.right || left + width < place.left;
  const isThere = !isBeside && top > place.top - place.height / 2;
  return isThere && card.contains(document.elementFromPoint(left + width / 2, top + 4));
}"""
_PILES = re.compile(r"[wrft]\d+")


def table_of_presses(browser: Browser, server: Server, slugs: list[str], runs: int) -> Table:
    figures: list[Figure] = []
    for slug in slugs:
        for line in (LOCAL, FAR):
            played = [_presses(browser, server, slug, n + 1, line) for n in range(runs)]
            figures += _press_figures(f"{slug}, {line.round_trip} ms", line, played)
    return tabulated("From the press to the card moved: processor slowed fourfold", figures)


def table_of_motion(browser: Browser, server: Server, slugs: list[str], runs: int) -> Table:
    figures = [_in_a_row(browser, server, slug) for slug in slugs]
    for slug in slugs:
        figures += _calm(browser, server, slug)
    figures += longest_tasks(browser, server, runs)
    return tabulated("While cards move", figures)


def _presses(browser: Browser, server: Server, slug: str, number: int, line: Line) -> list[Press]:
    with sitting(browser, server, slug, number, line) as (board, _):
        board.open()
        return [press_any(board, turn) for turn in range(PRESSES)]


def _press_figures(name: str, line: Line, played: list[list[Press]]) -> Iterator[Figure]:
    moved = [[press.moved for press in run if press.moved is not None] for run in played]
    late = [quantiles(run, n=20)[-1] for run in moved if len(run) > 1]
    middles = [median(run) for run in moved if run]
    if middles:
        yield Figure(f"{name}: median", median(middles), "ms", MOVED_MS)
        yield Figure(f"{name}: 95th percentile", median(late), "ms", MOVED_LATE_MS)
    asked = [[press.answered for press in run if press.moved is None] for run in played]
    answered = [median(run) for run in asked if run]
    if answered:
        limit = line.round_trip + AFTER_ANSWER_MS
        yield Figure(f"{name}: stock, with its answer", median(answered), "ms", limit)


def _in_a_row(browser: Browser, server: Server, slug: str) -> Figure:
    """Moves as fast as a quick hand makes them, while the answers are far behind."""
    moves = list(_first_moves(slug, 1))
    with sitting(browser, server, slug, 1, FAR, cpu=1) as (board, _):
        board.open()
        began = time.perf_counter()
        for number, (move, card) in enumerate(moves, 1):
            if not _make(board, move, card):
                break
            rest = began + number * IN_A_ROW_SECONDS / IN_A_ROW - time.perf_counter()
            board.page.wait_for_timeout(max(rest, 0.0) * 1000)
        board.page.wait_for_load_state("networkidle")
        arrived = split_log(str(log_of(server, board)))
    wanted = [move for move, _ in moves]
    pairs = zip(arrived, wanted, strict=False)
    in_order = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    name = f"{slug}: of {IN_A_ROW} moves in {IN_A_ROW_SECONDS:g} s, not arrived in order"
    return Figure(name, IN_A_ROW - in_order, "", 0)


def _first_moves(slug: str, number: int) -> Iterator[tuple[str, str]]:
    """Moves that go on and on, each with the id of the card that is lifted; empty: the stock."""
    play = Play.start(slug, number)
    seen = {play.position}
    for turn in range(IN_A_ROW):
        engine = play.engine
        moves = list(engine.legal_moves(play.position))
        cards = [move for move in moves if move != engine.turn]
        fresh = [move for move in cards if engine.apply(play.position, move) not in seen]
        move = fresh[0] if fresh and turn % 3 else engine.turn if engine.turn in moves else cards[0]
        lifted = "" if move == engine.turn else f"c{play.position.piles[move.source][-move.cards]}"
        yield move_text(engine, move), lifted
        play = play.make((move,))
        seen.add(play.position)


def _make(board: Board, move: str, card: str) -> bool:
    """Whether the move could be made: a lost one before it may have left the card elsewhere."""
    if not card:
        board.page.keyboard.press("d")
        return True
    source, target = _PILES.findall(move)
    # who cannot see a card yet, or still, where it is to be lifted cannot want to move it
    try:
        board.page.wait_for_function(_IS_SEEN, arg=[card, source], timeout=PATIENCE_MS)
    except TooLate:
        return False
    box = board.box(f"#{card}")
    board.page.mouse.click(box.middle.x, box.y + 4)
    # what lies on the pile may still be on its way there
    board.page.mouse.click(*board.box(f"#{target} > .place").middle)
    return True


def _calm(browser: Browser, server: Server, slug: str) -> Iterator[Figure]:
    with sitting(browser, server, slug, 1, LOCAL, cpu=1) as (board, _):
        board.open()
        board.page.evaluate("() => sampleAnimations()")
        for turn in range(MANY_PRESSES):
            press_any(board, turn)
        shifts, animated = board.page.evaluate("() => [seen.shifts, Object.keys(seen.animated)]")
    others = sorted(set(animated) - CALM)
    yield Figure(f"{slug}: layout shift over {MANY_PRESSES} moves", round(shifts, 4), "", 0)
    name = f"{slug}: animated beside {' and '.join(sorted(CALM))}"
    yield Figure(f"{name}: {', '.join(others)}" if others else name, len(others), "", 0)
