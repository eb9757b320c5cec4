"""Means with 95 % intervals over the games of a match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from .matches import Columns

__all__ = ["mean_interval", "share_interval", "summarize"]

Z = 1.959963984540054  # 97.5 % of a normal distribution lie below


def mean_interval(values: npt.NDArray[Any]) -> dict[str, float | None]:
    """Mean and its normal interval; one value alone has none."""
    mean = float(values.mean())
    if len(values) < 2:
        return {"mean": mean, "low": None, "high": None}
    half = Z * float(values.std(ddof=1)) / math.sqrt(len(values))
    return {"mean": mean, "low": mean - half, "high": mean + half}


def share_interval(successes: float, n: int) -> dict[str, float]:
    """Share and its Wilson interval, which stays sensible for few games and for shares near 0 and 1."""
    share = successes / n
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return {"mean": share, "low": max(0.0, centre - half), "high": min(1.0, centre + half)}


def describe(columns: Columns, chosen: npt.NDArray[np.bool_], parts: Sequence[str]) -> dict[str, Any]:
    """The figures of one bot, or of one seat."""
    wins = columns["win"][chosen]
    return {
        "games": len(wins),
        "win": share_interval(float(wins.sum()), len(wins)),
        **{name: mean_interval(columns[name][chosen]) for name in ("score", *parts)},
    }


def summarize(columns: Columns, bots: tuple[str, ...], parts: Sequence[str]) -> dict[str, Any]:
    """Figures by bot and by seat, `parts` of the score among them. A bot with two seats of a game counts twice."""
    once = columns["seat"] == 0
    seats = sorted(set(columns["seat"].tolist()))
    return {
        "unfinished": int((~columns["finished"][once]).sum()),
        "actions": mean_interval(columns["actions"][once]),
        "turns": mean_interval(columns["turns"][once]),
        "bots": {
            bot: describe(columns, columns["bot"] == code, parts)
            for code, bot in enumerate(bots)
            if (columns["bot"] == code).any()
        },
        "seats": {str(seat): describe(columns, columns["seat"] == seat, parts) for seat in seats},
    }
