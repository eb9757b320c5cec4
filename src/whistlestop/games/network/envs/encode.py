"""A seat's knowledge as numbers from 0 to 1: the tables of the kind and those of its mechanisms.

Everything comes from an OBSERVATION record, so the numbers contain nothing hidden from the seat. Players are numbered
clockwise from the observing seat, so that a program learns one policy for all seats; a spectator observes from seat 0.
"""

from __future__ import annotations

from whistlestop.core.deck import cards_in_all
from whistlestop.core.fields import NONE, OVER
from whistlestop.core.jit import jit
from whistlestop.core.seats import is_to_act
from whistlestop.core.types import Actions, Observation, Observations, Rules, RulesArray, Tensors
from whistlestop.games.mechanisms.arrays import Table, share, tables, written
from whistlestop.games.network import mechanisms
from whistlestop.games.network.sizes import LENGTH, REVEAL


@jit
def most_points(r: Rules) -> int:
    """Return an upper bound for the points of all routes: the longest routes score the most per train."""
    return int(r["trains"]) * int(r["points"][LENGTH]) // LENGTH + 1


@jit
def write_table(o: Observation, r: Rules, _seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the phase, the end of the game, and the card piles."""
    if o["phase"] <= OVER:  # phases of mechanisms are in tables of their own
        out[i, at + o["phase"]] = 1.0
    at += OVER + 1
    if o["final_left"] != NONE:
        out[i, at] = 1.0
        out[i, at + 1] = share(o["final_left"], o["players"])
    out[i, at + 2] = share(o["deck_size"], cards_in_all(r))
    out[i, at + 3] = share(o["discard_size"], cards_in_all(r))
    out[i, at + 4] = share(o["ticket_size"], r["tickets"])
    out[i, at + 5] = share(o["surcharge"], REVEAL)
    return at + 6


def table_columns(_r: Rules, _players: int) -> list[str]:
    """Return the columns of the single-row table: the phase, by its code, and numbers."""
    return [
        *("opening", "turn", "second_draw", "ticket_choice", "tunnel", "over"),
        *("final_round", "final_left", "deck", "discard", "ticket_deck", "surcharge"),
    ]


@jit
def write_players(o: Observation, r: Rules, seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the points, trains and cards of every player."""
    players = int(o["players"])
    most = most_points(r)
    for step in range(players):
        player = (seat + step) % players
        out[i, at] = 1.0 if is_to_act(o, player) else 0.0
        out[i, at + 1] = 1.0 if player == o["first"] else 0.0
        out[i, at + 2] = share(o["score"][player], most)
        out[i, at + 3] = share(o["trains"][player], r["trains"])
        out[i, at + 4] = share(o["hand_size"][player], cards_in_all(r))
        out[i, at + 5] = share(o["ticket_count"][player], r["tickets"])
        at += 6
        if r["stations"]:
            out[i, at] = share(o["stations_left"][player], r["stations"])
            at += 1
    return at


def player_columns(r: Rules, _players: int) -> list[str]:
    """Return the columns of a player."""
    stations = ["stations"] if r["stations"] else []
    return ["to_act", "first", "score", "trains", "cards", "tickets", *stations]


OWN = [
    Table("table", "table", table_columns, write_table),
    Table("players", "players", player_columns, write_players),
]
"""Tables to which several mechanisms add."""

ORDER = ("table", "cards", "players", "routes", "cities", "tickets")
"""Tables in the order of the tensor; further ones follow."""

TABLES = sorted(
    [*OWN, *tables(mechanisms.__name__, mechanisms.NAMES)],
    key=lambda table: ORDER.index(table.name) if table.name in ORDER else len(ORDER),
)

write = written(TABLES)


@jit
def tensor(
    observations: Observations,
    rules: RulesArray,
    j: int,
    paying: int,
    declaring: int,  # noqa: ARG001 - the same signature in all kinds
    out: Tensors,
    i: int,
) -> None:
    """Write observation j as row i; see `games.encoding` for the arguments."""
    o, r = observations[j], rules[0]
    seat = max(0, int(o["seat"]))
    for place in range(out.shape[1]):
        out[i, place] = 0.0
    write(o, r, seat, paying, out, i, 0)


@jit
def addable(
    observations: Observations,  # noqa: ARG001 - the same signature in all kinds
    rules: RulesArray,  # noqa: ARG001
    j: int,  # noqa: ARG001
    seat: int,  # noqa: ARG001
    declaring: int,  # noqa: ARG001
    out: Actions,  # noqa: ARG001
) -> int:
    """Return NONE: map games have no declarations."""
    return NONE
