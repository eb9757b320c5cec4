"""What is legal: the one definition (DESIGN section 1, sentence 6).

Every function here reads only what the seat concerned may know, so it takes a STATE or an OBSERVATION.
Claims are found by bitsets: `payable_word` gives the routes for one way to pay, and counting, listing,
picking and checking all go through it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import ctz, nth_set_bit, popcount
from .fields import (
    CLAIM,
    COLORS,
    DRAW,
    KEEP,
    LENGTH,
    MARKET,
    NONE,
    OPENING,
    PASS,
    SECOND_DRAW,
    SMALL,
    STATION,
    SURCHARGE,
    TAKE,
    TAKE_TICKETS,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    WILD,
    WITHDRAW,
    WORDS,
)
from .jit import jit
from .network import is_open
from .rng import fast_below
from .tickets import keep_min, subset_size


@jit
def cards(s: Any, player: int, kind: int) -> int:
    return int(s["hand"][player, kind])


@jit
def can_draw(s: Any) -> bool:
    """Whether a card can be had blind (USA-8)."""
    return bool(s["deck_size"] > 0 or s["discard_size"] > 0)


@jit
def takeable(s: Any, r: Any, second: bool) -> int:
    """The kinds of card that may be taken from the market, as a set of bits (USA-7, USA-9, SWI-9)."""
    kinds = 0
    for slot in range(MARKET):
        kind = int(s["market"][slot])
        if kind != NONE and not (second and kind == WILD and r["wild_ends_draw"]):
            kinds |= 1 << kind
    return kinds


@jit
def reach(s: Any, r: Any, player: int, word: int) -> Any:
    """Routes that the player may claim as far as owners, twins and trains go (USA-16, USA-25)."""
    return s["open"][player, word] & r["fits"][min(int(s["trains"][player]), LENGTH), word]


@jit
def payable_word(r: Any, color: int, wild: int, colored: int, word: int) -> Any:
    """Routes payable with exactly `wild` wilds and at least one, at most `colored`, cards of the color."""
    return r["payable"][color, wild, min(colored, LENGTH), word]


@jit
def wild_word(r: Any, wilds: int, word: int) -> Any:
    """Routes payable with wilds alone (USA-18)."""
    return r["payable_wild"][min(wilds, LENGTH), word]


@jit
def claim_id(r: Any, route: int, color: int, wild: int) -> int:
    """The action that claims a route with so many wilds and for the rest cards of the color."""
    mixes = int(r["claim_mixes"][route])
    first = int(r["claim_base"][route])
    if color == WILD:
        return first + (mixes * COLORS if r["claim_gray"][route] else mixes)
    index = wild - int(r["claim_wild_min"][route])
    return first + (color * mixes + index if r["claim_gray"][route] else index)


@jit
def count_claims(s: Any, r: Any, player: int) -> int:
    wilds = cards(s, player, WILD)
    count = 0
    for word in range(WORDS):
        free = reach(s, r, player, word)
        count += popcount(free & wild_word(r, wilds, word))
        for color in range(COLORS):
            colored = cards(s, player, color)
            if colored:
                for wild in range(min(wilds, LENGTH) + 1):
                    count += popcount(free & payable_word(r, color, wild, colored, word))
    return count


@jit
def nth_claim(s: Any, r: Any, player: int, n: int) -> int:
    """The n-th claim in the order of `list_claims`."""
    wilds = cards(s, player, WILD)
    for word in range(WORDS):
        free = reach(s, r, player, word)
        routes = free & wild_word(r, wilds, word)
        here = popcount(routes)
        if n < here:
            return claim_id(r, word * 64 + nth_set_bit(routes, n), WILD, 0)
        n -= here
        for color in range(COLORS):
            colored = cards(s, player, color)
            if colored:
                for wild in range(min(wilds, LENGTH) + 1):
                    routes = free & payable_word(r, color, wild, colored, word)
                    here = popcount(routes)
                    if n < here:
                        return claim_id(r, word * 64 + nth_set_bit(routes, n), color, wild)
                    n -= here
    return NONE


@jit
def list_claims(s: Any, r: Any, player: int, out: Any, size: int) -> int:
    wilds = cards(s, player, WILD)
    for word in range(WORDS):
        free = reach(s, r, player, word)
        routes = free & wild_word(r, wilds, word)
        while routes != np.uint64(0):
            out[size] = claim_id(r, word * 64 + ctz(routes), WILD, 0)
            size += 1
            routes &= routes - np.uint64(1)
        for color in range(COLORS):
            colored = cards(s, player, color)
            if colored:
                for wild in range(min(wilds, LENGTH) + 1):
                    routes = free & payable_word(r, color, wild, colored, word)
                    while routes != np.uint64(0):
                        out[size] = claim_id(r, word * 64 + ctz(routes), color, wild)
                        size += 1
                        routes &= routes - np.uint64(1)
    return size


@jit
def list_small(s: Any, r: Any, player: int, color: int, total: int, out: Any, size: int, base: int) -> int:
    """Payments of one to three cards: of one color and wilds, or of wilds alone (color WILD)."""
    wilds = cards(s, player, WILD)
    if color == WILD:
        if wilds >= total:
            out[size] = base + r["small"][0, 0, total]
            size += 1
        return size
    for wild in range(min(wilds, total - 1) + 1):
        if cards(s, player, color) >= total - wild:
            out[size] = base + r["small"][color, total - wild, wild]
            size += 1
    return size


@jit
def station_cost(s: Any, r: Any, player: int) -> int:
    """Cards that the next station costs (EUR-23), 0 if the player has none left."""
    if s["stations_left"][player] == 0:
        return 0
    return int(r["stations"]) - int(s["stations_left"][player]) + 1


@jit
def list_stations(s: Any, r: Any, player: int, out: Any, size: int) -> int:
    cost = station_cost(s, r, player)
    if cost:
        for city in range(r["cities"]):
            if s["station_owner"][city] == NONE:
                base = int(r["id_station"]) + city * SMALL
                for color in range(COLORS + 1):
                    size = list_small(s, r, player, color, cost, out, size, base)
    return size


@jit
def list_keeps(s: Any, r: Any, player: int, least: int, out: Any, size: int) -> int:
    for subset in range(1 << int(s["offer_size"][player])):
        if subset_size(subset) >= least:
            out[size] = r["id_keep"] + subset
            size += 1
    return size


@jit
def list_draws(s: Any, r: Any, second: bool, out: Any, size: int) -> int:
    if can_draw(s):
        out[size] = r["id_draw"]
        size += 1
    kinds = takeable(s, r, second)
    for kind in range(WILD + 1):
        if (kinds >> kind) & 1:
            out[size] = r["id_take"] + kind
            size += 1
    return size


@jit
def owes(s: Any, player: int) -> bool:
    """Whether the player has a decision to make now (COM-2, COM-19)."""
    if s["phase"] == OPENING:
        return bool(s["chosen"][player] == 0)
    return bool(s["phase"] <= TUNNEL and s["player"] == player)


@jit
def list_legal(s: Any, r: Any, player: int, out: Any) -> int:
    """Write every legal action of the player into `out` and return how many there are."""
    if not owes(s, player):
        return 0
    phase = s["phase"]
    if phase == OPENING:
        return list_keeps(s, r, player, keep_min(r, True), out, 0)
    if phase == TICKET_CHOICE:
        return list_keeps(s, r, player, keep_min(r, False), out, 0)
    if phase == SECOND_DRAW:
        return list_draws(s, r, True, out, 0)
    if phase == TUNNEL:
        base = int(r["id_surcharge"])
        size = list_small(s, r, player, WILD, int(s["surcharge"]), out, 0, base)
        if s["laid_color"] != WILD:
            size = list_small(s, r, player, int(s["laid_color"]), int(s["surcharge"]), out, size, base)
        out[size] = r["id_withdraw"]
        return size + 1
    size = list_draws(s, r, False, out, 0)
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
def random_action(s: Any, r: Any, player: int, random: Any, scratch: Any) -> int:
    """A uniformly random action of `list_legal`; claims, the most of them, are counted instead of listed."""
    if s["phase"] != TURN or r["stations"]:
        return int(scratch[fast_below(random, list_legal(s, r, player, scratch))])
    size = list_draws(s, r, False, scratch, 0)
    if s["ticket_size"] > 0:
        scratch[size] = r["id_tickets"]
        size += 1
    claims = count_claims(s, r, player)
    if size + claims == 0:
        return int(r["id_pass"])
    pick = fast_below(random, size + claims)
    if pick < size:
        return int(scratch[pick])
    return nth_claim(s, r, player, pick - size)


@jit
def has_payment(s: Any, player: int, color: int, colored: int, wild: int) -> bool:
    if cards(s, player, WILD) < wild:
        return False
    return color == WILD or cards(s, player, color) >= colored


@jit
def is_legal(s: Any, r: Any, player: int, action: int) -> bool:
    """Whether the action is one of `list_legal`, without listing them."""
    if not owes(s, player) or action < 0 or action >= r["actions"]:
        return False
    phase = s["phase"]
    kind = r["action_kind"][action]
    arg = int(r["action_arg"][action])
    color = int(r["action_color"][action])
    colored = int(r["action_colored"][action])
    wild = int(r["action_wild"][action])
    if kind == KEEP:
        if phase != OPENING and phase != TICKET_CHOICE:
            return False
        fits = (arg >> int(s["offer_size"][player])) == 0
        return fits and subset_size(arg) >= keep_min(r, phase == OPENING)
    if phase == TUNNEL:
        if kind == WITHDRAW:
            return True
        if kind != SURCHARGE or colored + wild != s["surcharge"]:
            return False
        return (color == WILD or color == s["laid_color"]) and has_payment(s, player, color, colored, wild)
    if phase != TURN and phase != SECOND_DRAW:
        return False
    if kind == DRAW:
        return can_draw(s)
    if kind == TAKE:
        return ((takeable(s, r, phase == SECOND_DRAW) >> color) & 1) != 0
    if phase != TURN:
        return False
    if kind == TAKE_TICKETS:
        return bool(s["ticket_size"] > 0)
    if kind == CLAIM:
        fits = is_open(s, player, arg) and r["route_length"][arg] <= s["trains"][player]
        return fits and has_payment(s, player, color, colored, wild)
    if kind == STATION:
        fits = s["station_owner"][arg] == NONE and colored + wild == station_cost(s, r, player)
        return fits and has_payment(s, player, color, colored, wild)
    return kind == PASS and is_stuck(s, r, player)


@jit
def is_stuck(s: Any, r: Any, player: int) -> bool:
    """Whether nothing but passing is left (RUL-12)."""
    if can_draw(s) or takeable(s, r, False) or s["ticket_size"] > 0 or count_claims(s, r, player):
        return False
    cost = station_cost(s, r, player)
    if cost == 0:
        return True
    best = 0
    for color in range(COLORS):
        best = max(best, cards(s, player, color))
    if best + cards(s, player, WILD) < cost:
        return True
    for city in range(r["cities"]):
        if s["station_owner"][city] == NONE:
            return False
    return True
