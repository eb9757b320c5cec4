from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.dice import load_dice
from tests.server.databases import create_file
from tests.server.harness import Running, running
from tests.server.postgres import Cluster, cluster

from whistlestop.warmup import warm_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Compile the rules for all tests except those of `domain`, which need neither server nor rules."""
    for item in items:
        path = item.path.as_posix()
        if "tests/server/" in path and "tests/server/domain/" not in path:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    """Compile everything in advance, so that no test waits for the compiler."""
    warm_up()


@pytest.fixture(scope="session", autouse=True)
def _dice() -> Iterator[None]:
    """Use the same deals and bots every time."""
    with pytest.MonkeyPatch.context() as patch:
        load_dice(patch, lambda: os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0])
        yield


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """Return a folder in memory if possible: tests kill processes, but never cut the power."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def _cluster() -> Iterator[Cluster | None]:
    with cluster() as made:
        yield made


def _postgresql(request: pytest.FixtureRequest) -> Cluster:
    made: Cluster | None = request.getfixturevalue("_cluster")
    if made is None:
        pytest.skip("no PostgreSQL on this machine")
    return made


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the database setting of a test: once a file, once a new database of a real PostgreSQL."""
    if request.param == "sqlite":
        return create_file(tmp_path / "test.db")
    return _postgresql(request).ready_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the same without a schema."""
    return str(tmp_path / "test.db") if request.param == "sqlite" else _postgresql(request).database()


@pytest.fixture
def shared(request: pytest.FixtureRequest) -> str:
    """Return a new database that several servers may use."""
    return _postgresql(request).ready_database()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as service:
        yield service
