"""The numbered migrations, for every kind of database; does not run them."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from app.store.protocol import NewerDatabase

CREATE_APPLIED = (
    "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)"
)
APPLIED = "SELECT number FROM migrations"


class Migration(NamedTuple):
    number: int
    name: str
    sql: str


def _read(path: Path) -> Migration:
    number, _, name = path.stem.partition("_")
    return Migration(int(number), name, path.read_text(encoding="utf-8"))


MIGRATIONS = tuple(_read(path) for path in sorted((Path(__file__).parent / "migrations").iterdir()))


def pending(applied: Collection[int]) -> list[Migration]:
    """What is still to be applied, in order; raises NewerDatabase."""
    newest = MIGRATIONS[-1].number
    if any(number > newest for number in applied):
        raise NewerDatabase(
            f"The database has migration {max(applied)}, this version of the program ends at "
            f"{newest}: start the newer version, or restore a backup made before it."
        )
    return [migration for migration in MIGRATIONS if migration.number not in applied]
