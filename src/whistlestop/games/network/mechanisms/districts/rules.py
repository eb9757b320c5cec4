"""Points for connected districts (MECH-1, MECH-2)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import PLAYERS, i2, u8
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import CitySet, Known, Labels, Rules, State
from whistlestop.games.mechanisms import Mechanism, ScorePart

MOST = 16
"""The maximum number of districts of a board."""


@jit
def is_complete(label: Labels, cities: CitySet) -> bool:
    """Return whether all cities of a set have the same label, and so belong to one connected part (MECH-1)."""
    part = label[ctz(cities)]
    rest = cities
    while rest != np.uint64(0):
        if label[ctz(rest)] != part:
            return False
        rest &= rest - np.uint64(1)
    return True


@jit
def points_of(r: Rules, label: Labels) -> int:
    """Return the points of all complete districts."""
    total = 0
    for district in range(r["districts"]):
        if is_complete(label, r["district_cities"][district]):
            total += int(r["district_values"][district])
    return total


@jit
def standing(s: Known, r: Rules, player: int) -> int:
    """Return the points that a player's districts would score now."""
    return int(points_of(r, s["link"][player]))


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Score a player's complete districts (MECH-2)."""
    s["district_points"][player] = standing(s, r, player)
    s["complete_districts"][player, 0] = np.uint64(0)
    for district in range(r["districts"]):
        if is_complete(s["link"][player], r["district_cities"][district]):
            s["complete_districts"][player, 0] |= bit(district)


MECHANISM = Mechanism(
    columns=[
        ("districts", i2),
        ("district_cities", u8, MOST),
        ("district_values", i2, MOST),
    ],
    fields=[
        # set when the game is over
        Field("complete_districts", PUBLIC, u8, (PLAYERS, 1)),
        Field("district_points", PUBLIC, i2, (PLAYERS,)),
    ],
    score=score,
    parts=[ScorePart("districts", "district_points")],
)
