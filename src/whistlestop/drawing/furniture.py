"""Find free places for the title and the compass."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from whistlestop.format.look import TitlePlace

from .layout import Layout
from .model import Floats

LARGEST_TITLE = 300.0
TITLE_SHAPE = 0.36
"""Height of the title's plate as a part of its width."""
RADII = (46.0, 36.0, 28.0)
"""Radii of the compass rose, the preferred one first."""


def furnish(layout: Layout, title: TitlePlace) -> Layout:
    """Place cartouche and compass rose where nothing else is drawn, or leave them out.

    title: where the cartouche is.
    """
    taken, coast = _taken(layout), coast_points(layout)
    width = float(np.clip(layout.width * 0.21, 150, LARGEST_TITLE))
    cartouche = None
    for size in () if title == "none" else (width, width * 0.8, width * 0.65):
        spot = _best(layout, taken, coast, size, size * TITLE_SHAPE, title)
        if spot is not None:
            cartouche = (round(spot[0], 1), round(spot[1], 1), round(size, 1), round(size * TITLE_SHAPE, 1))
            taken = np.concatenate([taken, _cover(cartouche, 12, 6)])
            break
    compass = None
    for radius in RADII:
        spot = _best(layout, taken, coast, 2 * radius, 2 * radius)
        if spot is not None:
            compass = (round(spot[0] + radius, 1), round(spot[1] + radius, 1), radius)
            break
    return replace(layout, cartouche=cartouche, compass=compass)


def _taken(layout: Layout) -> Floats:
    """Return discs (x, y, radius) that cover everything drawn so far."""
    discs = [(x, y, layout.city_radius + 5) for x, y in layout.cities.values()]
    for plan in layout.routes.values():
        discs += [(slot.x, slot.y, layout.slot[0] / 2 + 4) for slot in plan.slots]
    for label in layout.labels.values():
        steps = max(2, int(label.width // 10))
        discs += [
            (label.x + label.width * k / steps, label.y + label.height / 2, label.height / 2 + 5)
            for k in range(steps + 1)
        ]
    covers = [_cover(inset.box, *(int(side // 16) + 2 for side in inset.box[2:])) for inset in layout.insets]
    return np.concatenate([np.array(discs), *covers])


def _cover(box: tuple[float, float, float, float], across: int, down: int) -> Floats:
    """Return this many discs in each direction that cover a box (x, y, width, height)."""
    x, y, w, h = box
    grid = np.stack(np.meshgrid(np.linspace(x, x + w, across), np.linspace(y, y + h, down)), axis=-1).reshape(
        -1, 2
    )
    return np.column_stack([grid, np.full(len(grid), 12.0)])


def coast_points(layout: Layout) -> Floats:
    """Return the corners of all coast lines, parsed from their path."""
    found = []
    for ring in layout.geography.get("land", "").split("z"):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", ring)]
        if numbers:
            found.append(np.cumsum(np.array(numbers).reshape(-1, 2), axis=0))
    return np.concatenate(found) if found else np.zeros((0, 2))


def _best(
    layout: Layout, taken: Floats, coast: Floats, width: float, height: float, title: TitlePlace = "free"
) -> tuple[float, float] | None:
    """Return a free rectangle near a corner that hides little coast: any corner, lower ones first, or this one."""
    inset = 30.0
    best, where = np.inf, None
    for x in np.arange(inset, layout.width - width - inset + 1, 8):
        for y in np.arange(inset, layout.height - height - inset + 1, 8):
            dx = np.maximum(np.maximum(x - taken[:, 0], taken[:, 0] - x - width), 0)
            dy = np.maximum(np.maximum(y - taken[:, 1], taken[:, 1] - y - height), 0)
            if (np.hypot(dx, dy) < taken[:, 2]).any():
                continue
            right, bottom = layout.width - width - x, layout.height - height - y
            aside = {"left": x - inset, "right": right - inset}
            below = {"top": 1.15 * (y - inset) + 10, "bottom": bottom - inset}
            hidden = ((coast > (x, y)) & (coast < (x + width, y + height))).all(1).sum()
            away = sum(
                min(far for side, far in ways.items() if title == "free" or side in title)
                for ways in (aside, below)
            )
            cost = away + 0.6 * float(hidden)
            if cost < best:
                best, where = cost, (float(x), float(y))
    return where
