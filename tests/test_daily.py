"""The deal of the day: one for a game and a date, for ever, whatever is proved later."""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from app.daily import BOOK, LEAST, Book, NoSuchDay, book
from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.solver.proofs import Proof, append, proofs, replace
from tools.epoch import AHEAD, TooEarly, main, text, with_epoch

FIRST = date(2026, 11, 1)
TODAY = date(2026, 12, 24)
NEW = TODAY + AHEAD
PINNED = {
    ("roman", FIRST): 3202452954,
    ("roman", date(2026, 11, 30)): 691364367,
    ("bureau", date(2026, 11, 30)): 2098130619,
    ("klondike-3", date(2026, 12, 1)): 3557745118,
    ("double-signora", date(2026, 12, 2)): 172,
}


def days(first: date, count: int) -> Iterable[date]:
    return (first + timedelta(days=number) for number in range(count))


def searched(slug: str, numbers: range, folder: Path) -> None:
    """Stores so many deals, every third of them in vain."""
    append(slug, [Proof(n, 9, None if n % 3 == 0 else "0") for n in numbers], folder)


def begun() -> Book:
    """The book as it was when it had one epoch, with deals as `searched` stores them."""
    first = book().epochs[0]
    in_vain = {slug: tuple(range(3, count + 1, 3)) for slug, count in first.searched.items()}
    return Book((first,), in_vain)


@pytest.fixture
def longer(tmp_path: Path) -> Book:
    """The first epoch and one in which Roman has wins enough and Bureau has few."""
    searched("roman", range(1, 721), tmp_path)
    searched("bureau", range(1, 100), tmp_path)
    return with_epoch(begun(), NEW, TODAY, tmp_path)


@pytest.mark.parametrize(("slug", "day"), PINNED)
def test_these_days_have_these_deals(slug: str, day: date) -> None:
    assert book().deal_of(slug, day) == PINNED[slug, day]


def test_before_the_first_day_there_is_none() -> None:
    assert book().first_day == FIRST
    with pytest.raises(NoSuchDay):
        book().deal_of("roman", FIRST - timedelta(days=1))


def test_games_and_days_have_deals_of_their_own() -> None:
    numbers = [book().deal_of(slug, day) for slug in GAMES for day in days(FIRST, 30)]
    assert len(set(numbers)) == len(numbers)
    assert min(numbers) >= FIRST_DEAL
    assert max(numbers) <= LAST_DEAL


def test_the_book_says_what_the_proofs_say() -> None:
    """Of the deals that it counts: those stored since, or won since, are none of its business."""
    for epoch in book().epochs:
        for slug, count in epoch.searched.items():
            stored = [proof for proof in proofs(slug) if proof.number <= count]
            assert len(stored) == count
            in_vain = {proof.number for proof in stored if proof.choices is None}
            assert in_vain <= set(book().in_vain[slug])


def test_more_proofs_change_no_day_before_their_epoch(longer: Book) -> None:
    for slug in GAMES:
        for day in days(FIRST, (NEW - FIRST).days):
            assert longer.deal_of(slug, day) == begun().deal_of(slug, day)
    assert longer.deal_of("roman", NEW) != begun().deal_of("roman", NEW)


def test_a_later_epoch_changes_no_day_of_an_earlier_one(longer: Book, tmp_path: Path) -> None:
    before = [longer.deal_of("roman", day) for day in days(NEW, 100)]
    searched("roman", range(721, 1200), tmp_path)

    third = with_epoch(longer, NEW + timedelta(days=100), NEW, tmp_path)

    assert [third.deal_of("roman", day) for day in days(NEW, 100)] == before
    later = {third.deal_of("roman", day) for day in days(NEW + timedelta(days=100), 700)}
    assert max(later) > 1100


def test_a_win_that_is_found_later_changes_no_day(longer: Book, tmp_path: Path) -> None:
    before = [longer.deal_of("roman", day) for day in days(NEW, 100)]
    replace("roman", {3: Proof(3, 99, "0")}, tmp_path)
    searched("roman", range(721, 730), tmp_path)

    later = with_epoch(longer, NEW + timedelta(days=100), NEW, tmp_path)

    assert [later.deal_of("roman", day) for day in days(NEW, 100)] == before
    assert {3, 723} <= set(later.in_vain["roman"])
    assert later.in_vain["roman"].count(3) == 1


def test_deals_are_drawn_from_those_won_and_none_comes_again_soon(longer: Book) -> None:
    won = {number for number in range(1, 721) if number % 3}
    assert len(won) > LEAST
    # a number with many divisors, of which a step might miss some
    assert len(won) == 480
    drawn = [longer.deal_of("roman", day) for day in days(NEW, len(won))]
    assert set(drawn) == won
    # and not in their order
    assert all(abs(one - other) > 1 for one, other in pairwise(drawn))


def test_where_few_are_won_any_deal_may_come(longer: Book) -> None:
    assert max(longer.deal_of("bureau", day) for day in days(NEW, 30)) > 2**31


def test_nobody_may_have_seen_a_day_that_changes(tmp_path: Path) -> None:
    with pytest.raises(TooEarly, match=str(NEW)):
        with_epoch(book(), NEW - timedelta(days=1), TODAY, tmp_path)
    with pytest.raises(TooEarly):
        with_epoch(with_epoch(book(), NEW, TODAY, tmp_path), NEW, TODAY, tmp_path)


def test_the_command_adds_an_epoch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = tmp_path / "daily.json"
    written.write_bytes(BOOK.read_bytes())
    searched("roman", range(1, 52), tmp_path)
    where = ["--book", str(written), "--proofs", str(tmp_path)]

    assert main(["2026-11-02", *where]) == 1
    assert "or later" in capsys.readouterr().err
    assert written.read_bytes() == BOOK.read_bytes()

    assert main(["2999-01-01", *where]) == 0
    # what was read before is remembered by its path
    longer = book(written.rename(tmp_path / "longer.json"))
    assert longer.epochs[-1].searched == {"roman": 51}
    assert longer.epochs[:-1] == book().epochs


def test_the_book_is_written_as_it_is_read(longer: Book, tmp_path: Path) -> None:
    path = tmp_path / "written.json"
    path.write_text(text(longer), encoding="ascii")
    assert book(path) == longer
    assert text(book()) == BOOK.read_text(encoding="ascii")
