"""Final scoring: tickets that were not completed, big cities, ranking (CARD-50 to CARD-53)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz, popcount
from whistlestop.core.fields import DECLARATION, MOST_CITIES, MOST_TICKETS, NONE, OPENING, OVER, PLAYERS
from whistlestop.core.jit import jit
from whistlestop.core.ranking import CRITERIA, rank_players
from whistlestop.core.types import Rules, State, TicketSet

from .assignment import best_declaration
from .turn import declare


@jit
def declare_all(s: State, r: Rules) -> None:
    """Score the pass under way as if it had ended: who has not declared declares the best set (RUL-78, CARD-42)."""
    if s["phase"] == OPENING:
        return
    for player in range(s["players"]):
        made = s["phase"] == DECLARATION and s["chosen"][player] == 1
        declare(s, r, player, int(s["sealed"][player]) if made else best_declaration(s, r, player))
        s["sealed"][player] = NONE


@jit
def points_of(r: Rules, tickets: TicketSet) -> int:
    """The sum of the values of a set of tickets."""
    total = 0
    rest = np.uint64(tickets)
    while rest != np.uint64(0):
        total += r["ticket_points"][ctz(rest)]
        rest &= rest - np.uint64(1)
    return int(total)


@jit
def tickets_to(s: State, r: Rules, player: int, city: int) -> int:
    """How many completed tickets of a player name a big city (CARD-51, CARD-52)."""
    count = 0
    rest = s["declared"][player, 0]
    while rest != np.uint64(0):
        count += (int(r["ticket_cities"][ctz(rest)]) >> city) & 1
        rest &= rest - np.uint64(1)
    return count


@jit
def award_city(s: State, r: Rules, city: int) -> None:
    """The value of a big city goes in full to everybody who has the most tickets to it (CARD-51, RUL-76)."""
    most = 1
    for player in range(s["players"]):
        most = max(most, tickets_to(s, r, player, city))
    for player in range(s["players"]):
        if tickets_to(s, r, player, city) == most:
            s["bonus"][player] += r["city_points"][city]
            s["cities"][player] |= 1 << city


@jit
def tie_break(s: State, criterion: int, player: int) -> int:
    """What a player has by one tie-breaker; more is better (CARD-53)."""
    if criterion == MOST_TICKETS:
        return int(s["completed"][player])
    if criterion == MOST_CITIES:
        return int(popcount(np.uint64(s["cities"][player])))
    return 0


@jit
def rank(s: State, r: Rules) -> None:
    """Rank the players by final score and tie-breakers."""
    standing = np.zeros((PLAYERS, CRITERIA), np.int64)
    for player in range(s["players"]):
        standing[player, 0] = s["final"][player]
        for place, criterion in enumerate(r["tie_breaks"]):
            standing[player, place + 1] = tie_break(s, criterion, player)
    rank_players(s, standing)


@jit
def finish(s: State, r: Rules) -> None:
    """Score the game as it stands and rank the players."""
    if s["phase"] != OVER:
        declare_all(s, r)
    s["phase"] = OVER
    for player in range(s["players"]):
        s["ticket_sum"][player] = s["score"][player]
        s["completed"][player] = popcount(s["declared"][player, 0])
        s["lost"][player] = -points_of(r, s["tickets"][player, 0])
        s["bonus"][player] = 0
        s["cities"][player] = 0
    for city in range(r["cities"]):
        award_city(s, r, city)
    for player in range(s["players"]):
        s["final"][player] = s["ticket_sum"][player] + s["lost"][player] + s["bonus"][player]
    rank(s, r)
