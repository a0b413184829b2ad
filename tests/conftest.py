"""What every test may rely on: one event loop, examples without a time limit, a browser, stores."""

import logging
import os
from collections.abc import Callable, Iterator

import hypothesis
import pytest

from tests.chromium import find_chromium
from tests.postgres import Postgres, running_postgres
from tools.bundle import CannotBundle, bundle_if_stale

# a server within a test has no workers of its own, and draws nothing that nobody asks for; tests of
# verdicts and previews ask for it
os.environ.setdefault("SOLVER_WORKERS", "0")
os.environ.setdefault("PREVIEWS_READY", "false")

NO_BROWSER = "no Chromium here"

# the cores are shared: how long one example takes says nothing
hypothesis.settings.register_profile("tests", deadline=None, print_blob=True)
hypothesis.settings.load_profile("tests")


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """What one test sets up for the log of the process, the next does not see."""
    names = ("", "uvicorn", "uvicorn.error", "uvicorn.access", "app.access")
    loggers = [logging.getLogger(name) for name in names]
    before = [(logger.level, logger.handlers[:], logger.propagate) for logger in loggers]
    yield
    for logger, (level, handlers, propagates) in zip(loggers, before, strict=True):
        logger.setLevel(level)
        logger.handlers[:] = handlers
        logger.propagate = propagates


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser; for tests marked `browser`, which do not run without one."""
    path = find_chromium()
    assert path is not None
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL, one a worker, for tests that leave it running."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def new_database_url(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], str]:
    """Makes the URL of a new database of a kind: `sqlite` or `postgresql`."""

    def new_one(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('var') / 'games' / 'patience.db'}"
        assert kind == "postgresql"
        # only now: whoever needs SQLite alone starts no server
        server: Postgres = request.getfixturevalue("postgres")
        return server.new_database()

    return new_one


def pytest_configure(config: pytest.Config) -> None:
    # once, before any worker: no test sees a bundle of yesterday's sources
    if not hasattr(config, "workerinput"):
        try:
            bundle_if_stale()
        except CannotBundle as fault:
            raise pytest.UsageError(str(fault)) from None


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and find_chromium() is None:
        pytest.skip(NO_BROWSER)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if isinstance(report, pytest.TestReport) and report.when == "call":
            for name, figures in report.user_properties:
                terminalreporter.write_line(f"{name}: {figures}")
    missed = _missed(terminalreporter)
    if missed:
        files = ", ".join(sorted({name.partition("::")[0] for name in missed}))
        terminalreporter.write_line(
            f"{NO_BROWSER}: browser tests that did not run: {len(missed)} ({files})", red=True
        )


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if (
        isinstance(reporter, pytest.TerminalReporter)
        and _missed(reporter)
        and os.environ.get("CI") == "true"
        and session.exitstatus == pytest.ExitCode.OK
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _missed(reporter: pytest.TerminalReporter) -> list[str]:
    return [
        report.nodeid
        for report in reporter.stats.get("skipped", [])
        if isinstance(report, pytest.TestReport) and NO_BROWSER in report.longreprtext
    ]
