"""The colors of a board: owners of routes are distinguishable, also with color vision deficiencies."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from coloraide import Color

from whistlestop.drawing.art import DARK, LIGHT, ROUTE_COLORS

VISIONS = ("normal", "protan", "deutan", "tritan")
TRAIN_TO_SPACE = 11.0
TRAIN_TO_TRAIN = 8.0
SPACE_TO_SPACE = 6.0
"""Differences by CIEDE2000; from about 5 on, two adjacent colors are distinguishable at a glance."""


def seen(color: str, vision: str) -> Color:
    """Return how a color looks with a type of color blindness."""
    return Color(color) if vision == "normal" else Color(color).filter(vision).clip()


def difference(one: str, other: str) -> float:
    """Return the smallest difference between two colors over all types of vision."""
    return min(seen(one, vision).delta_e(seen(other, vision), method="2000") for vision in VISIONS)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_trains_differ_from_spaces_and_from_each_other(theme: dict[str, str]) -> None:
    trains = {f"seat-{seat}": theme[f"seat-{seat}"] for seat in range(5)}
    spaces = {f"route-{color}": theme[f"route-{color}"] for color in ROUTE_COLORS}
    least = {
        **dict.fromkeys(combinations(trains, 2), TRAIN_TO_TRAIN),
        **dict.fromkeys(combinations(spaces, 2), SPACE_TO_SPACE),
        **dict.fromkeys(product(trains, spaces), TRAIN_TO_SPACE),
    }
    found = {(one, other): difference(theme[one], theme[other]) for one, other in least}
    assert {pair: round(found[pair], 1) for pair in least if found[pair] < least[pair]} == {}
