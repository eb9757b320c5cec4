"""The pictures of simulations: their legends."""

from __future__ import annotations

import re

import polars as pl
import pytest

from whistlestop import load_ruleset
from whistlestop.drawing.find import layout_of
from whistlestop.statistics.charts import route_maps


@pytest.mark.parametrize(("players", "limits"), [(2, (0.0, 100.0)), (5, (0.0, 40.0))])
def test_no_share_of_wins_is_negative(players: int, limits: tuple[float, float]) -> None:
    """The middle of the scale means no difference, and both ends are possible shares."""
    ruleset = load_ruleset("usa")
    routes = [route.id for route in ruleset.routes]
    wins = [1.0, 0.0, *[1 / players] * (len(routes) - 2)]
    table = pl.DataFrame(
        {"route": routes, "claimed": [0.5] * len(routes), "win": wins, "n": [1000] * len(routes)}
    )
    _, winning = route_maps(table, ruleset, layout_of(ruleset), players)
    told = [float(text) for text in re.findall(r">(-?[\d.]+)%</text>", winning.svg)]
    assert (told[0], told[-1]) == limits
    assert told == sorted(told)
    assert (told[0] + told[-1]) / 2 == pytest.approx(100 / players)
