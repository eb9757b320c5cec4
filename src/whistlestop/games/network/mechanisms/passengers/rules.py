"""Passengers: figures at the cities, collected with claims, and majorities of their colors (GER-7 to GER-11).

Each country is one stop for all its border nodes: its first node has the figures.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import COLORS, NONE, PLAYERS, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.rng import shuffle
from whistlestop.core.types import Actions, Known, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, NO, YES, Mechanism, ScorePart
from whistlestop.games.network.mechanisms.codes import ACTION_TYPES, PHASES, TIE_BREAKS
from whistlestop.games.network.sizes import CITIES

BOARD = next(ACTION_TYPES)
"""The type of action: take a figure of the color `action_color` from the stop `action_arg // COLORS`."""
BOARDING = next(PHASES)
"""The phase in which the player chooses figures at the ends of a claimed route."""
MOST_PASSENGERS = next(TIE_BREAKS)
"""A tie-breaker: more figures."""
ENDS = 2


@jit
def deal(s: State, r: Rules) -> None:
    """Put the figures on the stops at random; all players see them (GER-7)."""
    if r["passengers"] == 0:
        return
    bag = np.empty(COLORS * int(r["passengers"]), np.int64)
    size = 0
    for color in range(COLORS):
        for _ in range(r["passenger_colors"][color] * r["passengers"]):
            bag[size] = color
            size += 1
    shuffle(s, bag, size)
    place = 0
    for city in range(r["cities"]):
        for _ in range(r["stop_figures"][city]):
            s["figures"][city, bag[place]] += 1
            place += 1


@jit
def kinds_at(s: Known, stop: int) -> int:
    """Return the number of colors of the figures at a stop."""
    kinds = 0
    for color in range(COLORS):
        if s["figures"][stop, color] > 0:
            kinds += 1
    return kinds


@jit
def take(s: State, player: int, end: int, color: int) -> None:
    """Take a figure from the stop at an end of the claimed route (GER-8)."""
    stop = int(s["boarding"][end])
    s["figures"][stop, color] -= 1
    s["aboard"][player, color] += 1
    s["boarding"][end] = NONE
    s["did_boarded"][end] = stop
    s["did_boarded_color"][end] = color


@jit
def lingers(s: State, r: Rules, player: int) -> bool:
    """Take figures where there is no choice, and let the player choose where there is one (GER-8, GER-9)."""
    if r["passengers"] == 0:
        return False
    for end in range(ENDS):
        stop = int(s["boarding"][end])
        if stop == NONE:
            continue
        kinds = kinds_at(s, stop)
        if kinds == 0:
            s["boarding"][end] = NONE
        elif kinds == 1:
            color = 0
            while s["figures"][stop, color] == 0:
                color += 1
            take(s, player, end, color)
    for end in range(ENDS):
        if s["boarding"][end] != NONE:
            s["phase"] = BOARDING
            return True
    return False


@jit
def list_phase(s: State, r: Rules, _player: int, out: Actions) -> int:
    """Write the figures that the player may choose."""
    if s["phase"] != BOARDING:
        return BEYOND
    size = 0
    for end in range(ENDS):
        stop = int(s["boarding"][end])
        if stop != NONE:
            for color in range(COLORS):
                if s["figures"][stop, color] > 0:
                    out[size] = r["board_action"][stop, color]
                    size += 1
    return size


@jit
def end_of(s: Known, stop: int) -> int:
    """Return the end of the claimed route where the player must take a figure of the stop; NONE if there is none."""
    for end in range(ENDS):
        if s["boarding"][end] == stop:
            return end
    return NONE


@jit
def judge(s: State, r: Rules, _player: int, action: int) -> int:
    """Return whether the player may choose the figure."""
    if r["action_type"][action] != BOARD:
        return NO if s["phase"] == BOARDING else BEYOND
    stop, color = int(r["action_arg"][action]) // COLORS, int(r["action_color"][action])
    if s["phase"] != BOARDING or end_of(s, stop) == NONE:
        return NO
    return YES if s["figures"][stop, color] > 0 else NO


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Take the chosen figure."""
    if r["action_type"][action] != BOARD:
        return BEYOND
    stop = int(r["action_arg"][action]) // COLORS
    take(s, player, end_of(s, stop), int(r["action_color"][action]))
    return ENDED


@jit
def follow(s: State, r: Rules, _player: int) -> None:
    """After a claim, mark both ends for taking figures (GER-8). A ring has one (MECH-8)."""
    if r["passengers"] and s["did_claimed"] != NONE:
        route = int(s["did_claimed"])
        s["boarding"][0] = r["stop"][r["route_a"][route]]
        if r["route_a"][route] != r["route_b"][route]:
            s["boarding"][1] = r["stop"][r["route_b"][route]]


@jit
def place_of(s: Known, player: int, color: int) -> int:
    """Return how many players have more figures of a color, NONE for a player without one (GER-10)."""
    held = s["aboard"][player, color]
    if held == 0:
        return NONE
    ahead = 0
    for other in range(s["players"]):
        if s["aboard"][other, color] > held:
            ahead += 1
    return ahead


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Score the most and the second most figures of each color (GER-10)."""
    points = 0
    for color in range(COLORS):
        ahead = place_of(s, player, color)
        if ahead == 0:
            points += int(r["passenger_first"])
        elif ahead == 1:
            points += int(r["passenger_second"])
    s["passenger_points"][player] = points


@jit
def tie_break(s: State, criterion: int, player: int) -> int:
    """Return the number of figures: the player with more is ahead (GER-11)."""
    if criterion != MOST_PASSENGERS:
        return BEYOND
    figures = 0
    for color in range(COLORS):
        figures += int(s["aboard"][player, color])
    return figures


MECHANISM = Mechanism(
    columns=[
        ("passengers", i2),  # figures of each color; 0: none
        ("passenger_first", i2),
        ("passenger_second", i2),
        ("passenger_colors", i2, COLORS),  # 1: there are figures of the color
        (
            "stop",
            i2,
            CITIES,
        ),  # the node that has the figures: the city itself, or the first node of a country
        ("stop_figures", i2, CITIES),  # figures there at the start
        ("board_action", i2, (CITIES, COLORS)),
    ],
    fields=[
        Field("figures", PUBLIC, i2, (CITIES, COLORS)),  # at each stop
        Field("aboard", PUBLIC, i2, (PLAYERS, COLORS)),
        Field("boarding", PUBLIC, i2, (ENDS,), empty=NONE),  # stops at which a figure is still to be taken
        Field("passenger_points", PUBLIC, i2, (PLAYERS,)),  # set when the game is over
        Field("did_boarded", PUBLIC, i2, (ENDS,), empty=NONE, of_action=True),  # stops of the figures taken
        Field("did_boarded_color", PUBLIC, i2, (ENDS,), of_action=True),
    ],
    deal=deal,
    list_phase=list_phase,
    judge=judge,
    play=play,
    follow=follow,
    lingers=lingers,
    score=score,
    parts=[ScorePart("passengers", "passenger_points")],
    tie_break=tie_break,
)
