"""A message as a mail: all of it, and no header of the visitor's making."""

import pytest

from app.post.letter import body, compose
from app.store import StoredMessage
from tests.store.examples import first_message

FROM, TO = "site@patience.example", "us@patience.example"


def test_tells_all_that_was_sent() -> None:
    text = body(first_message())
    assert text == (
        "Le 7 de trèfle\nne va pas sur la fondation 🂧.\n\n-- \n"
        "Reference: 7KQF2-M9XW3 (fault)\n"
        "Language: French\n"
        "Answer to: anna@patience.example\n"
        "Game: /fr/roman/4294967295\n"
        "Steps made: 1\n"
        "Log: w1f3.d\n"
    )


def test_tells_of_no_game_where_none_was_sent_along() -> None:
    text = body(first_message()._replace(slug="", number=0, ply=0, log="", email=""))
    assert text.endswith("Answer to: no answer wanted\n")


def test_an_answer_goes_to_the_writer() -> None:
    mail = compose(first_message(), FROM, TO)
    assert (mail["From"], mail["To"], mail["Reply-To"]) == (FROM, TO, "anna@patience.example")
    assert mail["Subject"] == "Patience: fault 7KQF2-M9XW3"
    assert mail["Message-ID"] == "<7KQF2-M9XW3@patience.example>"
    assert mail["Date"] == "Tue, 14 Nov 2023 22:13:20 +0000"
    assert "Reply-To" not in compose(first_message()._replace(email=""), FROM, TO)


def test_an_address_that_a_server_may_refuse_stands_in_the_text() -> None:
    mail = compose(first_message()._replace(email="élodie@exämple.fr"), FROM, TO)
    assert "Reply-To" not in mail
    assert "Answer to: élodie@exämple.fr\n" in mail.get_content().replace("\r\n", "\n")


@pytest.mark.parametrize("line_break", ["\r\n", "\n", "\r", "\u2028"])
def test_text_never_becomes_a_header(line_break: str) -> None:
    text = f"Bcc: all@example.org{line_break}{line_break}.{line_break}DATA"
    mail = compose(first_message()._replace(text=text), FROM, TO)
    assert mail.keys() == compose(first_message(), FROM, TO).keys()
    assert "Bcc: all@example.org" in mail.get_content()


@pytest.mark.parametrize(
    "email", ["a@b.example\r\nBcc: all@example.org", "a@b.example\nBcc: c@d.example", "a@b.c\r"]
)
def test_an_address_with_a_line_break_is_refused_here_too(email: str) -> None:
    with pytest.raises(ValueError, match=r"line|address|invalid|CR"):
        compose(first_message()._replace(email=email), FROM, TO)


@pytest.mark.parametrize("text", ["x" * 5000, "é" * 5000, "🂡" * 5000, ".\n..\n.", "From me"])
def test_any_text_comes_through_whole(text: str) -> None:
    message: StoredMessage = first_message()._replace(text=text, log="t4t10x3." * 2400 + "d")
    content = compose(message, FROM, TO).get_content().replace("\r\n", "\n")
    assert content == body(message)
