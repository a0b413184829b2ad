"""Tests run the search uncompiled: the source is what is tested, and compiling takes longer."""

import os

from app.solver.environment import COMPILED

# read when the search is imported, so before any test is
os.environ.setdefault(COMPILED, "no")
