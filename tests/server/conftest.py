from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.harness import Running, running

from whistlestop.warmup import warm_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    """Compile once, so that no test waits for the compiler."""
    warm_up()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as service:
        yield service
