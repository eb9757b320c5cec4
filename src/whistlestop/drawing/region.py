"""Coasts, borders, lakes and rivers of a part of the earth, in degrees."""

from __future__ import annotations

import numpy as np

from .geography import CLOSED, clip, simplify, world
from .model import Floats

__all__ = ["region"]

FINE = 700
"""Outlines are simplified to this fraction of the width."""
PLACES = 3
MOST = 40_000
"""Maximum count of numbers in a region. If there are more, outlines are simplified further."""


def region(west: float, south: float, east: float, north: float) -> dict[str, list[list[float]]]:
    """Return the outlines in a box of degrees by kind: `land`, `lakes`, `rivers`, `borders`.

    An outline is a flat list lon, lat, lon, lat, ...; those of land and lakes are rings.
    """
    fine = max(east - west, north - south) / FINE
    while True:
        found = {
            name: _outlines(name, (west, south, east, north), fine)
            for name in ("land", "lakes", "rivers", "borders")
        }
        if sum(len(one) for lines in found.values() for one in lines) <= MOST:
            return found
        fine *= 2


def _outlines(name: str, box: tuple[float, float, float, float], fine: float) -> list[list[float]]:
    closed = name in CLOSED
    found: list[list[float]] = []
    for line in world()[name]:
        # Lines that cross the date line continue beyond 180 degrees.
        lon = np.unwrap(line[:, 0], period=360.0)
        for turn in (-360.0, 0.0, 360.0):
            moved: Floats = np.column_stack([lon + turn, line[:, 1]])
            low, high = moved.min(0), moved.max(0)
            if (high < box[:2]).any() or (low > box[2:]).any():
                continue
            if closed and (high - low).max() < fine * 2:
                continue
            for part in clip(moved, closed, box):
                piece: Floats = np.round(simplify(part, fine), PLACES)
                if len(piece) > (2 if closed else 1):
                    found.append([float(value) for value in piece.ravel()])
    return found
