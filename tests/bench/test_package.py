"""The benchmarks of bots and playouts stop by themselves."""

from __future__ import annotations

import pytest

import whistlestop as ws
from whistlestop.bench import package
from whistlestop.bench.timing import Effort
from whistlestop.kinds import kind_of


def test_a_game_that_does_not_end_is_measured_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    # RUL-78: no rule ends a game of players who never claim.
    monkeypatch.setattr(package, "LIMIT", 30)
    assert len(package.timed_moves("usa", "random", 1)) == 28


@pytest.mark.slow
def test_playouts_of_every_game() -> None:
    found = package.playouts_per_second(Effort(runs=1, seconds=0.01))
    assert set(found) == set(ws.ruleset_ids())
    for name, figures in found.items():
        assert set(figures) == {"planner", kind_of(ws.load_ruleset(name)).bots.search.model, "search"}
        assert min(figures.values()) > 0
