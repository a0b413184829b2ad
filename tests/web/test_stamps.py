"""The signed time of a form."""

import pytest

from app.web.stamps import Stamps

KEY = b"k" * 32
NOW = 1_700_000_000.25


def test_tells_its_age() -> None:
    stamps = Stamps(KEY)
    assert stamps.age(stamps.new(NOW), NOW + 3.5) == pytest.approx(3.5)
    assert stamps.new(NOW) != stamps.new(NOW)


def test_servers_with_one_key_know_each_others() -> None:
    assert Stamps(KEY).age(Stamps(KEY).new(NOW), NOW) == pytest.approx(0)
    assert Stamps(b"o" * 32).age(Stamps(KEY).new(NOW), NOW) is None


@pytest.mark.parametrize("place", range(0, 45, 4))
def test_any_change_undoes_it(place: int) -> None:
    stamp = Stamps(KEY).new(NOW)
    other = "0" if stamp[place] != "0" else "1"
    assert Stamps(KEY).age(f"{stamp[:place]}{other}{stamp[place + 1 :]}", NOW) is None


@pytest.mark.parametrize("text", ["", ".", "..", "é.é.é", "0.0.", "\x00", "9" * 5000])
def test_what_is_none_of_ours(text: str) -> None:
    assert Stamps(KEY).age(text, NOW) is None


def test_texts_are_told_from_each_other() -> None:
    stamps = Stamps(KEY)
    assert stamps.digest("a", "bc") != stamps.digest("ab", "c")
    assert stamps.digest("a", "bc") == Stamps(KEY).digest("a", "bc")
