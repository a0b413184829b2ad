"""The README's table of settings says what the settings are."""

import pytest

from app.settings import Settings
from tools import settings_table


def test_the_readme_is_up_to_date() -> None:
    text = settings_table.README.read_text(encoding="utf-8")
    assert settings_table.updated(text) == text


def test_every_setting_has_its_row() -> None:
    rows = settings_table.table().splitlines()
    for name, field in Settings.model_fields.items():
        (row,) = (row for row in rows if row.startswith(f"| `{name.upper()}` |"))
        assert row.endswith(f"| {field.description} |")


@pytest.mark.parametrize(
    "row", ["| `PORT` | `8000` |", "| `METRICS` | `false` |", "| `DURABILITY` | `normal` |"]
)
def test_defaults_are_written_as_one_would_set_them(row: str) -> None:
    assert row in settings_table.table()


def test_what_stands_around_the_table_is_left_alone() -> None:
    text = f"before\n{settings_table.BEGIN}old\n{settings_table.END}\nafter\n"
    new = settings_table.updated(text)
    assert new.startswith("before\n")
    assert new.endswith("\nafter\n")
    assert "old" not in new
    assert settings_table.updated(new) == new


def test_a_missing_mark_is_said() -> None:
    with pytest.raises(ValueError, match="settings end"):
        settings_table.updated(f"text {settings_table.BEGIN}")
