"""Previews of deals: one process draws them, one at a time; some are kept, and few may wait."""

import asyncio
import hashlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

import orjson

from app.deals import FIRST_DEAL
from app.engine import engine_for
from app.games import GAMES
from app.web.assets import Assets
from app.web.i18n import LANGUAGES, game_title
from app.web.preview.pipe import LENGTH
from app.web.preview.scene import Artist

MOST_KEPT = 200
"""Pictures of some 50 KB."""
MOST_WAITING = 8
AT_ONCE = 4
"""Cards that are drawn beforehand between one picture that is waited for and the next: 30 ms."""
LONGEST = 10.0
"""Seconds that a picture may take."""
_ROOT = Path(__file__).parents[3]
_log = logging.getLogger(__name__)


class TooBusy(Exception):
    """More pictures are wanted than can be drawn soon, or the process that draws has failed."""


class Sketch(NamedTuple):
    """A picture that may not be drawn yet."""

    tag: str
    """The same for the same picture, and only then."""
    scene: bytes


class Studio:
    """For one server. The process is started by `get_ready`, or by the first picture wanted."""

    def __init__(self, sprite: str, *, is_eager: bool = False) -> None:
        """`is_eager`: a process that was started anew is got ready as well."""
        self._is_eager = is_eager
        self._artists = {language: Artist(language, sprite) for language in LANGUAGES}
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._begun: dict[str, asyncio.Task[bytes]] = {}
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._preparing: asyncio.Task[None] | None = None

    def get_ready(self) -> asyncio.Task[None]:
        """Has every card drawn, behind each picture that is wanted meanwhile.

        Ends without a word when that fails: what was not drawn then is drawn when it is wanted.
        """
        if self._preparing is None or self._preparing.done():
            self._preparing = asyncio.create_task(self._prepare())
        return self._preparing

    def sketch(self, language: str, slug: str, number: int | None) -> Sketch:
        """Of a deal, or, without a number, of the game: the first deal, unnumbered."""
        engine = engine_for(slug)
        scene = self._artists[language].scene(
            engine,
            engine.deal(number or FIRST_DEAL),
            game_title(language, GAMES[slug]),
            str(number or ""),
        )
        text = orjson.dumps((scene.drawings, scene.laid))
        return Sketch(hashlib.blake2b(text, digest_size=12).hexdigest(), text)

    def kept(self, sketch: Sketch) -> bytes | None:
        if picture := self._kept.get(sketch.tag):
            self._kept.move_to_end(sketch.tag)
        return picture

    async def picture(self, sketch: Sketch) -> bytes:
        """A PNG of 1200 by 630; raises TooBusy."""
        if kept := self.kept(sketch):
            return kept
        task = self._begun.get(sketch.tag)
        if task is None:
            if len(self._begun) >= MOST_WAITING:
                raise TooBusy
            task = self._begun[sketch.tag] = asyncio.create_task(self._draw(sketch))
            task.add_done_callback(lambda _: self._begun.pop(sketch.tag, None))
        # who asked first may go away while others wait for the same picture
        return await asyncio.shield(task)

    async def close(self) -> None:
        begun = [*self._begun.values(), *([self._preparing] if self._preparing else [])]
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        await self._stop()

    async def _prepare(self) -> None:
        drawn: set[str] = set()
        for artist, slug in product(self._artists.values(), GAMES):
            # a new engine takes its time: nobody's move is to wait for it
            parts = await asyncio.to_thread(artist.parts, slug)
            fresh = [part for part in parts if part not in drawn]
            drawn.update(fresh)
            for first in range(0, len(fresh), AT_ONCE):
                try:
                    await self._drawn(orjson.dumps((fresh[first : first + AT_ONCE], ())))
                except TooBusy:
                    return

    async def _draw(self, sketch: Sketch) -> bytes:
        picture = self._kept[sketch.tag] = await self._drawn(sketch.scene)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return picture

    async def _drawn(self, scene: bytes) -> bytes:
        """Raises TooBusy."""
        async with self._turn:
            try:
                async with asyncio.timeout(LONGEST):
                    return await self._ask(scene)
            except (OSError, EOFError, TimeoutError) as fault:
                _log.warning("a preview could not be drawn: %r", fault)
                await self._stop()
                raise TooBusy from fault
            except asyncio.CancelledError:
                # half an answer is left in the pipe
                await self._stop()
                raise

    async def _ask(self, scene: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await _start()
            if self._is_eager:
                self.get_ready()
        entry, answer = self._process.stdin, self._process.stdout
        assert entry
        assert answer
        entry.write(scene + b"\n")
        await entry.drain()
        length = int.from_bytes(await answer.readexactly(LENGTH), "big")
        return await answer.readexactly(length)

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _start() -> Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app.web.preview.drawing"),
        cwd=_ROOT,
        stdin=PIPE,
        stdout=PIPE,
        # a Ctrl-C is for the server, which then ends this
        start_new_session=True,
    )


@asynccontextmanager
async def open_studio(assets: Assets, *, is_eager: bool) -> AsyncIterator[Studio]:
    """`is_eager`: as of a Studio, which then begins to get ready at once."""
    studio = Studio(assets.text("img/cards.svg"), is_eager=is_eager)
    if is_eager:
        studio.get_ready()
    try:
        yield studio
    finally:
        await studio.close()
