"""The bonus for the most cities in one connected network (ASI-8)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import PLAYERS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import Mechanism, ScorePart
from whistlestop.games.network.sizes import CITIES


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Count the cities in the largest connected part of a player's network; 0 without routes."""
    size = np.zeros(CITIES, np.int64)
    most = 0
    for city in range(r["cities"]):
        part = s["link"][player, city]
        size[part] += 1
        most = max(most, int(size[part]))
    s["connected_cities"][player] = most if most > 1 else 0


@jit
def award(s: State, r: Rules) -> None:
    """Give the bonus to every player with the most connected cities (ASI-8)."""
    most = 0
    for player in range(s["players"]):
        most = max(most, int(s["connected_cities"][player]))
    for player in range(s["players"]):
        holds = most > 0 and s["connected_cities"][player] == most
        s["most_cities"][player] = r["most_cities_bonus"] if holds else 0


MECHANISM = Mechanism(
    columns=[("most_cities_bonus", i2)],
    fields=[
        # set when the game is over
        Field("connected_cities", PUBLIC, i2, (PLAYERS,)),
        Field("most_cities", PUBLIC, i2, (PLAYERS,)),
    ],
    score=score,
    award=award,
    parts=[ScorePart("most_cities", "most_cities")],
)
