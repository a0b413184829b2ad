"""`messages`: listed, shown, replayed, marked, exported, from each kind of store."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.commands import Refused
from app.commands.replay import replayed
from app.play import Play
from app.store import StoredMessage
from tests.commands.running import command, fill, messages_of, program, url_of
from tests.postgres import STORES
from tests.store.examples import first_message
from tests.web.players import SLUGS, random_play

WAITING = first_message("1KQF2-M9XW3")
HELD = first_message("2KQF2-M9XW3")._replace(held="links", due=None, written=1_700_000_060.0)
ANSWERED = first_message("3KQF2-M9XW3")._replace(answered=1_700_000_120.0, due=None, slug="")
MAILED = first_message("0KQF2-M9XW3")._replace(
    mailed=1_700_000_001.0, due=None, written=1_700_000_120.0, attempts=1
)
ALL = [WAITING, HELD, ANSWERED, MAILED]


@pytest.fixture
def database(path: Path) -> Path:
    fill(url_of(path), messages=ALL)
    return path


def test_lists_what_is_to_be_answered_oldest_first(database: Path) -> None:
    said = command(database, "messages")
    text = "Le 7 de trèfle ne va pas sur la fondation 🂧."
    assert said == [
        f"1KQF2-M9XW3  2023-11-14 22:13  fault  fr  not mailed       {text}",
        f"0KQF2-M9XW3  2023-11-14 22:15  fault  fr  mailed           {text}",
        "2 messages",
    ]
    assert command(database, "messages", "list") == said


def test_lists_what_is_held_and_answered_where_asked(database: Path) -> None:
    references = {
        options: {line[0] for line in command(database, "messages", "list", *options)[:-1]}
        for options in (("--held",), ("--all",), ("--all", "--held"))
    }
    assert [*references.values()] == [{*"012"}, {*"013"}, {*"0123"}]
    held = "\n".join(command(database, "messages", "list", "--held", "--all"))
    assert "held (links)" in held
    assert "answered" in held


@pytest.mark.parametrize("reference", ["1KQF2-M9XW3", "ikqf2-m9xw3", "LKQF2-M9XW3 "])
def test_shows_one_however_its_reference_is_read(database: Path, reference: str) -> None:
    (said,) = command(database, "messages", "show", reference)
    assert said.startswith("1KQF2-M9XW3, fault, not mailed\n")
    assert "answer to anna@patience.example\n" in said
    assert "game      /fr/roman/4294967295\n" in said
    assert said.endswith(f"\n\n{WAITING.text}")


@pytest.mark.parametrize("action", ["show", "replay", "answered"])
def test_one_that_is_not_there_is_refused(database: Path, action: str) -> None:
    with pytest.raises(Refused, match="no message 9KQF2"):
        command(database, "messages", action, "9KQF2")


def test_a_game_that_was_not_sent_along_is_not_replayed(database: Path) -> None:
    with pytest.raises(Refused, match="No game"):
        command(database, "messages", "replay", ANSWERED.reference)


def test_marks_as_answered(database: Path) -> None:
    (said,) = command(database, "messages", "answered", WAITING.reference)
    assert said == "1KQF2-M9XW3 is marked as answered, and is mailed no more."
    found = {message.reference: message for message in messages_of(url_of(database))}
    assert found[WAITING.reference].due is None
    assert found[WAITING.reference].answered is not None
    assert command(database, "messages")[-1] == "1 message"


@pytest.mark.parametrize("kind", STORES)
def test_exports_all_as_json_lines(kind: str, new_database_url: Callable[[str], str]) -> None:
    url = new_database_url(kind)
    fill(url, messages=ALL)
    done = program("messages", "export", DATABASE_URL=url)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["reference"] for row in rows] == sorted(message.reference for message in ALL)
    assert rows[1] == {
        "reference": "1KQF2-M9XW3",
        "written": "2023-11-14T22:13:20.250000+00:00",
        "lang": "fr",
        "kind": "fault",
        "email": "anna@patience.example",
        "held": "",
        "due": "2023-11-14T22:13:20.250000+00:00",
        "attempts": 0,
        "mailed": None,
        "answered": None,
        "slug": "roman",
        "number": 4294967295,
        "ply": 1,
        "log": "w1f3.d",
        "text": WAITING.text,
    }


@pytest.mark.parametrize("slug", SLUGS)
def test_replays_what_the_writer_saw(path: Path, slug: str) -> None:
    play = random_play(slug, 48213, 25)
    message = sent_with(play)
    fill(url_of(path), messages=[message])
    said = command(path, "messages", "replay", message.reference)
    assert said[0] == f"{slug} 48213: steps made: {play.ply} of {play.steps}"
    lines = dict(line.split(maxsplit=1) for line in said[1:-1])
    for text, pile in zip(play.engine.texts, play.position.piles, strict=True):
        assert len(lines[text].split()) == (len(pile) or 1)
    assert said[-1] in ("It goes on.", "No useful move is left.")


def test_replays_as_far_as_the_game_was_undone() -> None:
    play = random_play("bureau", 7, 10)
    undone = play.undo().undo()
    said = list(replayed("bureau", 7, undone.log, undone.ply))
    assert said[0] == f"bureau 7: steps made: {undone.ply} of {undone.steps}"
    assert said[-2] == list(replayed("bureau", 7, undone.made, undone.ply))[-2]


@pytest.mark.parametrize(
    ("slug", "log", "end"),
    [
        ("roman", "d.t1t1", "The rules refuse t1t1."),
        ("roman", "d.xx", "This is no game that this version knows."),
        ("gone", "d", "This is no game that this version knows."),
    ],
)
def test_says_where_the_rules_refuse(slug: str, log: str, end: str) -> None:
    assert list(replayed(slug, 7, log, 2))[-1] == end


def test_a_card_that_lies_face_down_is_told_too() -> None:
    said = list(replayed("klondike", 7, "", 0))
    (column,) = (line for line in said if line.split()[0] == "t2")
    _, hidden, shown = column.split()
    assert hidden[0] + hidden[-1] == "[]"
    assert len(shown) == 2


def sent_with(play: Play) -> StoredMessage:
    return first_message()._replace(slug=play.slug, number=play.number, log=play.log, ply=play.ply)
