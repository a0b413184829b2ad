"""What a server does not load until it needs it: each would stay in its memory."""

import subprocess
import sys

HEAVY = {
    "numba": "compiles the search, in workers of its own",
    "numpy": "comes with numba",
    "llvmlite": "comes with numba",
    "resvg_py": "draws previews, in a process of its own",
    "PIL": "writes them there",
    "asyncpg": "is for those who keep games in PostgreSQL",
}


def test_a_server_loads_only_what_it_needs() -> None:
    tell = "import sys, app.__main__; print(*sorted({n.partition('.')[0] for n in sys.modules}))"
    run = [sys.executable, "-c", tell]
    loaded = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    assert "fastapi" in loaded
    assert not HEAVY.keys() & set(loaded)
