"""The locks: nothing but what they name, from wherever the machine takes its packages."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PYTHON_LOCKS = (
    "requirements.lock",
    "requirements-solver.lock",
    "requirements-dev.lock",
    "requirements-plots.lock",
    "requirements-npm.lock",
)


@pytest.mark.parametrize("name", [*PYTHON_LOCKS, "package-lock.json"])
def test_a_lock_names_no_address(name: str) -> None:
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PYTHON_LOCKS)
def test_each_python_package_is_pinned_and_hashed(name: str) -> None:
    for entry in entries(name):
        assert re.match(r"[a-z0-9.-]+(\[\w+\])?==", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_the_tests_use_the_versions_that_run() -> None:
    assert pins("requirements.lock") <= pins("requirements-dev.lock")


def test_a_server_that_searches_is_the_same_server_with_a_compiler() -> None:
    assert pins("requirements.lock") < pins("requirements-solver.lock")
    assert pins("requirements-solver.lock") < pins("requirements-dev.lock")


def test_a_server_alone_has_no_compiler() -> None:
    assert not any(pin.startswith(("numba", "numpy")) for pin in pins("requirements.lock"))


def test_each_npm_package_has_its_integrity() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    packages = {path: entry for path, entry in lock["packages"].items() if path}
    assert packages
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())


def test_the_fetched_htmx_is_4_0_1() -> None:
    fetched = ROOT / "node_modules" / "htmx.org" / "dist" / "htmx.min.js"
    assert re.findall(r'\bversion[:=]"([^"]+)"', fetched.read_text(encoding="utf-8")) == ["4.0.1"]


def entries(name: str) -> list[str]:
    """The packages of a lock, each with the lines that belong to it."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    joined = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    return re.split(r"\n(?=\S)", joined.strip())


def pins(name: str) -> set[str]:
    return {entry.split(maxsplit=1)[0] for entry in entries(name)}
