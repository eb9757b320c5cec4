"""What is measured of bots ends by itself."""

from __future__ import annotations

import pytest

from whistlestop.bench import package


def test_a_game_that_does_not_end_is_measured_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    # RUL-78: no rule ends a game of players who never claim.
    monkeypatch.setattr(package, "LIMIT", 30)
    assert len(package.timed_moves("usa", "random", 1)) == 28
