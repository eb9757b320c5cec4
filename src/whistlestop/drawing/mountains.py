"""Mountains: small peaks along the crests of ranges, warped with the land, wherever the board has room.

A range is a crest and a width. Peaks are spaced evenly on the drawing, not on the globe, so that a small country and a
continent look equally full. They avoid cities, names and spaces, which matter more for play.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import pairwise

import numpy as np

from .geography import Ground, clip
from .layout import Layout
from .model import Floats
from .projection import Projection
from .warp import Warp

Disc = tuple[float, float, float]
Box = tuple[float, float, float, float]

KM = 111.2  # per degree of latitude
STEP = 6.0  # drawing units between candidate places along a crest
ACROSS = (
    0.0,
    -0.5,
    0.5,
    -1.0,
    1.0,
)  # ... and across it, in half widths; the crest itself is tried first
LOW, HIGH = 1000.0, 4000.0  # meters drawn smallest and largest
SMALL, LARGE = 7.0, 11.5  # half the base of such a peak
FOOT, TOP = 0.25, 1.25  # how far a peak extends below and above its place, in half bases
NARROW, BROAD = 15.0, 45.0  # drawing units from the crest to the edge of a range
GROWN = 1.5  # factor for the size of peaks in a broad range
LESS = 0.78  # factor for a smaller peak where a full-sized one does not fit
CLEAR = 2.0
CLOSE, LOOSE = (
    1.0,
    1.32,
)  # distance of two peaks in a narrow and in a broad range, in sums of their half bases
EDGE = 26.0  # margin along the frame


@dataclass(frozen=True)
class Range:
    """A mountain range: height in meters, half the width in kilometers, (lon, lat) rows."""

    height: float
    width: float
    crest: Floats


@cache
def ranges() -> tuple[Range, ...]:
    """Return all known ranges, the highest first, since these get their places first."""
    data = json.loads((resources.files(__package__) / "mountains.json").read_text(encoding="utf-8"))
    del data["about"]
    found = [
        Range(r["height"], r["width"], np.array(r["crest"], dtype=float).reshape(-1, 2))
        for r in data.values()
    ]
    return tuple(sorted(found, key=lambda r: -r.height))


def raise_mountains(layout: Layout, grounds: Sequence[Ground]) -> Layout:
    """Return the layout with peaks (x, y, half base) wherever a range has room, from north to south."""
    discs, boxes = _discs(layout), _boxes(layout)
    frames = [(x, y, x + wide, y + high) for x, y, wide, high in (inset.box for inset in layout.insets)]
    main, *others = grounds
    peaks = _peaks(main, EDGE, [*discs, *_shores(layout.geography)], [*boxes, *frames])
    insets = (
        replace(inset, mountains=_peaks(ground, EDGE / 2, [*discs, *_shores(inset.geography)], boxes))
        for inset, ground in zip(layout.insets, others, strict=True)
    )
    return replace(layout, mountains=peaks, insets=tuple(insets))


def _peaks(
    ground: Ground, edge: float, taken: Sequence[Disc], named: Sequence[Box]
) -> tuple[tuple[float, float, float], ...]:
    projection, warp = ground.projection, ground.warp
    left, top, right, bottom = ground.box
    frame = (left + edge, top + edge, right - edge, bottom - edge)
    discs, boxes = np.array(taken), np.array(named)
    peaks: list[tuple[float, float, float]] = []
    for row in ranges():
        if np.abs((row.crest[:, 0] - projection.lon + 180.0) % 360.0 - 180.0).max() > 90.0:
            continue
        wide = float(np.hypot(*(warp(projection(_aside(row, 1.0))) - warp(projection(row.crest))).T).mean())
        broad = float(np.clip((wide - NARROW) / (BROAD - NARROW), 0.0, 1.0))
        size = float(np.interp(row.height, (LOW, HIGH), (SMALL, LARGE)) * (1.0 + (GROWN - 1.0) * broad))
        apart = CLOSE + (LOOSE - CLOSE) * broad
        for part in ACROSS:
            for x, y in _along(_aside(row, part), projection, warp, frame):
                # outer peaks are lower, and neighboring peaks differ slightly
                own = size * (1.0 - 0.22 * abs(part)) * (0.92 + 0.16 * _uneven(x, y))
                for tried in (own, own * LESS):
                    if _free(x, y, tried, apart, discs, boxes, peaks):
                        peaks.append((round(x, 1), round(y, 1), round(tried, 1)))
                        break
    return tuple(sorted(peaks, key=lambda peak: (peak[1], peak[0])))


def _aside(row: Range, part: float) -> Floats:
    """Return the crest moved sideways by a part of the width, in (lon, lat)."""
    shrink = np.cos(np.radians(row.crest[:, 1]))
    flat = row.crest * np.column_stack([shrink, np.ones(len(shrink))])
    way = np.gradient(flat, axis=0)
    way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    normal = np.column_stack([-way[:, 1] / shrink, way[:, 0]])
    out: Floats = row.crest + normal * (part * row.width / KM)
    return out


def _along(
    line: Floats, projection: Projection, warp: Warp, frame: tuple[float, float, float, float]
) -> Iterator[tuple[float, float]]:
    """Yield places at regular distances along a line of the true map, on the drawing."""
    steps = np.linspace(0, len(line) - 1, 12 * (len(line) - 1) + 1)
    fine = np.column_stack([np.interp(steps, np.arange(len(line)), line[:, k]) for k in (0, 1)])
    for piece in clip(warp(projection(fine)), False, frame):
        far = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(piece, axis=0).T))])
        for s in np.arange(0.0, far[-1] + 1e-9, STEP):
            yield float(np.interp(s, far, piece[:, 0])), float(np.interp(s, far, piece[:, 1]))


def _uneven(x: float, y: float) -> float:
    """Return a number between 0 and 1 that depends only on the place."""
    return float((np.sin(x * 0.37 + y * 0.73) + 1.0) / 2.0)


def _free(
    x: float,
    y: float,
    size: float,
    apart: float,
    discs: Floats,
    boxes: Floats,
    peaks: list[tuple[float, float, float]],
) -> bool:
    low = np.array([x - size - CLEAR, y - TOP * size - CLEAR])
    high = np.array([x + size + CLEAR, y + FOOT * size + CLEAR])
    if ((boxes[:, 2:] > low) & (boxes[:, :2] < high)).all(1).any():
        return False
    off = discs[:, :2] - np.clip(discs[:, :2], low, high)
    if (np.hypot(off[:, 0], off[:, 1]) < discs[:, 2]).any():
        return False
    return all(np.hypot(x - px, 1.2 * (y - py)) > apart * (size + other) for px, py, other in peaks)


def _discs(layout: Layout) -> list[Disc]:
    """Return cities, spaces and the compass as discs (x, y, radius)."""
    discs = [(x, y, layout.city_radius) for x, y in layout.cities.values()]
    half = (layout.slot[0] - layout.slot[1]) / 2
    for plan in layout.routes.values():
        for slot in plan.slots:
            c, s = np.cos(np.radians(slot.angle)), np.sin(np.radians(slot.angle))
            discs += [
                (slot.x + c * k * half, slot.y + s * k * half, layout.slot[1] / 2)
                for k in (-1, -0.33, 0.33, 1)
            ]
    if layout.compass:
        discs.append(layout.compass)
    return discs


def _shores(geography: Mapping[str, str]) -> Iterator[Disc]:
    """Yield shores and rivers as discs."""
    for kind, radius in (("land", 3.0), ("lakes", 2.0), ("rivers", 0.5)):
        for x, y in _outline(geography.get(kind, "")):
            yield x, y, radius


def _outline(path: str) -> Iterator[tuple[float, float]]:
    """Yield points at regular distances along the lines of a path written by `geography.path`."""
    for part in path.split("M")[1:]:
        numbers = np.array(re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part), dtype=float)
        corners = np.cumsum(numbers.reshape(-1, 2), axis=0)
        if part.endswith("z"):
            corners = np.concatenate([corners, corners[:1]])
        for a, b in pairwise(corners):
            count = int(np.hypot(*(b - a)) // 4.0) + 1
            for k in range(count):
                x, y = a + (b - a) * k / count
                yield float(x), float(y)


def _boxes(layout: Layout) -> list[Box]:
    """Return the boxes of names and the title (x0, y0, x1, y1)."""
    boxes = [(at.x, at.y, at.x + at.width, at.y + at.height) for at in layout.labels.values()]
    if layout.cartouche:
        x, y, w, h = layout.cartouche
        boxes.append((x - 4, y - 4, x + w + 4, y + h + 4))
    return boxes
