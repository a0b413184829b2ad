"""What the tests of every command need."""

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Of a database that is not there yet, alone in its folder."""
    folder = tmp_path / "var"
    folder.mkdir()
    return folder / "patience.db"
