"""A worker that searches all the while, as far as players who ask can make it."""

import time

from app.solver.proofs import proofs
from tests.bench.servers import Server
from tests.bench.wire import request

READY_WITHIN = 300.0
"""Seconds: a worker may have to compile the search first."""
QUICKLY_WON = "/en/signora/4294967295"
HARD = next(proof.number for proof in proofs("roman") if proof.choices is None)
"""No win of it was found in more time than a bench takes."""


def until_ready(server: Server) -> None:
    """Until a worker has found something."""
    until = time.monotonic() + READY_WITHIN
    while "proved" not in _verdict(server, QUICKLY_WON):
        assert time.monotonic() < until, "no worker is ready"
        time.sleep(0.5)


def keep_searching(server: Server) -> None:
    """For some seconds: what nobody asks for again is given up."""
    assert "Not known yet." in _verdict(server, f"/en/roman/{HARD}")


def _verdict(server: Server, deal: str) -> str:
    answer = server.ask(request("GET", f"{deal}/verdict", {"HX-Request": "true"}))
    assert answer.status == 200, answer
    return answer.text
