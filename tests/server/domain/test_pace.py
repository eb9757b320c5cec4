"""The pace of a game, from its clock."""

from __future__ import annotations

from typing import Any

import msgspec

from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.pace import pace_of


def test_paces() -> None:
    def pace(kind: Any, seconds: int) -> str:
        return pace_of(msgspec.json.encode(ClockSettings(kind, seconds)).decode())

    assert pace_of(None) == "live"
    assert [pace("turn", 60), pace("turn", 3600), pace("live", 3600), pace("live", 86400)] == [
        "live",
        "slow",
        "live",
        "slow",
    ]
