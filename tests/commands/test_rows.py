"""Pruning, and moving from SQLite to PostgreSQL: interrupted, repeated, tampered with."""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from app.commands import Refused
from app.settings import Settings
from app.store import StoredPlay, open_store
from app.store.postgres import _BEGIN_PLAY
from app.store.protocol import PAGE
from tests.browser.server import Server
from tests.commands.running import (
    ROOT,
    change,
    choices_of,
    command,
    environment,
    files_in,
    fill,
    messages_of,
    program,
    read_versions,
    rows_of,
    url_of,
    verdicts_of,
    writing,
)
from tests.postgres import STORES
from tests.store.examples import after, first_choices, first_message, first_play, first_verdict, won

NewUrl = Callable[[str], str]

PLAYS = [
    first_play(n.to_bytes(2) * 16)._replace(number=1 + n, seconds=n / 7, position=None)
    for n in range(15_000)
]
WINS = [won(play)[1] for play in PLAYS[::3]]
CHOICES = [first_choices(n.to_bytes(2) * 16) for n in range(300)]
VERDICTS = [first_verdict(n.to_bytes(16)) for n in range(600)]
MESSAGES = [first_message(f"{n:05}-M9XW3") for n in range(700)]
FEW, FEW_WINS = PLAYS[:40], WINS[:9]

DAY = 86_400

BLOCKED_BY_ME = """
SELECT count(*) FROM pg_locks
WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"""


class TestPrune:
    @pytest.mark.parametrize("kind", STORES)
    def test_deletes_what_is_older_than_the_setting(
        self, kind: str, new_database_url: NewUrl
    ) -> None:
        url, now = new_database_url(kind), time.time()
        old, lately = (
            play._replace(moved=now - days * DAY) for play, days in zip(FEW, (31, 29), strict=False)
        )
        chosen, lately_chosen = (
            first_choices(bytes([n]) * 32)._replace(moved=play.moved)
            for n, play in enumerate((old, lately), 200)
        )
        fill(url, [old, lately], FEW_WINS, [chosen, lately_chosen])
        done = program("prune", DATABASE_URL=url, PRUNE_AFTER_DAYS="30")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == (
            "Plays deleted, of players who made no move for 30 days: 1. "
            "Settings deleted, of players who chose none since either: 1. "
            "Messages deleted, of those answered or held for 180 days: 0. "
            "Verdicts deleted, found more than 30 days ago: 0.\n"
        )
        assert rows_of(url) == ([lately], FEW_WINS)
        assert choices_of(url) == [lately_chosen]

    def test_deletes_messages_that_nobody_waits_for(self, path: Path) -> None:
        then = time.time() - 31 * DAY
        left = first_message("1")._replace(written=then)
        answered = first_message("2")._replace(written=then, answered=then)
        held = first_message("3")._replace(written=then, held="trap")
        fill(url_of(path), messages=[left, answered, held])
        said = command(path, "prune", keep_messages_days=30)[-1]
        assert "Messages deleted, of those answered or held for 30 days: 2. " in said
        assert messages_of(url_of(path)) == [left]

    def test_deletes_verdicts_that_are_old(self, path: Path) -> None:
        then = time.time() - 31 * DAY
        old, new = VERDICTS[0]._replace(found=then), VERDICTS[1]._replace(found=then + 2 * DAY)
        fill(url_of(path), verdicts=[old, new])
        said = command(path, "prune", prune_after_days=30)[-1]
        assert said.endswith("Verdicts deleted, found more than 30 days ago: 1.")
        assert verdicts_of(url_of(path)) == [new]

    def test_keeps_a_game_for_as_long_as_the_cookie_lives(self, path: Path) -> None:
        now = time.time()
        old, lately = (
            play._replace(moved=now - days * DAY)
            for play, days in zip(FEW, (401, 399), strict=False)
        )
        fill(url_of(path), [old, lately])
        assert "400 days: 1. " in command(path, "prune")[-1]
        assert rows_of(url_of(path)) == ([lately], [])

    def test_keeps_no_player_waiting(self, path: Path) -> None:
        # the first is the player who goes on playing
        old = [play._replace(moved=0) for play in PLAYS[1:]]
        fill(url_of(path), old)
        since = first_play(b"").moved - DAY
        with writing(path) as writer:
            before = read_versions(writer, 1)
            said = command(path, "prune", prune_after_days=int((time.time() - since) / DAY))
            assert f" days: {len(old)}. " in said[-1]
            # it would have ended at the first save that was refused
            assert read_versions(writer, 100) >= before + 100

    def test_of_no_database_makes_none(self, path: Path) -> None:
        with pytest.raises(Refused, match="no file"):
            command(path, "prune")
        assert files_in(path.parent) == set()


class TestMoveStore:
    def test_to_postgresql_though_killed_twice(self, path: Path, new_database_url: NewUrl) -> None:
        fill(url_of(path), PLAYS, WINS, CHOICES, MESSAGES, VERDICTS)
        target = new_database_url("postgresql")
        fill(target)
        for blocked in (7000, 12_000):
            asyncio.run(kill_mover_at(PLAYS[blocked], url_of(path), target))
            plays, wins = rows_of(target)
            # the server may have gone on to the end of the page that it was asked to write
            assert blocked <= len(plays) <= blocked + PAGE
            assert wins == []
        done = program("move-store", target, DATABASE_URL=url_of(path))
        assert (done.returncode, done.stderr) == (0, "")
        assert (
            "Moved 15000 plays, 5000 wins, the settings of 300 players, 700 messages "
            "and 600 verdicts, checksum " in done.stdout
        )
        assert rows_of(target) == rows_of(url_of(path)) == (PLAYS, WINS)
        assert choices_of(target) == choices_of(url_of(path)) == CHOICES
        assert messages_of(target) == messages_of(url_of(path)) == MESSAGES
        assert verdicts_of(target) == VERDICTS

    def test_finds_a_row_that_was_tampered_with(self, path: Path, new_database_url: NewUrl) -> None:
        fill(url_of(path), FEW, FEW_WINS)
        target = new_database_url("postgresql")
        command(path, "move-store", target)
        save(target, after(FEW[7]))
        with pytest.raises(Refused, match="1 of the target's 40 plays, 0 of its 9 wins, 0 of"):
            command(path, "move-store", target)

    def test_finds_settings_that_were_tampered_with(
        self, path: Path, new_database_url: NewUrl
    ) -> None:
        fill(url_of(path), choices=CHOICES[:3])
        target = new_database_url("postgresql")
        other = CHOICES[1]._replace(moved=CHOICES[1].moved + 1e-6)
        fill(target, choices=[CHOICES[0], other])
        with pytest.raises(Refused, match="0 of its 0 wins, 1 of its 2 players' settings"):
            command(path, "move-store", target)

    def test_finds_a_message_of_others(self, path: Path, tmp_path: Path) -> None:
        target = tmp_path / "target.db"
        fill(url_of(path), messages=MESSAGES[:3])
        other = [MESSAGES[0], MESSAGES[1]._replace(text="another")]
        fill(url_of(target), messages=other, verdicts=VERDICTS[:1])
        with pytest.raises(Refused, match=r"settings, 1 of its 2 messages and 1 of its 1 "):
            command(path, "move-store", url_of(target))

    def test_adds_nothing_to_games_of_others(self, path: Path, new_database_url: NewUrl) -> None:
        fill(url_of(path), FEW, FEW_WINS)
        target = new_database_url("postgresql")
        fill(target, FEW[:2] + PLAYS[100:103], WINS[100:101])
        before = rows_of(target)
        with pytest.raises(Refused, match="3 of the target's 5 plays, 1 of its 1 wins, 0 of"):
            command(path, "move-store", target)
        assert rows_of(target) == before

    def test_finds_a_row_that_changes_on_the_way(self, path: Path, tmp_path: Path) -> None:
        target = tmp_path / "target.db"
        fill(url_of(path), FEW, FEW_WINS)
        fill(url_of(target))
        change(
            target,
            "CREATE TRIGGER spoiler AFTER INSERT ON plays WHEN NEW.number = 7 "
            "BEGIN UPDATE plays SET seconds = seconds + 1e-9 WHERE number = 7; END",
        )
        with pytest.raises(Refused, match=r"differ: 40 plays.* in the source, 40 plays"):
            command(path, "move-store", url_of(target))

    def test_while_a_server_runs_is_refused(self, path: Path, tmp_path: Path) -> None:
        server = Server(path)
        server.start()
        with pytest.raises(Refused, match="in use: stop the server"):
            command(path, "move-store", url_of(tmp_path / "target.db"))
        server.stop()
        assert not (tmp_path / "target.db").exists()
        assert command(path, "move-store", url_of(tmp_path / "target.db"))

    @pytest.mark.parametrize(
        ("target", "complaint"),
        [
            ("mysql://anna:secret@db/games", "^TARGET_URL: .*must be sqlite:///"),
            ("postgresql://anna:secret@127.0.0.1:1/games", "PostgreSQL at 127.0.0.1:1/games"),
            ("sqlite:////dev/null/games", "/dev/null"),
        ],
    )
    def test_to_a_target_that_is_none(self, path: Path, target: str, complaint: str) -> None:
        fill(url_of(path), FEW)
        with pytest.raises(Refused, match=complaint) as refused:
            command(path, "move-store", target)
        assert "secret" not in str(refused.value)
        assert rows_of(url_of(path)) == (FEW, [])

    def test_to_itself_is_refused(self, path: Path) -> None:
        fill(url_of(path))
        with pytest.raises(Refused, match="is the database that DATABASE_URL names"):
            command(path, "move-store", url_of(path))

    def test_goes_back_to_sqlite_too(self, path: Path, new_database_url: NewUrl) -> None:
        url = new_database_url("postgresql")
        fill(url, FEW, FEW_WINS)
        done = program("move-store", url_of(path), DATABASE_URL=url)
        assert (done.returncode, done.stderr) == (0, "")
        assert rows_of(url_of(path)) == (FEW, FEW_WINS)


async def kill_mover_at(play: StoredPlay, source: str, target: str) -> None:
    """Kills a `move-store` that waits to write `play`, which another transaction holds up."""
    connection = await asyncpg.connect(target)
    holding = connection.transaction()
    await holding.start()
    await connection.execute(_BEGIN_PLAY, *play)
    mover = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app", "move-store", target),
        cwd=ROOT,
        env=environment(DATABASE_URL=source),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        while not await connection.fetchval(BLOCKED_BY_ME):
            assert mover.returncode is None
        mover.kill()
        await holding.rollback()
    finally:
        await mover.communicate()
        await connection.close()


def save(url: str, play: StoredPlay) -> None:
    async def save_one() -> None:
        store = await open_store(Settings(database_url=url))
        assert await store.save(play)
        await store.close()

    asyncio.run(save_one())
