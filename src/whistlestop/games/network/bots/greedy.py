"""The `greedy` bot: always after the most points for the least time, one route at a time.

It is the yardstick for bots that think further, so it plays its one idea as well as the idea can be played:

- For every route that it may still claim it reckons the points that the claim would add, tickets completed
  by it included, divided by the turns that it takes: one for the claim and half a one for every card
  missing. It claims the best route as soon as it can, with as few wilds as possible, and draws cards for it
  until then.
- Of the market it takes the card that serves the best routes, and draws blind if a random card serves as
  well.
- In its last turn it claims whatever adds the most.
- It keeps as few tickets as it may, those with the least to lose, and never draws others. It pays the
  surcharge of a tunnel whenever it can. It builds no stations.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import CARDS, COLORS, NONE, OPENING, SECOND_DRAW, TICKET_CHOICE, TUNNEL, WILD
from whistlestop.core.jit import jit
from whistlestop.core.tickets import keep_min, subset_size
from whistlestop.core.types import (
    Generator,
    Integers,
    Numbers,
    Observation,
    Observations,
    Rules,
    RulesArray,
    WorkArray,
)
from whistlestop.games.network.engine.claims import reach
from whistlestop.games.network.engine.fields import LENGTH, TICKET_WORDS, WORDS
from whistlestop.games.network.engine.legal import can_draw, list_legal, takeable
from whistlestop.games.network.engine.links import connected, join

from .payments import can_pay, sparing_claim

SCALE = 1000


@jit
def ticket_gain(o: Observation, r: Rules, player: int, route: int) -> int:
    """What a claim of the route adds to the player's tickets."""
    label = o["link"][player]
    a = r["route_a"][route]
    b = r["route_b"][route]
    if label[a] == label[b]:
        return 0
    joined = label.copy()
    join(joined, a, b)
    gain = 0
    for word in range(TICKET_WORDS):
        rest = o["tickets"][player, word]
        while rest != np.uint64(0):
            ticket = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            before = -int(r["ticket_loss"][ticket])
            after = before
            for target in range(r["ticket_targets"][ticket]):
                points = int(r["ticket_points"][ticket, target])
                ends = r["ticket_target"][ticket, target]
                if connected(label, r["ticket_origin"][ticket], ends):
                    before = max(before, points)
                if connected(joined, r["ticket_origin"][ticket], ends):
                    after = max(after, points)
            gain += after - before
    return gain


@jit
def missing_cards(o: Observation, r: Rules, player: int, route: int, color: int) -> int:
    """Cards that must be drawn before the route can be paid for with this color."""
    length = int(r["route_length"][route])
    held = int(o["hand"][player, color])
    wilds = int(o["hand"][player, WILD])
    fixed = int(r["claim_wild_min"][route])
    spare = max(0, wilds - fixed)
    if not can_pay(r, route, WILD, 0, length):  # no wilds on this route
        spare = 0
    return max(0, fixed - wilds) + max(0, length - fixed - held - spare)


@jit
def uses_color(r: Rules, route: int, color: int) -> bool:
    """Whether cards of the color can pay for the route at all."""
    return can_pay(r, route, color, LENGTH, int(r["claim_wild_min"][route]))


@jit
def best_route(o: Observation, r: Rules, player: int, last: bool, value: Integers) -> int:
    """The best route for its time, and into `value` what one more of each card is worth.

    In the last turn only routes that can be paid for now count. NONE if there is no route.
    """
    best = NONE
    best_rate = 0
    value[:] = 0
    for word in range(WORDS):
        rest = reach(o, r, player, word)
        while rest != np.uint64(0):
            route = word * 64 + ctz(rest)
            rest &= rest - np.uint64(1)
            gain = int(r["points"][r["route_length"][route]]) + ticket_gain(o, r, player, route)
            fewest = 1000
            for color in range(COLORS):
                if uses_color(r, route, color):
                    fewest = min(fewest, missing_cards(o, r, player, route, color))
            if fewest == 1000:  # a ferry of wilds only
                fewest = max(0, int(r["route_length"][route]) - int(o["hand"][player, WILD]))
            if last and fewest > 0:
                continue
            rate = gain * SCALE // (2 + fewest)
            if rate > best_rate:
                best = route
                best_rate = rate
            if fewest > 0:
                for color in range(COLORS):
                    if uses_color(r, route, color) and missing_cards(o, r, player, route, color) == fewest:
                        value[color] = max(value[color], rate)
                if can_pay(r, route, WILD, 0, int(r["route_length"][route])):
                    value[WILD] = max(value[WILD], rate)
    return best


@jit
def draw_card(o: Observation, r: Rules, value: Integers) -> int:
    """The market's best card if it is better than a random one, otherwise the deck's."""
    second = o["phase"] == SECOND_DRAW
    blind = value[WILD] * int(r["wilds"])
    for color in range(COLORS):
        blind += value[color] * int(r["cards_per_color"])
    blind //= int(r["wilds"]) + COLORS * int(r["cards_per_color"])
    cards = takeable(o, r, second)
    best = NONE
    most = blind if can_draw(o) else -1
    for card in range(CARDS):
        worth = value[card]
        if card == WILD and r["wild_ends_draw"]:
            worth //= 2  # it costs both draws
        if (cards >> card) & 1 and worth > most:
            best = card
            most = worth
    if best != NONE:
        return int(r["id_take"]) + best
    return int(r["id_draw"]) if can_draw(o) else NONE


@jit
def cheapest_tickets(o: Observation, r: Rules, player: int, opening: bool) -> int:
    """The smallest subset of the offer that may be kept, with the least to lose."""
    best = 0
    least = 1 << 30
    for subset in range(1 << int(o["offer_size"][player])):
        if subset_size(subset) >= keep_min(r, opening):
            loss = 0
            for place in range(o["offer_size"][player]):
                if (subset >> place) & 1:
                    loss += int(r["ticket_loss"][o["offer"][player, place]])
            if loss < least:
                best = subset
                least = loss
    return int(r["id_keep"]) + best


@jit
def decide(
    observations: Observations,
    rules: RulesArray,
    i: int,
    random: Generator,
    numbers: Numbers,
    work: WorkArray,
) -> int:
    """Choose an action for the observation's seat. The generator is not used: nothing is left to chance."""
    o = observations[i]
    r = rules[0]
    player = int(o["seat"])
    phase = o["phase"]
    if phase in (OPENING, TICKET_CHOICE):
        return cheapest_tickets(o, r, player, phase == OPENING)
    legal = work[0]["actions"]
    if phase == TUNNEL:  # withdrawing is listed last, payments with few wilds of a color before it
        size = list_legal(o, r, player, legal)
        best = int(legal[size - 1])
        fewest = 1000
        for place in range(size - 1):
            if r["action_wild"][legal[place]] < fewest:
                best = int(legal[place])
                fewest = int(r["action_wild"][legal[place]])
        return best
    value = np.zeros(CARDS, np.int64)
    last = o["final_left"] != NONE and o["final_left"] <= o["players"]
    route = best_route(o, r, player, last, value)
    if phase != SECOND_DRAW and route != NONE:
        claim = sparing_claim(o, r, player, route)
        if claim != NONE:
            return claim
    action = draw_card(o, r, value)
    if action != NONE:
        return action
    list_legal(o, r, player, legal)
    return int(legal[0])
