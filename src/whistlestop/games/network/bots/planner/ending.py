"""The planner's last turn: the action that adds the most points immediately."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, RouteWord, Rules, Work
from whistlestop.games.network.board.paths import longest_trail
from whistlestop.games.network.bots.greedy import ticket_gain
from whistlestop.games.network.bots.payments import sparing_claim
from whistlestop.games.network.mechanisms.claims.lists import reach
from whistlestop.games.network.mechanisms.tickets.decks import most_drawn
from whistlestop.games.network.mechanisms.tickets.unknown import placed
from whistlestop.games.network.sizes import TICKET_WORDS, WORDS

from . import contributions
from .goals import value_now
from .numbers import DOUBT, OTHER_TICKET
from .offers import insert, mean_of_best


@jit
def trail_of(r: Rules, word0: RouteWord, word1: RouteWord) -> int:
    """Return the length of the longest path in a set of routes."""
    return int(longest_trail(r["route_a"], r["route_b"], r["route_length"], word0, word1))


@jit
def bonus_gained(r: Rules, before: int, after: int, rival: int) -> int:
    """Return the points by which the longest-path bonus extends a player's lead over the rival (USA-34).

    before, after: the player's longest path without and with a claim. On a tie, both hold the bonus.
    """
    own = int(after >= rival) - int(before >= rival)
    rivals = int(rival >= after) - int(rival >= before) if rival > 0 else 0
    return (own - rivals) * int(r["longest_bonus"])


@jit
def last_claim(o: Observation, r: Rules, w: Work) -> tuple[int, int]:
    """Return the claim that adds the most to the final lead, and the points added, in thousandths.

    Of equal claims, returns the one with the longest path afterwards, which opponents are least likely to exceed.
    """
    player = int(o["seat"])
    rival = 0
    for other in range(o["players"]):
        if other != player:
            rival = max(rival, trail_of(r, o["owned"][other, 0], o["owned"][other, 1]))
    own = trail_of(r, o["owned"][player, 0], o["owned"][player, 1])
    routes = np.empty(WORDS, np.uint64)
    best = NONE
    most = 0
    for word in range(WORDS):
        rest = reach(o, r, player, word)
        while rest != np.uint64(0):
            route = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            action = sparing_claim(o, r, player, route)
            if action == NONE:
                continue
            gain = ticket_gain(o, r, player, route) + contributions.bonus(o, r, player, route)
            value = (int(r["route_points"][route]) + gain) * 1000 + contributions.gain(r, w, route)
            routes[:] = o["owned"][player]
            routes[word] |= bit(route & 63)
            trail = trail_of(r, routes[0], routes[1])  # a short route may join two long paths
            value += bonus_gained(r, own, trail, rival) * 1000 + trail - own
            if value > most:
                best = action
                most = value
    return best, most


@jit
def lead_of(o: Observation, r: Rules, n: Numbers) -> int:
    """Estimate the seat's lead over the best opponent, in thousandths of a point."""
    player = int(o["seat"])
    own = int(o["score"][player]) + contributions.standing(o, r, player)
    for word in range(TICKET_WORDS):
        rest = o["tickets"][player, word]
        while rest != np.uint64(0):
            own += value_now(o, r, word * 64 + ctz(rest))
            rest &= rest - np.uint64(1)
    trail = trail_of(r, o["owned"][player, 0], o["owned"][player, 1])
    best = -(1 << 40)
    longest = 0
    for other in range(o["players"]):
        if other != player:
            length = trail_of(r, o["owned"][other, 0], o["owned"][other, 1])
            longest = max(longest, length)
    for other in range(o["players"]):
        if other != player:
            score = (int(o["score"][other]) + contributions.standing(o, r, other)) * 1000
            score += int(o["ticket_count"][other]) * n[OTHER_TICKET] * 10
            if trail_of(r, o["owned"][other, 0], o["owned"][other, 1]) == longest >= trail:
                score += int(r["longest_bonus"]) * 1000
            best = max(best, score)
    if trail >= longest:
        own += int(r["longest_bonus"])
    return int(own * 1000 - best)


@jit
def chance_with(n: Numbers, lead: int) -> int:
    """Return the probability that a lead, in thousandths of a point, lasts to the end, in millionths."""
    return int(500_000 + 500_000 * lead // (abs(lead) + n[DOUBT] * 10))


@jit
def last_tickets(o: Observation, r: Rules, n: Numbers, w: Work, gain: int) -> bool:
    """Return whether drawing tickets in the last turn wins more often than an action that scores `gain`.

    Tickets drawn now score with the present network: a gamble that pays only for a player who is behind.
    """
    lead = lead_of(o, r, n)
    best = max(gamble(o, r, n, w, lead, 0), gamble(o, r, n, w, lead, 1))
    return bool(best > chance_with(n, lead + gain))


@jit
def gamble(o: Observation, r: Rules, n: Numbers, w: Work, lead: int, long: int) -> int:
    """Return the probability of winning with the best of the new tickets of a sort that can be drawn, in millionths.

    Returns -1 if no ticket can be drawn.
    """
    if most_drawn(o, r, long) == 0:
        return -1
    values = w["values"]
    size = 0
    for ticket in range(r["tickets"]):
        if r["ticket_long"][ticket] == long and not placed(o, ticket):
            insert(values, size, chance_with(n, lead + value_now(o, r, ticket) * 1000))
            size += 1
    drawn = min(most_drawn(o, r, long), size)
    return int(mean_of_best(values, size, drawn)) if drawn > 0 else -1
