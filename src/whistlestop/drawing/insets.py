"""Insets: how they show the earth, where their frames are on the map, and the forces on these frames.

A frame moves with the main map around it. Cities in it push it open, so that it is larger than its author chose where
its contents need the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from whistlestop.format.insets import span
from whistlestop.format.look import Inset, Rectangle

from .measure import CITY_RADIUS, FRAME_ROOM, LABEL_CLEAR
from .model import Floats, Home, Ints, Mask, Problem
from .projection import Projection
from .push import Pull, add, off_box
from .state import Samples, State, Weights

__all__ = ["NOWHERE", "Lens", "border", "hold_frames", "lens_of", "project_insets"]

NOWHERE: Floats = np.zeros((0, 4))
FILLED = 0.86
"""The part of a frame that the chosen part of the earth fills; around it is more of the earth."""
SIZE = 0.1
"""How strongly a frame keeps the size that its author chose."""
STEP = 8.0
"""Distance of the points along the border of a frame."""


@dataclass(frozen=True)
class Lens:
    """How an inset shows the earth: its projection, and the middle and half the size of the part, projected."""

    projection: Projection
    middle: Floats
    half: Floats

    def scale(self, frame: Floats) -> float:
        """Return the scale at which the part fits in a frame (x, y, half the width, half the height)."""
        return float((frame[2:] / self.half).min() * FILLED)

    def into(self, frame: Floats, points: Floats) -> Floats:
        """Return (lon, lat) rows as places in a frame."""
        out: Floats = frame[:2] + (self.projection(points) - self.middle) * self.scale(frame)
        return out

    def corners(self, frame: Floats) -> tuple[Floats, Floats]:
        """Return the corners of a frame: as projected places of the earth, and in the frame's own units."""
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        return self.middle + signs * frame[2:] / self.scale(frame), frame[:2] + signs * frame[2:]


def lens_of(inset: Inset) -> Lens:
    """Return how an inset shows the earth."""
    lon, lat = _middle(inset.earth)
    projection = Projection(lat, lon)
    west, south, _, north = inset.earth
    along, up = np.linspace(west, west + span(inset.earth), 41), np.linspace(south, north, 41)
    sides = [(along, np.full(41, lat)) for lat in (south, north)]
    sides += [(np.full(41, lon), up) for lon in (west, west + span(inset.earth))]
    outline = projection(np.concatenate([np.column_stack(side) for side in sides]))
    low, high = outline.min(0), outline.max(0)
    return Lens(projection, (low + high) / 2, (high - low) / 2)


def _middle(rectangle: Rectangle) -> tuple[float, float]:
    west, south, _, north = rectangle
    return (west + span(rectangle) / 2 + 180.0) % 360.0 - 180.0, (south + north) / 2


def project_insets(insets: Sequence[Inset], points: Floats, inset: Ints, projection: Projection) -> Home:
    """Return (lon, lat) rows on the main map, with those of each inset in its frame.

    inset: the number of each point's inset, or MAIN. projection: of the main map.
    """
    cities, frames = projection(points), np.zeros((len(insets), 4))
    for n, one in enumerate(insets):
        lon, lat = _middle(one.box)
        half = np.radians([span(one.box) * np.cos(np.radians(lat)), one.box[3] - one.box[1]]) / 2
        frames[n] = [*projection(np.array([[lon, lat]]))[0], *half]
        own = inset == n
        cities[own] = lens_of(one).into(frames[n], points[own])
    return Home(cities, frames, inset)


def border(frame: Floats) -> Floats:
    """Return points along the border of a frame."""
    x, y, wide, high = frame
    across = np.linspace(x - wide, x + wide, int(2 * wide / STEP) + 2)
    down = np.linspace(y - high, y + high, int(2 * high / STEP) + 2)
    sides = [np.column_stack([across, np.full(len(across), at)]) for at in (y - high, y + high)]
    sides += [np.column_stack([np.full(len(down), at), down]) for at in (x - wide, x + wide)]
    return np.concatenate(sides)


def hold_frames(problem: Problem, state: State, samples: Samples, weights: Weights, pull: Pull) -> None:
    """Keep contents in frames and everything else out of them; keep frames apart and near their sizes."""
    for n, frame in enumerate(state.frames):
        own: Mask = problem.inset == n
        a, b = own[problem.a], own[problem.b]
        inner: Mask = (a & b)[problem.sample_corridor]
        outer: Mask = ~(a | b)[problem.sample_corridor]
        for of, points, radius, cities in (
            (pull.city, state.xy, np.full(problem.cities, CITY_RADIUS), own),
            (pull.sample, samples.point, problem.sample_radius, inner),
        ):
            reach = radius[cities, None]
            _contain(n, frame, of, cities, points[cities] - reach, points[cities] + reach, weights, pull)
        if len(state.boxes):
            low, high = state.xy + state.boxes[:, :2], state.xy + state.boxes[:, 2:]
            _contain(n, frame, pull.city, own, low[own], high[own], weights, pull)
            _part(n, frame, ~own, low, high, weights, pull)
        _expel(n, frame, pull.city, state.xy, np.full(problem.cities, CITY_RADIUS), ~own, weights, pull)
        _expel(n, frame, pull.sample, samples.point, problem.sample_radius, outer, weights, pull)
    _separate(state.frames, weights, pull)
    off = state.frames[:, 2:] - problem.frames[:, 2:] * weights.scale
    pull.frame[:, 2:] += 2 * SIZE * off
    pull.energy += float(SIZE * (off**2).sum())


def _contain(
    n: int,
    frame: Floats,
    of: Floats,
    which: Mask,
    low: Floats,
    high: Floats,
    weights: Weights,
    pull: Pull,
) -> None:
    """Items and the frame around them push each other. of: the forces on all items, of which `which` are inside."""
    under = np.maximum(frame[:2] - frame[2:] + FRAME_ROOM - low, 0.0)
    over = np.maximum(high + FRAME_ROOM - frame[:2] - frame[2:], 0.0)
    force = 2 * weights.apart * (over - under)
    of[which] += force
    pull.frame[n, :2] -= force.sum(0)
    pull.frame[n, 2:] -= 2 * weights.apart * (over + under).sum(0)
    pull.energy += weights.apart * float((over**2 + under**2).sum())


def _expel(
    n: int,
    frame: Floats,
    of: Floats,
    points: Floats,
    radius: Floats,
    which: Mask,
    weights: Weights,
    pull: Pull,
) -> None:
    """Discs outside of a frame keep away from it."""
    count = int(which.sum())
    low, high = np.tile(frame[:2] - frame[2:], (count, 1)), np.tile(frame[:2] + frame[2:], (count, 1))
    middle = np.tile(frame[:2], (count, 1))
    force, energy = off_box(points[which], low, high, middle, radius[which] + FRAME_ROOM)
    of[which] += weights.apart * force
    pull.frame[n, :2] -= weights.apart * force.sum(0)
    pull.energy += weights.apart * energy


def _overlap(low: Floats, high: Floats, frame: Floats, room: float) -> tuple[Floats, float]:
    """Return the gradient for boxes that should be this far from a frame, and the energy."""
    deep = np.minimum(high, frame[:2] + frame[2:]) - np.maximum(low, frame[:2] - frame[2:]) + room
    hit = (deep > 0).all(1)
    side, row = np.argmin(deep, axis=1), np.arange(len(deep))
    way = np.sign(((low + high) / 2 - frame[:2])[row, side] + 1e-9)
    found = np.where(hit, deep[row, side], 0.0)
    force = np.zeros((len(deep), 2))
    force[row, side] = -2 * found * way
    return force, float((found**2).sum())


def _part(
    n: int, frame: Floats, which: Mask, low: Floats, high: Floats, weights: Weights, pull: Pull
) -> None:
    """Names of cities outside of a frame keep away from it."""
    force, energy = _overlap(low[which], high[which], frame, FRAME_ROOM + LABEL_CLEAR)
    pull.city[which] += weights.apart * force
    pull.frame[n, :2] -= weights.apart * force.sum(0)
    pull.energy += weights.apart * energy


def _separate(frames: Floats, weights: Weights, pull: Pull) -> None:
    for m, n in combinations(range(len(frames)), 2):
        one = frames[m : m + 1]
        force, energy = _overlap(one[:, :2] - one[:, 2:], one[:, :2] + one[:, 2:], frames[n], 2 * FRAME_ROOM)
        pull.frame[:, :2] += weights.apart * add(
            len(frames), np.array([m, n]), np.concatenate([force, -force])
        )
        pull.energy += weights.apart * energy
