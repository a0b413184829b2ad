"""Tests run the search uncompiled: the source is what is tested, and compiling takes longer."""

import os

from app.solver.compiled import SWITCH

os.environ.setdefault(SWITCH, "no")
