"""City names: their line breaks, their possible places, and the search for the best places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np

from whistlestop.format.look import Side

from .measure import CITY_RADIUS, LABEL_CLEAR, LABEL_LEADING, LABEL_SIZE, SLOT_WIDTH, text_width
from .model import Floats

CAP = 0.74  # height of a capital letter, in font sizes
DROP = 0.2  # depth below the baseline

Align = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Place:
    """One way to place a name: its lines, and a box relative to the city's center."""

    lines: tuple[str, ...]
    box: tuple[float, float, float, float]
    align: Align
    dislike: float
    side: Side


def line_breaks(name: str) -> list[tuple[str, ...]]:
    """Return the ways to write a name: on one line, and on two for each space or hyphen in it."""
    found: list[tuple[str, ...]] = [(name,)]
    for gap in re.finditer(r"[ -]", name):
        first, second = name[: gap.start() + (gap.group() == "-")], name[gap.end() :]
        if min(len(first), len(second)) >= 2:
            found.append((first, second))
    return found


def places(name: str, size: float = LABEL_SIZE, only: Side | None = None) -> list[Place]:
    """Return boxes all around the dot of a city, or on one side of it, in order of preference."""
    found = []
    near = CITY_RADIUS + LABEL_CLEAR + 0.5
    for lines in line_breaks(name):
        width = max(text_width(line, size) for line in lines)
        height = size * (CAP + DROP) + (len(lines) - 1) * LABEL_LEADING * size / LABEL_SIZE
        two = 1.0 * (len(lines) - 1) - (0.8 if len(lines) > 1 and len(name) > 11 else 0.0)
        w, h = width / 2 + near, height / 2 + near
        for y in (0.0, -0.5, 0.5, -1.0, 1.0):
            for side, dislike in ((1, 0.0), (-1, 0.4)):
                align: Align = "start" if side > 0 else "end"
                found.append(
                    _place(lines, side * w, y * h, width, height, align, two + dislike + abs(y) * 0.5)
                )
        for x in (0.0, -0.3, 0.3, -0.6, 0.6, -0.85, 0.85):
            for side, dislike in ((-1, 0.3), (1, 0.5)):
                align = "middle" if abs(x) < 0.2 else "start" if x > 0 else "end"
                found.append(
                    _place(lines, x * w, side * h, width, height, align, two + dislike + abs(x) * 0.7)
                )
    return sorted((place for place in found if only in {None, place.side}), key=lambda place: place.dislike)


def _place(
    lines: tuple[str, ...], x: float, y: float, width: float, height: float, align: Align, dislike: float
) -> Place:
    box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    return Place(lines, box, align, dislike, _side(box))


def _side(box: tuple[float, float, float, float]) -> Side:
    """Return the side of the city at 0, 0 on which a box is."""
    left, top, right, bottom = box
    across = "left" if left + right < 0 else "right"
    down = "top" if top + bottom < 0 else "bottom"
    width, height = right - left, bottom - top
    if left > 0 or right < 0:  # to the side of the dot
        return f"{down}_{across}" if abs(top + bottom) > height else across  # type: ignore[return-value]
    return f"{down}_{across}" if abs(left + right) > width * 0.5 else down  # type: ignore[return-value]


def choose(
    options: list[list[Place]],
    xy: Floats,
    discs: Floats,
    sore: list[Floats],
    keep: list[int] | None = None,
    sweeps: int = 6,
) -> list[int]:
    """Return the index of a place for each city, with as few overlaps of labels as possible.

    Each city in turn takes its best place given the others, until nothing changes. `keep` are the current places: a
    small bonus keeps a label where it is unless another place is clearly better. `sore` is the penalty of each place
    from earlier attempts.
    """
    count = len(xy)
    boxes = [np.array([p.box for p in option]) + np.tile(xy[i], 2) for i, option in enumerate(options)]
    base = []
    for i, option in enumerate(options):
        cost = (
            np.array([p.dislike for p in option])
            + sore[i]
            + _disc_cost(boxes[i], discs, SLOT_WIDTH / 2 + LABEL_CLEAR)
        )
        others = np.delete(xy, i, axis=0)
        cost += 3 * _disc_cost(boxes[i], others, CITY_RADIUS + LABEL_CLEAR)
        if keep is not None:
            cost[keep[i]] -= 1.0
        base.append(cost)
    chosen = [int(np.argmin(cost)) for cost in base]
    for _ in range(sweeps):
        changed = False
        for i in range(count):
            now = np.array([boxes[j][chosen[j]] for j in range(count) if j != i]).reshape(-1, 4)
            best = int(np.argmin(base[i] + _box_cost(boxes[i], now)))
            changed |= best != chosen[i]
            chosen[i] = best
        if not changed:
            break
    return chosen


def _disc_cost(boxes: Floats, discs: Floats, radius: float) -> Floats:
    low, high = boxes[:, None, :2], boxes[:, None, 2:]
    if not len(discs):
        return np.zeros(len(boxes))
    delta = discs[None] - np.clip(discs[None], low, high)
    depth = np.maximum(radius - np.hypot(delta[..., 0], delta[..., 1]), 0.0) / radius
    out: Floats = 4 * (depth**1.5).sum(1)
    return out


def _box_cost(boxes: Floats, others: Floats) -> Floats:
    deep = np.minimum(boxes[:, None, 2:], others[None, :, 2:]) - np.maximum(
        boxes[:, None, :2], others[None, :, :2]
    )
    deep = np.maximum(deep + LABEL_CLEAR * 2, 0.0)
    out: Floats = ((deep[..., 0] * deep[..., 1]) / 30.0 + 4.0 * (deep > 0).all(2)).sum(1)
    return out
