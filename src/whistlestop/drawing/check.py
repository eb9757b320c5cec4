"""The checker: everything that is wrong with a layout, in words. An empty list is a good layout."""

from __future__ import annotations

import numpy as np

from .layout import Layout
from .measure import MIN_CLEAR
from .model import BoardLike, Floats

TOUCH = 0.05  # rounding of stored numbers


def corners(x: float, y: float, angle: float, length: float, width: float) -> Floats:
    """The corners of a slot, in order."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    along, across = np.array([c, s]) * length / 2, np.array([-s, c]) * width / 2
    middle = np.array([x, y])
    return np.array([middle - along - across, middle + along - across, middle + along + across, middle - along + across])


def gap(p: Floats, q: Floats) -> float:
    """The widest separating band between two convex shapes; negative if they overlap."""
    best = -np.inf
    for shape in (p, q):
        edges = np.roll(shape, -1, axis=0) - shape
        for edge in edges:
            normal = np.array([-edge[1], edge[0]]) / max(float(np.hypot(*edge)), 1e-9)
            a, b = p @ normal, q @ normal
            best = max(best, float(b.min() - a.max()), float(a.min() - b.max()))
    return best


def point_gap(p: Floats, point: tuple[float, float], radius: float) -> float:
    """From a convex shape to a disc."""
    at = np.array(point)
    edges = np.roll(p, -1, axis=0) - p
    t = np.clip(((at - p) * edges).sum(1) / np.maximum((edges**2).sum(1), 1e-9), 0, 1)
    distance = float(np.hypot(*(p + edges * t[:, None] - at).T).min())
    cross = edges[:, 0] * (at - p)[:, 1] - edges[:, 1] * (at - p)[:, 0]
    inside = bool((cross >= 0).all() or (cross <= 0).all())
    return (-distance if inside else distance) - radius


def check(layout: Layout, board: BoardLike) -> list[str]:
    """What is missing, has no room or overlaps."""
    wrong = _complete(layout, board)
    if wrong:
        return wrong
    shapes: list[tuple[str, str, Floats]] = []
    length, width = layout.slot
    for route in board.routes:
        for number, slot in enumerate(layout.routes[route.id].slots):
            shape = corners(slot.x, slot.y, slot.angle, length, width)
            shapes.append((route.id, f"slot {number + 1} of {route.id}", shape))
    for city, label in layout.labels.items():
        box = np.array([[0, 0], [label.width, 0], [label.width, label.height], [0, label.height]], dtype=float)
        shapes.append(("label " + city, f"label of {city}", box + (label.x, label.y)))
    wrong += _pairs(shapes)
    middles = np.array([shape.mean(0) for _, _, shape in shapes])
    radii = np.array([np.hypot(*(shape - shape.mean(0)).T).max() for _, _, shape in shapes])
    for city, at in layout.cities.items():
        close = np.nonzero(np.hypot(*(middles - at).T) < radii + layout.city_radius + 1)[0]
        for i in close:
            if point_gap(shapes[i][2], at, layout.city_radius) < MIN_CLEAR - TOUCH:
                wrong.append(f"{shapes[i][1]} overlaps the dot of {city}")
    ids = list(layout.cities)
    spots = np.array([layout.cities[city] for city in ids]).reshape(-1, 2)
    for i, j in zip(*np.triu_indices(len(ids), 1), strict=True):
        if np.hypot(*(spots[i] - spots[j])) < 2 * layout.city_radius + MIN_CLEAR:
            wrong.append(f"the dots of {ids[i]} and {ids[j]} overlap")
    edge = np.array([layout.width, layout.height])
    for _, what, shape in shapes:
        if (shape < 0).any() or (shape > edge).any():
            wrong.append(f"{what} leaves the drawing")
    return wrong


def _complete(layout: Layout, board: BoardLike) -> list[str]:
    wrong = []
    if set(layout.cities) != {city.id for city in board.cities} or set(layout.labels) != set(layout.cities):
        wrong.append("the layout has other cities than the board")
    if set(layout.routes) != {route.id for route in board.routes}:
        wrong.append("the layout has other routes than the board")
        return wrong
    for route in board.routes:
        if len(layout.routes[route.id].slots) != route.length:
            wrong.append(f"{route.id} has {len(layout.routes[route.id].slots)} slots, not {route.length}")
    return wrong


def _pairs(shapes: list[tuple[str, str, Floats]]) -> list[str]:
    low = np.array([shape.min(0) for _, _, shape in shapes]).reshape(-1, 2)
    high = np.array([shape.max(0) for _, _, shape in shapes]).reshape(-1, 2)
    meet = ((low[:, None] - high[None]).max(2) < MIN_CLEAR) & ((low[None] - high[:, None]).max(2) < MIN_CLEAR)
    wrong = []
    for i, j in zip(*np.nonzero(np.triu(meet, 1)), strict=True):
        if gap(shapes[i][2], shapes[j][2]) < MIN_CLEAR - TOUCH:
            wrong.append(f"{shapes[i][1]} overlaps {shapes[j][1]}")
    return wrong
