"""The door to numba: compiles the search where numba is, and leaves it as it is elsewhere.

The compiled functions read and write single numbers of flat arrays and nothing else, so that the
same source runs on plain lists. Uncompiled it is some forty times slower.
"""

import hashlib
import importlib
import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar, cast

from app.solver.environment import CACHE, COMPILED, NO

IS_COMPILED = (
    os.environ.get(COMPILED, "").lower() not in NO and importlib.util.find_spec("numba") is not None
)


class Numbers(Protocol):
    """A flat array of 64-bit numbers, or a list in its place."""

    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, number: int, /) -> None: ...
    def __len__(self) -> int: ...


Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Compiles `function` when it is first called; keeps the code for the next process."""
    return cast(Function, _njit(function)) if IS_COMPILED else function


def numbers(values: list[int]) -> Numbers:
    """An array that compiled functions take."""
    if not IS_COMPILED:
        return list(values)
    return cast(Numbers, importlib.import_module("numpy").array(values, dtype="int64"))


def zeros(count: int) -> Numbers:
    return numbers([0] * count)


def _load() -> Callable[[Callable[..., object]], object]:
    numba = importlib.import_module("numba")
    place = os.environ.get(CACHE) or Path(__file__).parent / "__pycache__"
    # numba compares a function's own file only, not those of the functions that it calls
    folder = Path(place) / _fingerprint()
    numba.config.CACHE_DIR = str(folder)
    compiling = numba.njit(cache=_can_write(folder))
    return cast(Callable[[Callable[..., object]], object], compiling)


def _can_write(folder: Path) -> bool:
    """Where nothing can be kept, each process compiles anew; numba would refuse to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _fingerprint() -> str:
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


if IS_COMPILED:
    _njit = _load()
