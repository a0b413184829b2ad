"""The log on standard error: one line an event, and in no line who plays or a password."""

import logging
import logging.config
import re
import time
from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from pythonjsonlogger.json import JsonFormatter

from app.settings import LogFormat, LogLevel, Settings

current_request: ContextVar[Mapping[str, object]] = ContextVar("current_request")
"""The ASGI scope that is being answered: every line that it causes tells its id."""

_TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_JSON = ["levelname", "name", "message"]
_JSON_NAMES = {"levelname": "level", "name": "logger", "exc_info": "traceback"}
_PASSWORD = re.compile(r"""(?:(?<=://)([^\s:/@\[]*:)[^\s"']*(?=@)|(\bpassword=)[^\s"'&]*)""")


def configure_logging(settings: Settings) -> None:
    """For the whole process, the server's own loggers included."""
    logging.config.dictConfig(configuration(settings))
    # no line tells where in the code it comes from, or in which thread: to find out, as the library
    # does unless it is told not to, costs a third of a line, and each move writes one
    logging._srcfile = None  # noqa: SLF001 - the way that its documentation names
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def configuration(settings: Settings) -> dict[str, object]:
    level = settings.log_level.upper()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": RequestFields}},
        "formatters": {LogFormat.TEXT: {"()": TextLines}, LogFormat.JSON: {"()": JsonLines}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": settings.log_format,
                "filters": ["request"],
            }
        },
        "root": {"level": level, "handlers": ["stderr"]},
        "loggers": {
            # should the server have set up a log of its own, it is ours from here on
            "uvicorn": {"level": "NOTSET", "handlers": [], "propagate": True},
            # at INFO it says what it is doing while it starts and stops, in eight lines
            "uvicorn.error": {
                "level": _at_least_warning(settings.log_level),
                "propagate": True,
            },
            # ours knows what not to write down, and is wanted whatever the level is
            "uvicorn.access": {"level": "CRITICAL", "propagate": False},
            "app.access": {"level": "INFO"},
        },
    }


# a player comes from the same one move after move
@lru_cache(maxsize=1024)
def shortened(address: str) -> str:
    """The network that a client is in: enough to see an attack by, too little to see a person."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return str(ip_network((ip, 48 if ip.version == 6 else 24), strict=False))


def redacted(text: str) -> str:
    """The text without the passwords of the addresses in it."""
    # hardly any line has one, and to look for a word is quicker than to search by the pattern
    if "://" not in text and "password=" not in text:
        return text
    return _PASSWORD.sub(r"\1\2***", text)


def route_of(scope: Mapping[str, object]) -> str:
    """The address without what stands in it (`/{lang}/{slug}`); all that have no route are one."""
    return getattr(scope.get("route"), "path", "none")


class RequestFields(logging.Filter):
    """Adds to a record what is known of the request that caused it."""

    def filter(self, record: logging.LogRecord) -> bool:
        if scope := current_request.get(None):
            record.request_id = scope["request_id"]
            record.method = scope["method"]
            record.route = route_of(scope)
        return True


class TextLines(logging.Formatter):
    def __init__(self) -> None:
        super().__init__(_TEXT)

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802, ARG002  # logging's own name and arguments
        return f"{_to_the_second(int(record.created))},{record.msecs:03.0f}"

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's own name
        line = super().formatMessage(record)
        request = vars(record).get("request_id")
        return f"{line} [{request}]" if request else line


class JsonLines(JsonFormatter):
    def __init__(self) -> None:
        super().__init__(_JSON, rename_fields=_JSON_NAMES, timestamp="time")

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


# a second has many lines
@lru_cache(maxsize=2)
def _to_the_second(moment: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(moment))


def _at_least_warning(level: LogLevel) -> str:
    return (LogLevel.WARNING if level is LogLevel.INFO else level).upper()
