"""The names under which a process that searches is told how; the server's settings say what."""

COMPILED = "SOLVER_COMPILED"
"""NO: uncompiled, although numba is there."""
NO = frozenset({"0", "off", "f", "false", "n", "no"})
"""As the settings read it, in any case."""
CACHE = "SOLVER_CACHE"
"""The folder that compiled code is kept in; nothing: beside the sources."""
