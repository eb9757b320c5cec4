"""The solver's starting point: the true map, or an evenly drawn network if a board has no positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whistlestop.format.insets import MAIN, inset_numbers

from .curve import LOOP_LENGTH, LOOP_RADIUS, loop_shares, on_axes
from .insets import NOWHERE, project_insets
from .measure import SLOT_WIDTH, block_length
from .model import BoardLike, Corridor, Floats, Home, Ints
from .projection import Projection, projection_for
from .state import NEAREST

PIECES = 8
DIRECTIONS = 24  # of rings that are tried
LARGER = 1.3  # length of a loop at first, in lengths of its row of slots
ROOM = 3 * SLOT_WIDTH  # preferred distance of a ring from other routes and cities
WORSE = 1.25  # how much better another direction must be for a ring to turn
BOWS = (0.1, 0.15, 0.2, 0.26, 0.33, 0.4, 0.5, 0.6)  # fractions of the distance between the ends


def home_positions(board: BoardLike, rows: Sequence[Corridor]) -> tuple[Home, Projection | None]:
    """Return positions at any scale, and the projection of the main map (None: not a real map)."""
    degrees = [(city.lon, city.lat) for city in board.cities]
    if all(lon is not None and lat is not None for lon, lat in degrees):
        points = np.array(degrees, dtype=float)
        apart = _apart(points)
        if len(points) < 2 or apart > 1e-4:
            inset = np.array(inset_numbers(board.drawing.insets, board.cities), dtype=np.int64)
            projection = projection_for(points[inset == MAIN])
            return project_insets(board.drawing.insets, points, inset, projection), projection
    return Home(_even(len(board.cities), rows), NOWHERE, np.full(len(board.cities), MAIN)), None


def _apart(points: Floats) -> float:
    """Return the smallest distance between two points."""
    i, j = np.triu_indices(len(points), 1)
    return float(np.hypot(*(points[i] - points[j]).T).min()) if len(i) else np.inf


def _arcs(xy: Floats, rows: Sequence[Corridor], bow: Floats) -> Floats:
    """Return every route as a few straight pieces: (route, point, xy)."""
    ends_a, ends_b = xy[[row.a for row in rows]], xy[[row.b for row in rows]]
    t = np.linspace(0.0, 1.0, PIECES + 1)[None, :, None]
    control = (ends_a + ends_b) / 2 + bow
    out: Floats = (1 - t) ** 2 * ends_a[:, None] + 2 * t * (1 - t) * control[:, None] + t**2 * ends_b[:, None]
    for k, row in enumerate(rows):
        if row.ring:
            out[k] = xy[row.a] + on_axes(bow[k], *loop_shares(t[0, :, 0]))
    return out


def _meets(arc: Floats, others: Floats) -> NDArray[np.bool_]:
    """Return which other routes a route crosses."""
    a, b = arc[None, :-1, None], arc[None, 1:, None]
    c, d = others[:, None, :-1], others[:, None, 1:]

    def side(p: Floats, q: Floats, r: Floats) -> NDArray[np.bool_]:
        out: NDArray[np.bool_] = (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) > (
            q[..., 1] - p[..., 1]
        ) * (r[..., 0] - p[..., 0])
        return out

    cross = (side(a, b, c) != side(a, b, d)) & (side(c, d, a) != side(c, d, b))
    out: NDArray[np.bool_] = np.asarray(cross.any(axis=(1, 2)))
    return out


def _strangers(rows: Sequence[Corridor]) -> NDArray[np.bool_]:
    """Return which routes have no city in common."""
    a, b = np.array([row.a for row in rows]), np.array([row.b for row in rows])
    same: NDArray[np.bool_] = (a[:, None] == a) | (a[:, None] == b) | (b[:, None] == a) | (b[:, None] == b)
    return np.logical_not(same)


def crossings(xy: Floats, rows: Sequence[Corridor], bow: Floats | None = None) -> Ints:
    """Return the number of other routes that each route crosses."""
    if not rows:
        return np.zeros(0, dtype=np.int64)
    arcs = _arcs(xy, rows, np.zeros((len(rows), 2)) if bow is None else bow)
    apart = _strangers(rows)
    return np.array([int((_meets(arcs[k], arcs) & apart[k]).sum()) for k in range(len(rows))])


def untangle(xy: Floats, rows: Sequence[Corridor], bow: Floats) -> Floats:
    """Return other bows for crossing routes that lead them around the obstacle where possible.

    Rings turn to where their city has the most room (MECH-8).
    """
    bow = bow.copy()
    if not rows:
        return bow
    for k, row in enumerate(rows):
        if row.ring:
            bow[k] = _into_room(k, xy, rows, bow)
    apart = _strangers(rows)
    for k in np.argsort(-crossings(xy, rows, bow), kind="stable"):
        if rows[k].ring:
            continue
        arcs = _arcs(xy, rows, bow)
        fewest = int((_meets(arcs[k], arcs) & apart[k]).sum())
        if not fewest:
            continue
        chord = xy[rows[k].b] - xy[rows[k].a]
        across = np.array([-chord[1], chord[0]])
        for size in BOWS:
            for way in (size, -size):
                tried = bow.copy()
                tried[k] = across * way
                met = int((_meets(_arcs(xy, rows, tried)[k], arcs) & apart[k]).sum())
                if met < fewest:
                    fewest = met
                    bow[k] = across * way * 1.12
    return bow


def _into_room(ring: int, xy: Floats, rows: Sequence[Corridor], bow: Floats) -> Floats:
    """Return the bow of a ring that keeps it farthest from other routes and cities; the present one if it is good."""
    row = rows[ring]
    own = bow[ring]
    size = float(np.hypot(*own)) or (block_length(row.slots) + 2 * NEAREST) * LARGER / LOOP_LENGTH
    angles = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    tried = size * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    if own.any():
        tried = np.concatenate([own[None], tried])
    others = np.delete(_arcs(xy, rows, bow), ring, axis=0).reshape(-1, 2)
    near = np.concatenate([others, np.delete(xy, row.a, axis=0)])
    apart = np.hypot(*np.moveaxis(xy[row.a] + tried[:, None] - near[None], 2, 0))
    cost = (np.maximum(size * LOOP_RADIUS + ROOM - apart, 0.0) ** 2).sum(1)
    best = int(np.argmin(cost))
    out: Floats = tried[0] if own.any() and cost[0] <= cost[best] * WORSE else tried[best]
    return out


def _even(count: int, rows: Sequence[Corridor]) -> Floats:
    """Return the layout with the fewest crossings from stress majorization of path lengths with several starts."""
    far = np.full((count, count), np.inf)
    np.fill_diagonal(far, 0.0)
    for row in rows:
        if row.ring:
            continue
        far[row.a, row.b] = far[row.b, row.a] = block_length(row.slots) + 2 * NEAREST
    for k in range(count):
        far = np.minimum(far, far[:, k : k + 1] + far[k : k + 1])
    reachable = far[np.isfinite(far)]
    far[~np.isfinite(far)] = 1.4 * reachable.max(initial=100.0) + 100.0  # islands are placed next to the rest
    best: Floats = np.zeros((count, 2))
    straight = [row for row in rows if not row.ring]
    fewest = -1
    for turn in range(12):
        angle = (np.arange(count) * (1 + turn) * 2.399963 + turn) % (2 * np.pi)
        radius = far.max() / 2 * np.sqrt((np.arange(count) + 1) / count)
        xy = _majorise(np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1), far)
        met = int(crossings(xy, straight).sum())
        if fewest < 0 or met < fewest:
            best, fewest = xy, met
        if not fewest:
            break
    # turn the longer side to the horizontal
    centred = best - best.mean(0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    out: Floats = centred @ axes.T if count > 2 else centred
    return out


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
