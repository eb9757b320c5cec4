"""The forces accumulated by one step of the solver, and the pushes that items give each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .model import Floats, Ints

__all__ = ["Pull", "add", "off_box", "push"]


@dataclass
class Pull:
    """The forces accumulated on each item."""

    city: Floats
    sample: Floats
    a: Floats  # on the ends of curves
    b: Floats
    bow: Floats
    clear_a: Floats
    clear_b: Floats
    frame: Floats  # x, y, half the width, half the height
    energy: float = 0.0


def add(count: int, index: Ints, values: Floats) -> Floats:
    """Return the sum of (x, y) rows for each of `count` items; `index` is the item of each row."""
    out = np.empty((count, 2))
    out[:, 0] = np.bincount(index, values[:, 0], count)
    out[:, 1] = np.bincount(index, values[:, 1], count)
    return out


def push(delta: Floats, wanted: Floats | float) -> tuple[Floats, float]:
    """Return the gradient for the first of two points that should be `wanted` apart, and the energy."""
    distance = np.hypot(delta[:, 0], delta[:, 1])
    lack = np.maximum(wanted - distance, 0.0)
    unit = delta / np.maximum(distance, 1e-6)[:, None]
    return -2 * lack[:, None] * unit, float((lack**2).sum())


def off_box(
    p: Floats, low: Floats, high: Floats, owner: Floats, wanted: Floats | float
) -> tuple[Floats, float]:
    """Return the gradient for discs that should be `wanted` away from boxes.

    Discs inside leave by the nearest side, except the side facing the label's own city, because they would be trapped
    between label and city.
    """
    delta = p - np.clip(p, low, high)
    inside = (delta == 0).all(1)
    facing = np.concatenate([low > owner, high < owner], axis=1)
    deep = np.where(facing, 1e6, np.concatenate([p - low, high - p], axis=1))
    side = np.argmin(deep, axis=1)
    out = np.array([[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0]])[side]
    distance = np.hypot(delta[:, 0], delta[:, 1])
    signed = np.where(inside, -np.minimum(deep, 40.0)[np.arange(len(p)), side], distance)
    unit = np.where(inside[:, None], out, delta / np.maximum(distance, 1e-6)[:, None])
    lack = np.maximum(wanted - signed, 0.0)
    return -2 * lack[:, None] * unit, float((lack**2).sum())
