"""Passengers as numbers: the figures at each city, and those that each player has."""

from __future__ import annotations

from whistlestop.core.fields import COLORS
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table, share

from .rules import BOARDING, end_of


@jit
def write_figures(o: Observation, r: Rules, _seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the figures at each city, and whether the player must choose one there."""
    if r["passengers"] == 0:
        return at
    for city in range(r["cities"]):
        stop = int(r["stop"][city])
        for color in range(COLORS):
            out[i, at + color] = share(o["figures"][stop, color], r["passengers"])
        if o["phase"] == BOARDING and end_of(o, stop) >= 0:
            out[i, at + COLORS] = 1.0
        at += COLORS + 1
    return at


def figure_columns(r: Rules, _players: int) -> list[str]:
    """Return the columns of a city."""
    return [*(f"figures_{color}" for color in range(COLORS)), "boarding"] if r["passengers"] else []


@jit
def write_aboard(o: Observation, r: Rules, seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the figures of each player."""
    if r["passengers"] == 0:
        return at
    players = int(o["players"])
    for step in range(players):
        for color in range(COLORS):
            out[i, at + color] = share(o["aboard"][(seat + step) % players, color], r["passengers"])
        at += COLORS
    return at


def aboard_columns(r: Rules, _players: int) -> list[str]:
    """Return the columns of a player."""
    return [f"aboard_{color}" for color in range(COLORS)] if r["passengers"] else []


TABLES = [
    Table("figures", "cities", figure_columns, write_figures),
    Table("aboard", "players", aboard_columns, write_aboard),
]
