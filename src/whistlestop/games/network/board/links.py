"""Connections in a player's network: open routes, connected cities and ticket values (COM-12, USA-33, SWI-13)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.jit import jit
from whistlestop.core.types import CitySet, Known, Labels, Rules
from whistlestop.games.network.sizes import CITIES


@jit
def owns(s: Known, player: int, route: int) -> bool:
    """Return whether the player owns the route."""
    return bool((s["owned"][player, route >> 6] & bit(route & 63)) != np.uint64(0))


@jit
def is_open(s: Known, player: int, route: int) -> bool:
    """Return whether the route is neither owned nor closed to the player."""
    return bool((s["open"][player, route >> 6] & bit(route & 63)) != np.uint64(0))


@jit
def join(label: Labels, a: int, b: int) -> None:
    """Merge the parts that two cities belong to. `label` holds the part's label for every city."""
    kept = label[a]
    gone = label[b]
    if kept != gone:
        for city in range(CITIES):
            if label[city] == gone:
                label[city] = kept


@jit
def touches(label: Labels, cities: CitySet, part: int) -> bool:
    """Return whether one of a set of cities belongs to the part with that label."""
    rest = cities
    while rest != np.uint64(0):
        if label[ctz(rest)] == part:
            return True
        rest &= rest - np.uint64(1)
    return False


@jit
def connected(label: Labels, origin: CitySet, target: CitySet) -> bool:
    """Return whether a city of one set is connected to a city of the other (USA-33, SWI-13)."""
    rest = origin
    while rest != np.uint64(0):
        if touches(label, target, label[ctz(rest)]):
            return True
        rest &= rest - np.uint64(1)
    return False


@jit
def best_target(r: Rules, label: Labels, ticket: int) -> int:
    """Return the index of the most valuable target reached, or -1 if none is (SWI-13, SWI-14)."""
    best = -1
    for target in range(r["ticket_targets"][ticket]):
        if (best < 0 or r["ticket_points"][ticket, target] > r["ticket_points"][ticket, best]) and connected(
            label, r["ticket_origin"][ticket], r["ticket_target"][ticket, target]
        ):
            best = target
    return best


@jit
def ticket_value(r: Rules, label: Labels, ticket: int) -> int:
    """Return a ticket's points at the end: those of the best target reached, or minus its smallest value (SWI-14)."""
    target = best_target(r, label, ticket)
    if target < 0:
        return -int(r["ticket_loss"][ticket])
    return int(r["ticket_points"][ticket, target])
