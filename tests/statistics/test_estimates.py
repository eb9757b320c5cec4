from __future__ import annotations

import math
from collections import defaultdict

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.bots.summary import Z, share_interval
from whistlestop.statistics import estimates

SAMPLES = st.lists(st.tuples(st.integers(0, 7), st.booleans()), min_size=2, max_size=60)


def frame(samples: list[tuple[int, bool]]) -> pl.LazyFrame:
    rows = [{"group": "all", "deal": deal, "hit": hit} for deal, hit in samples]
    return pl.LazyFrame(rows, {"group": pl.String, "deal": pl.Int64, "hit": pl.Boolean})


def variance(samples: list[tuple[int, bool]]) -> float:
    """Return the variance of the mean if deals, not games, are drawn at random, directly from the definition."""
    mean = sum(hit for _, hit in samples) / len(samples)
    off: dict[int, float] = defaultdict(float)
    for deal, hit in samples:
        off[deal] += hit - mean
    return len(off) / (len(off) - 1) * sum(each**2 for each in off.values()) / len(samples) ** 2


@given(SAMPLES)
def test_a_mean_has_the_variance_between_deals(samples: list[tuple[int, bool]]) -> None:
    (row,) = estimates.means(frame(samples), ["group"], hit=pl.col("hit")).to_dicts()
    mean = sum(hit for _, hit in samples) / len(samples)
    assert (row["n"], row["hit"]) == (len(samples), pytest.approx(mean))
    if len({deal for deal, _ in samples}) == 1:
        assert row["hit_low"] is row["hit_high"] is None
    else:
        half = Z * math.sqrt(variance(samples))
        assert row["hit_low"] == pytest.approx(mean - half, abs=1e-6)
        assert row["hit_high"] == pytest.approx(mean + half, abs=1e-6)


@given(SAMPLES)
def test_a_share_has_wilsons_interval_for_as_many_games_as_are_independent(
    samples: list[tuple[int, bool]],
) -> None:
    (row,) = estimates.shares(frame(samples), ["group"], hit=pl.col("hit")).to_dicts()
    share, n = sum(hit for _, hit in samples) / len(samples), float(len(samples))
    if len({deal for deal, _ in samples}) > 1 and variance(samples) > 1e-9:
        n = min(n, share * (1 - share) / variance(samples))
    spread = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    centre = share + Z * Z / (2 * n)
    assert row["hit_low"] == pytest.approx(max(0, centre - spread) / (1 + Z * Z / n), abs=1e-6)
    assert row["hit_high"] == pytest.approx(min(1 + Z * Z / n, centre + spread) / (1 + Z * Z / n), abs=1e-6)


def test_the_same_games_again_tell_nothing_new() -> None:
    once = [(deal, deal % 3 == 0) for deal in range(60)]
    first = estimates.shares(frame(once), ["group"], hit=pl.col("hit")).to_dicts()[0]
    again = estimates.shares(frame(once * 4), ["group"], hit=pl.col("hit")).to_dicts()[0]
    assert again["n"] == 4 * first["n"]
    assert again["hit_low"] == pytest.approx(first["hit_low"])
    assert again["hit_high"] == pytest.approx(first["hit_high"])


def test_how_often_something_happens_counts_games_and_not_rows() -> None:
    games = pl.LazyFrame({"deal": range(10), "lineup": [0] * 10, "game": range(10)})
    rows = pl.LazyFrame({"what": ["x", "x", "x"], "deal": [3, 3, 4], "lineup": [0, 0, 0], "game": [3, 3, 4]})
    found = {
        row["what"]: row for row in estimates.occurrence(rows, games, "what", ["x", "y"], "seen").to_dicts()
    }
    assert found["x"]["seen"] == pytest.approx(0.2)
    assert found["y"]["seen"] == 0
    never = share_interval(0, 10)
    assert (found["y"]["seen_low"], found["y"]["seen_high"]) == (0, pytest.approx(never["high"]))
