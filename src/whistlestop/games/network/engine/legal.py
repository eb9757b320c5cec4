"""What is legal: the one definition. `list_legal` lists, `is_legal` judges one action.

Every function here reads only what the seat concerned may know, so it takes a STATE or an OBSERVATION. The claims have
a module of their own. Random play would spend a third of its time on lists of which it needs one action, so a turn can
also be counted: `count_turn` and `nth_turn` stand beside the list, and tests compare them with it.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.deck import market_cards
from whistlestop.core.draws import count_draws, list_draws, nth_draw
from whistlestop.core.fields import (
    CLAIM,
    COLORS,
    DRAW,
    KEEP,
    NONE,
    OPENING,
    PASS,
    SECOND_DRAW,
    STATION,
    SURCHARGE,
    TAKE,
    TAKE_TICKETS,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    WILD,
    WITHDRAW,
)
from whistlestop.core.jit import jit
from whistlestop.core.rng import fast_below
from whistlestop.core.seats import is_to_act
from whistlestop.core.tickets import can_keep, keep_min, list_keeps
from whistlestop.core.types import Actions, CardSet, Generator, Integers, Rules, State

from .claims import count_claims, held, list_claims, nth_claim
from .fields import CLAIM_COUNTS, SMALL
from .links import is_open

# What `count_turn` writes after the counts of claims: how many actions of each sort, and the payments for a station.
DRAWS, DRAW_TICKETS, CLAIMS, PAYMENTS, FIRST_PAYMENT = range(CLAIM_COUNTS, CLAIM_COUNTS + 5)
COUNTS = FIRST_PAYMENT + SMALL


@jit
def can_draw(s: State) -> bool:
    """Whether a card can be had blind (USA-8)."""
    return bool(s["deck_size"] > 0 or s["discard_size"] > 0)


@jit
def takeable(s: State, r: Rules, second: bool) -> CardSet:
    """The cards that may be taken from the market, as a set of bits (USA-7, USA-9, SWI-9)."""
    cards = market_cards(s)
    if second and r["wild_ends_draw"]:
        return cards & ((1 << WILD) - 1)
    return cards


@jit
def list_small(
    s: State, r: Rules, player: int, color: int, total: int, out: Actions, size: int, base: int
) -> int:
    """Payments of one to three cards: of one color and wilds, or of wilds alone (color WILD)."""
    wilds = held(s, player, WILD)
    if color == WILD:
        if wilds >= total:
            out[size] = base + r["small"][0, 0, total]
            size += 1
        return size
    for wild in range(min(wilds, total - 1) + 1):
        if held(s, player, color) >= total - wild:
            out[size] = base + r["small"][color, total - wild, wild]
            size += 1
    return size


@jit
def station_cost(s: State, r: Rules, player: int) -> int:
    """Cards that the next station costs (EUR-23), 0 if the player has none left."""
    if s["stations_left"][player] == 0:
        return 0
    return int(r["stations"]) - int(s["stations_left"][player]) + 1


@jit
def list_station_payments(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """The ways to pay for the next station, as stations in the first city."""
    cost = station_cost(s, r, player)
    if cost:
        for color in range(COLORS + 1):
            size = list_small(s, r, player, color, cost, out, size, int(r["id_station"]))
    return size


@jit
def list_stations(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the legal stations (EUR-22)."""
    first = size
    last = list_station_payments(s, r, player, out, size)
    if last == first:
        return first
    payments = last - first
    place = count_free_cities(s, r)
    # From the back, for the payments stand where the stations of the first city will.
    for city in range(int(r["cities"]) - 1, -1, -1):
        if s["station_owner"][city] == NONE:
            place -= 1
            for payment in range(payments):
                out[first + place * payments + payment] = out[first + payment] + city * SMALL
    return first + payments * count_free_cities(s, r)


@jit
def count_free_cities(s: State, r: Rules) -> int:
    """Cities without a station (EUR-22)."""
    free = 0
    for city in range(r["cities"]):
        if s["station_owner"][city] == NONE:
            free += 1
    return free


@jit
def nth_free_city(s: State, index: int) -> int:
    """The n-th city without a station."""
    city = 0
    while True:
        if s["station_owner"][city] == NONE:
            if index == 0:
                return city
            index -= 1
        city += 1


@jit
def list_legal(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write every legal action of the player into `out` and return how many there are."""
    if not is_to_act(s, player):
        return 0
    phase = s["phase"]
    if phase == OPENING:
        return list_keeps(s, r, player, keep_min(r, True), out, 0)
    if phase == TICKET_CHOICE:
        return list_keeps(s, r, player, keep_min(r, False), out, 0)
    if phase == SECOND_DRAW:
        return list_draws(r, can_draw(s), takeable(s, r, True), out, 0)
    if phase == TUNNEL:
        base = int(r["id_surcharge"])
        size = list_small(s, r, player, WILD, int(s["surcharge"]), out, 0, base)
        if s["laid_color"] != WILD:
            size = list_small(s, r, player, int(s["laid_color"]), int(s["surcharge"]), out, size, base)
        out[size] = r["id_withdraw"]
        return size + 1
    return list_turn(s, r, player, out)


@jit
def list_turn(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write what may be done at the beginning of a turn (USA-6)."""
    size = list_draws(r, can_draw(s), takeable(s, r, False), out, 0)
    if s["ticket_size"] > 0:
        out[size] = r["id_tickets"]
        size += 1
    size = list_claims(s, r, player, out, size)
    if r["stations"]:
        size = list_stations(s, r, player, out, size)
    if size == 0:  # RUL-12
        out[0] = r["id_pass"]
        return 1
    return size


@jit
def count_turn(s: State, r: Rules, player: int, counts: Integers) -> int:
    """How many actions `list_turn` writes, passing left aside.

    `counts`, of COUNTS places, gets what `nth_turn` has to know: those of `count_claims`, then how many actions of each
    sort there are (DRAWS to PAYMENTS), then the ways to pay for a station in the first city.
    """
    draws = count_draws(can_draw(s), takeable(s, r, False))
    tickets = 1 if s["ticket_size"] > 0 else 0
    claims = count_claims(s, r, player, counts)
    payments = 0
    stations = 0
    if r["stations"]:
        payments = list_station_payments(s, r, player, counts, FIRST_PAYMENT) - FIRST_PAYMENT
        if payments:
            stations = payments * count_free_cities(s, r)
    counts[DRAWS] = draws
    counts[DRAW_TICKETS] = tickets
    counts[CLAIMS] = claims
    counts[PAYMENTS] = payments
    return draws + tickets + claims + stations


@jit
def nth_turn(s: State, r: Rules, player: int, index: int, counts: Integers) -> int:
    """The n-th action of `list_turn`, from the counts of `count_turn`."""
    if index < counts[DRAWS]:
        return nth_draw(r, can_draw(s), takeable(s, r, False), index)
    index -= counts[DRAWS]
    if index < counts[DRAW_TICKETS]:
        return int(r["id_tickets"])
    index -= counts[DRAW_TICKETS]
    if index < counts[CLAIMS]:
        return nth_claim(s, r, player, index, counts)
    index -= counts[CLAIMS]
    payment = int(counts[FIRST_PAYMENT + index % counts[PAYMENTS]])
    return payment + nth_free_city(s, index // int(counts[PAYMENTS])) * SMALL


@jit
def random_action(s: State, r: Rules, player: int, random: Generator, scratch: Actions) -> int:
    """A uniformly random action of `list_legal`; `scratch` has the size of an action list."""
    phase = s["phase"]
    if phase == TURN:
        count = count_turn(s, r, player, scratch)
        return nth_turn(s, r, player, fast_below(random, count), scratch) if count else int(r["id_pass"])
    if phase == SECOND_DRAW:
        blind, cards = can_draw(s), takeable(s, r, True)
        return nth_draw(r, blind, cards, fast_below(random, count_draws(blind, cards)))
    return int(scratch[fast_below(random, list_legal(s, r, player, scratch))])


@jit
def has_payment(s: State, player: int, color: int, colored: int, wild: int) -> bool:
    """Whether the player holds these cards."""
    if held(s, player, WILD) < wild:
        return False
    return color == WILD or held(s, player, color) >= colored


@jit
def is_legal(s: State, r: Rules, player: int, action: int) -> bool:
    """Whether the action is one of `list_legal`, without listing them."""
    if not is_to_act(s, player) or action < 0 or action >= r["actions"]:
        return False
    phase = s["phase"]
    action_type = r["action_type"][action]
    arg = int(r["action_arg"][action])
    color = int(r["action_color"][action])
    colored = int(r["action_colored"][action])
    wild = int(r["action_wild"][action])
    if action_type == KEEP:
        if phase != OPENING and phase != TICKET_CHOICE:
            return False
        return can_keep(s, player, arg, keep_min(r, phase == OPENING))
    if phase == TUNNEL:
        if action_type == WITHDRAW:
            return True
        if action_type != SURCHARGE or colored + wild != s["surcharge"]:
            return False
        return (color == WILD or color == s["laid_color"]) and has_payment(s, player, color, colored, wild)
    if phase != TURN and phase != SECOND_DRAW:
        return False
    if action_type == DRAW:
        return can_draw(s)
    if action_type == TAKE:
        return ((takeable(s, r, phase == SECOND_DRAW) >> color) & 1) != 0
    if phase != TURN:
        return False
    if action_type == TAKE_TICKETS:
        return bool(s["ticket_size"] > 0)
    if action_type == CLAIM:
        fits = is_open(s, player, arg) and r["route_length"][arg] <= s["trains"][player]
        return fits and has_payment(s, player, color, colored, wild)
    if action_type == STATION:
        fits = s["station_owner"][arg] == NONE and colored + wild == station_cost(s, r, player)
        return fits and has_payment(s, player, color, colored, wild)
    return action_type == PASS and is_stuck(s, r, player)


@jit
def is_stuck(s: State, r: Rules, player: int) -> bool:
    """Whether nothing but passing is left (RUL-12)."""
    return count_turn(s, r, player, np.empty(COUNTS, np.int16)) == 0
