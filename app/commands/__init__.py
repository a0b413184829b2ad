"""The operator's commands and their arguments; `serve`, which is none of them, is the default."""

import argparse
import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from app.commands import messages
from app.commands.files import back_up, restore
from app.commands.refused import Refused
from app.commands.rows import move_rows, prune
from app.settings import Settings
from app.store import NewerDatabase, StoreUnavailable
from app.store.sqlite_copies import DatabaseInUse, UnusableFile

__all__ = ["SERVE", "Refused", "parse", "run"]

SERVE = "serve"


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """With `command`, and what that one takes; ends the program for --help and for mistakes."""
    chosen = _parser().parse_args(arguments)
    chosen.command = chosen.command or SERVE
    return chosen


def run(chosen: argparse.Namespace, settings: Settings, say: Callable[[str], None]) -> None:
    """Does what a command other than `serve` asks for; raises Refused with the reason."""
    try:
        match chosen.command:
            case "backup":
                say(back_up(settings, chosen.file, force=chosen.force))
            case "restore":
                say(restore(settings, chosen.file))
            case "prune":
                say(asyncio.run(prune(settings)))
            case "move-store":
                say(asyncio.run(move_rows(settings, chosen.target, say)))
            case "messages":
                _run_messages(chosen, settings, say)
            case other:
                raise AssertionError(other)
    except DatabaseInUse as fault:
        raise Refused(f"{fault}: stop the server first.") from fault
    except (StoreUnavailable, NewerDatabase, UnusableFile) as fault:
        raise Refused(str(fault)) from fault
    except OSError as fault:
        raise Refused(f"{fault.filename}: {fault.strerror}") from fault


def _run_messages(
    chosen: argparse.Namespace, settings: Settings, say: Callable[[str], None]
) -> None:
    match chosen.what:
        case "show":
            say(asyncio.run(messages.show(settings, chosen.reference)))
        case "replay":
            asyncio.run(messages.replay(settings, chosen.reference, say))
        case "answered":
            say(asyncio.run(messages.mark_answered(settings, chosen.reference)))
        case "export":
            asyncio.run(messages.export(settings, say))
        case _:
            listed = messages.list_messages(
                settings, say, with_held=chosen.held, with_answered=chosen.all
            )
            asyncio.run(listed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m app",
        description="Serves the games, or does what a command says with the database that "
        "DATABASE_URL names. All settings come from the environment.",
    )
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    commands.add_parser(SERVE, help="serve the games (so does no command)")
    _add_files(commands)
    commands.add_parser(
        "prune", help="delete what is kept no longer: games, settings, verdicts, messages"
    )
    move = commands.add_parser("move-store", help="copy everything into another database")
    move.add_argument("target", metavar="TARGET_URL", help="as in DATABASE_URL")
    _add_messages(commands)
    return parser


def _add_files(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    backup = commands.add_parser("backup", help="copy a SQLite database, in use or not, into FILE")
    backup.add_argument("file", metavar="FILE", type=Path)
    backup.add_argument("--force", action="store_true", help="replace FILE if it is there")
    restored = commands.add_parser("restore", help="put a backup in the database's place")
    restored.add_argument("file", metavar="FILE", type=Path)


def _add_messages(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("messages", help="what visitors have written to us")
    parser.set_defaults(held=False, all=False)
    actions = parser.add_subparsers(dest="what", title="actions", metavar="ACTION")
    listed = actions.add_parser("list", help="those to be answered (so does no action)")
    listed.add_argument("--held", action="store_true", help="and those that look like no person's")
    listed.add_argument("--all", action="store_true", help="and those that are answered")
    for name, does in (
        ("show", "one of them"),
        ("replay", "the game that was sent along with it"),
        ("answered", "mark it as answered"),
    ):
        action = actions.add_parser(name, help=does)
        action.add_argument("reference", metavar="REFERENCE")
    actions.add_parser("export", help="all of them, one JSON object a line")
