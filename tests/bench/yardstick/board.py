"""The numbers of a map game as a C header, generated from the ruleset and the engine's fields, their only source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from whistlestop.core import fields
from whistlestop.format.ruleset import Ruleset
from whistlestop.games.network.mechanisms.bonuses import rules as bonuses
from whistlestop.games.network.mechanisms.claims import rules as claims
from whistlestop.games.network.mechanisms.stations import rules as stations
from whistlestop.games.network.mechanisms.tunnels import rules as tunnels

__all__ = ["header"]

CODES = (
    *("PLAYERS", "MARKET", "OFFER", "DECK", "COLORS", "WILD", "CARDS"),
    *("OPENING", "TURN", "SECOND_DRAW", "TICKET_CHOICE", "OVER"),
    *("DRAW", "TAKE", "TAKE_TICKETS", "KEEP", "PASS"),
    *("TO_BOTTOM", "MOST_TICKETS"),
)
"""Fields of all kinds of game: `core.fields`."""

MECHANISMS = {
    "TUNNEL": tunnels.TUNNEL,
    "CLAIM": claims.CLAIM,
    "SURCHARGE": tunnels.SURCHARGE,
    "WITHDRAW": tunnels.WITHDRAW,
    "STATION": stations.STATION,
    "FEWEST_STATIONS": stations.FEWEST_STATIONS,
    "HOLDS_BONUS": bonuses.HOLDS_BONUS,
}
"""Fields of the mechanisms of the map games."""

NUMBERS = (
    *(
        "trains",
        "end_trains",
        "stations",
        "station_value",
        "longest_bonus",
        "twins_open_from",
        "surcharge_cards",
    ),
    *("tickets", "deal_long", "deal_regular", "opening_keep_min", "opening_refused"),
    *("draw_tickets", "draw_keep_min", "draw_refused"),
    *("start_hand", "wild_ends_draw", "reset_at", "resets"),
)
"""Scalar fields of RULES, as constants in capitals."""

TABLES = (
    *("route_a", "route_b", "route_length", "route_tunnel", "twins", "city_routes", "in_play", "points"),
    *("copies", "payable", "payable_wild", "fits", "tie_breaks"),
    *("ticket_origin", "ticket_target", "ticket_points", "ticket_targets", "ticket_loss", "ticket_long"),
)
"""Array fields of RULES."""

TYPES = {"int8": "int8_t", "int16": "int16_t", "uint64": "uint64_t"}


def _constants(ruleset: Ruleset) -> Iterator[tuple[str, int]]:
    r, state = ruleset.rules[0], ruleset.machine.STATE
    for name in CODES:
        yield name, getattr(fields, name)
    yield from MECHANISMS.items()
    for name in NUMBERS:
        yield name.upper(), int(r[name])
    yield "CITIES", len(r["city_routes"])  # size of the arrays
    yield "CITY_COUNT", int(r["cities"])
    yield "WORDS", r["in_play"].shape[-1]
    yield "LENGTH", len(r["points"]) - 1
    yield "TIE_BREAKS", len(r["tie_breaks"])
    yield "TICKET_WORDS", state["tickets"].shape[1]
    yield "REVEAL", state["revealed"].shape[0]
    yield "STATION_PLACES", state["station_city"].shape[1]


def _values(array: Any) -> str:
    if array.ndim > 1:
        return "{" + ", ".join(_values(row) for row in array) + "}"
    suffix = "u" if array.dtype == np.uint64 else ""
    return "{" + ", ".join(f"{value}{suffix}" for value in array) + "}"


def header(ruleset: Ruleset) -> str:
    """Return constants and tables of a map game for the C program."""
    lines = ["#include <stdint.h>"]
    lines += [f"#define {name} ({value})" for name, value in _constants(ruleset)]
    for name in TABLES:
        table = ruleset.rules[0][name]
        shape = "".join(f"[{size}]" for size in table.shape)
        lines.append(f"static const {TYPES[table.dtype.name]} {name}{shape} = {_values(table)};")
    return "\n".join(lines) + "\n"
