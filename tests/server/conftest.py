from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.dice import load_dice
from tests.server.harness import Running, running
from tests.server.postgres import Cluster, cluster

from whistlestop.warmup import warm_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A server wants compiled rules; what `domain` decides needs neither."""
    for item in items:
        path = item.path.as_posix()
        if "tests/server/" in path and "tests/server/domain/" not in path:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    """Compile once, so that no test waits for the compiler."""
    warm_up()


@pytest.fixture(scope="session", autouse=True)
def _dice() -> Iterator[None]:
    """The same deals and bots every time."""
    with pytest.MonkeyPatch.context() as patch:
        load_dice(patch, lambda: os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0])
        yield


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: what is killed here is the process, not the power."""
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


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """What a test is to store its games in: the setting, for a file and for a new database of a real PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "test.db")
    made: Cluster | None = request.getfixturevalue("_cluster")
    if made is None:
        pytest.skip("no PostgreSQL on this machine")
    return made.database()


@pytest.fixture
def shared(request: pytest.FixtureRequest) -> str:
    """A new database that several servers may use."""
    made: Cluster | None = request.getfixturevalue("_cluster")
    if made is None:
        pytest.skip("no PostgreSQL on this machine")
    return made.database()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as service:
        yield service
