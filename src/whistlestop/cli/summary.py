"""Means with 95 % intervals over the rows of a simulation."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

from .matches import Row

__all__ = ["mean_interval", "share_interval", "summarize"]

Z = 1.959963984540054  # 97.5 % of a normal distribution lie below


def mean_interval(values: list[float]) -> dict[str, float | None]:
    """Mean and its normal interval; one value alone has none."""
    n = len(values)
    mean = math.fsum(values) / n
    if n < 2:
        return {"mean": mean, "low": None, "high": None}
    half = Z * math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1) / n)
    return {"mean": mean, "low": mean - half, "high": mean + half}


def share_interval(successes: float, n: int) -> dict[str, float | None]:
    """Share and its Wilson interval, which stays sensible for few games and for shares near 0 and 1."""
    share = successes / n
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return {"mean": share, "low": max(0.0, centre - half), "high": min(1.0, centre + half)}


def describe(rows: list[Row]) -> dict[str, Any]:
    """The figures of one bot, or of one seat."""
    return {
        "games": len(rows),
        "win": share_interval(math.fsum(row["win"] for row in rows), len(rows)),
        **{
            name: mean_interval([float(row[name]) for row in rows])
            for name in ("score", "routes", "tickets", "stations", "longest", "tickets_completed")
        },
    }


def summarize(rows: list[Row]) -> dict[str, Any]:
    """Figures by bot and by seat. A bot that holds two seats of a game counts twice."""
    by_bot: dict[str, list[Row]] = defaultdict(list)
    by_seat: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_bot[row["bot"]].append(row)
        by_seat[row["seat"]].append(row)
    return {
        "actions": mean_interval([float(row["actions"]) for row in rows if row["seat"] == 0]),
        "bots": {bot: describe(found) for bot, found in sorted(by_bot.items())},
        "seats": {str(seat): describe(found) for seat, found in sorted(by_seat.items())},
    }
