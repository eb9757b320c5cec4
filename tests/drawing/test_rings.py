"""Drawings of rings, the routes from a city to itself (MECH-8)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from tests.drawing.boards import board

from whistlestop.drawing import check, solve
from whistlestop.drawing.curve import LOOP_LENGTH, loop_shares, loop_ways

STAR = [("aa", "bb", 3), ("aa", "cc", 3), ("bb", "cc", 4), ("aa", "dd", 2), ("aa", "ee", 2), ("dd", "ee", 4)]


def test_a_loop_is_closed_and_smooth() -> None:  # MECH-8
    t = np.linspace(0, 1, 4001)
    points = np.stack(loop_shares(t), axis=1)
    assert np.allclose(points[[0, -1]], 0)
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    assert lengths.sum() == pytest.approx(LOOP_LENGTH, rel=1e-5)
    assert np.allclose(lengths, lengths[0], rtol=1e-3)  # t is the part of the length
    assert np.allclose(steps / lengths[:, None], np.stack(loop_ways(t[:-1]), axis=1), atol=2e-3)


@pytest.mark.parametrize(
    "edges",
    [
        [("aa", "aa", 3)],
        [("aa", "aa", 9), ("aa", "bb", 1)],
        [("aa", "aa", 3), ("aa", "aa", 3), ("aa", "bb", 4)],
        [("aa", "aa", 3), ("aa", "aa", 5), ("aa", "bb", 4)],
    ],
)
def test_small_boards_with_rings(edges: list[tuple[str, str, int]]) -> None:  # MECH-8
    made = board(edges)
    assert check(solve(made), made) == []


@pytest.mark.slow
def test_rings_at_busy_cities() -> None:  # MECH-8
    made = board([*STAR, ("aa", "aa", 4), ("bb", "bb", 3), ("bb", "bb", 3)])
    layout = solve(made)
    assert check(layout, made) == []  # no space on the dot of a city, a name or another space
    x, y = layout.cities["aa"]
    ring = layout.routes["aa-aa"]
    assert ring.path.startswith(f"M{x:g} {y:g}L")
    assert ring.path.endswith(f"L{x:g} {y:g}")
    angles = [slot.angle for slot in ring.slots]
    turns = [(after - before) % 360 for before, after in pairwise(angles)]
    assert all(0 < turn < 150 for turn in turns)  # the spaces follow each other around the loop
