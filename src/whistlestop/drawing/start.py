"""Where the solver starts from: the true map, or a net drawn evenly if a board has none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .measure import block_length
from .model import BoardLike, Corridor, Floats
from .projection import Projection, projection_for
from .relax import NEAREST


def home_positions(board: BoardLike, rows: Sequence[Corridor]) -> tuple[Floats, Projection | None]:
    """City positions at any scale, and the projection they were made with (None: not a real map)."""
    degrees = [(city.lon, city.lat) for city in board.cities]
    if all(lon is not None and lat is not None for lon, lat in degrees):
        points = np.array(degrees, dtype=float)
        apart = _apart(points)
        if len(points) < 2 or apart > 1e-4:
            projection = projection_for(points)
            return projection(points), projection
    return _even(len(board.cities), rows), None


def _apart(points: Floats) -> float:
    """The smallest distance of two points."""
    i, j = np.triu_indices(len(points), 1)
    return float(np.hypot(*(points[i] - points[j]).T).min()) if len(i) else np.inf


def crossings(xy: Floats, rows: Sequence[Corridor]) -> int:
    """How many pairs of straight routes cross."""
    count = 0
    for k, p in enumerate(rows):
        for q in rows[k + 1 :]:
            if {p.a, p.b} & {q.a, q.b}:
                continue
            a, b, c, d = xy[p.a], xy[p.b], xy[q.a], xy[q.b]
            count += _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)
    return count


def _side(a: Floats, b: Floats, p: Floats) -> bool:
    return bool((b[0] - a[0]) * (p[1] - a[1]) > (b[1] - a[1]) * (p[0] - a[0]))


def _even(count: int, rows: Sequence[Corridor]) -> Floats:
    """Stress majorisation over path lengths from several starts; the one with the fewest crossings."""
    far = np.full((count, count), np.inf)
    np.fill_diagonal(far, 0.0)
    for row in rows:
        far[row.a, row.b] = far[row.b, row.a] = block_length(row.slots) + 2 * NEAREST
    for k in range(count):
        far = np.minimum(far, far[:, k : k + 1] + far[k : k + 1])
    reachable = far[np.isfinite(far)]
    far[~np.isfinite(far)] = 1.4 * reachable.max(initial=100.0) + 100.0  # islands stand beside
    best: Floats = np.zeros((count, 2))
    fewest = -1
    for turn in range(12):
        angle = (np.arange(count) * (1 + turn) * 2.399963 + turn) % (2 * np.pi)
        radius = far.max() / 2 * np.sqrt((np.arange(count) + 1) / count)
        xy = _majorise(np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1), far)
        met = crossings(xy, rows)
        if fewest < 0 or met < fewest:
            best, fewest = xy, met
        if not fewest:
            break
    # lay the longer side flat
    centred = best - best.mean(0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    return centred @ axes.T if count > 2 else centred


def _majorise(xy: Floats, far: Floats, steps: int = 150) -> Floats:
    count = len(xy)
    if count < 2:
        return xy
    weight = np.where(far > 0, 1.0 / np.maximum(far, 1e-9) ** 2, 0.0)
    laplacian = np.diag(weight.sum(1)) - weight
    inverse = np.linalg.pinv(laplacian)
    for _ in range(steps):
        delta = xy[:, None] - xy[None]
        distance = np.maximum(np.hypot(delta[..., 0], delta[..., 1]), 1e-6)
        b = -weight * far / distance
        np.fill_diagonal(b, 0.0)
        np.fill_diagonal(b, -b.sum(1))
        xy = inverse @ (b @ xy)
    return xy
