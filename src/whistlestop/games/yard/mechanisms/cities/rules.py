"""The bonus cards of the big cities (CARD-51, CARD-52, RUL-76)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz, popcount
from whistlestop.core.fields import PLAYERS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Known, Rules, State
from whistlestop.games.mechanisms import BEYOND, Mechanism, ScorePart
from whistlestop.games.yard.sizes import CITIES, TICKETS

MOST_CITIES = 4
"""A tie-breaker: the most big cities."""


@jit
def tickets_to(s: Known, r: Rules, player: int, city: int) -> int:
    """Return how many completed tickets of a player name a big city (CARD-51, CARD-52)."""
    count = 0
    rest = s["declared"][player, 0]
    while rest != np.uint64(0):
        count += (int(r["ticket_cities"][ctz(rest)]) >> city) & 1
        rest &= rest - np.uint64(1)
    return count


@jit
def award_city(s: State, r: Rules, city: int) -> None:
    """Give the full value of a big city to every player with the most tickets to it (CARD-51, RUL-76)."""
    most = 1
    for player in range(s["players"]):
        most = max(most, tickets_to(s, r, player, city))
    for player in range(s["players"]):
        if tickets_to(s, r, player, city) == most:
            s["bonus"][player] += r["city_points"][city]
            s["cities"][player] |= 1 << city


@jit
def award(s: State, r: Rules) -> None:
    """Award the bonus cards."""
    for player in range(s["players"]):
        s["bonus"][player] = 0
        s["cities"][player] = 0
    for city in range(r["cities"]):
        award_city(s, r, city)


@jit
def tie_break(s: State, criterion: int, player: int) -> int:
    """Return the number of big cities: the player with more is ahead (CARD-53)."""
    return int(popcount(np.uint64(s["cities"][player]))) if criterion == MOST_CITIES else BEYOND


MECHANISM = Mechanism(
    columns=[
        ("ticket_cities", i2, TICKETS),  # the big cities that the ticket names, as a bit set
        ("ticket_bonus", i2, TICKETS),  # the sum of their values (CARD-42)
        ("cities", i2),
        ("city_points", i2, CITIES),
    ],
    # set when the game is over: the big cities scored, as a bit set; `bonus` has their points
    fields=[Field("cities", PUBLIC, i2, (PLAYERS,))],
    award=award,
    parts=[ScorePart("bonus", "bonus", column="cities")],
    tie_break=tie_break,
)
