"""`backup` and `restore`: a SQLite database as one file. PostgreSQL has its own programs."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from app.commands.refused import Refused
from app.settings import SQLITE, Settings
from app.store.sqlite_copies import copy_database, replace_database, sync_folder


def back_up(settings: Settings, file: Path, *, force: bool) -> str:
    """Writes FILE whole or not at all; raises Refused and what `copy_database` raises."""
    path = _path_of(settings, instead="pg_dump --format=custom --file=FILE")
    _check_there(path)
    _check_another(file, path)
    if file.exists() and not force:
        raise Refused(f"{file} is there already: choose another name, or add --force.")
    with _temporary(beside=file) as copy:
        contents = copy_database(path, copy)
        copy.replace(file)
    sync_folder(file.absolute().parent)
    return f"Backed up {contents}, into {file}."


def restore(settings: Settings, file: Path) -> str:
    """Leaves the database as it is until a checked copy of FILE can take its place."""
    path = _path_of(settings, instead="pg_restore --dbname=... FILE")
    _check_there(file)
    _check_another(file, path)
    aside = path.with_name(f"{path.name}.{datetime.now(UTC):%Y%m%d-%H%M%S}")
    path.parent.mkdir(parents=True, exist_ok=True)
    with _temporary(beside=path) as copy:
        contents = copy_database(file, copy)
        _give_to_owner(copy, path)
        replace_database(path, copy, aside)
    kept = f" What was there before is kept as {aside}." if aside.exists() else ""
    return f"Restored {contents}.{kept}"


def _path_of(settings: Settings, *, instead: str) -> Path:
    if not settings.database_url.startswith(SQLITE):
        raise Refused(f"This command is for SQLite. For PostgreSQL use its own: {instead}")
    # a link stays one, and what it leads to is replaced
    return Path(settings.database_url.removeprefix(SQLITE)).resolve()


def _check_there(path: Path) -> None:
    if not path.is_file():
        raise Refused(f"There is no file {path}.")


def _check_another(file: Path, path: Path) -> None:
    if file.resolve() == path:
        raise Refused(f"{file} is the database itself.")


@contextlib.contextmanager
def _temporary(*, beside: Path) -> Iterator[Path]:
    """An empty file that only its owner can read; gone at the end unless it has been moved."""
    descriptor, name = tempfile.mkstemp(prefix=f".{beside.name}.", dir=beside.absolute().parent)
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        for left in Path(name).parent.glob(f"{Path(name).name}*"):
            left.unlink(missing_ok=True)


def _give_to_owner(copy: Path, path: Path) -> None:
    """To whom the database belongs, or its folder: the server need not run as the operator."""
    like = path.stat() if path.exists() else path.parent.stat()
    with contextlib.suppress(PermissionError):
        os.chown(copy, like.st_uid, like.st_gid)
    if path.exists():
        copy.chmod(like.st_mode & 0o777)
