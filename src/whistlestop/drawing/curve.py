"""Curves between cities, many at once, with positions by length: arcs of routes, and loops of rings (MECH-8).

A route is a quadratic curve whose control point is the midpoint of its ends plus `bow`. A ring is shaped like a drop:
two thirds of a circle around the city plus `bow`, and two straight legs between the circle and the city. Both depend
linearly on the cities and on `bow`, so the solver moves them in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .model import Floats, Ints, Mask

STEPS = 21
T = np.linspace(0.0, 1.0, STEPS)
B0, B1, B2 = (1 - T) ** 2, 2 * T * (1 - T), T**2

_SIDE = np.pi / 6  # the angle between the axis of a loop and its legs
LOOP_TURN = float(np.pi + 2 * _SIDE)
"""The angle by which the direction changes along a loop."""
LOOP_RADIUS = float(np.sin(_SIDE))
"""The radius of the circle of a loop whose `bow` has the length 1."""
_LEG = 1 / np.tan(_SIDE)  # the length of a leg in radii
LOOP_LENGTH = float(LOOP_RADIUS * (2 * _LEG + LOOP_TURN))
"""The length of a loop whose `bow` has the length 1."""


def loop_shares(t: Floats) -> tuple[Floats, Floats]:
    """Return how far points of a loop are from the city: along `bow`, and to its right (y is down), in its lengths.

    t: the part of the loop's length before each point.
    """
    s = t * (2 * _LEG + LOOP_TURN) - _LEG  # from the end of the first leg, in radii
    turn = np.clip(s, 0.0, LOOP_TURN) - LOOP_TURN / 2  # 0 at the far end of the loop
    leg, back = np.minimum(s, 0.0), np.maximum(s - LOOP_TURN, 0.0)
    along = 1 + LOOP_RADIUS * np.cos(turn) + (leg - back) * LOOP_RADIUS * np.cos(_SIDE)
    aside = LOOP_RADIUS * np.sin(turn) - (leg + back) * LOOP_RADIUS * np.sin(_SIDE)
    return along, aside


def loop_ways(t: Floats) -> tuple[Floats, Floats]:
    """Return the direction of a loop at each t, as in `loop_shares`; its length is 1 if that of `bow` is."""
    turn = np.clip(t * (2 * _LEG + LOOP_TURN) - _LEG, 0.0, LOOP_TURN) - LOOP_TURN / 2
    return -np.sin(turn), np.cos(turn)


def across(bow: Floats) -> Floats:
    """Return (x, y) rows turned by a quarter, to the right if y is down."""
    return np.stack([-bow[..., 1], bow[..., 0]], axis=-1)


def on_axes(bow: Floats, along: Floats, aside: Floats) -> Floats:
    """Return points or directions given along `bow` and across it."""
    out: Floats = along[..., None] * bow + aside[..., None] * across(bow)
    return out


@dataclass(frozen=True)
class Curves:
    """Curves from p0 to p1."""

    p0: Floats
    p1: Floats
    bow: Floats
    ring: Mask  # loops, which end where they begin
    points: Floats  # (curve, step, xy)
    along: Floats  # (curve, step) length so far

    @property
    def length(self) -> Floats:
        """Total lengths."""
        out: Floats = self.along[:, -1]
        return out

    def parameter(self, which: Ints, s: Floats) -> Floats:
        """Return the curve parameter t at length s, extrapolated linearly beyond the ends."""
        along = self.along[which]
        k = np.clip((along <= s[:, None]).sum(1) - 1, 0, STEPS - 2)
        row = np.arange(len(which))
        low, high = along[row, k], along[row, k + 1]
        out: Floats = (k + (s - low) / np.maximum(high - low, 1e-9)) / (STEPS - 1)
        return out

    def at(self, which: Ints, t: Floats) -> tuple[Floats, Floats]:
        """Return points and unit tangents."""
        p0, p1, bow = self.p0[which], self.p1[which], self.bow[which]
        control = (p0 + p1) / 2 + bow
        u = t[:, None]
        point = (1 - u) ** 2 * p0 + 2 * u * (1 - u) * control + u**2 * p1
        tangent = 2 * (1 - u) * (control - p0) + 2 * u * (p1 - control)
        ring = self.ring[which]
        if ring.any():
            point[ring] = p0[ring] + on_axes(bow[ring], *loop_shares(t[ring]))
            tangent[ring] = on_axes(bow[ring], *loop_ways(t[ring]))
        return point, tangent / np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)[:, None]


def make_curves(p0: Floats, p1: Floats, bow: Floats, ring: Mask) -> Curves:
    """Return curves with their length tables; `ring`: which are loops."""
    control = (p0 + p1) / 2 + bow
    points = (
        B0[None, :, None] * p0[:, None]
        + B1[None, :, None] * control[:, None]
        + B2[None, :, None] * p1[:, None]
    )
    if ring.any():
        points[ring] = p0[ring][:, None] + on_axes(bow[ring][:, None], *loop_shares(T[None]))
    steps = np.hypot(*np.moveaxis(np.diff(points, axis=1), 2, 0))
    along = np.concatenate([np.zeros((len(p0), 1)), np.cumsum(steps, axis=1)], axis=1)
    return Curves(p0, p1, bow, ring, points, along)
