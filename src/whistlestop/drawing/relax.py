"""The forces: an energy of cities, curves and labels, its gradient, and the descent.

Items that must not touch repel each other, every route needs room for its slots, and neighbors should lie as on the
true map. Directions along a curve are treated as constant in a gradient. With small steps that is accurate enough, and
keeps every force to a few lines of array code.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .curve import B0, B1, B2, Curves, T, across, loop_shares
from .insets import hold_frames
from .measure import CITY_RADIUS, LABEL_CLEAR, ROUTE_CLEAR
from .model import Floats, Mask, Problem
from .push import Pull, add, off_box, push
from .state import NEAREST, Neighbours, Samples, State, Weights, bend_room, curves_of, neighbours, samples_of

SPREAD = 3.0  # length that a slot of a route may have beyond its need without cost
TAUT = 80.0  # a route that is too long pulls harder up to this excess; beyond it would tear through others
STIFF = 1500.0  # stiffness of the map
LONGER, SHORTER = 0.15, 0.4  # weight of a wrong distance relative to a wrong direction
CALM = 3e-4  # descent ends when forty steps reduce the energy by less than this share
SHARPEST = 0.42  # maximum bow of a curve, in distances between its ends


def gradient(problem: Problem, state: State, weights: Weights, near: Neighbours) -> tuple[State, float]:
    """Return the gradient of the energy (in the shape of a state), and the energy."""
    n, count = problem.cities, len(problem.a)
    curves = curves_of(problem, state)
    samples = samples_of(problem, state, curves)
    pull = Pull(
        city=np.zeros((n, 2)),
        sample=np.zeros_like(samples.point),
        a=np.zeros((count, 2)),
        b=np.zeros((count, 2)),
        bow=np.zeros((count, 2)),
        clear_a=np.zeros(count),
        clear_b=np.zeros(count),
        frame=np.zeros_like(state.frames),
    )
    _contacts(problem, state, samples, weights, near, pull)
    if len(state.boxes):
        _labels(problem, state, samples, weights, near, pull)
    if len(state.frames):
        hold_frames(problem, state, samples, weights, pull)
    _carry(problem, samples, pull)
    _room(problem, state, curves, weights, pull)
    _bends(problem, state, weights, pull)
    if len(problem.pair_i):
        _shape(problem, state, weights, pull)
    city = pull.city + add(n, problem.a, pull.a) + add(n, problem.b, pull.b)
    return State(city, pull.bow, pull.clear_a, pull.clear_b, frames=pull.frame), pull.energy


def _contacts(
    problem: Problem, state: State, samples: Samples, weights: Weights, near: Neighbours, pull: Pull
) -> None:
    """Slots repel other routes' slots and cities; cities repel each other."""
    n, many, radius = problem.cities, len(samples.point), problem.sample_radius
    i, j = near.samples
    force, energy = push(samples.point[i] - samples.point[j], radius[i] + radius[j] + weights.margin)
    pull.sample += weights.apart * (add(many, i, force) - add(many, j, force))
    pull.energy += weights.apart * energy
    i, j = near.sample_city
    force, energy = push(samples.point[i] - state.xy[j], radius[i] + NEAREST)
    pull.sample += weights.apart * add(many, i, force)
    pull.city -= weights.apart * add(n, j, force)
    pull.energy += weights.apart * energy
    i, j = np.triu_indices(n, 1)
    force, energy = push(state.xy[i] - state.xy[j], 2 * NEAREST + 4)
    pull.city += weights.apart * (add(n, i, force) - add(n, j, force))
    pull.energy += weights.apart * energy


def _labels(
    problem: Problem, state: State, samples: Samples, weights: Weights, near: Neighbours, pull: Pull
) -> None:
    """Labels repel slots, dots and each other; a label pushes its city."""
    n = problem.cities
    low, high = state.xy + state.boxes[:, :2], state.xy + state.boxes[:, 2:]
    keep_off = LABEL_CLEAR + 0.8 + max(weights.margin - ROUTE_CLEAR, 0.0)
    i, j = near.sample_box
    wanted = problem.sample_radius[i] + keep_off
    force, energy = off_box(samples.point[i], low[j], high[j], state.xy[j], wanted)
    pull.sample += weights.apart * add(len(samples.point), i, force)
    pull.city -= weights.apart * add(n, j, force)
    pull.energy += weights.apart * energy
    i, j = np.nonzero(~np.eye(n, dtype=bool))
    force, energy = off_box(state.xy[i], low[j], high[j], state.xy[j], CITY_RADIUS + LABEL_CLEAR + 1)
    pull.city += weights.apart * (add(n, i, force) - add(n, j, force))
    pull.energy += weights.apart * energy
    i, j = np.triu_indices(n, 1)
    deep = np.minimum(high[i], high[j]) - np.maximum(low[i], low[j]) + 2 * LABEL_CLEAR
    hit = (deep > 0).all(1)
    i, j, deep = i[hit], j[hit], deep[hit]
    side, row = np.argmin(deep, axis=1), np.arange(len(i))
    way = np.sign((low[i] + high[i] - low[j] - high[j])[row, side] + 1e-9)
    force = np.zeros((len(i), 2))
    force[row, side] = -2 * deep[row, side] * way
    pull.city += weights.apart * (add(n, i, force) - add(n, j, force))
    pull.energy += weights.apart * float((deep[row, side] ** 2).sum())


def _carry(problem: Problem, samples: Samples, pull: Pull) -> None:
    """A force on a slot pushes its curve, and slides the row along it."""
    g, t, at, count = problem.sample_corridor, samples.t, problem.sample_at, len(problem.a)
    b1 = 2 * t * (1 - t)
    pull.a += add(count, g, pull.sample * ((1 - t) ** 2 + b1 / 2)[:, None])
    pull.b += add(count, g, pull.sample * (t**2 + b1 / 2)[:, None])
    pull.bow += add(count, g, _on_bow(pull.sample, b1, t, problem.ring[g]))
    slide = (pull.sample * samples.tangent).sum(1)
    pull.clear_a += np.bincount(g, slide * np.where(samples.fixed > 0, 0.5, 1 - at), count)
    pull.clear_b += np.bincount(g, -slide * np.where(samples.fixed > 0, 0.5, at), count)


def _on_bow(force: Floats, share: Floats, t: Floats, ring: Mask) -> Floats:
    """Return the part of forces on points of curves that acts on `bow`; `share`: its share in arcs, at each t."""
    out = force * share[..., None]
    if ring.any():
        along, aside = loop_shares(t[ring])
        out[ring] = force[ring] * along[..., None] - across(force[ring]) * aside[..., None]
    return out


def _room(problem: Problem, state: State, curves: Curves, weights: Weights, pull: Pull) -> None:
    """Give every route room for its slots, and little more."""
    bend = bend_room(problem, state)
    lack = np.minimum(curves.length - problem.block - bend - state.clear_a - state.clear_b, 0.0)
    free = 2 * NEAREST + (problem.slots + 1) * SPREAD
    spare = np.maximum(curves.length - problem.block - bend - free, 0.0)
    taut = np.minimum(spare, TAUT)
    force = 2 * weights.room * lack + 2 * weights.slack * taut
    pull.energy += float((weights.room * lack**2 + weights.slack * taut * (2 * spare - taut)).sum())
    steps = np.diff(curves.points, axis=1)
    unit = steps / np.maximum(np.hypot(steps[..., 0], steps[..., 1]), 1e-9)[..., None]
    on_step = np.zeros_like(curves.points)
    on_step[:, 1:] += unit
    on_step[:, :-1] -= unit
    on_step *= force[:, None, None]
    pull.a += (on_step * (B0 + B1 / 2)[None, :, None]).sum(1)
    pull.b += (on_step * (B2 + B1 / 2)[None, :, None]).sum(1)
    # a bow makes a route longer, but also reduces the room on its inner side
    bow = np.maximum((state.bow**2).sum(1), 1e-18)
    share, t = (np.broadcast_to(one, on_step.shape[:2]) for one in (B1, T))
    on_bow = _on_bow(on_step, share, t, problem.ring).sum(1)
    pull.bow += on_bow - np.where(problem.ring, 0.0, force * bend / bow)[:, None] * state.bow
    pull.clear_a -= 2 * weights.room * lack
    pull.clear_b -= 2 * weights.room * lack


def _bends(problem: Problem, state: State, weights: Weights, pull: Pull) -> None:
    """Keep curves flat, especially wide ones, and even; keep rows near their cities."""
    chord = state.xy[problem.b] - state.xy[problem.a]
    distance = np.maximum(np.hypot(chord[:, 0], chord[:, 1]), 1e-6)
    bow = np.maximum(np.hypot(state.bow[:, 0], state.bow[:, 1]), 1e-9)
    bow, lean = np.where(problem.ring, 0.0, bow), (state.bow * chord).sum(1) / distance
    sharp = np.maximum(bow - SHARPEST * distance, 0.0)
    flat = 2 * weights.bend * problem.lanes + 2 * sharp / np.maximum(bow, 1e-9)
    pull.bow += np.where(problem.ring, 0.0, flat)[:, None] * state.bow
    pull.bow += (12 * weights.bend * lean / distance)[:, None] * chord
    pull.energy += float((weights.bend * (problem.lanes * bow**2 + 6 * lean**2) + sharp**2).sum())
    far_a, far_b = state.clear_a - NEAREST, state.clear_b - NEAREST
    pull.clear_a += 2 * weights.clear * far_a
    pull.clear_b += 2 * weights.clear * far_b
    pull.energy += float((weights.clear * (far_a**2 + far_b**2)).sum())


def _shape(problem: Problem, state: State, weights: Weights, pull: Pull) -> None:
    """Keep the directions of the map and, less strictly, its distances."""
    i, j, n = problem.pair_i, problem.pair_j, problem.cities
    home = np.concatenate([problem.home, problem.frames[:, :2]])
    xy = np.concatenate([state.xy, state.frames[:, :2]])
    size = weights.scale * problem.pair_apart
    unit = weights.scale * (home[i] - home[j]) / size[:, None]
    off = xy[i] - xy[j]
    along = (off * unit).sum(1)
    aside = off - along[:, None] * unit
    lack = along - size
    weight = STIFF * weights.shape * problem.pair_weight / size**2
    easy = np.where(lack > 0, LONGER, SHORTER)
    force = 2 * weight[:, None] * (aside + (easy * lack)[:, None] * unit)
    moved = add(len(xy), i, force) - add(len(xy), j, force)
    pull.city += moved[:n]
    pull.frame[:, :2] += moved[n:]
    pull.energy += float((weight * ((aside**2).sum(1) + easy * lack**2)).sum())


class Descent:
    """Adam on a state. Moves about `rate` units per step at most."""

    def __init__(self, problem: Problem, state: State) -> None:
        self.problem, self.state = problem, state
        size = 2 * problem.cities + 4 * len(problem.a) + state.frames.size
        self._mean, self._square = np.zeros(size), np.zeros(size)
        self._count = 0

    def run(self, weights: Weights, steps: int, rate: float, scale_to: float | None = None) -> float:
        """Run the descent while the map scale moves evenly to `scale_to`; return the last energy."""
        energy = before = np.inf
        first = weights.scale
        near = neighbours(self.problem, self.state)
        for step in range(steps):
            if step and step % 8 == 0:
                near = neighbours(self.problem, self.state)
            if step and step % 40 == 0 and scale_to is None:
                if abs(before - energy) < CALM * energy:
                    break
                before = energy
            if scale_to is not None:
                weights = replace(weights, scale=first * (scale_to / first) ** ((step + 1) / steps))
            slope, energy = gradient(self.problem, self.state, weights, near)
            self._step(slope, rate * (1.0 - 0.9 * step / steps if scale_to is None else 1.0))
        return energy

    def _step(self, slope: State, rate: float) -> None:
        g = np.concatenate(
            [slope.xy.ravel(), slope.bow.ravel(), slope.clear_a, slope.clear_b, slope.frames.ravel()]
        )
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
        state.clear_b = np.maximum(state.clear_b - move[2 * n + 3 * k : 2 * n + 4 * k], NEAREST)
        state.frames = state.frames - move[2 * n + 4 * k :].reshape(-1, 4)
