"""Check layouts: list everything that is missing, cramped or overlapping."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from whistlestop.format.insets import inset_numbers

from .layout import Layout
from .measure import FRAME_CLEAR, MIN_CLEAR
from .model import BoardLike, Floats

TOUCH = 0.05  # rounding of stored numbers


def corners(x: float, y: float, angle: float, length: float, width: float) -> Floats:
    """Return the corners of a slot, in order."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    along, across = np.array([c, s]) * length / 2, np.array([-s, c]) * width / 2
    middle = np.array([x, y])
    return np.array(
        [middle - along - across, middle + along - across, middle + along + across, middle - along + across]
    )


def gap(p: Floats, q: Floats) -> float:
    """Return the width of the widest band that separates two convex shapes, negative if they overlap."""
    best = -np.inf
    for shape in (p, q):
        edges = np.roll(shape, -1, axis=0) - shape
        for edge in edges:
            normal = np.array([-edge[1], edge[0]]) / max(float(np.hypot(*edge)), 1e-9)
            a, b = p @ normal, q @ normal
            best = max(best, float(b.min() - a.max()), float(a.min() - b.max()))
    return best


def point_gap(p: Floats, point: tuple[float, float], radius: float) -> float:
    """Return the distance from a convex shape to a disc."""
    at = np.array(point)
    edges = np.roll(p, -1, axis=0) - p
    t = np.clip(((at - p) * edges).sum(1) / np.maximum((edges**2).sum(1), 1e-9), 0, 1)
    distance = float(np.hypot(*(p + edges * t[:, None] - at).T).min())
    cross = edges[:, 0] * (at - p)[:, 1] - edges[:, 1] * (at - p)[:, 0]
    inside = bool((cross >= 0).all() or (cross <= 0).all())
    return (-distance if inside else distance) - radius


@dataclass(frozen=True)
class Fault:
    """A defect in words, with the cities whose names are involved, the routes, and the cities whose dots are."""

    text: str
    labels: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    dots: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Shape:
    text: str
    points: Floats
    label: str | None = None  # the city that the label names
    route: str | None = None  # the route of the space


def check(layout: Layout, board: BoardLike) -> list[str]:
    """Return the missing, cramped and overlapping items, in words; empty for a good layout."""
    return [fault.text for fault in find_faults(layout, board)]


def find_faults(layout: Layout, board: BoardLike) -> list[Fault]:
    """Return the defects of `check` with the labels involved, for repairs."""
    wrong = _complete(layout, board)
    if wrong:
        return wrong
    shapes = _shapes(layout, board)
    wrong += _pairs(shapes)
    wrong += _dots(layout, shapes)
    edge = np.array([layout.width, layout.height])
    for shape in shapes:
        if (shape.points < 0).any() or (shape.points > edge).any():
            wrong.append(_fault(f"{shape.text} leaves the drawing", shape))
    return wrong + _framed(layout, board, shapes)


def _framed(layout: Layout, board: BoardLike, shapes: list[_Shape]) -> list[Fault]:
    """Return what is not in its inset, or reaches into an inset without belonging to it."""
    numbers = inset_numbers(board.drawing.insets, board.cities)
    inset = {city.id: number for city, number in zip(board.cities, numbers, strict=True)}
    ends = {route.id: {inset[route.a], inset[route.b]} for route in board.routes}
    wrong = []
    for n, (x, y, w, h) in enumerate(one.box for one in layout.insets):
        low, high = np.array([x, y]), np.array([x + w, y + h])
        frame = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
        for shape in shapes:
            where = {inset[shape.label]} if shape.label else ends[shape.route or ""]
            if where == {n}:
                beside = min((shape.points - low).min(), (high - shape.points).min())
            else:
                beside = FRAME_CLEAR if n in where else gap(frame, shape.points)
            if beside < FRAME_CLEAR - TOUCH:
                wrong.append(_fault(f"{shape.text} touches the frame of inset {n}", shape))
        for city, at in layout.cities.items():
            inside = inset[city] == n
            beside = (
                min((at - low).min(), (high - at).min()) - layout.city_radius
                if inside
                else (point_gap(frame, at, layout.city_radius))
            )
            if beside < FRAME_CLEAR - TOUCH:
                wrong.append(Fault(f"the dot of {city} touches the frame of inset {n}", dots=(city,)))
    return wrong


def _complete(layout: Layout, board: BoardLike) -> list[Fault]:
    wrong = []
    if set(layout.cities) != {city.id for city in board.cities} or set(layout.labels) != set(layout.cities):
        wrong.append(Fault("the layout has other cities than the board"))
    if set(layout.routes) != {route.id for route in board.routes}:
        return [*wrong, Fault("the layout has other routes than the board")]
    counts = ((route.id, len(layout.routes[route.id].slots), route.length) for route in board.routes)
    return wrong + [
        Fault(f"{name} has {drawn} slots, not {length}") for name, drawn, length in counts if drawn != length
    ]


def _shapes(layout: Layout, board: BoardLike) -> list[_Shape]:
    shapes = []
    for route in board.routes:
        for number, slot in enumerate(layout.routes[route.id].slots):
            points = corners(slot.x, slot.y, slot.angle, *layout.slot)
            shapes.append(_Shape(f"slot {number + 1} of {route.id}", points, route=route.id))
    for city, label in layout.labels.items():
        x, y, w, h = label.x, label.y, label.width, label.height
        points = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
        shapes.append(_Shape(f"label of {city}", points, city))
    return shapes


def _fault(text: str, *shapes: _Shape) -> Fault:
    labels = tuple(shape.label for shape in shapes if shape.label)
    return Fault(text, labels, tuple(shape.route for shape in shapes if shape.route))


def _pairs(shapes: list[_Shape]) -> list[Fault]:
    low = np.array([shape.points.min(0) for shape in shapes]).reshape(-1, 2)
    high = np.array([shape.points.max(0) for shape in shapes]).reshape(-1, 2)
    meet = ((low[:, None] - high[None]).max(2) < MIN_CLEAR) & ((low[None] - high[:, None]).max(2) < MIN_CLEAR)
    wrong = []
    for i, j in zip(*np.nonzero(np.triu(meet, 1)), strict=True):
        p, q = shapes[i], shapes[j]
        if gap(p.points, q.points) < MIN_CLEAR - TOUCH:
            wrong.append(_fault(f"{p.text} overlaps {q.text}", p, q))
    return wrong


def _dots(layout: Layout, shapes: list[_Shape]) -> list[Fault]:
    wrong = []
    middles = np.array([shape.points.mean(0) for shape in shapes]).reshape(-1, 2)
    reach = np.array([np.hypot(*(shape.points - shape.points.mean(0)).T).max() for shape in shapes])
    for city, at in layout.cities.items():
        near = np.nonzero(np.hypot(*(middles - at).T) < reach + layout.city_radius + 1)[0]
        wrong += [
            _fault(f"{shapes[i].text} overlaps the dot of {city}", shapes[i])
            for i in near
            if point_gap(shapes[i].points, at, layout.city_radius) < MIN_CLEAR - TOUCH
        ]
    ids = list(layout.cities)
    spots = np.array([layout.cities[city] for city in ids]).reshape(-1, 2)
    for i, j in zip(*np.triu_indices(len(ids), 1), strict=True):
        if np.hypot(*(spots[i] - spots[j])) < 2 * layout.city_radius + MIN_CLEAR:
            wrong.append(Fault(f"the dots of {ids[i]} and {ids[j]} overlap", dots=(ids[i], ids[j])))
    return wrong
