"""Settings for all tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

# A first example may have to wait for a function to be compiled, so no deadline. The suite tries the same examples
# every time; `--hypothesis-profile=explore` tries others.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("suite")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a test was tried once more, as a fault that shows seldom is a fault; note why tests were skipped."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"tried once more: {report.nodeid}")
        terminalreporter.line(report.longreprtext)
    noted = os.environ.get("SKIPPED_TESTS_FILE")
    if noted and not hasattr(terminalreporter.config, "workerinput"):  # once, not by each process
        with Path(noted).open("a", encoding="utf-8") as file:
            for report in terminalreporter.getreports("skipped"):
                reason = report.longrepr[2].removeprefix("Skipped: ")
                file.write(" ".join(reason.split()) + "\n")
