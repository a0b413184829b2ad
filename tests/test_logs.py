"""What the log says and what it must not: shape of a line, request ids, addresses, passwords."""

import json
import logging
import logging.config
from collections.abc import Iterator
from logging.config import dictConfig

import pytest
from uvicorn.config import LOGGING_CONFIG

from app.logs import TextLines, configuration, current_request, redacted, shortened
from app.settings import LogFormat, LogLevel, Settings


@pytest.fixture(autouse=True)
def _no_request() -> Iterator[None]:
    token = current_request.set({})
    yield
    current_request.reset(token)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def configured(**settings: object) -> logging.Logger:
    dictConfig(configuration(Settings.model_validate(settings)))
    return logging.getLogger("app.somewhere")


def test_a_line_of_json_is_one_event(capsys: pytest.CaptureFixture[str]) -> None:
    configured(log_format=LogFormat.JSON).warning("two\nlines of %s", "it", extra={"ms": 1.5})
    (line,) = lines(capsys)
    event = json.loads(line)
    assert event.pop("time").endswith("+00:00")
    assert event == {
        "level": "WARNING",
        "logger": "app.somewhere",
        "message": "two\nlines of it",
        "ms": 1.5,
    }


@pytest.mark.parametrize("log_format", LogFormat)
def test_a_line_names_the_request_that_caused_it(
    capsys: pytest.CaptureFixture[str], log_format: LogFormat
) -> None:
    log = configured(log_format=log_format)
    current_request.set({"request_id": "abc123def", "method": "GET", "path": "/en/roman/4711"})
    log.warning("something")
    (line,) = lines(capsys)
    assert "abc123def" in line
    assert "4711" not in line


def test_an_exception_stands_in_the_line_without_passwords(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = configured(log_format=LogFormat.JSON)
    try:
        raise OSError("no route to postgresql://anna:se@cret@db/games")
    except OSError:
        log.exception("failed")
    (line,) = lines(capsys)
    assert "cret" not in line
    traceback = json.loads(line)["traceback"]
    assert traceback.startswith("Traceback")
    assert traceback.endswith("OSError: no route to postgresql://anna:***@db/games")


def test_text_hides_passwords_too(capsys: pytest.CaptureFixture[str]) -> None:
    configured().warning("postgresql://anna:secret@db/games")
    (line,) = lines(capsys)
    assert "postgresql://anna:***@db/games" in line


@pytest.mark.parametrize("created", [1796040000.0, 1796040000.9996, 1803816000.25])
def test_a_line_tells_the_time_as_the_library_does(created: float) -> None:
    record = logging.makeLogRecord({"created": created, "msecs": created % 1 * 1000 // 1})
    assert TextLines().formatTime(record) == logging.Formatter().formatTime(record)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("at postgresql://a:p/w@db:5432/x now", "at postgresql://a:***@db:5432/x now"),
        ("postgresql://db/x?user=a&password=p&y=1", "postgresql://db/x?user=a&password=***&y=1"),
        ("http://127.0.0.1:8000 is up, ask a@b", "http://127.0.0.1:8000 is up, ask a@b"),
        ("http://[::1]:8000/", "http://[::1]:8000/"),
    ],
)
def test_passwords_alone_are_hidden(text: str, shown: str) -> None:
    assert redacted(text) == shown


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("fe80::1%eth0", "fe80::/48"),
        ("a socket", "unknown"),
    ],
)
def test_an_address_is_shortened_to_its_network(address: str, network: str) -> None:
    assert shortened(address) == network


def test_the_level_holds_for_the_server_too(capsys: pytest.CaptureFixture[str]) -> None:
    # as it does by itself, with a handler that knows nothing of ours
    logging.config.dictConfig(LOGGING_CONFIG)
    for level, shown in ((LogLevel.INFO, ["app"]), (LogLevel.ERROR, [])):
        configured(log_level=level).info("app")
        logging.getLogger("uvicorn.error").info("chatter")
        logging.getLogger("uvicorn.access").info("GET /en/roman/5?log=d from 203.0.113.77")
        assert [line.rpartition(" ")[2] for line in lines(capsys)] == shown
    configured(log_level=LogLevel.DEBUG)
    logging.getLogger("uvicorn.error").info("details")
    assert "uvicorn.error: details" in "".join(lines(capsys))


def test_the_access_log_is_wanted_at_any_level(capsys: pytest.CaptureFixture[str]) -> None:
    configured(log_level=LogLevel.ERROR)
    logging.getLogger("app.access").info("GET /{lang}/ 200")
    (line,) = lines(capsys)
    assert line.endswith("GET /{lang}/ 200")
