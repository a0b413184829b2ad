"""Stored wins as logs, for those who play them."""

from app.engine import Engine
from app.notation import STEP_MARK, move_text
from app.solver.proofs import Proof, line_of


def log_of(engine: Engine, proof: Proof) -> str:
    """Raises BadProof."""
    moves = line_of(engine, engine.deal(proof.number), proof.choices or "")
    return STEP_MARK.join(move_text(engine, move) for move in moves)
