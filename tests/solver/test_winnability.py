"""docs/WINNABILITY.md: its numbers are those of the stored data, and a cut run goes on."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from app.engine import engine_for
from app.games import GAMES
from app.games.grades import DEALS, MEASURED
from app.solver.exhaustive import Verdict, exhaust
from app.solver.proofs import Proof, append, check, proofs
from tools.winnability.__main__ import DOCS, main, stale
from tools.winnability.ledger import End, Entry, Plays, Speed, entries, keep
from tools.winnability.longer import searched_longer
from tools.winnability.page import NAMES, page
from tools.winnability.players import Chair, Player, players_of
from tools.winnability.sums import (
    Share,
    all_figures,
    figures,
    moves_of,
    quartiles,
    studied,
    wilson,
)
from tools.winnability.trials import ended, speed, trials

LEDGER = DOCS / "winnability" / "measured.jsonl"
SPEED = Speed("klondike", 2_000_000, 2.0, 0.5, "a machine")
STORED = [
    Proof(1, 50_000, "0~12"),
    Proof(2, 6_000_000, None),
    Proof(3, 900_000, "01234"),
    Proof(4, 6_000_100, None),
]
LINES: list[Entry] = [
    SPEED,
    Plays("klondike", "sight", 1, 1000, 400),
    Plays("klondike", "sight", 1001, 1000, 440),
    End("klondike", 2, 17, is_lost=True),
    End("klondike", 4, 600, is_lost=False),
    # of another game, and of a deal that was won since
    End("bureau", 2, 17, is_lost=True),
    End("klondike", 3, 600, is_lost=False),
]


# -- intervals -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        # E. B. Wilson's formula, worked by hand to four places
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (819, 1000, 0.7939, 0.8416),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(part: int, whole: int, low: float, high: float) -> None:
    assert wilson(part, whole) == pytest.approx((low, high), abs=5e-5)
    assert Share(part, whole).interval == wilson(part, whole)


def test_quartiles_lie_between_the_first_and_the_last() -> None:
    assert quartiles([1, 2, 3, 4, 5]) == (2, 3, 4)


# -- figures -------------------------------------------------------------------------------


def test_figures_are_sums_of_what_is_stored() -> None:
    found = figures("klondike", STORED, LINES)
    assert found.won == Share(2, 4)
    assert (found.ends, found.lost, found.not_known) == (2, 1, Share(1, 4))
    assert found.lengths == (3, 5)
    assert found.speed == 1_000_000
    assert found.players == ((Player.SIGHT, Share(840, 2000)),)


def test_a_budget_beyond_what_was_spent_is_left_out() -> None:
    found = figures("klondike", STORED, LINES)
    assert found.won_within(0.1) == Share(1, 4)
    assert found.won_within(1) == Share(2, 4)
    assert found.won_within(6) == Share(2, 4)
    assert found.won_within(6.01) is None
    assert figures("klondike", STORED[:1], LINES).won_within(10**6) == Share(1, 1)
    assert figures("klondike", STORED, []).won_within(0.1) is None


def test_lost_deals_need_no_search() -> None:
    found = figures(
        "klondike", [*STORED, Proof(5, 7, None)], [*LINES, End("klondike", 5, 3, is_lost=True)]
    )
    assert found.reach == 6_000_100
    assert found.lost == 2


def test_deals_beyond_those_that_count_do_not(tmp_path: Path) -> None:
    append("colonel", [Proof(number, 9, None) for number in range(1, 302)], tmp_path)
    assert [proof.number for proof in studied("colonel", tmp_path)] == list(range(1, 301))


def test_what_is_neither_won_nor_lost_is_searched_longer(tmp_path: Path) -> None:
    """Uncompiled, a budget of a few thousand playout moves: deal 2 is lost, 4 is searched."""
    slow = Speed("klondike", 40, 1.0, 0.5, "a machine")
    lines: list[Entry] = [slow, End("klondike", 2, 17, is_lost=True)]
    append("klondike", [Proof(1, 5, "0"), Proof(2, 9, None), Proof(3, 401, None)], tmp_path)
    append("klondike", [Proof(4, 9, None)], tmp_path)

    with ThreadPoolExecutor(1) as pool:
        found = list(searched_longer(["klondike"], lines, pool, tmp_path))
        assert list(searched_longer(["klondike"], lines, pool, tmp_path)) == []

    ((slug, proof),) = found
    assert slug == "klondike"
    assert proof.number == 4
    assert proof.choices or proof.spent >= 401
    assert list(proofs("klondike", tmp_path))[3] == proof


def test_a_win_has_as_many_moves_as_its_replay() -> None:
    for proof in islice((proof for proof in proofs("roman") if proof.choices), 3):
        assert moves_of(proof.choices or "") == check("roman", proof)


# -- the document --------------------------------------------------------------------------


def test_the_document_and_its_plots_are_up_to_date() -> None:
    assert stale(DOCS, all_figures(entries(LEDGER))) == []


def test_the_document_says_what_the_files_hold() -> None:
    """Counted here once more, without what counts for the document."""
    text = (DOCS / "WINNABILITY.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| ([\d,]+ \| .*%.*) \|$", text, re.MULTILINE))
    stored = {slug: found for slug in GAMES if (found := studied(slug))}
    assert set(rows) == {NAMES[slug] for slug in stored}
    for slug, found in stored.items():
        won = sum(proof.choices is not None for proof in found)
        cells = rows[NAMES[slug]].split(" | ")
        assert cells[0] == f"{len(found):,}"
        assert cells[4].startswith(f"{100 * won / len(found):.1f} % (")


def test_another_proof_makes_the_document_stale(tmp_path: Path) -> None:
    docs, folder = tmp_path / "docs", tmp_path / "proved"
    shutil.copytree(DOCS / "winnability", docs / "winnability")
    shutil.copy(DOCS / "WINNABILITY.md", docs)
    append("klondike", STORED[:1], folder)
    options = ["--docs", str(docs), "--folder", str(folder)]
    assert main(["check", *options]) == 1
    assert len(stale(docs, all_figures(entries(LEDGER), folder))) == 4
    (docs / "WINNABILITY.md").write_text(page(all_figures(entries(LEDGER), folder)), "utf-8")
    assert len(stale(docs, all_figures(entries(LEDGER), folder))) == 3


# -- measuring -----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_simple_players_win_as_often_as_the_grades_say(slug: str) -> None:
    """The grade of a game is what one of these players wins of the same deals."""
    player = Player.STOCK if Player.STOCK in players_of(engine_for(slug)) else Player.SIGHT
    first = Plays(slug, player, 1, DEALS, MEASURED[slug].wins)
    assert first in entries(LEDGER)


@pytest.mark.parametrize(
    ("slug", "players"),
    [("roman", "hasty sight all"), ("bureau", "sight all"), ("athena", "sight stock all")],
)
def test_players_sit_down_where_they_differ(slug: str, players: str) -> None:
    assert " ".join(players_of(engine_for(slug))) == players


def test_who_knows_all_wins_more_than_who_sees() -> None:
    chair = Chair(engine_for("klondike"))
    wins = {
        player: sum(chair.wins(player, number) for number in range(1, 6))
        for player in (Player.SIGHT, Player.ALL)
    }
    assert wins[Player.ALL] > wins[Player.SIGHT] > 0


def test_a_run_that_is_cut_goes_on_where_it_stopped(tmp_path: Path) -> None:
    append("klondike", STORED[1:2], tmp_path)

    def run(path: Path, stop: int | None = None) -> list[Entry]:
        found = []
        for entry in islice(trials(["klondike"], 12, path, tmp_path, bound=20), stop):
            keep(path, entry)
            found.append(entry)
        return found

    keep(tmp_path / "whole", SPEED)
    keep(tmp_path / "cut", SPEED)
    run(tmp_path / "whole")
    first = run(tmp_path / "cut", stop=2)
    with (tmp_path / "cut").open("a") as file:
        file.write('{"kind": "plays", "ga')
    rest = run(tmp_path / "cut")
    assert first
    assert rest
    assert not set(first) & set(rest)
    assert entries(tmp_path / "cut") == entries(tmp_path / "whole")
    assert run(tmp_path / "cut") == []


def test_speed_counts_moves_and_seconds() -> None:
    # the first deal is not won by then
    measured = speed("roman", deals=[2], moves=500)
    assert 500 <= measured.playout_moves < 2000
    assert measured.seconds > 0


def test_a_deal_is_lost_when_nothing_is_left_to_look_at() -> None:
    for number in 2, 21:
        engine = engine_for("klondike-3")
        truth = exhaust(engine, engine.deal(number), 100)
        assert truth.verdict is Verdict.LOST
        assert ended("klondike-3", number, 100) == End(
            "klondike-3", number, truth.positions, is_lost=True
        )
    assert not ended("klondike-3", 3, 100).is_lost
