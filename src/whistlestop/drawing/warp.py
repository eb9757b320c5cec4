"""The bend that takes the true map to the drawn one: cities go where the solver put them, the land follows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .model import Floats
from .projection import Projection


@dataclass(frozen=True)
class Warp:
    """A thin-plate spline over the cities, on top of the best affine map."""

    source: Floats
    matrix: Floats  # affine, 3 x 2
    bend: Floats  # one row a city
    unit: float

    def affine(self, points: Floats) -> Floats:
        """The straight part only."""
        out: Floats = np.column_stack([np.ones(len(points)), points / self.unit]) @ self.matrix
        return out

    def __call__(self, points: Floats) -> Floats:
        out = self.affine(points)
        for k in range(0, len(points), 4000):
            part = points[k : k + 4000] / self.unit
            out[k : k + 4000] += _kernel(part, self.source) @ self.bend
        return out

    def source_middle_degrees(self, projection: Projection) -> Floats:
        """The middle of the board in degrees relative to the middle of the projection."""
        return np.array([[-0.5, projection.lat - 0.5], [0.5, projection.lat + 0.5]])


def _kernel(p: Floats, q: Floats) -> Floats:
    # r² log r grows without end and would fling far coasts about; r² log(1 + 1/r²)-like kernels fade instead
    square = ((p[:, None] - q[None]) ** 2).sum(2)
    out: Floats = 1.0 / np.sqrt(1.0 + square / 0.05)
    return out


def make_warp(source: Floats, target: Floats) -> Warp:
    """A warp that takes each source point (nearly) to its target and never folds the map over."""
    unit = max(float(np.ptp(source, axis=0).max()), 1e-9)
    scaled = source / unit
    count = len(source)
    if count < 3:
        scale = np.ptp(target, axis=0).max() / max(np.ptp(scaled, axis=0).max(), 1e-9) if count > 1 else 400.0
        matrix = np.array([target.mean(0) - scaled.mean(0) * scale, [scale, 0], [0, scale]])
        return Warp(scaled, matrix, np.zeros((count, 2)), unit)
    design = np.column_stack([np.ones(count), scaled])
    matrix = np.linalg.lstsq(design, target, rcond=None)[0]
    kernel = _kernel(scaled, scaled)
    for stiffness in (0.0, 0.002, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0):
        bend = np.linalg.lstsq(kernel + stiffness * np.eye(count), target - design @ matrix, rcond=None)[0]
        warp = Warp(scaled, matrix, bend, unit)
        if not _folds(warp, source):
            break
    return warp


def _folds(warp: Warp, source: Floats) -> bool:
    """Whether the map turns over anywhere around the board."""
    low, high = source.min(0), source.max(0)
    pad = (high - low) * 0.15
    x, y = np.meshgrid(np.linspace(low[0] - pad[0], high[0] + pad[0], 60), np.linspace(low[1] - pad[1], high[1] + pad[1], 60))
    at = warp(np.column_stack([x.ravel(), y.ravel()])).reshape(60, 60, 2)
    dx, dy = np.diff(at, axis=1)[:-1], np.diff(at, axis=0)[:, :-1]
    area = dx[..., 0] * dy[..., 1] - dx[..., 1] * dy[..., 0]
    return bool(area.min() < 0.12 * np.median(area))
