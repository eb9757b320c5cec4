"""Compute the `Layout` of a board.

The map starts far too large and shrinks until the routes have just enough room. Then names are placed and all items
push each other apart. What still touches is pushed harder; if that fails, the map grows a little. Nothing is random:
the same board gives the same layout.
"""

from __future__ import annotations

import numpy as np

from . import labels as names
from .check import Fault, find_faults
from .furniture import furnish
from .geography import draw_geography, grounds_of
from .insets import border
from .layout import Inset, Label, Layout, LayoutError, RoutePlan, Slot, Unplaced
from .measure import CITY_RADIUS, LABEL_SIZE, ROUTE_CLEAR, SLOT_GAP_MAX, SLOT_LENGTH, SLOT_WIDTH
from .model import BoardLike, Corridor, Floats, Problem, board_key, corridors, make_problem
from .mountains import raise_mountains
from .relax import Descent
from .start import home_positions, untangle
from .state import NEAREST, State, Weights, bend_room, curves_of, rows, samples_of, start

VERSION = 1
"""Version of the solver; increase it when layouts change, so that stored ones are made again."""

POINTS, RING_POINTS = 9, 25  # corners of the line of a route, and of a ring
ROUNDS = 16
GROWTH = 1.03
# initial excess size of the map, and the share of routes that must fit
ATTEMPTS = ((2.0, 0.5), (1.5, 0.62), (3.0, 0.7), (2.5, 0.8))


def solve(board: BoardLike) -> Layout:
    """Lay out a board. Raises LayoutError if something always overlaps, as in a network too tangled to draw flat."""
    if not board.routes:
        raise LayoutError(f"{board.name} has no routes: there is no board to draw")
    rows_ = corridors(board)
    home, projection = home_positions(board, rows_)
    problem = make_problem(rows_, home, [bool(city.country) for city in board.cities])
    fewest: list[Fault] = []
    for first, share in ATTEMPTS:
        found, wrong = _attempt(board, rows_, problem, first, share)
        if not wrong:
            break
        if not fewest or len(wrong) < len(fewest):
            fewest = wrong
    else:
        raise LayoutError(
            f"no layout without overlaps found; {len(fewest)} remain, the first: {fewest[0].text}",
            _unplaced(fewest),
        )
    if board.geography and projection is not None:
        grounds = grounds_of(found, board, projection)
        found = draw_geography(found, board, grounds)
        return raise_mountains(furnish(found, board.drawing.title), grounds)
    return furnish(found, board.drawing.title)


def _unplaced(wrong: list[Fault]) -> list[Unplaced]:
    """Return the items of faults, each once. Where a name is involved, the rest may have room."""
    found: list[Unplaced] = []
    for fault in wrong:
        found += [Unplaced("name", city) for city in fault.labels]
        found += [Unplaced("city", city) for city in fault.dots]
        if not fault.labels:
            found += [Unplaced("route", route) for route in fault.routes]
    return list(dict.fromkeys(found))


def _attempt(
    board: BoardLike, rows_: list[Corridor], problem: Problem, first: float, share: float
) -> tuple[Layout, list[Fault]]:
    """Descend once; return the layout and its defects."""
    options = [
        names.places(city.name or city.id, _label_size(city.country), board.drawing.names.get(city.id))
        for city in board.cities
    ]
    scale = _scale(problem, share)
    state = start(problem, scale * first)
    state.bow = untangle(state.xy, rows_, state.bow)
    descent = Descent(problem, state)
    descent.run(Weights(scale=scale * first), 500, 1.5, scale_to=scale)
    for _ in range(2):
        state.bow = untangle(state.xy, rows_, state.bow)
        descent.run(Weights(scale=scale), 200, 1.0)
    index = {city.id: i for i, city in enumerate(board.cities)}
    sore = [np.zeros(len(option)) for option in options]
    chosen: list[int] | None = None
    for apart in (1.0, 2.0, 3.0):
        chosen = _place_labels(problem, state, options, sore, chosen)
        descent.run(Weights(scale=scale, apart=apart), 400, 0.9)
    for turn in range(ROUNDS):
        apart, shape, margin = 4.0 * 1.5 ** min(turn, 8), 0.8**turn, ROUTE_CLEAR + 0.2 * turn
        chosen = _place_labels(problem, state, options, sore, chosen)
        if turn % 3 == 2:
            scale *= GROWTH
            state.xy *= GROWTH
            state.bow *= GROWTH
            state.frames *= GROWTH
        descent.run(Weights(scale=scale, apart=apart, shape=shape, room=apart, margin=margin), 350, 0.5)
        found = _layout(board, rows_, problem, state, options, chosen)
        wrong = find_faults(found, board)
        if not wrong:
            break
        for city in (label for fault in wrong for label in fault.labels):
            sore[index[city]][chosen[index[city]]] += 0.7
    return found, wrong


def _label_size(country: str | None) -> float:
    return LABEL_SIZE * (0.8 if country else 1.0)


def _scale(problem: Problem, share: float) -> float:
    """Return the scale, in drawing units per map unit, at which this share of routes has enough room."""
    apart = ~problem.ring
    chord = problem.home[problem.a[apart]] - problem.home[problem.b[apart]]
    distance = np.maximum(np.hypot(chord[:, 0], chord[:, 1]), 1e-9)
    need = problem.block[apart] + 2 * NEAREST
    return float(np.quantile(need / distance, share)) if len(distance) else 60.0


def _place_labels(
    problem: Problem,
    state: State,
    options: list[list[names.Place]],
    sore: list[Floats],
    before: list[int] | None,
) -> list[int]:
    discs = samples_of(problem, state, curves_of(problem, state)).point
    discs = np.concatenate([discs, *(border(frame) for frame in state.frames)])
    chosen = names.choose(options, state.xy, discs, sore, before)
    state.boxes = np.array([option[k].box for option, k in zip(options, chosen, strict=True)])
    return chosen


def _layout(
    board: BoardLike,
    rows_: list[Corridor],
    problem: Problem,
    state: State,
    options: list[list[names.Place]],
    chosen: list[int],
) -> Layout:
    """Round a state to numbers that can be stored, with the drawing's corner at 0, 0."""
    curves = curves_of(problem, state)
    begin, length = rows(problem, state, curves)
    bend = bend_room(problem, state)
    slots: dict[str, Floats] = {}
    paths: dict[str, Floats] = {}
    for g, row in enumerate(rows_):
        for lane, number in enumerate(row.routes):
            route = board.routes[number]
            n = route.length
            widest = SLOT_GAP_MAX + (bend[g] / (n - 1) if row.ring else 0.0)
            gap = 0.0 if n == 1 else min((length[g] - n * SLOT_LENGTH) / (n - 1), widest)
            own = n * SLOT_LENGTH + (n - 1) * gap
            s = begin[g] + (length[g] - own) / 2 + SLOT_LENGTH / 2 + np.arange(n) * (SLOT_LENGTH + gap)
            which = np.full(n, g)
            point, tangent = curves.at(which, curves.parameter(which, s))
            normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)
            point = point + normal * row.offset(lane)
            angle = np.degrees(np.arctan2(tangent[:, 1], tangent[:, 0]))
            if route.a != board.cities[row.a].id:
                point, angle = point[::-1], (angle[::-1] + 360.0) % 360.0 - 180.0
            slots[route.id] = np.column_stack([point, angle])
            line_t = np.linspace(0, 1, RING_POINTS if row.ring else POINTS)
            line, way = curves.at(np.full(len(line_t), g), line_t)
            ease = np.minimum(1.0, np.minimum(line_t, 1 - line_t) * 6)
            paths[route.id] = (
                line + np.stack([-way[:, 1], way[:, 0]], axis=1) * (row.offset(lane) * ease)[:, None]
            )
    return _rounded(board, state, options, chosen, slots, paths)


def _rounded(
    board: BoardLike,
    state: State,
    options: list[list[names.Place]],
    chosen: list[int],
    slots: dict[str, Floats],
    paths: dict[str, Floats],
) -> Layout:
    boxes = state.boxes + np.tile(state.xy, 2)
    reach = np.hypot(SLOT_LENGTH, SLOT_WIDTH) / 2
    middles = np.concatenate([s[:, :2] for s in slots.values()]) if slots else np.zeros((0, 2))
    middle, half = state.frames[:, :2], state.frames[:, 2:]
    every = np.concatenate([state.xy - CITY_RADIUS, boxes[:, :2], middles - reach, middle - half])
    low = every.min(0) - board.drawing.margin
    every = np.concatenate([state.xy + CITY_RADIUS, boxes[:, 2:], middles + reach, middle + half])
    size = every.max(0) + board.drawing.margin - low
    extra = np.maximum(np.array([size[1] * 1.25, size[0] * 0.56]) - size, 0.0)  # avoids extreme proportions
    low, size = low - extra / 2, size + extra
    cities = {
        c.id: (_r(at[0] - low[0]), _r(at[1] - low[1])) for c, at in zip(board.cities, state.xy, strict=True)
    }
    labels = {}
    for i, city in enumerate(board.cities):
        place, box = options[i][chosen[i]], boxes[i]
        labels[city.id] = Label(
            x=_r(box[0] - low[0]),
            y=_r(box[1] - low[1]),
            width=_r(box[2] - box[0]),
            height=_r(box[3] - box[1]),
            size=_label_size(city.country),
            lines=place.lines,
            align=place.align,
        )
    routes = {}
    for route in board.routes:
        plan = tuple(Slot(_r(x - low[0]), _r(y - low[1]), _r(angle)) for x, y, angle in slots[route.id])
        line = paths[route.id] - low
        path = "M" + "L".join(f"{_r(x):g} {_r(y):g}" for x, y in line)
        routes[route.id] = RoutePlan(plan, path)
    return Layout(
        ruleset=board.id,
        width=float(np.ceil(size[0])),
        height=float(np.ceil(size[1])),
        slot=(SLOT_LENGTH, SLOT_WIDTH),
        city_radius=CITY_RADIUS,
        cities=cities,
        routes=routes,
        labels=labels,
        insets=tuple(
            Inset((_r(x - wide - low[0]), _r(y - high - low[1]), _r(2 * wide), _r(2 * high)))
            for x, y, wide, high in state.frames
        ),
        board=board_key(board),
    )


def _r(value: float) -> float:
    return round(float(value), 1)
