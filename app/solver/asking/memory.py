"""What this server knows of positions: no win that the engine has not replayed here."""

from app.engine import Engine, Move, Position
from app.solver.asking.verdicts import Kind, Verdict, position_key

MOST_KNOWN = 30_000
"""Positions, of some 300 bytes each: those of a hundred wins."""


class FalseProof(ValueError):
    """A line that is said to win and does not."""


class Memory:
    """A won line is known for every position along it, so who follows it needs no search."""

    def __init__(self, most: int = MOST_KNOWN) -> None:
        self._most = most
        self._known: dict[tuple[str, bytes], tuple[Verdict, int]] = {}
        """Each verdict with how many moves of its line lie behind the position."""

    def recall(self, slug: str, key: bytes) -> Verdict | None:
        known = self._known.get((slug, key))
        if known is None:
            return None
        verdict, behind = known
        return verdict._replace(line=verdict.line[behind:]) if behind else verdict

    def learn(self, engine: Engine, position: Position, verdict: Verdict) -> Verdict:
        """The verdict that stands from now on; raises FalseProof, and then nothing is learnt.

        A win costs some milliseconds: its line is replayed.
        """
        slug = engine.rules.slug
        if verdict.kind is Kind.WON:
            verdict, keys = replayed(engine, position, verdict)
            for behind, key in enumerate(keys):
                self._keep(slug, key, verdict, behind)
            return verdict
        key = position_key(position)
        known = self.recall(slug, key)
        if known and known.settles(verdict.seconds):
            return known
        self._keep(slug, key, verdict, 0)
        return verdict

    def _keep(self, slug: str, key: bytes, verdict: Verdict, behind: int) -> None:
        # the newest last, so that what goes is what nobody has learnt for longest
        self._known.pop((slug, key), None)
        if len(self._known) >= self._most:
            del self._known[next(iter(self._known))]
        self._known[slug, key] = verdict, behind


def replayed(engine: Engine, position: Position, verdict: Verdict) -> tuple[Verdict, list[bytes]]:
    """The win as far as its line needs to go, and the key of each position before its end."""
    keys = []
    made: list[Move] = []
    for move in verdict.line:
        if engine.is_won(position):
            break
        if not engine.is_legal(position, move):
            raise FalseProof(f"{engine.rules.slug}: {move} is refused")
        keys.append(position_key(position))
        made.append(move)
        position = engine.apply(position, move)
    if not engine.is_won(position):
        raise FalseProof(f"{engine.rules.slug}: not won after {len(made)} moves")
    return verdict._replace(line=tuple(made)), keys
