"""The unknowns of the solver, and derived data: curves, rows of slots, the discs that cover them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .curve import LOOP_TURN, Curves, make_curves
from .measure import (
    CITY_CLEAR,
    CITY_RADIUS,
    LANE,
    RING_LANE,
    ROUTE_CLEAR,
    SLOT_GAP,
    SLOT_GAP_MAX,
    SLOT_WIDTH,
)
from .model import Floats, Ints, Problem

NEAREST = CITY_RADIUS + CITY_CLEAR  # from the center of a city to the end of a slot
OPPOSITE = 0.4  # part of a ring's row of slots between two places that are on opposite sides of it


@dataclass
class State:
    """Positions of cities, bows of curves, and the space between cities and rows."""

    xy: Floats
    bow: Floats
    clear_a: Floats  # from city a to the first slot
    clear_b: Floats
    boxes: Floats = field(
        default_factory=lambda: np.zeros((0, 4))
    )  # labels, relative to their cities: x0 y0 x1 y1
    frames: Floats = field(
        default_factory=lambda: np.zeros((0, 4))
    )  # of insets: x, y (their middles), half the width, half the height


@dataclass(frozen=True)
class Weights:
    """The weight of each objective."""

    scale: float  # drawing units per unit of the map
    apart: float = 1.0
    room: float = 1.0
    slack: float = 0.04
    shape: float = 1.0
    bend: float = 0.012
    clear: float = 0.03
    margin: float = ROUTE_CLEAR


@dataclass(frozen=True)
class Samples:
    """The discs that cover the slots."""

    point: Floats
    tangent: Floats
    t: Floats
    fixed: Floats  # 1 if the row has its minimum or maximum length


@dataclass(frozen=True)
class Neighbours:
    """Pairs that may interact in the next few steps: samples, cities and labels (boxes)."""

    samples: tuple[Ints, Ints]
    sample_city: tuple[Ints, Ints]
    sample_box: tuple[Ints, Ints]


def start(problem: Problem, scale: float) -> State:
    """Return the state with cities at their true places and all routes straight."""
    count = len(problem.a)
    clear = np.full(count, NEAREST), np.full(count, NEAREST)
    return State(problem.home * scale, np.zeros((count, 2)), *clear, frames=problem.frames * scale)


def curves_of(problem: Problem, state: State) -> Curves:
    """Return the curve of every corridor."""
    return make_curves(state.xy[problem.a], state.xy[problem.b], state.bow, problem.ring)


def bend_room(problem: Problem, state: State) -> Floats:
    """Return the length that a bend takes from the row, because its slots get closer on the inner side."""
    chord = state.xy[problem.b] - state.xy[problem.a]
    bow = np.hypot(state.bow[:, 0], state.bow[:, 1])
    # approximate angle between the directions at the two ends
    turn = 4 * bow / np.maximum(np.hypot(chord[:, 0], chord[:, 1]), 1e-6)
    turn = np.where(problem.ring, LOOP_TURN, turn)
    width = (problem.lanes - 1) * np.where(problem.ring, RING_LANE, LANE) + SLOT_WIDTH
    out: Floats = np.where(problem.slots > 1, 1.15 * turn * width / 2, 0.0)
    return out


def rows(problem: Problem, state: State, curves: Curves) -> tuple[Floats, Floats]:
    """Return the start of each row of slots on its curve, and its length."""
    shortest = problem.block + bend_room(problem, state)
    spread = (problem.slots - 1) * (SLOT_GAP_MAX - SLOT_GAP)
    room = curves.length - state.clear_a - state.clear_b
    length = np.clip(room, shortest, shortest + spread)
    return state.clear_a + (room - length) / 2, length


def samples_of(problem: Problem, state: State, curves: Curves) -> Samples:
    """Return the discs of all rows at their current positions."""
    begin, length = rows(problem, state, curves)
    g, r = problem.sample_corridor, problem.sample_radius
    s = begin[g] + r + problem.sample_at * (length[g] - 2 * r)
    t = np.clip(curves.parameter(g, s), -0.2, 1.2)
    point, tangent = curves.at(g, t)
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)
    room = curves.length - state.clear_a - state.clear_b
    fixed = (np.abs(length - room) > 1e-9).astype(float)
    return Samples(point + normal * problem.sample_offset[:, None], tangent, t, fixed[g])


def near_pairs(p: Floats, q: Floats, reach: float) -> tuple[Ints, Ints]:
    """Return the index pairs of points of p and q that are closer than reach (in x and in y)."""
    order = np.argsort(q[:, 0], kind="stable")
    x = q[order, 0]
    first = np.searchsorted(x, p[:, 0] - reach, "left")
    count = np.searchsorted(x, p[:, 0] + reach, "right") - first
    i = np.repeat(np.arange(len(p)), count)
    j = order[np.arange(len(i)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(first, count)]
    close = np.abs(p[i, 1] - q[j, 1]) < reach
    return i[close], j[close]


def neighbours(problem: Problem, state: State) -> Neighbours:
    """Return which items may soon touch."""
    at = samples_of(problem, state, curves_of(problem, state)).point
    i, j = near_pairs(at, at, SLOT_WIDTH + 16)
    g = problem.sample_corridor
    keep = (i < j) & (g[i] != g[j])
    # the two sides of a loop
    far = np.abs(problem.sample_at[i] - problem.sample_at[j]) > OPPOSITE
    keep |= (i < j) & (g[i] == g[j]) & problem.ring[g[i]] & far
    boxes = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    if len(state.boxes):
        middle = state.xy + (state.boxes[:, :2] + state.boxes[:, 2:]) / 2
        half = float((state.boxes[:, 2:] - state.boxes[:, :2]).max()) / 2
        boxes = near_pairs(at, middle, half + 22)
    return Neighbours((i[keep], j[keep]), near_pairs(at, state.xy, 40.0), boxes)
