"""Settings for all tests."""

from __future__ import annotations

import os
import pickle
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from filelock import FileLock
from hypothesis import settings

# No deadline: the first example may have to wait for compilation. The suite tries the same examples every
# time; `--hypothesis-profile=explore` tries others.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("suite")

# A user's added boards and other data must not affect the tests.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="whistlestop-tests-")

BROWSER = Path(__file__).resolve().parent / "web"
SERVER = Path(__file__).resolve().parent / "server"
WHOLE = {"test_browsers.py", "test_store.py", "test_migrations.py", "test_backup.py"}
"""Modules whose variants are separate tests."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--all-variants`."""
    parser.addoption(
        "--all-variants",
        action="store_true",
        help="run browser tests at every size, in every game and language, and server tests on both databases",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Run all variants of tests that are selected by name."""
    if hasattr(config, "workerinput"):
        config.option.all_variants = config.workerinput["all_variants"]
    elif config.args_source is not pytest.Config.ArgsSource.TESTPATHS or config.option.keyword:
        config.option.all_variants = True


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let the processes of pytest-xdist choose the same variants."""
    node.workerinput["all_variants"] = node.config.option.all_variants


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep one variant of each browser test and one database of each server test, chosen by the test's name.

    Other tests of the same page run at another size, in another game or language.
    """
    if config.option.all_variants:
        return
    variants: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if key := variant_of(item):
            variants[key].append(item)
    for key, same in variants.items():
        same.pop(crc32(key.encode()) % len(same))
    left_out = [item for same in variants.values() for item in same]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def variant_of(item: pytest.Item) -> str | None:
    """Return the part that a test shares with its other variants, or None if every variant must run."""
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec") or item.path.name in WHOLE:
        return None
    name = f"{item.path.relative_to(SERVER.parent).as_posix()}::{item.originalname}"
    if item.path.is_relative_to(BROWSER):
        return name
    parts = item.callspec.id.split("-")
    others = [part for part in parts if part not in {"sqlite", "postgresql"}]
    if len(others) == len(parts) or not item.path.is_relative_to(SERVER):
        return None
    return f"{name}[{'-'.join(others)}]"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not collect what `make test` deselects, because every worker would import it first."""
    web = collection_path.is_relative_to(BROWSER)
    chosen = config.option.markexpr
    unwanted = chosen == "not browser" and web
    unwanted |= chosen == "browser" and collection_path.is_file() and not web
    return unwanted or None


@pytest.fixture(scope="session")
def static_answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compute the answers of static sites, which take a minute, once for all processes of a test run."""
    from whistlestop.server import static_site  # most processes do not need it

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    file = folder / "static-answers.pickle"
    with FileLock(folder / "static-answers.lock"):
        if not file.exists():
            file.write_bytes(pickle.dumps(list(static_site.answers())))
    found = pickle.loads(file.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_site, "answers", lambda: iter(found))
        yield


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
