"""Warehouses and depots as numbers: depots by city, and the pieces of each player."""

from __future__ import annotations

from whistlestop.core.deck import cards_in_all
from whistlestop.core.fields import CARDS, NONE, TAKE
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table, share

from .rules import COLLECTING, PLACING, STORING


@jit
def write_depots(o: Observation, r: Rules, seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the owner of the depot in each city."""
    if r["depots"] == 0:
        return at
    players = int(o["players"])
    for city in range(r["cities"]):
        owner = int(o["depot_owner"][city])
        if owner != NONE:
            out[i, at + city * players + (owner - seat + players) % players] = 1.0
    return at + int(r["cities"]) * players


def depot_columns(r: Rules, players: int) -> list[str]:
    """Return the columns: the owner of the depot."""
    return [f"depot_{step}" for step in range(players)] if r["depots"] else []


@jit
def write_warehouses(o: Observation, r: Rules, seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the depots left, the size of the warehouse, and whether the last claim has opened it."""
    if r["depots"] == 0:
        return at
    players = int(o["players"])
    for step in range(players):
        player = (seat + step) % players
        out[i, at] = share(o["depots_left"][player], r["depots"])
        out[i, at + 1] = share(o["warehouse_size"][player], cards_in_all(r))
        out[i, at + 2] = (int(o["open_warehouses"]) >> player) & 1
        at += 3
    return at


def warehouse_columns(r: Rules, _players: int) -> list[str]:
    """Return the columns of a player."""
    return ["depots", "warehouse", "open"] if r["depots"] else []


@jit
def write_storing(o: Observation, r: Rules, _seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the phase, and the draw that is announced."""
    if r["depots"] == 0:
        return at
    out[i, at] = o["phase"] == PLACING
    out[i, at + 1] = o["phase"] == STORING
    out[i, at + 2] = o["phase"] == COLLECTING
    if o["announced"] != NONE:
        taken = r["action_type"][o["announced"]] == TAKE
        out[i, at + 3 + (1 + int(r["action_color"][o["announced"]]) if taken else 0)] = 1.0
    return at + 4 + CARDS


def storing_columns(r: Rules, _players: int) -> list[str]:
    """Return the columns: the phases, then a blind draw and each card that can be taken."""
    draws = ["draw", *(f"take_{card}" for card in range(CARDS))]
    return ["placing", "storing", "collecting", *draws] if r["depots"] else []


TABLES = [
    Table("depots", "cities", depot_columns, write_depots),
    Table("warehouses", "players", warehouse_columns, write_warehouses),
    Table("storing", "storing", storing_columns, write_storing),
]
