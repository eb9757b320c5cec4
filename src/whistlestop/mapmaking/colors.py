"""Color the routes of a board without colors: each color equally often, and different colors around a city."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from whistlestop.format.schema import COLORS, GRAY, RouteColor

__all__ = ["color_routes"]

GRAY_SHARE = 0.3
"""The share of spaces that stay gray, as on the built-in boards."""


def color_routes(routes: Sequence[tuple[str, str, int]]) -> list[RouteColor]:
    """Return a color for each route, given by its two cities and its length.

    The longest routes stay gray, until they have `GRAY_SHARE` of all spaces. The others get the color with the fewest
    spaces among those that no neighbor has; parallel routes get different colors.
    """
    order = sorted(range(len(routes)), key=lambda n: (-routes[n][2], routes[n]))
    gray = GRAY_SHARE * sum(length for _, _, length in routes)
    spaces: Counter[RouteColor] = Counter(dict.fromkeys(COLORS, 0))
    around: defaultdict[str, set[RouteColor]] = defaultdict(set)
    colors: list[RouteColor] = [GRAY] * len(routes)
    for n in order:
        a, b, length = routes[n]
        if length <= gray:
            gray -= length
            continue
        color = min(COLORS, key=lambda one: (one in around[a]) + (one in around[b]) + spaces[one] / 1000)
        colors[n] = color
        spaces[color] += length
        around[a].add(color)
        around[b].add(color)
    return colors
