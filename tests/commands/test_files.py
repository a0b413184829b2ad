"""Backups of a database that is in use, and bringing one back."""

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.commands import Refused
from app.store.sqlite_copies import check_database
from tests.browser.server import Server
from tests.commands.running import (
    change,
    choices_of,
    command,
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
from tests.store.disks import no_file_longer_than
from tests.store.examples import first_choices, first_message, first_play, first_verdict, won

PLAYS = [first_play(bytes([number]) * 32)._replace(number=number) for number in range(1, 41)]
WINS = [won(play)[1] for play in PLAYS[::4]]
CHOICES = [first_choices(play.player) for play in PLAYS[::8]]
MESSAGES = [first_message(f"{n}KQF2-M9XW3") for n in range(3)]
VERDICTS = [first_verdict(bytes([n]) * 16) for n in range(2)]
COUNTED = "40 plays, 10 wins, the settings of 5 players, 3 messages and 2 verdicts"


@pytest.fixture
def database(path: Path) -> Path:
    """Of PLAYS and WINS."""
    fill(url_of(path), PLAYS, WINS, CHOICES, MESSAGES, VERDICTS)
    return path


@pytest.fixture
def backup(database: Path, tmp_path: Path) -> Path:
    """Of `database`."""
    file = tmp_path / "backups" / "monday"
    file.parent.mkdir()
    command(database, "backup", str(file))
    return file


class TestBackup:
    def test_holds_everything(self, backup: Path) -> None:
        assert rows_of(url_of(backup)) == (PLAYS, WINS)
        assert choices_of(url_of(backup)) == CHOICES
        assert messages_of(url_of(backup)) == MESSAGES
        assert verdicts_of(url_of(backup)) == VERDICTS

    def test_is_one_file_for_its_owner_alone(self, backup: Path) -> None:
        assert files_in(backup.parent) == {"monday"}
        assert backup.stat().st_mode & 0o777 == 0o600

    def test_says_what_it_holds(self, database: Path, tmp_path: Path) -> None:
        (said,) = command(database, "backup", str(tmp_path / "copy"))
        assert said.startswith(f"Backed up {COUNTED}, checksum ")
        assert check_database(tmp_path / "copy").checksum[:16] in said

    def test_while_games_are_played(self, path: Path, tmp_path: Path) -> None:
        with writing(path) as writer:
            before = read_versions(writer, 300)
            for name in ("one", "two"):
                command(path, "backup", str(tmp_path / name))
                # players went on meanwhile, and go on now
                read_versions(writer, 100)
        for name in ("one", "two"):
            ((play,), (win,)) = rows_of(url_of(tmp_path / name))
            assert play.version >= before
            assert play.log.count(".") + 1 == play.ply == play.version + 1
            assert win.moves <= play.ply
            before = play.version + 1

    def test_replaces_nothing_unless_it_is_told_to(self, database: Path, backup: Path) -> None:
        change(database, "DELETE FROM plays")
        content = backup.read_bytes()
        with pytest.raises(Refused, match="--force"):
            command(database, "backup", str(backup))
        assert backup.read_bytes() == content
        command(database, "backup", "--force", str(backup))
        assert check_database(backup).plays == 0

    def test_of_no_database(self, path: Path, tmp_path: Path) -> None:
        with pytest.raises(Refused, match="no file"):
            command(path, "backup", str(tmp_path / "copy"))
        # nor makes one
        assert files_in(path.parent) == set()

    def test_into_no_folder(self, database: Path, tmp_path: Path) -> None:
        with pytest.raises(Refused, match=r"nowhere.*No such file"):
            command(database, "backup", str(tmp_path / "nowhere" / "copy"))

    def test_in_place_of_a_folder(self, database: Path, tmp_path: Path) -> None:
        with pytest.raises(Refused, match="directory"):
            command(database, "backup", "--force", str(tmp_path))
        assert files_in(tmp_path) == {"var"}

    def test_into_the_database_itself(self, database: Path) -> None:
        content = database.read_bytes()
        for arguments in (("backup", "--force"), ("restore",)):
            with pytest.raises(Refused, match="is the database itself"):
                command(database, *arguments, str(database))
        assert database.read_bytes() == content

    def test_on_a_full_disk_leaves_no_file(self, database: Path, tmp_path: Path) -> None:
        with no_file_longer_than(8192), pytest.raises(Refused, match=r"full|disk I/O error"):
            command(database, "backup", str(tmp_path / "copy"))
        assert files_in(tmp_path) == {"var"}

    def test_of_a_damaged_database_leaves_no_file(self, database: Path, tmp_path: Path) -> None:
        damage(database)
        with pytest.raises(Refused, match=r"damaged|malformed"):
            command(database, "backup", str(tmp_path / "copy"))
        assert files_in(tmp_path) == {"var"}

    def test_is_not_for_postgresql(self) -> None:
        url = "postgresql://anna:secret@db/games"
        for arguments, instead in (
            (("backup", "copy"), "pg_dump"),
            (("restore", "copy"), "pg_restore"),
        ):
            done = program(*arguments, DATABASE_URL=url)
            assert (done.returncode, done.stdout) == (1, "")
            assert instead in done.stderr
            assert len(done.stderr.splitlines()) == 1


def damage(path: Path) -> None:
    """Overwrites the last quarter."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size - size // 4)
        file.write(b"\xff" * (size // 4))


def contradict(path: Path) -> None:
    """Leaves every page readable, but with what no row may say."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE plays SET ply = -1 WHERE number = 7")


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "no file"),
    "damaged": (damage, "damaged|malformed"),
    "contradicting itself": (contradict, "damaged: CHECK constraint failed"),
    "cut off": (lambda path: os.truncate(path, path.stat().st_size // 2), "damaged|malformed"),
    "text": (lambda path: path.write_text("no database" * 1000), "not a database"),
    "of another program": (
        lambda path: change(path, "DROP TABLE migrations"),
        "not a database of this program",
    ),
    "newer": (
        lambda path: change(path, "INSERT INTO migrations VALUES (9999, 'from_the_future')"),
        "migration 9999",
    ),
}
"""What can be the matter with a backup, and what is said of it."""


class TestRestore:
    def test_brings_everything_back(self, database: Path, backup: Path) -> None:
        change(database, "DELETE FROM plays")
        (said,) = command(database, "restore", str(backup))
        assert said.startswith(f"Restored {COUNTED}, checksum ")
        assert rows_of(url_of(database)) == (PLAYS, WINS)
        assert choices_of(url_of(database)) == CHOICES
        assert messages_of(url_of(database)) == MESSAGES
        assert verdicts_of(url_of(database)) == VERDICTS

    def test_brings_back_what_is_older_than_settings_and_messages(
        self, database: Path, backup: Path
    ) -> None:
        for table in ("choices", "messages", "keys", "verdicts"):
            change(backup, f"DROP TABLE {table}")
        change(backup, "DELETE FROM migrations WHERE name IN ('choices', 'messages', 'verdicts')")
        (said,) = command(database, "restore", str(backup))
        assert "the settings of 0 players, 0 messages and 0 verdicts, checksum " in said
        assert rows_of(url_of(database)) == (PLAYS, WINS)
        assert choices_of(url_of(database)) == []
        assert messages_of(url_of(database)) == []

    def test_keeps_what_was_there(self, database: Path, backup: Path) -> None:
        change(database, "DELETE FROM plays")
        mode = database.stat().st_mode
        (said,) = command(database, "restore", str(backup))
        (aside,) = files_in(database.parent) - {database.name}
        assert aside.startswith(f"{database.name}.20")
        assert aside in said
        assert rows_of(url_of(database.parent / aside)) == ([], WINS)
        assert database.stat().st_mode == mode

    def test_where_nothing_was(self, database: Path, backup: Path) -> None:
        database.unlink()
        command(database, "restore", str(backup))
        assert rows_of(url_of(database)) == (PLAYS, WINS)
        assert files_in(database.parent) == {database.name}

    def test_leaves_the_backup_as_it_was(self, database: Path, backup: Path) -> None:
        content = backup.read_bytes()
        command(database, "restore", str(backup))
        fill(url_of(database), [PLAYS[0]._replace(number=1000)])
        assert backup.read_bytes() == content
        assert files_in(backup.parent) == {"monday"}

    def test_takes_nothing_from_the_log_of_a_killed_server(
        self, backup: Path, tmp_path: Path
    ) -> None:
        killed = tmp_path / "killed" / "patience.db"
        with writing(killed) as writer:
            last = read_versions(writer, 150)
        assert files_in(killed.parent) == {f"patience.db{end}" for end in ("", "-wal", "-shm")}
        command(killed, "restore", str(backup))
        assert rows_of(url_of(killed)) == (PLAYS, WINS)
        (aside,) = files_in(killed.parent) - {killed.name}
        ((play,), _) = rows_of(url_of(killed.parent / aside))
        assert play.version >= last

    def test_takes_nothing_from_the_log_of_a_lost_database(
        self, backup: Path, tmp_path: Path
    ) -> None:
        lost = tmp_path / "lost" / "patience.db"
        with writing(lost) as writer:
            read_versions(writer, 150)
        lost.unlink()
        command(lost, "restore", str(backup))
        assert rows_of(url_of(lost)) == (PLAYS, WINS)

    def test_while_a_server_runs_is_refused(self, database: Path, backup: Path) -> None:
        change(database, "DELETE FROM plays")
        server = Server(database)
        server.start()
        with pytest.raises(Refused, match="in use: stop the server"):
            command(database, "restore", str(backup))
        server.stop()
        assert rows_of(url_of(database)) == ([], WINS)
        command(database, "restore", str(backup))
        assert rows_of(url_of(database)) == (PLAYS, WINS)

    def test_in_place_of_a_damaged_database(self, database: Path, backup: Path) -> None:
        database.write_bytes(b"nothing of it can be read any more" * 1000)
        content = database.read_bytes()
        with in_use_elsewhere(database), pytest.raises(Refused, match="in use"):
            command(database, "restore", str(backup))
        assert database.read_bytes() == content
        command(database, "restore", str(backup))
        assert rows_of(url_of(database)) == (PLAYS, WINS)
        (aside,) = files_in(database.parent) - {database.name}
        assert (database.parent / aside).read_bytes() == content

    def test_where_a_link_leads(self, database: Path, backup: Path, tmp_path: Path) -> None:
        link = tmp_path / "link"
        link.symlink_to(database)
        change(database, "DELETE FROM plays")
        command(link, "restore", str(backup))
        assert link.is_symlink()
        assert rows_of(url_of(database)) == (PLAYS, WINS)

    @pytest.mark.parametrize(("spoil", "complaint"), FAULTS.values(), ids=FAULTS)
    def test_of_no_good_file_changes_nothing(
        self, database: Path, backup: Path, spoil: Callable[[Path], object], complaint: str
    ) -> None:
        spoil(backup)
        with pytest.raises(Refused, match=complaint):
            command(database, "restore", str(backup))
        assert files_in(database.parent) == {database.name}
        assert rows_of(url_of(database)) == (PLAYS, WINS)


@contextlib.contextmanager
def in_use_elsewhere(path: Path) -> Iterator[None]:
    """By a process that opened it before it was damaged, and holds the lock that SQLite holds."""
    script = (
        "import fcntl, sys; file = open(sys.argv[1], 'r+b'); "
        "fcntl.lockf(file, fcntl.LOCK_SH, 1, 0x40000002); print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.kill()
