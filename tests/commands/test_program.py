"""What the program says before it serves: which commands there are, and why it cannot start."""

import socket
from pathlib import Path

import pytest

from tests.commands.running import change, fill, program, url_of

COMMANDS = ("backup", "restore", "prune", "move-store", "messages", "serve")


def test_help_names_every_command() -> None:
    done = program("--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("bakcup", "file"), "invalid choice: 'bakcup'"),
        (("backup",), "required: FILE"),
        (("prune", "all"), "unrecognized arguments: all"),
    ],
)
def test_a_command_that_is_none_is_a_mistake(arguments: tuple[str, ...], complaint: str) -> None:
    done = program(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_setting_stops_a_command_too(tmp_path: Path) -> None:
    done = program("backup", str(tmp_path / "copy"), DATABASE_URL="mysql://anna:secret@db/games")
    assert done.returncode == 1
    assert done.stderr.startswith("DATABASE_URL: ")
    assert "secret" not in done.stderr


class TestCannotStart:
    def test_where_no_folder_can_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        refuses(url_of(tmp_path / "file" / "patience.db"), str(tmp_path / "file"))

    def test_on_a_folder(self, tmp_path: Path) -> None:
        refuses(url_of(tmp_path), "unable to open database file")

    def test_on_a_file_that_is_no_database(self, path: Path) -> None:
        path.write_text("no database, but long enough to look like one" * 100)
        refuses(url_of(path), "not a database")

    def test_on_a_database_of_a_newer_version(self, path: Path) -> None:
        fill(url_of(path))
        change(path, "INSERT INTO migrations VALUES (9999, 'from_the_future')")
        refuses(url_of(path), "migration 9999")

    def test_where_no_postgresql_answers(self) -> None:
        with socket.socket() as taken:
            # bound, but it does not listen: nobody else can
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            refuses(f"postgresql://anna:secret@127.0.0.1:{port}/games", f"127.0.0.1:{port}/games")


def refuses(url: str, complaint: str) -> None:
    """That the server says in one line why it does not start, and tells no secret."""
    done = program(DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("Cannot open the database. ")
    assert complaint in line
    assert "secret" not in line
