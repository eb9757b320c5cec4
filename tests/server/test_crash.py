"""The short form of tests/server/crash.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.server.crash import ENOUGH, campaign

if TYPE_CHECKING:
    from pathlib import Path


async def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    done = await campaign(tmp_path, kills=3, seed=11)
    assert done.moves >= ENOUGH
