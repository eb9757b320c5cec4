"""Quadratic curves between cities, many at once, with positions by length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .model import Floats, Ints

STEPS = 21
_T = np.linspace(0.0, 1.0, STEPS)
B0, B1, B2 = (1 - _T) ** 2, 2 * _T * (1 - _T), _T**2


@dataclass(frozen=True)
class Curves:
    """Curves from p0 to p1 whose control point is the midpoint plus `bow`."""

    p0: Floats
    p1: Floats
    bow: Floats
    points: Floats  # (curve, step, xy)
    along: Floats  # (curve, step) length so far

    @property
    def length(self) -> Floats:
        """Total lengths."""
        out: Floats = self.along[:, -1]
        return out

    def parameter(self, which: Ints, s: Floats) -> Floats:
        """Return the curve parameter t at length s, extrapolated linearly beyond the ends."""
        along = self.along[which]
        k = np.clip((along <= s[:, None]).sum(1) - 1, 0, STEPS - 2)
        row = np.arange(len(which))
        low, high = along[row, k], along[row, k + 1]
        out: Floats = (k + (s - low) / np.maximum(high - low, 1e-9)) / (STEPS - 1)
        return out

    def at(self, which: Ints, t: Floats) -> tuple[Floats, Floats]:
        """Return points and unit tangents."""
        p0, p1, bow = self.p0[which], self.p1[which], self.bow[which]
        control = (p0 + p1) / 2 + bow
        u = t[:, None]
        point = (1 - u) ** 2 * p0 + 2 * u * (1 - u) * control + u**2 * p1
        tangent = 2 * (1 - u) * (control - p0) + 2 * u * (p1 - control)
        return point, tangent / np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)[:, None]


def make_curves(p0: Floats, p1: Floats, bow: Floats) -> Curves:
    """Return curves with their length tables."""
    control = (p0 + p1) / 2 + bow
    points = (
        B0[None, :, None] * p0[:, None]
        + B1[None, :, None] * control[:, None]
        + B2[None, :, None] * p1[:, None]
    )
    steps = np.hypot(*np.moveaxis(np.diff(points, axis=1), 2, 0))
    along = np.concatenate([np.zeros((len(p0), 1)), np.cumsum(steps, axis=1)], axis=1)
    return Curves(p0, p1, bow, points, along)
