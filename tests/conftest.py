"""Settings for all tests."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

# No deadline: the first example may have to wait for compilation. The suite tries the same examples every
# time; `--hypothesis-profile=explore` tries others.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("suite")

# The boards that a user has added, and all other data of a user, must not affect the tests.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="whistlestop-tests-")

BROWSER = Path(__file__).resolve().parent / "web"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave alone what `make test` deselects, since each worker would import it first."""
    web = collection_path.is_relative_to(BROWSER)
    chosen = config.option.markexpr
    unwanted = chosen == "not browser" and web
    unwanted |= chosen == "browser" and collection_path.is_file() and not web
    return unwanted or None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report retried tests, because an intermittent failure is a failure, and note why tests were skipped."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"tried once more: {report.nodeid}")
        terminalreporter.line(report.longreprtext)
    noted = os.environ.get("SKIPPED_TESTS_FILE")
    if noted and not hasattr(terminalreporter.config, "workerinput"):  # once, not in every process
        with Path(noted).open("a", encoding="utf-8") as file:
            for report in terminalreporter.getreports("skipped"):
                reason = report.longrepr[2].removeprefix("Skipped: ")
                file.write(" ".join(reason.split()) + "\n")
