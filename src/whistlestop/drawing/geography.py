"""Coasts, lakes, rivers and borders, clipped to the board, warped with its cities, as SVG paths."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

import numpy as np

from whistlestop.format.insets import MAIN, inset_numbers, span

from .insets import lens_of
from .layout import Layout
from .model import BoardLike, Floats
from .projection import Projection
from .warp import Warp, make_warp

BLEED = 24.0  # how far outlines extend beyond the drawing, so that no stroke is visible at its edge
FINE = 0.8  # maximum deviation of a simplified outline, in drawing units
SMALLEST = 14.0  # minimum area of islands and lakes, in square units
SHORTEST = 2.0  # minimum length of pieces of lines, in units
CLOSED = ("land", "lakes")
SOFT = ("lakes", "rivers")  # the data has few points for these, so they are smoothed


def world_file() -> bytes:
    """Return the geography data as JSON, as tools/geodata/build.py writes it."""
    return gzip.decompress((resources.files(__package__) / "world.json.gz").read_bytes())


@cache
def world() -> dict[str, Any]:
    """Return the geography data; lines are lists of (lon, lat) arrays."""
    pack = json.loads(world_file())
    units = pack["units"]
    arcs = [_decode(arc, units) for arc in pack["arcs"]]

    def joined(ring: list[int]) -> Floats:
        parts = [arcs[k] if k >= 0 else arcs[~k][::-1] for k in ring]
        return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])

    return {
        "land": [joined(ring) for ring in pack["land"]],
        "borders": [arcs[k] for k in pack["borders"]],
        **{name: [_decode(line, units) for line in pack[name]] for name in ("states", "lakes", "rivers")},
    }


def _decode(flat: list[int], units: int) -> Floats:
    out: Floats = np.cumsum(np.array(flat, dtype=float).reshape(-1, 2), axis=0) / units
    return out


@dataclass(frozen=True)
class Ground:
    """A map on the drawing: the main map, or an inset."""

    projection: Projection
    warp: Warp
    box: tuple[float, float, float, float]  # left, top, right, bottom
    degrees: Floats  # (lon, lat) rows of its cities, or the corners of its part of the earth


def grounds_of(layout: Layout, board: BoardLike, projection: Projection) -> list[Ground]:
    """Return the main map, with this projection, and the insets of a layout."""
    degrees = np.array([(city.lon, city.lat) for city in board.cities], dtype=float)
    drawn = np.array([layout.cities[city.id] for city in board.cities])
    numbers = np.array(inset_numbers(board.drawing.insets, board.cities))
    main = numbers == MAIN
    warp = make_warp(projection(degrees[main]), drawn[main])
    found = [Ground(projection, warp, (0.0, 0.0, layout.width, layout.height), degrees[main])]
    for n, inset in enumerate(layout.insets):
        one = board.drawing.insets[n]
        lens, own = lens_of(one), numbers == n
        x, y, wide, high = inset.box
        # The corners hold the map in its frame where the inset has few cities.
        source, target = lens.corners(np.array([x + wide / 2, y + high / 2, wide / 2, high / 2]))
        places = lens.projection(degrees[own]) if own.any() else source[:0]
        warp = make_warp(np.concatenate([source, places]), np.concatenate([target, drawn[own]]))
        west, south, _, north = one.earth
        corners = np.array([(west, south), (west + span(one.earth), north)])
        found.append(Ground(lens.projection, warp, (x, y, x + wide, y + high), corners))
    return found


def draw_geography(layout: Layout, board: BoardLike, grounds: Sequence[Ground]) -> Layout:
    """Return the layout with paths for land, lakes, rivers, states and borders, also of its insets."""
    main, *others = (_paths(ground, board.drawing.land) for ground in grounds)
    insets = (replace(inset, geography=paths) for inset, paths in zip(layout.insets, others, strict=True))
    return replace(layout, geography=main, insets=tuple(insets))


def _paths(ground: Ground, land: Sequence[Sequence[float]]) -> dict[str, str]:
    left, top, right, bottom = ground.box
    frame = (left - BLEED, top - BLEED, right + BLEED, bottom + BLEED)
    box = _region(ground.projection, ground.warp, frame)
    paths = {}
    rings = [np.array(ring, dtype=float).reshape(-1, 2) for ring in land]
    outlines = {"land": rings} if rings else world()
    graticule = _graticule(ground.projection, box, ground.degrees)
    for name, lines in {"graticule": graticule, **outlines}.items():
        parts: list[str] = []
        soft = name in SOFT or bool(rings and name == "land")
        for line in lines:
            parts += _drawn(line, name in CLOSED, soft, ground.projection, ground.warp, box, frame)
        if parts:
            paths[name] = " ".join(parts) if name not in CLOSED else "".join(parts)
    return paths


def _graticule(projection: Projection, box: Floats, degrees: Floats) -> list[Floats]:
    """Return meridians and parallels at round steps, about eight across the drawing."""
    span = float(np.ptp(degrees, axis=0).max())
    step = next((s for s in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0) if span / s <= 11), 20.0)
    west, east = projection.lon + box[0], projection.lon + box[2]
    lons, lats = np.linspace(west, east, 40), np.linspace(box[1], box[3], 40)
    return [
        np.column_stack([np.full(40, lon), lats])
        for lon in np.arange(np.ceil(west / step) * step, east, step)
    ] + [
        np.column_stack([lons, np.full(40, lat)])
        for lat in np.arange(np.ceil(box[1] / step) * step, box[3], step)
    ]


def _region(projection: Projection, warp: Warp, frame: tuple[float, float, float, float]) -> Floats:
    """Return a (lon, lat) box, relative to the projection's center, that covers the drawing."""
    lon, lat = np.meshgrid(np.linspace(-175, 175, 141), np.linspace(-85, 85, 69))
    grid = np.column_stack([lon.ravel() + projection.lon, lat.ravel()])
    near = np.abs(lon.ravel()) < 90 if not projection.flat else np.ones(lon.size, dtype=bool)
    at = warp.affine(projection(grid))
    x0, y0, x1, y1 = frame
    pad = 0.25 * max(x1 - x0, y1 - y0)
    inside = (
        near & (at[:, 0] > x0 - pad) & (at[:, 0] < x1 + pad) & (at[:, 1] > y0 - pad) & (at[:, 1] < y1 + pad)
    )
    middle = warp.source_middle_degrees(projection)
    seen = np.column_stack([lon.ravel(), lat.ravel()])[inside]
    seen = np.concatenate([seen, middle]) if len(seen) else middle
    low, high = seen.min(0) - 4.0, seen.max(0) + 4.0
    return np.array([max(low[0], -180), max(low[1], -89), min(high[0], 180), min(high[1], 89)])


def _drawn(
    line: Floats,
    closed: bool,
    soft: bool,
    projection: Projection,
    warp: Warp,
    box: Floats,
    frame: tuple[float, float, float, float],
) -> Iterable[str]:
    lon = np.unwrap(np.radians(line[:, 0] - projection.lon))
    degrees = np.column_stack([np.degrees(lon), line[:, 1]])
    degrees[:, 0] -= 360.0 * np.round((degrees[:, 0].min() + degrees[:, 0].max()) / 720.0)
    found = []
    for turn in (-360.0, 0.0, 360.0):
        moved = degrees + np.array([turn, 0.0])
        if (moved.max(0) < box[:2]).any() or (moved.min(0) > box[2:]).any():
            continue
        for part in clip(moved, closed, tuple(box)):
            flat = warp(projection(_dense(part, 0.6) + np.array([projection.lon, 0.0])))
            if soft:
                flat = smooth(flat, closed)
            for raw in clip(flat, closed, frame):
                piece = simplify(raw, FINE)
                if abs(_area(piece)) < SMALLEST if closed else _length(piece) < SHORTEST:
                    continue
                if len(piece) > (2 if closed else 1):
                    found.append(path(piece, closed))
    return found


def _area(p: Floats) -> float:
    q = np.roll(p, -1, axis=0)
    return float((p[:, 0] * q[:, 1] - q[:, 0] * p[:, 1]).sum() / 2)


def _length(p: Floats) -> float:
    return float(np.hypot(*np.diff(p, axis=0).T).sum())


def _dense(p: Floats, step: float) -> Floats:
    """Add points at least every `step` degrees, since straight grid lines bend on the map."""
    out = [p[:1]]
    for a, b in pairwise(p):
        count = int(np.abs(b - a).max() // step) + 1
        out.append(a + (b - a) * (np.arange(1, count + 1) / count)[:, None])
    return np.concatenate(out)


def clip(p: Floats, closed: bool, box: tuple[float, ...]) -> list[Floats]:
    """Return the parts of a line or ring inside a box."""
    x0, y0, x1, y1 = box
    if (p[:, 0] >= x0).all() and (p[:, 0] <= x1).all() and (p[:, 1] >= y0).all() and (p[:, 1] <= y1).all():
        return [p]
    parts = [p]
    for axis, limit, sign in ((0, x0, 1.0), (0, x1, -1.0), (1, y0, 1.0), (1, y1, -1.0)):
        parts = [piece for part in parts for piece in _half(part, closed, axis, limit, sign)]
    return parts


def _half(p: Floats, closed: bool, axis: int, limit: float, sign: float) -> list[Floats]:
    """Return one side of a line at x or y = limit. A ring stays one ring, closed along the limit."""
    inside = (p[:, axis] - limit) * sign >= 0
    if inside.all():
        return [p]
    if not inside.any():
        return []
    pieces: list[list[Floats]] = [[]]
    last = len(p) - 1 if not closed else len(p)
    for i in range(last):
        a, b = p[i], p[(i + 1) % len(p)]
        if inside[i]:
            pieces[-1].append(a)
        if inside[i] != inside[(i + 1) % len(p)]:
            t = (limit - a[axis]) / (b[axis] - a[axis])
            pieces[-1].append(a + (b - a) * t)
            if not closed and inside[i]:
                pieces.append([])
    if not closed and inside[-1]:
        pieces[-1].append(p[-1])
    return [np.array(piece) for piece in pieces if len(piece) > 1]


def smooth(p: Floats, closed: bool) -> Floats:
    """Smooth a line by Chaikin's corner cutting while its pieces are visible."""
    for _ in range(3):
        steps = np.hypot(*np.diff(p, axis=0).T)
        if len(p) < 3 or len(p) > 4000 or np.median(steps) < 2.5:
            break
        q = np.roll(p[:-1] if closed else p, -1, axis=0)
        a = p[:-1] if closed else p
        cut = np.stack([a * 0.75 + q * 0.25, a * 0.25 + q * 0.75], axis=1).reshape(-1, 2)
        p = np.concatenate([cut, cut[:1]]) if closed else np.concatenate([p[:1], cut[:-2], p[-1:]])
    return p


def simplify(p: Floats, tolerance: float) -> Floats:
    """Simplify by Douglas-Peucker, keeping the ends, so that lines still meet."""
    if len(p) < 3:
        return p
    keep = np.zeros(len(p), dtype=bool)
    keep[0] = keep[-1] = True
    todo = [(0, len(p) - 1)]
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        a, b, q = p[first], p[last], p[first + 1 : last]
        d = b - a
        length = float(np.hypot(*d))
        off = (
            np.hypot(*(q - a).T)
            if length < 1e-9
            else np.abs(d[0] * (q[:, 1] - a[1]) - d[1] * (q[:, 0] - a[0])) / length
        )
        k = int(np.argmax(off))
        if off[k] > tolerance:
            keep[first + 1 + k] = True
            todo += [(first, first + 1 + k), (first + 1 + k, last)]
    return p[keep]


def path(p: Floats, closed: bool) -> str:
    """Return compact path data, rounded to half units."""
    whole = np.round(p * 2).astype(int)
    out = [f"M{_half_units(whole[0, 0])} {_half_units(whole[0, 1])}l"]
    steps = np.diff(whole, axis=0)
    steps = steps[(steps != 0).any(1)]
    text = " ".join(f"{_half_units(x)} {_half_units(y)}" for x, y in steps).replace(" -", "-")
    return out[0] + text + ("z" if closed else "")


def _half_units(value: int) -> str:
    whole, half = divmod(abs(int(value)), 2)
    text = f"{whole or ''}.5" if half else str(whole)
    return "-" + text if value < 0 else text
