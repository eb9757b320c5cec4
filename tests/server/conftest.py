from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.harness import Running, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as service:
        yield service
