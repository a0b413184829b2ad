"""Players over plain HTTP who keep books: each answer is compared with their own replay."""

import asyncio
import contextlib
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from app.deals import LAST_DEAL
from app.games import GAMES
from app.notation import move_text
from app.play import NotNow, Play
from app.web.security import player_of
from app.web.views import pile_views
from tests.faults.wire import Answer, Client

PATIENCE = 0.5
"""Seconds after which a player presses again."""
PAUSE = 0.02
_FIELDS = re.compile(r'<span id="fields">(.*?)</span>', re.DOTALL)
_FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')
_CARD = re.compile(r'<button class="card[^>]* id="c(\d+)"')

Board = dict[str, tuple[int, ...]]
"""The cards that show face up, by pile."""


class Press(NamedTuple):
    """One press, and the game that it must lead to."""

    action: str
    move: str
    after: Play


@dataclass(slots=True)
class Tally:
    """What players found out; shared by those of one test."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    wrong_boards: int = 0
    complaints: list[str] = field(default_factory=list)
    """The first of what went wrong, in words."""

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.wrong_boards or self.complaints)


class Player:
    """One browser at one table. It sends a form again and again until it is answered."""

    def __init__(
        self,
        url: str,
        play: Play,
        tally: Tally,
        *,
        lang: str = "en",
        has_script: bool = True,
        keeps_cookies: bool = True,
    ) -> None:
        self.client = Client(url, patience=PATIENCE, keeps_cookies=keeps_cookies)
        self.tally = tally
        self.lang = lang
        self.has_script = has_script
        self.left: list[tuple[Play, int]] = []
        """The games that it has left for another, and their versions."""
        self._sit(play)

    def _sit(self, play: Play) -> None:
        self.play = play
        """Where the answers so far have led."""
        self.pending: Press | None = None
        self.version = 0
        self.fields: dict[str, str] = {}
        self.board: Board = {}
        self.address = self.deal

    @property
    def keeps_cookies(self) -> bool:
        return self.client.keeps_cookies

    @keeps_cookies.setter
    def keeps_cookies(self, keeps: bool) -> None:
        self.client.keeps_cookies = keeps

    @property
    def deal(self) -> str:
        return f"/{self.lang}/{self.play.slug}/{self.play.number}"

    @property
    def name(self) -> bytes | None:
        """What the store knows this player by."""
        token = self.client.cookies.get("player")
        return player_of(token) if token else None

    async def sit_down(self, play: Play | None = None) -> None:
        """Opens the page of the deal, or of another one."""
        if play:
            self._sit(play)
        await self.reload()

    async def reload(self) -> None:
        """Loads afresh what the browser's bar names."""
        await self._load()
        self._check()

    async def _load(self) -> None:
        while (answer := await self._answer("GET", self.address)).status == 303:
            self.address = answer.headers["location"]
        self._read(answer)

    async def sees(self, words: str) -> bool:
        """Whether the page that the browser's bar names says so."""
        return words in (await self._answer("GET", self.address)).text

    def leave(self) -> None:
        """Closes the line; the books stay."""
        self.client.close()

    async def press(self, press: Press) -> None:
        self.pending = press
        await self.send()

    async def send(self) -> None:
        """Sends the pending press until it is answered."""
        press = self.pending
        assert press is not None
        form = {**self.fields, **({"move": press.move} if press.move else {})}
        answer = await self._answer("POST", f"{self.deal}/{press.action}", form)
        self.pending = None
        self.play = press.after
        self.version += 1
        self.tally.acknowledged += 1
        if answer.status == 303:
            self.address = answer.headers["location"]
            await self._load()
        else:
            self._read(answer)
            self.address = self.deal
            if "log" in self.fields:
                self.address += f"?{urlencode(self.fields)}"
        self._check()

    async def live(self, chance: random.Random, think: float) -> None:
        """As people do, for ever: with pauses, now in this language, now in that, deal after deal.

        `think` is the mean of the seconds between two presses.
        """
        await self.reload()
        while True:
            await asyncio.sleep(chance.expovariate(1 / think))
            match chance.choices(("press", "reload", "language", "new"), (94, 3, 1, 2))[0]:
                case "press":
                    await self.press(any_press(self.play, chance))
                case "reload":
                    await self.reload()
                case "language":
                    self.lang, other = ("en", "fr") if self.lang == "fr" else ("fr", "en")
                    self.address = self.address.replace(f"/{other}/", f"/{self.lang}/", 1)
                    await self.reload()
                case "new":
                    self.left.append((self.play, self.version))
                    slug, number = chance.choice(list(GAMES)), chance.randint(1, LAST_DEAL)
                    await self.sit_down(Play.start(slug, number))

    async def play_on(self, chance: random.Random) -> None:
        """Plays for ever, from wherever it was interrupted."""
        if self.pending:
            await self.send()
        else:
            await self.reload()
        for press in presses(self.play, chance):
            await self.press(press)

    async def _answer(
        self, method: str, path: str, fields: Mapping[str, str] = MappingProxyType({})
    ) -> Answer:
        headers = {"HX-Request": "true"} if self.has_script and method == "POST" else {}
        self.client.patience = PATIENCE
        while True:
            try:
                answer = await self.client.ask(method, path, fields, headers)
            except TimeoutError:
                # a machine that is busy has no use for the same request ever more often
                self.client.patience *= 2
                continue
            except (OSError, EOFError):
                await asyncio.sleep(PAUSE)
                continue
            if answer.status < 500 and answer.status != 429:
                return answer
            await asyncio.sleep(float(answer.headers.get("retry-after", PAUSE)))

    def _read(self, answer: Answer) -> None:
        if found := _FIELDS.search(answer.text):
            was_carried = "log" in self.fields
            self.fields = dict(_FIELD.findall(found[1]))
            if was_carried and "log" not in self.fields and self.fields["version"] == "1":
                # it has a row now, which counts for itself
                self.version = 1
        self.board |= read_board(answer.text)
        if answer.status != 200:
            self._complain(f"answered {answer.status}")

    def _check(self) -> None:
        """Counts what the last answer says beside what it must."""
        ahead = int(self.fields.get("version", 0)) - self.version
        if ahead:
            self._complain(f"version {self.version + ahead}")
        self.tally.doubled += max(ahead, 0)
        self.tally.lost += max(-ahead, 0)
        if self.board != board_of(self.play):
            self.tally.wrong_boards += 1
            self._complain("another board")

    def _complain(self, what: str) -> None:
        if len(self.tally.complaints) < 20:
            self.tally.complaints.append(f"{self.deal} at {self.version}: {what}: {self.play.log}")


def presses(play: Play, chance: random.Random) -> Iterator[Press]:
    """What somebody without a plan does, for ever: mostly moves, and all that undoes them."""
    while True:
        press = any_press(play, chance)
        yield press
        play = press.after


def script(slug: str, number: int, length: int) -> list[Press]:
    """The same presses for the same deal."""
    chance = random.Random(f"{slug} {number}")
    play = Play.start(slug, number)
    return [press for press, _ in zip(presses(play, chance), range(length), strict=False)]


def any_press(play: Play, chance: random.Random) -> Press:
    """Mostly a move."""
    (what,) = chance.choices(list(_CONTROLS), weights=(12, 8, 1, 2, 7, 70))
    with contextlib.suppress(NotNow):
        return Press(what, "", _CONTROLS[what](play))
    legal = list(play.engine.legal_moves(play.position))
    if not legal:
        return Press("undo", "", play.undo())
    turn = play.engine.turn
    move = turn if turn in legal and chance.random() < 0.3 else chance.choice(legal)
    return Press("move", move_text(play.engine, move), play.make((move,)))


def _no_control(_: Play) -> Play:
    raise NotNow


_CONTROLS: dict[str, Callable[[Play], Play]] = {
    "undo": Play.undo,
    "redo": Play.redo,
    "redo-all": Play.redo_all,
    "restart": Play.restart,
    "up": lambda play: play.make(play.safe_step()),
    "move": _no_control,
}


def read_board(html: str) -> Board:
    """The piles of a page, or those that a fragment changes."""
    piles = (part.partition('"') for part in html.split('data-pile="')[1:])
    return {name: tuple(map(int, _CARD.findall(rest))) for name, _, rest in piles}


def board_of(play: Play) -> Board:
    return {
        view.name: tuple(shown.card for shown in view.cards if shown.card is not None)
        for view in pile_views(play.engine, play.position)
    }
