"""A store that cannot work: said in the player's language, nothing half done, no restart needed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.settings import Durability
from app.store import sqlite_file
from app.web.i18n import catalog
from tests.web.players import LANGS
from tests.web.serving import serving
from tests.web.table import read_table

LINE = "The games cannot be reached at the moment; nothing is lost. Try again shortly."


@pytest.fixture(autouse=True)
def _always_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a file out of its place, with every write."""
    monkeypatch.setattr(sqlite_file, "LOOK_EVERY", 0.0)


@pytest.mark.parametrize("durability", Durability)
@pytest.mark.parametrize("lang", LANGS)
async def test_a_locked_database(tmp_path: Path, lang: str, durability: Durability) -> None:
    path = tmp_path / "patience.db"
    async with serving(path, durability=durability) as site:
        browser = site.browser()
        deal = f"/{lang}/roman/5"
        await browser.play(deal, "d.d")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for htmx in (False, True):
                answer = await browser.post(
                    f"{deal}/move", {"version": "2", "move": "d"}, htmx=htmx
                )
                assert answer.status_code == 503
                assert catalog(lang).gettext(LINE) in answer.text
                assert read_table(answer.text).lang == lang
                assert answer.headers["cache-control"] == "no-store"
                assert "content-security-policy" in answer.headers
            # what is only read goes on
            assert (await browser.table(deal)).version == 2
            other.execute("ROLLBACK")
        answer = await browser.post(f"{deal}/move", {"version": "2", "move": "d"})
        assert answer.status_code == 303
        stored = await browser.stored("roman", 5)
        assert stored
        assert stored.log == "d.d.d"


@pytest.mark.parametrize("durability", Durability)
async def test_a_database_that_is_gone_and_comes_back(
    tmp_path: Path, durability: Durability
) -> None:
    path = tmp_path / "patience.db"
    aside = tmp_path / "aside"
    async with serving(path, durability=durability) as site:
        browser = site.browser()
        await browser.play("/fr/roman/5", "d.d")
        move_database(path, aside)
        answer = await browser.post("/fr/roman/5/move", {"version": "2", "move": "d"})
        assert answer.status_code == 503
        assert catalog("fr").gettext(LINE) in answer.text
        move_database(aside / path.name, tmp_path)
        answer = await browser.post("/fr/roman/5/move", {"version": "2", "move": "d"})
        assert answer.status_code == 303
        stored = await browser.stored("roman", 5)
        assert stored
        assert stored.log == "d.d.d"


def move_database(path: Path, folder: Path) -> None:
    """All of it: the log beside the file belongs to it."""
    folder.mkdir(exist_ok=True)
    for file in path.parent.glob(f"{path.name}*"):
        file.rename(folder / file.name)
