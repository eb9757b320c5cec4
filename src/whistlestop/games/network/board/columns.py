"""The fields of the RULES record that describe the board."""

from __future__ import annotations

from typing import Any

from whistlestop.core.fields import PLAYERS, i2, u8
from whistlestop.games.network.sizes import CITIES, LENGTH, ROUTES, WORDS

BOARD: list[Any] = [
    ("cities", i2),
    ("routes", i2),
    ("route_a", i2, ROUTES),
    ("route_b", i2, ROUTES),
    ("route_length", i2, ROUTES),
    # trains that a claim takes: one for each space, and more on mountain routes
    ("route_trains", i2, ROUTES),
    ("route_points", i2, ROUTES),
    ("twins", u8, (ROUTES, WORDS)),  # the other routes of the double group
    ("city_routes", u8, (CITIES, WORDS)),  # routes that end in a city
    ("fits", u8, (LENGTH + 1, WORDS)),  # routes that take at most this many ordinary trains
    ("takes_small", u8, WORDS),  # routes that take small trains (MECH-7)
    ("small_fits", u8, (LENGTH + 1, WORDS)),  # those that take at most this many
    ("in_play", u8, (PLAYERS + 1, WORDS)),  # routes in play, by number of players
    ("points", i2, LENGTH + 1),
]
