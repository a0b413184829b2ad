"""What docs/SCALING.md says of the statements: those of a player name that player alone."""

import re
from pathlib import Path

import pytest

from app.store import postgres
from app.store.schema import MIGRATIONS

PAGE = Path(__file__).parent.parent.parent / "docs" / "SCALING.md"

STATEMENTS = {
    name: text
    for name, text in vars(postgres).items()
    if isinstance(text, str) and re.match(r"[\s(]*(SELECT|INSERT|UPDATE|DELETE|WITH)\b", text)
}
OPERATORS = {
    "_PLAYS_AFTER",
    "_WINS_AFTER",
    "_CHOICES_AFTER",
    "_ADD_PLAYS",
    "_ADD_WINS",
    "_ADD_CHOICES",
    "_PRUNE_PLAYS",
    "_PRUNE_CHOICES",
}
"""Of the commands that no player waits for: they go over all players."""
_USE_OF_A_TABLE = re.compile(
    r"\b(?:FROM|UPDATE|INTO) (?:plays|wins|choices)\b(.*?)(?=\b(?:FROM|UPDATE|INTO) |\Z)", re.DOTALL
)


@pytest.mark.parametrize("name", sorted(STATEMENTS.keys() - OPERATORS))
def test_a_statement_of_a_player_names_that_player_for_every_table(name: str) -> None:
    uses = _USE_OF_A_TABLE.findall(STATEMENTS[name])
    assert uses
    for use in uses:
        assert "WHERE player = $1" in use or re.match(r" \(player\b", use)


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_a_statement_of_the_operator_goes_over_all_players(name: str) -> None:
    assert "player = $1" not in STATEMENTS[name]


def test_every_key_and_index_of_games_begins_with_the_player() -> None:
    schema = "".join(migration.sql for migration in MIGRATIONS)
    tables = dict(re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", schema, re.DOTALL))
    for table in ("plays", "wins", "choices"):
        assert re.findall(r"PRIMARY KEY \((\w+)|UNIQUE", tables[table]) == ["player"]
        indexes = re.findall(rf"INDEX \w+ ON {table} \((\w+)", schema)
        assert set(indexes) <= {"player"}


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_the_page_goes_through_every_statement(name: str) -> None:
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")


def test_the_page_names_no_other_statement() -> None:
    named = re.findall(r"`(_[A-Z_]+)`", PAGE.read_text(encoding="utf-8"))
    assert set(named) == STATEMENTS.keys() | {"_EXCHANGE"}
