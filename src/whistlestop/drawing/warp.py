"""The warp from the true map to the drawn one, which moves the land with the cities."""

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
    bend: Floats  # one row per city
    unit: float

    def affine(self, points: Floats) -> Floats:
        """Apply only the affine part."""
        out: Floats = np.column_stack([np.ones(len(points)), points / self.unit]) @ self.matrix
        return out

    def __call__(self, points: Floats) -> Floats:
        """Transform map coordinates to drawing coordinates."""
        out = self.affine(points)
        for k in range(0, len(points), 4000):
            part = points[k : k + 4000] / self.unit
            out[k : k + 4000] += _kernel(part, self.source) @ self.bend
        return out

    def source_middle_degrees(self, projection: Projection) -> Floats:
        """Return the center of the board in degrees relative to the center of the projection."""
        return np.array([[-0.5, projection.lat - 0.5], [0.5, projection.lat + 0.5]])


def _kernel(p: Floats, q: Floats) -> Floats:
    # r² log r grows without bound and would displace distant coasts far; kernels like r² log(1 + 1/r²) fade instead
    square = ((p[:, None] - q[None]) ** 2).sum(2)
    out: Floats = 1.0 / np.sqrt(1.0 + square / 0.05)
    return out


def make_warp(source: Floats, target: Floats) -> Warp:
    """Return a warp that moves each source point close to its target and never folds the map."""
    unit = max(float(np.ptp(source, axis=0).max()), 1e-9)
    scaled = source / unit
    count = len(source)
    spread = np.linalg.svd(scaled - scaled.mean(0), compute_uv=False)
    if count < 3 or spread[1] < 0.03 * spread[0]:
        # cities in a row do not determine the perpendicular direction, so the map keeps its true proportions
        square = float(((scaled - scaled.mean(0)) ** 2).sum())
        scale = (
            float(((scaled - scaled.mean(0)) * (target - target.mean(0))).sum() / square) if square else 400.0
        )
        matrix: Floats = np.array([target.mean(0) - scaled.mean(0) * scale, [scale, 0], [0, scale]])
        return Warp(scaled, matrix, np.zeros((count, 2)), unit)
    design = np.column_stack([np.ones(count), scaled])
    matrix = _fit(design, target)
    kernel = _kernel(scaled, scaled)
    for stiffness in (0.0, 0.002, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0):
        bend = _fit(kernel + stiffness * np.eye(count), target - design @ matrix)
        warp = Warp(scaled, matrix, bend, unit)
        if not _folds(warp, source):
            break
    return warp


def _fit(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.linalg.lstsq(a, b, rcond=None)[0], dtype=np.float64)


def _folds(warp: Warp, source: Floats) -> bool:
    """Return whether the map folds anywhere around the board."""
    low, high = source.min(0), source.max(0)
    pad = (high - low) * 0.15
    x, y = np.meshgrid(
        np.linspace(low[0] - pad[0], high[0] + pad[0], 60), np.linspace(low[1] - pad[1], high[1] + pad[1], 60)
    )
    at = warp(np.column_stack([x.ravel(), y.ravel()])).reshape(60, 60, 2)
    dx, dy = np.diff(at, axis=1)[:-1], np.diff(at, axis=0)[:, :-1]
    area = dx[..., 0] * dy[..., 1] - dx[..., 1] * dy[..., 0]
    return bool(area.min() < 0.12 * np.median(area))
