"""The `blocker` bot: like `greedy`, but also counts how much a claim hurts a player who hoards cards.

It watches the player with the most cards in hand, once they have at least `hoard`: it can still take routes that this
player is waiting to claim. It guesses the player's tickets from public information. Any ticket whose place its seat
does not know may be theirs. Tickets that their routes have brought closer to completion are likelier, and so are
tickets whose path has the colors that they took face up. For each route that the bot can pay for now, it estimates the
loss to the player's tickets without it: the trains of the detour, or the whole ticket if there is none. That is added
to the points of the claim, with the weight `spite` in hundredths.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import CARDS, NONE, SECOND_DRAW, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, RouteSet, Rules, Work
from whistlestop.games.network.board.links import is_open
from whistlestop.games.network.bots.collecting import best_by_time, claim_or_draw
from whistlestop.games.network.bots.greedy import count_gains, in_last_turn
from whistlestop.games.network.bots.payments import sparing_claim
from whistlestop.games.network.bots.planner.paths import FAR
from whistlestop.games.network.bots.simple import one_idea
from whistlestop.games.network.mechanisms.claims.lists import reach
from whistlestop.games.network.mechanisms.tickets.unknown import placed
from whistlestop.games.network.sizes import ROUTES, TICKETS, WORDS

from .paths import NOTHING, look, way_for

NUMBERS = {
    "hoard": 8,  # minimum cards in hand for a player to be watched
    "spite": 100,  # weight of a point that the player loses, in hundredths of a point gained
}
HOARD, SPITE = range(len(NUMBERS))


@jit
def hoarder(o: Observation, n: Numbers) -> int:
    """Return the opponent with the most cards in hand; NONE if no opponent has enough to be watched."""
    found = NONE
    most = int(n[HOARD]) - 1
    for other in range(o["players"]):
        if other != o["seat"] and o["hand_size"][other] > most:
            found = other
            most = int(o["hand_size"][other])
    return found


@jit
def known_cards_for(o: Observation, r: Rules, path: RouteSet, target: int) -> int:
    """Return how many of the cards known to be in the player's hand could pay for routes of a path."""
    fitting = 0
    for color in range(WILD):
        needed = 0
        for route in range(r["routes"]):
            colored = not r["claim_gray"][route] and r["action_color"][r["claim_base"][route]] == color
            if colored and (path[route >> 6] & bit(route & 63)) != np.uint64(0):
                needed += int(r["route_length"][route])
        fitting += min(needed, int(o["known"][target, color]))
    return fitting


@jit
def guess_tickets(o: Observation, r: Rules, w: Work, target: int, chances: Integers) -> None:
    """Write the probability that the player holds each ticket to `chances`, in thousandths; 0 for completed ones.

    A ticket's weight is 1, plus amounts for the trains that the player's routes save on its path and for their known
    cards.
    """
    length = np.zeros(ROUTES, np.int64)
    for route in range(r["routes"]):
        length[route] = int(r["route_length"][route])
    path = np.zeros(WORDS, np.uint64)
    whole = w["usable"].copy()
    for word in range(WORDS):
        whole[word] = r["in_play"][o["players"], word]
    look(o, r, w, target)
    now = w["usable"].copy()
    weights = np.zeros(TICKETS, np.int64)
    total = 0
    for ticket in range(r["tickets"]):
        if placed(o, ticket):
            continue
        w["usable"][:] = now
        left, there = way_for(r, w, w["cost"], ticket, NOTHING, path)
        fitting = known_cards_for(o, r, path, target)
        w["usable"][:] = whole
        first, _ = way_for(r, w, length, ticket, NOTHING, path)
        saved = max(0, first - left) if there != NONE else 0
        weights[ticket] = 1 + saved * saved + fitting
        total += weights[ticket]
        if there == NONE or left == 0 or left > o["trains"][target]:
            weights[ticket] = 0
    w["usable"][:] = now
    for ticket in range(r["tickets"]):
        share = int(o["ticket_count"][target]) * 1000 * weights[ticket] // max(1, total)
        chances[ticket] = min(1000, share)


@jit
def count_harm(o: Observation, r: Rules, w: Work, target: int, harm: Integers) -> None:
    """Write to `harm`, in thousandths of a point, the player's loss from each route that the seat can claim."""
    player = int(o["seat"])
    chances = np.zeros(TICKETS, np.int64)
    guess_tickets(o, r, w, target, chances)  # leaves the board in `w` as the target sees it
    path = np.zeros(WORDS, np.uint64)
    other = np.zeros(WORDS, np.uint64)
    cost = w["cost"].copy()
    for ticket in range(r["tickets"]):
        if chances[ticket] == 0:
            continue
        before, end = way_for(r, w, w["cost"], ticket, NOTHING, path)
        for word in range(WORDS):
            rest = path[word] & reach(o, r, player, word)
            while rest != np.uint64(0):
                route = word * 64 + ctz(rest)
                rest &= rest - np.uint64(1)
                if sparing_claim(o, r, player, route) == NONE:
                    continue
                cost[route] = FAR
                after, _ = way_for(r, w, cost, ticket, NOTHING, other)
                cost[route] = w["cost"][route]
                ticket_lost = int(r["ticket_points"][ticket, end]) + int(r["ticket_loss"][ticket])
                lost = ticket_lost if after > o["trains"][target] else min(ticket_lost, after - before)
                harm[route] += chances[ticket] * lost


@jit
def stays_open(o: Observation, r: Rules, target: int, route: int) -> bool:
    """Return whether the player could still claim the other route of a double route."""
    if o["players"] < r["twins_open_from"]:
        return False
    for word in range(WORDS):
        rest = r["twins"][route, word]
        while rest != np.uint64(0):
            if is_open(o, target, word * 64 + ctz(rest)):
                return True
            rest &= rest - np.uint64(1)
    return False


@jit
def act(o: Observation, r: Rules, n: Numbers, w: Work, player: int) -> int:
    """Choose an action of a turn."""
    phase = o["phase"]
    gain = np.zeros(ROUTES, np.int64)
    count_gains(o, r, player, gain)
    target = hoarder(o, n)
    if phase != SECOND_DRAW and target != NONE:
        harm = np.zeros(ROUTES, np.int64)
        count_harm(o, r, w, target, harm)
        for route in range(r["routes"]):
            if harm[route] > 0 and not stays_open(o, r, target, route):
                gain[route] += harm[route] * n[SPITE] // 100_000
    value = np.zeros(CARDS, np.int64)
    route = best_by_time(o, r, player, gain, in_last_turn(o), value)
    return claim_or_draw(o, r, player, route, value, w["actions"])


decide = one_idea(__name__, act)
