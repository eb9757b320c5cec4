"""The short form of tests/server/cost.py: it measures real moves and real tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.cost import parts_of, tables_of

if TYPE_CHECKING:
    from pathlib import Path


async def test_the_parts_of_a_move_add_up(tmp_path: Path) -> None:
    found = await parts_of(tmp_path, viewers=2, at_once=2, moves=20, ruleset="usa")
    parts = ("driver", "log", "rest", "decode", "check", "view", "encode")
    assert {"games", "viewers", "all", *parts} == found.keys()
    assert found["all"] == pytest.approx(sum(found[part] for part in parts if part != "driver"), abs=1)


async def test_tables_are_measured_in_memory(tmp_path: Path) -> None:
    found = await tables_of(tmp_path, 20, "usa")
    assert (found["tables"], found["actions"]) == (20, 100)
    assert found["microseconds"]
