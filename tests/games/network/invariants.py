"""Invariants of map games, as compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.core import invariants as common
from tests.core.invariants import (
    LEFT_OVER,
    NOWHERE,
    PARTS,
    STUCK,
    TWICE,
    add_hand,
    add_table,
    add_ticket_deck,
    add_tickets,
    check_counted_draws,
    check_ranks,
    check_totals,
    to_act,
)

from whistlestop.core.bits import bit
from whistlestop.core.fields import (
    CARDS,
    COLORS,
    DRAW,
    KEEP,
    MARKET,
    NONE,
    OPENING,
    OVER,
    SECOND_DRAW,
    TAKE,
    TURN,
    WILD,
)
from whistlestop.core.jit import jit
from whistlestop.games.network.board.stock import is_small
from whistlestop.games.network.mechanisms import MECHANISMS
from whistlestop.games.network.mechanisms.cards.rules import can_draw, takeable
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.mechanisms.depots.rules import COLLECTING, PLACING, STORING
from whistlestop.games.network.mechanisms.mixtures.rules import DEALING
from whistlestop.games.network.mechanisms.passengers.rules import BOARDING
from whistlestop.games.network.mechanisms.substitutes.rules import GIVING
from whistlestop.games.network.mechanisms.tunnels.rules import SURCHARGE, TUNNEL
from whistlestop.games.network.sizes import ACTION, CITIES, REVEAL, STATIONS, TICKETS, WORDS
from whistlestop.games.network.turn import TURN as RULES_OF_TURN

__all__ = ["WHAT", "check", "check_legal", "check_world", "choose", "stopped", "to_act"]

WHAT = (
    *common.WHAT,
    "INV-3: a route has two owners",
    "INV-3: a double group has more owners than allowed",
    "INV-3: open routes are not those that nobody owns or closes",
    "INV-4: trains",
    "INV-4: small trains",
    "INV-5: score for routes",
    "COM-12: connections",
    "INV-6: an empty slot",
    "INV-7: three wilds",
    "INV-8: stations",
    "INV-13: depots",
    "INV-13: warehouses",
    "INV-14: figures",
    "INV-15: sorts of tickets",
)
(
    OWNERS,
    GROUP,
    OPEN,
    TRAINS,
    SMALL_TRAINS,
    SCORE,
    CONNECTIONS,
    GAP,
    WILDS,
    STATION,
    DEPOT,
    WAREHOUSE,
    FIGURES,
    SORTS,
) = range(len(common.WHAT), len(WHAT))

list_legal, is_legal, random_action = (
    RULES_OF_TURN.list_legal,
    RULES_OF_TURN.is_legal,
    RULES_OF_TURN.random_action,
)
COUNTS = RULES_OF_TURN.counts

sum_of_parts = common.sum_of_parts(MECHANISMS.values())
check_listed = common.listed_check(is_legal)
check_counted = common.counted_check(RULES_OF_TURN)


@jit
def count_bits(word: Any) -> int:
    count = 0
    while word != np.uint64(0):
        word &= word - np.uint64(1)
        count += 1
    return count


@jit
def check_cards(s: Any, r: Any) -> int:
    totals = np.zeros(CARDS, np.int64)
    code = add_table(s, totals)
    for player in range(s["players"]):
        if code == 0:
            code = add_hand(s, player, totals)
        stored = 0
        for card in range(CARDS):
            totals[card] += s["warehouse"][player, card]
            stored += int(s["warehouse"][player, card])
        if stored != s["warehouse_size"][player]:
            return WAREHOUSE
    for place in range(REVEAL):
        if s["revealed"][place] != NONE:
            totals[s["revealed"][place]] += 1
    if s["phase"] == TUNNEL:
        totals[WILD] += s["laid_wild"]
        if s["laid_color"] != WILD:
            totals[s["laid_color"]] += s["laid_colored"]
    return code or check_totals(r, totals)


@jit
def check_tickets(s: Any, r: Any) -> int:
    places = np.zeros(TICKETS, np.int64)
    code = add_ticket_deck(s, places)
    for player in range(s["players"]):
        if code == 0:
            code = add_tickets(s, r, player, places)
            if code == LEFT_OVER and s["phase"] == DEALING:  # who has announced has an offer (GER-2)
                code = 0
        for ticket in range(r["tickets"]):
            if (s["refused"][player, ticket >> 6] & bit(ticket & 63)) != np.uint64(0):
                places[ticket] += 1
    if code:
        return code
    missing = 0
    long = 0
    for ticket in range(r["tickets"]):
        if places[ticket] > 1:
            return TWICE
        long += r["ticket_long"][ticket]
        missing += 1 - places[ticket]
    if r["mixture"]:
        return NOWHERE if missing else check_sorts(s, r)
    if missing != (long - s["players"] if long else 0):  # EUR-2: one long ticket each
        return NOWHERE
    return 0


@jit
def check_sorts(s: Any, r: Any) -> int:
    """Check INV-15: long tickets are the last of the deck, and everybody sees how many a player has."""
    for place in range(s["ticket_size"]):
        if r["ticket_long"][s["ticket_deck"][place]] != (place >= s["ticket_size"] - s["long_size"]):
            return SORTS
    for player in range(s["players"]):
        held = 0
        for ticket in range(r["tickets"]):
            if (s["tickets"][player, ticket >> 6] & bit(ticket & 63)) != np.uint64(0):
                held += r["ticket_long"][ticket]
        if held != s["long_count"][player]:
            return SORTS
        for place in range(s["offer_size"][player]):
            if r["ticket_long"][s["offer"][player, place]] != (place < s["offer_long"][player]):
                return SORTS
    return 0


@jit
def check_figures(s: Any, r: Any) -> int:
    """Check INV-14: no figure is lost, and none is where it was not put."""
    for color in range(COLORS):
        total = 0
        for stop in range(CITIES):
            if s["figures"][stop, color] < 0:
                return FIGURES
            total += s["figures"][stop, color]
        for player in range(s["players"]):
            total += s["aboard"][player, color]
        if total != r["passengers"] * r["passenger_colors"][color]:
            return FIGURES
    for stop in range(CITIES):
        there = 0
        for color in range(COLORS):
            there += s["figures"][stop, color]
        if there > r["stop_figures"][stop]:
            return FIGURES
    for end in range(2):
        if s["boarding"][end] != NONE and s["phase"] not in (BOARDING, GIVING):
            return LEFT_OVER
    return 0


@jit
def check_routes(s: Any, r: Any) -> int:  # noqa: C901, PLR0912
    players = s["players"]
    for player in range(players):
        trains = small = score = 0
        parts = int(r["cities"])
        label = np.arange(CITIES).astype(np.int64)
        for route in range(r["routes"]):
            mine = (s["owned"][player, route >> 6] & bit(route & 63)) != np.uint64(0)
            others = 0
            twin_mine = False
            twin_others = 0
            for other in range(players):
                if other != player and (s["owned"][other, route >> 6] & bit(route & 63)) != np.uint64(0):
                    others += 1
                for word in range(WORDS):
                    twins = count_bits(s["owned"][other, word] & r["twins"][route, word])
                    if other == player and twins:
                        twin_mine = True
                    if other != player:
                        twin_others += twins
            if others + mine > 1:
                return OWNERS
            if mine and (twin_mine or (twin_others and players < r["twins_open_from"])):
                return GROUP
            closed = mine or others or twin_mine or (twin_others and players < r["twins_open_from"])
            if ((s["open"][player, route >> 6] & bit(route & 63)) != np.uint64(0)) == bool(closed):
                return OPEN
            if mine:
                trains += r["route_trains"][route]
                small += r["route_trains"][route] if is_small(r, route) else 0
                more = int(r["route_trains"][route]) - int(r["route_length"][route])  # ASI-6
                score += r["points"][r["route_length"][route]] + 2 * more
                a = label[r["route_a"][route]]
                b = label[r["route_b"][route]]
                if a != b:
                    parts -= 1
                    for city in range(CITIES):
                        if label[city] == b:
                            label[city] = a
        if s["trains"][player] < 0 or s["trains"][player] + trains != r["trains"]:
            return TRAINS
        if not 0 <= r["small_trains"] - small == s["small_trains"][player] <= s["trains"][player]:
            return SMALL_TRAINS
        if s["score"][player] != score:
            return SCORE
        for city in range(r["cities"]):
            for other in range(city):
                same = s["link"][player, city] == s["link"][player, other]
                if same != (label[city] == label[other]):
                    return CONNECTIONS
    return 0


@jit
def check_stations(s: Any, r: Any) -> int:
    standing = 0
    for city in range(CITIES):
        if s["station_owner"][city] != NONE:
            standing += 1
    built = 0
    for player in range(s["players"]):
        mine = 0
        for station in range(STATIONS):
            city = s["station_city"][player, station]
            if city != NONE:
                mine += 1
                if s["station_owner"][city] != player:
                    return STATION
        if mine + s["stations_left"][player] != r["stations"]:
            return STATION
        built += mine
    return 0 if built == standing else STATION


@jit
def check_depots(s: Any, r: Any) -> int:
    """Check INV-13: depots neither appear nor share a city, and nobody is without the first one."""
    for player in range(s["players"]):
        mine = 0
        for city in range(CITIES):
            if s["depot_owner"][city] == player:
                mine += 1
                if s["station_owner"][city] != NONE:
                    return DEPOT
        if s["depots_left"][player] < 0 or mine + s["depots_left"][player] > r["depots"]:
            return DEPOT
        if r["depots"] and mine == 0 and s["phase"] not in (OPENING, PLACING):
            return DEPOT
    if (s["announced"] != NONE) != (s["phase"] == STORING):
        return LEFT_OVER
    if s["open_warehouses"] and s["phase"] not in (COLLECTING, GIVING):
        return LEFT_OVER
    return 0


@jit
def check_market(s: Any, r: Any) -> int:
    """Check INV-6 and INV-7 between turns."""
    empty = False
    wilds = 0
    cards = int(s["deck_size"]) + int(s["discard_size"])
    colored = int(s["discard_size"]) - int(s["discard"][WILD])
    for place in range(s["deck_size"]):
        if s["deck"][place] != WILD:
            colored += 1
    for slot in range(MARKET):
        if s["market"][slot] == NONE:
            empty = True
        else:
            cards += 1
            if s["market"][slot] == WILD:
                wilds += 1
            else:
                colored += 1
    if empty and s["deck_size"] + s["discard_size"] > 0:
        return GAP
    if wilds >= r["reset_at"] and cards >= 5 and colored >= 3 and s["did_resets"] < 3:
        return WILDS
    return 0


@jit
def check(states: Any, rules: Any, i: int) -> int:
    """Return 0, or the code of the first violated invariant."""
    s, r = states[i], rules[0]
    code = check_cards(s, r)
    if code == 0:
        code = check_tickets(s, r)
    if code == 0:
        code = check_routes(s, r)
    if code == 0:
        code = check_stations(s, r)
    if code == 0:
        code = check_depots(s, r)
    if code == 0:
        code = check_figures(s, r)
    if code == 0 and (s["phase"] == OVER or (s["phase"] == TURN and s["turn"] > 0)):
        code = check_market(s, r)
    if code == 0 and s["phase"] != TUNNEL and (s["laid_route"] != NONE or s["surcharge"] != 0):
        code = LEFT_OVER
    if code == 0 and s["phase"] == OVER:
        code = check_end(s)
    return code


@jit
def check_world(states: Any, rules: Any, i: int) -> int:
    """Check a resampled world: the viewer cannot distinguish it, nor how the market came about."""
    s, r = states[i], rules[0]
    code = check_cards(s, r)
    return code or check_routes(s, r)


@jit
def check_end(s: Any) -> int:
    for player in range(s["players"]):
        if s["final"][player] != sum_of_parts(s, player):
            return PARTS
    return check_ranks(s)


@jit
def check_legal(
    states: Any, rules: Any, i: int, player: int, actions: Any, marks: Any, everything: bool
) -> int:
    """Compare the list of legal actions with `is_legal`, for all actions if `everything`."""
    s, r = states[i], rules[0]
    size = list_legal(s, r, player, actions)
    if size == 0:
        return STUCK
    code = check_listed(s, r, player, actions, size, marks, everything)
    if code == 0 and s["phase"] == TURN:
        code = check_counted(s, r, player, actions, size, np.empty(COUNTS, ACTION))
    if code == 0 and s["phase"] == SECOND_DRAW:
        code = check_counted_draws(r, can_draw(s, r, True), takeable(s, r, True), actions, size)
    return int(code)


@jit
def stopped(states: Any, i: int) -> bool:
    """Return whether the game has ended because all players passed (RUL-13)."""
    return bool(states[i]["passes"] == states[i]["players"])


@jit
def choose(states: Any, rules: Any, i: int, player: int, style: int, random: Any, scratch: Any) -> int:
    """Return a random legal action; some styles try again for cards (1 to 3) or for claims (5 to 7)."""
    s, r = states[i], rules[0]
    action = random_action(s, r, player, random, scratch)
    for _ in range(4 * (style % 4)):
        action_type = r["action_type"][action]
        wanted = action_type in (DRAW, TAKE) if style < 4 else action_type in (CLAIM, KEEP, SURCHARGE)
        if not wanted:
            action = random_action(s, r, player, random, scratch)
    return int(action)
