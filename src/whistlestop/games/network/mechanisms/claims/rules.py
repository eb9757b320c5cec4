"""Claiming a route (USA-16 to USA-25), and the last round when trains run out (COM-21)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.fields import COLORS, NONE, PLAYERS, TURN, i1, i2, u8
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, NO, YES, Mechanism, ScorePart
from whistlestop.games.network.board.columns import BOARD
from whistlestop.games.network.board.links import is_open, join
from whistlestop.games.network.board.stock import stock, take
from whistlestop.games.network.mechanisms.payments import COLUMNS, can_pay, pay
from whistlestop.games.network.sizes import CITIES, LENGTH, ROUTES, WORDS

from .lists import CLAIM_COUNTS, count_claims, list_claims, nth_claim

CLAIM = 4
"""The type of action: claim the route `action_arg`."""


@jit
def clear(s: State, r: Rules, players: int) -> None:
    """Give all players their trains, and open the routes that are in play with this number of players (MECH-3)."""
    for player in range(players):
        s["trains"][player] = r["trains"]
        for word in range(WORDS):
            s["open"][player, word] = r["in_play"][players, word]


@jit
def occupy(s: State, r: Rules, player: int, route: int) -> None:
    """Give the route to the player: trains, owner, twins and connections, but no score (USA-16, USA-22 to USA-24)."""
    take(s, r, player, route)
    s["owned"][player, route >> 6] |= bit(route & 63)
    twins_close = s["players"] < r["twins_open_from"]
    for word in range(WORDS):
        gone = np.uint64(0)
        if word == route >> 6:
            gone = bit(route & 63)
        twins = r["twins"][route, word]
        for other in range(s["players"]):
            if other == player or twins_close:
                s["open"][other, word] &= ~(gone | twins)
            else:
                s["open"][other, word] &= ~gone
    join(s["link"][player], r["route_a"][route], r["route_b"][route])


@jit
def claim(s: State, r: Rules, player: int, route: int) -> None:
    """Place the trains and score the route immediately (USA-16, COM-23)."""
    occupy(s, r, player, route)
    s["score"][player] += r["route_points"][route]


@jit
def build(s: State, r: Rules, player: int, route: int) -> None:
    """Claim a route in a game; other mechanisms react after the action (`follow`)."""
    claim(s, r, player, route)
    s["did_claimed"] = route


@jit
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether a route may be claimed with this payment (USA-16, USA-22, USA-25)."""
    if r["action_type"][action] != CLAIM:
        return BEYOND
    route = int(r["action_arg"][action])
    fits = is_open(s, player, route) and r["route_trains"][route] <= stock(s, r, player, route)
    return YES if s["phase"] == TURN and fits and can_pay(s, r, player, action) else NO


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Pay and claim (USA-16)."""
    if r["action_type"][action] != CLAIM:
        return BEYOND
    pay(s, r, player, action)
    build(s, r, player, int(r["action_arg"][action]))
    return ENDED


@jit
def starts_last_round(s: State, r: Rules) -> bool:
    """Return whether the player has few enough trains left to start the last round (COM-21)."""
    return bool(s["trains"][s["player"]] <= r["end_trains"])


MECHANISM = Mechanism(
    columns=[
        *BOARD,
        *COLUMNS,
        # routes payable with exactly w wilds and 1 to n cards of a color (index: word, w, color, n);
        # routes payable with up to w wilds alone
        ("payable", u8, (WORDS, LENGTH + 1, COLORS, LENGTH + 1)),
        ("payable_wild", u8, (LENGTH + 1, WORDS)),
        ("trains", i2),  # per player, small ones included (MECH-7)
        ("end_trains", i2),
        ("twins_open_from", i2),  # minimum number of players for both routes of a double route to be owned
        ("claim_base", i2, ROUTES),
        ("claim_mixes", i2, ROUTES),  # number of payments of a route per color
        ("claim_wild_min", i2, ROUTES),
        ("claim_gray", i2, ROUTES),
    ],
    fields=[
        # routes that are neither owned nor closed to this player
        Field("open", PUBLIC, u8, (PLAYERS, WORDS)),
        Field("owned", PUBLIC, u8, (PLAYERS, WORDS)),
        Field("trains", PUBLIC, i2, (PLAYERS,)),  # all that are left, small ones included (MECH-7)
        Field("did_claimed", PUBLIC, i2, empty=NONE, of_action=True),  # the route that the action claimed
        # label of the part of a player's network that a city belongs to; initially every city is its own part
        Field("link", PUBLIC, i1, (PLAYERS, CITIES), empty=range(CITIES)),
    ],
    clear=clear,
    list_turn=list_claims,
    count_turn=count_claims,
    nth_turn=nth_claim,
    places=CLAIM_COUNTS,
    judge=judge,
    play=play,
    starts_last_round=starts_last_round,
    parts=[ScorePart("routes", "score")],
)
