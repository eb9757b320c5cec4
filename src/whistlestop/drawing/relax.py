"""The forces: an energy of cities, curves and labels, its gradient, and the descent.

Everything that must not touch pushes itself apart, every route wants room for its slots, neighbours want to lie as
they lie on the true map. Directions along a curve are held still while a gradient is taken; with small steps that
is good enough and makes every force a few lines of array code.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from .curve import B0, B1, B2, Curves, make_curves
from .measure import (
    CITY_CLEAR,
    CITY_RADIUS,
    LABEL_CLEAR,
    LANE,
    ROUTE_CLEAR,
    SLOT_GAP,
    SLOT_GAP_MAX,
    SLOT_WIDTH,
)
from .model import Floats, Ints, Problem

RADIUS = SLOT_WIDTH / 2
NEAREST = CITY_RADIUS + CITY_CLEAR
TAUT = 80.0
SPREAD = 3.0  # what a slot of a route may have beyond its need at no cost
STIFF = 1500.0  # of the map
LONGER, SHORTER = 0.15, 0.4  # how much a wrong distance counts beside a wrong bearing


@dataclass
class State:
    """What is solved for."""

    xy: Floats
    bow: Floats
    clear_a: Floats  # from city a to the first slot
    clear_b: Floats
    boxes: Floats = field(default_factory=lambda: np.zeros((0, 4)))  # label of each city: x0 y0 x1 y1 from the city

    def copy(self) -> State:
        return State(self.xy.copy(), self.bow.copy(), self.clear_a.copy(), self.clear_b.copy(), self.boxes.copy())


@dataclass(frozen=True)
class Weights:
    """How much each wish counts."""

    scale: float  # drawing units per unit of the map
    apart: float = 1.0
    room: float = 1.0
    slack: float = 0.04
    shape: float = 1.0
    bend: float = 0.012
    clear: float = 0.03
    margin: float = ROUTE_CLEAR


def start(problem: Problem, scale: float) -> State:
    """Cities at their true places, all routes straight."""
    g = len(problem.a)
    return State(problem.home * scale, np.zeros((g, 2)), np.full(g, NEAREST), np.full(g, NEAREST))


def curves_of(problem: Problem, state: State) -> Curves:
    return make_curves(state.xy[problem.a], state.xy[problem.b], state.bow)


def rows(problem: Problem, state: State, curves: Curves) -> tuple[Floats, Floats]:
    """Where each row of slots begins on its curve, and how long it is."""
    shortest = problem.block + bend_room(problem, state)
    spread = (problem.slots - 1) * (SLOT_GAP_MAX - SLOT_GAP)
    room = curves.length - state.clear_a - state.clear_b
    length = np.clip(room, shortest, shortest + spread)
    return state.clear_a + (room - length) / 2, length


def bend_room(problem: Problem, state: State) -> Floats:
    """What a bend takes from the row: its slots come together on the inner side."""
    chord = state.xy[problem.b] - state.xy[problem.a]
    bow = np.hypot(state.bow[:, 0], state.bow[:, 1])
    turn = 4 * bow / np.maximum(np.hypot(chord[:, 0], chord[:, 1]), 1e-6)  # about the angle between the two ends
    width = (problem.lanes - 1) * LANE + SLOT_WIDTH
    out: Floats = np.where(problem.slots > 1, 1.15 * turn * width / 2, 0.0)
    return out


@dataclass
class Samples:
    """The discs that cover the slots."""

    point: Floats
    tangent: Floats
    t: Floats
    fixed: Floats  # 1 where the row is not stretched


def samples_of(problem: Problem, state: State, curves: Curves) -> Samples:
    begin, length = rows(problem, state, curves)
    g = problem.sample_corridor
    r = problem.sample_radius
    s = begin[g] + r + problem.sample_at * (length[g] - 2 * r)
    t = np.clip(curves.parameter(g, s), -0.2, 1.2)
    point, tangent = curves.at(g, t)
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)
    room = curves.length - state.clear_a - state.clear_b
    fixed = (np.abs(length - room) > 1e-9).astype(float)
    return Samples(point + normal * problem.sample_offset[:, None], tangent, t, fixed[g])


def near_pairs(p: Floats, q: Floats, reach: float) -> tuple[Ints, Ints]:
    """Numbers of points of p and q that are closer than reach (in x and in y)."""
    order = np.argsort(q[:, 0], kind="stable")
    x = q[order, 0]
    first = np.searchsorted(x, p[:, 0] - reach, "left")
    count = np.searchsorted(x, p[:, 0] + reach, "right") - first
    i = np.repeat(np.arange(len(p)), count)
    j = order[np.arange(len(i)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(first, count)]
    close = np.abs(p[i, 1] - q[j, 1]) < reach
    return i[close], j[close]


@dataclass
class Neighbours:
    """Pairs worth a look for the next few steps."""

    ss: tuple[Ints, Ints]
    sc: tuple[Ints, Ints]
    sb: tuple[Ints, Ints]
    cc: tuple[Ints, Ints]


def neighbours(problem: Problem, state: State) -> Neighbours:
    at = samples_of(problem, state, curves_of(problem, state)).point
    i, j = near_pairs(at, at, SLOT_WIDTH + 16)
    g = problem.sample_corridor
    keep = (i < j) & (g[i] != g[j])
    ci, cj = np.triu_indices(problem.cities, 1)
    if len(state.boxes):
        middle = state.xy + (state.boxes[:, :2] + state.boxes[:, 2:]) / 2
        half = (state.boxes[:, 2:] - state.boxes[:, :2]).max(initial=0.0) / 2
        sb = near_pairs(at, middle, float(half) + 22)
    else:
        sb = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    return Neighbours((i[keep], j[keep]), near_pairs(at, state.xy, 40.0), sb, (ci, cj))


def _add(count: int, index: Ints, values: Floats) -> Floats:
    out = np.empty((count, 2))
    out[:, 0] = np.bincount(index, values[:, 0], count)
    out[:, 1] = np.bincount(index, values[:, 1], count)
    return out


def _push(delta: Floats, wanted: Floats | float) -> tuple[Floats, float]:
    """Gradient on the first of two points that should be `wanted` apart, and the energy."""
    distance = np.hypot(delta[:, 0], delta[:, 1])
    lack = np.maximum(wanted - distance, 0.0)
    unit = delta / np.maximum(distance, 1e-6)[:, None]
    return -2 * lack[:, None] * unit, float((lack**2).sum())


def gradient(problem: Problem, state: State, weights: Weights, near: Neighbours) -> tuple[State, float]:
    """The gradient of the energy (in the shape of a state), and the energy."""
    n, g_count = problem.cities, len(problem.a)
    curves = curves_of(problem, state)
    samples = samples_of(problem, state, curves)
    on_city = np.zeros((n, 2))
    energy = 0.0

    # slots keep off each other, off cities and off labels
    on_sample = np.zeros_like(samples.point)
    radius = problem.sample_radius
    i, j = near.ss
    force, e = _push(samples.point[i] - samples.point[j], radius[i] + radius[j] + weights.margin)
    force *= weights.apart
    energy += weights.apart * e
    on_sample += _add(len(on_sample), i, force) - _add(len(on_sample), j, force)
    i, j = near.sc
    force, e = _push(samples.point[i] - state.xy[j], radius[i] + NEAREST)
    force *= weights.apart
    energy += weights.apart * e
    on_sample += _add(len(on_sample), i, force)
    on_city -= _add(n, j, force)
    if len(state.boxes):
        energy += _labels(problem, state, samples, weights, near, on_sample, on_city)

    # cities keep off each other
    i, j = near.cc
    force, e = _push(state.xy[i] - state.xy[j], 2 * NEAREST + 4)
    force *= weights.apart
    energy += weights.apart * e
    on_city += _add(n, i, force) - _add(n, j, force)

    # what pushes a slot pushes the curve that it lies on
    g, t = problem.sample_corridor, samples.t
    b1 = 2 * t * (1 - t)
    on_a = _add(g_count, g, on_sample * ((1 - t) ** 2 + b1 / 2)[:, None])
    on_b = _add(g_count, g, on_sample * (t**2 + b1 / 2)[:, None])
    on_bow = _add(g_count, g, on_sample * b1[:, None])
    slide = (on_sample * samples.tangent).sum(1)
    on_clear_a = np.bincount(g, slide * np.where(samples.fixed > 0, 0.5, 1 - problem.sample_at), g_count)
    on_clear_b = np.bincount(g, -slide * np.where(samples.fixed > 0, 0.5, problem.sample_at), g_count)

    # every route has room for its slots, and not much more; the inner lane of a bend is the short one
    chord = state.xy[problem.b] - state.xy[problem.a]
    distance = np.maximum(np.hypot(chord[:, 0], chord[:, 1]), 1e-6)
    bow = np.maximum(np.hypot(state.bow[:, 0], state.bow[:, 1]), 1e-9)
    bend = bend_room(problem, state)
    lack = np.minimum(curves.length - problem.block - bend - state.clear_a - state.clear_b, 0.0)
    spare = curves.length - problem.block - bend - 2 * NEAREST - (problem.slots - 1) * SPREAD - 2 * SPREAD
    spare = np.maximum(spare, 0.0)
    taut = np.minimum(spare, TAUT)  # beyond that the pull stays the same: a long way is no reason to tear through
    pull = 2 * weights.room * lack + 2 * weights.slack * taut
    energy += float((weights.room * lack**2 + weights.slack * taut * (2 * spare - taut)).sum())
    steps = np.diff(curves.points, axis=1)
    unit = steps / np.maximum(np.hypot(steps[..., 0], steps[..., 1]), 1e-9)[..., None]
    on_step = np.zeros_like(curves.points)
    on_step[:, 1:] += unit
    on_step[:, :-1] -= unit
    on_step *= pull[:, None, None]
    on_a += (on_step * (B0 + B1 / 2)[None, :, None]).sum(1)
    on_b += (on_step * (B2 + B1 / 2)[None, :, None]).sum(1)
    on_bow += (on_step * B1[None, :, None]).sum(1)
    on_clear_a -= 2 * weights.room * lack
    on_clear_b -= 2 * weights.room * lack
    on_bow -= (pull * bend / bow**2)[:, None] * state.bow

    # curves bend little, wide ones less, and evenly; ends stay near their cities
    lean = (state.bow * chord).sum(1) / distance
    on_bow += (2 * weights.bend * problem.lanes)[:, None] * state.bow + (2 * 6 * weights.bend * lean / distance)[:, None] * chord
    too_far = np.maximum(bow / distance - 0.42, 0.0) * distance
    on_bow += (2 * too_far / bow)[:, None] * state.bow
    energy += float((weights.bend * (problem.lanes * bow**2 + 6 * lean**2) + too_far**2).sum())
    for value, grad in ((state.clear_a, on_clear_a), (state.clear_b, on_clear_b)):
        grad += 2 * weights.clear * (value - NEAREST)
        energy += float((weights.clear * (value - NEAREST) ** 2).sum())

    on_city += _add(n, problem.a, on_a) + _add(n, problem.b, on_b)

    # the map keeps its bearings, and, less strictly, its distances
    i, j = problem.pair_i, problem.pair_j
    if len(i):
        size = weights.scale * problem.pair_apart
        unit = weights.scale * (problem.home[i] - problem.home[j]) / size[:, None]
        off = state.xy[i] - state.xy[j]
        along = (off * unit).sum(1)
        aside = off - along[:, None] * unit
        lack = along - size
        w = STIFF * weights.shape * problem.pair_weight / size**2
        easy = np.where(lack > 0, LONGER, SHORTER)
        force = 2 * w[:, None] * (aside + (easy * lack)[:, None] * unit)
        on_city += _add(n, i, force) - _add(n, j, force)
        energy += float((w * ((aside**2).sum(1) + easy * lack**2)).sum())
    return State(on_city, on_bow, on_clear_a, on_clear_b), energy


def _labels(
    problem: Problem,
    state: State,
    samples: Samples,
    weights: Weights,
    near: Neighbours,
    on_sample: Floats,
    on_city: Floats,
) -> float:
    """Labels keep off slots, dots and each other; a label pushes its city."""
    n = len(state.xy)
    low, high = state.xy + state.boxes[:, :2], state.xy + state.boxes[:, 2:]
    keep_off = 0.8 + max(weights.margin - ROUTE_CLEAR, 0.0)
    i, j = near.sb
    force, energy = _off_box(samples.point[i], low[j], high[j], state.xy[j], problem.sample_radius[i] + LABEL_CLEAR + keep_off)
    force *= weights.apart
    on_sample += _add(len(on_sample), i, force)
    on_city -= _add(n, j, force)
    i, j = np.nonzero(~np.eye(n, dtype=bool))
    force, e = _off_box(state.xy[i], low[j], high[j], state.xy[j], CITY_RADIUS + LABEL_CLEAR + 1)
    force *= weights.apart
    on_city += _add(n, i, force) - _add(n, j, force)
    i, j = np.triu_indices(n, 1)
    deep = np.minimum(high[i], high[j]) - np.maximum(low[i], low[j]) + 2 * LABEL_CLEAR
    hit = (deep > 0).all(1)
    i, j, deep = i[hit], j[hit], deep[hit]
    side = np.argmin(deep, axis=1)
    row = np.arange(len(i))
    way = np.sign((low[i] + high[i] - low[j] - high[j])[row, side] + 1e-9)
    force = np.zeros((len(i), 2))
    force[row, side] = -2 * deep[row, side] * way * weights.apart
    on_city += _add(n, i, force) - _add(n, j, force)
    return weights.apart * (energy + e + float((deep[row, side] ** 2).sum()))


def _off_box(
    p: Floats, low: Floats, high: Floats, owner: Floats, wanted: Floats | float
) -> tuple[Floats, float]:
    """Gradient on discs that should be `wanted` away from boxes.

    What is inside leaves by the nearest side, but never by one that faces the city whose label it is: that way out
    is a trap between the two.
    """
    delta = p - np.clip(p, low, high)
    inside = (delta == 0).all(1)
    to_low, to_high = p - low, high - p
    facing = np.concatenate([low > owner, high < owner], axis=1)
    deep = np.where(facing, 1e6, np.concatenate([to_low, to_high], axis=1))
    side = np.argmin(deep, axis=1)
    out = np.array([[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0]])[side]
    distance = np.hypot(delta[:, 0], delta[:, 1])
    signed = np.where(inside, -np.minimum(deep, 40.0)[np.arange(len(p)), side], distance)
    unit = np.where(inside[:, None], out, delta / np.maximum(distance, 1e-6)[:, None])
    lack = np.maximum(wanted - signed, 0.0)
    return -2 * lack[:, None] * unit, float((lack**2).sum())


class Descent:
    """Adam on a state. Moves at most about `rate` units a step."""

    def __init__(self, problem: Problem, state: State) -> None:
        self.problem, self.state = problem, state
        self._mean = self._square = np.zeros(0)
        self._count = 0

    def run(self, weights: Weights, steps: int, rate: float, scale_to: float | None = None) -> float:
        """Go downhill; the map scale moves evenly to `scale_to` meanwhile. Returns the last energy."""
        energy = 0.0
        first = weights.scale
        near = neighbours(self.problem, self.state)
        for step in range(steps):
            if step % 8 == 0 and step:
                near = neighbours(self.problem, self.state)
            if scale_to is not None:
                weights = replace(weights, scale=first * (scale_to / first) ** ((step + 1) / steps))
            grad, energy = gradient(self.problem, self.state, weights, near)
            self._step(grad, rate * (1.0 - 0.9 * step / steps if scale_to is None else 1.0))
        return energy

    def _step(self, grad: State, rate: float) -> None:
        g = np.concatenate([grad.xy.ravel(), grad.bow.ravel(), grad.clear_a, grad.clear_b])
        if len(self._mean) != len(g):
            self._mean, self._square = np.zeros_like(g), np.zeros_like(g)
        self._count += 1
        self._mean = 0.9 * self._mean + 0.1 * g
        self._square = 0.98 * self._square + 0.02 * g * g
        mean = self._mean / (1 - 0.9**self._count)
        square = self._square / (1 - 0.98**self._count)
        move = rate * mean / (np.sqrt(square) + 1e-3)
        state, n, k = self.state, self.problem.cities, len(self.problem.a)
        state.xy -= move[: 2 * n].reshape(n, 2)
        state.bow -= move[2 * n : 2 * n + 2 * k].reshape(k, 2)
        state.clear_a = np.maximum(state.clear_a - move[2 * n + 2 * k : 2 * n + 3 * k], NEAREST)
        state.clear_b = np.maximum(state.clear_b - move[2 * n + 3 * k :], NEAREST)
