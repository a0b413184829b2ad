"""SECURITY.md names tests as proofs: they exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "SECURITY.md").read_text()
FILES = sorted(set(re.findall(r"`((?:tests/)?[\w/]+\.py)", PAGE)))
TESTS = sorted(set(re.findall(r"`((?:tests/)?[\w/]+\.py)::(\w+)`", PAGE)))


def find(name: str) -> Path:
    (path,) = [ROOT / name] if "/" in name else (ROOT / "tests/web").glob(name)
    return path


@pytest.mark.parametrize("name", FILES)
def test_each_file_exists(name: str) -> None:
    assert find(name).is_file()


@pytest.mark.parametrize(("name", "test"), TESTS)
def test_each_test_exists(name: str, test: str) -> None:
    assert re.search(rf"^(async )?def {test}\(", find(name).read_text(), re.MULTILINE)


def test_there_are_some() -> None:
    assert len(FILES) > 5
    assert len(TESTS) > 8
