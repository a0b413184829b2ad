"""The examples do what they say, against a server as it is started."""

import ast
import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.play import Play
from tests.browser.server import ROOT, Server

GAMES = ("roman", "klondike")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "patience.db")
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_plays_a_deal_to_its_end(server: Server, game: str) -> None:
    said = subprocess.run(
        [sys.executable, str(ROOT / "examples/bot.py"), server.url, game, "48213"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    ((log,),) = server.rows("SELECT log FROM plays WHERE slug = ?", game)
    play = Play.replay(game, 48213, str(log))
    assert f"after {play.moves} moves" in said
    # it has played what it could: no card goes up any more
    engine = play.engine
    targets = {move.target for move in engine.legal_moves(play.position)}
    assert not targets & set(engine.foundations)
    assert play.moves > 30


def test_the_bot_is_short_enough_to_be_read() -> None:
    source = ast.parse((ROOT / "examples/bot.py").read_text())
    words = {node.lineno for node in ast.walk(source) if isinstance(node, ast.stmt | ast.expr)}
    # those of strings that say something, not do it
    words -= {
        node.lineno
        for node in ast.walk(source)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    assert len(words) <= 30
