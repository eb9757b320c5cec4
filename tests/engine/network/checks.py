"""Invariants of docs/rules.md section 8 as compiled code.

Codes are numbers because compiled code raises nothing: `WHAT[code]` says what is wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from whistlestop.engine.bits import bit
from whistlestop.engine.fields import (
    CLAIM,
    DRAW,
    KEEP,
    KINDS,
    MARKET,
    NONE,
    OFFER,
    OPENING,
    OVER,
    SURCHARGE,
    TAKE,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    WILD,
)
from whistlestop.engine.jit import jit
from whistlestop.engine.network import legal
from whistlestop.engine.network.fields import CITIES, REVEAL, STATIONS, TICKETS, WORDS
from whistlestop.engine.seats import debtor

WHAT = (
    "nothing",
    "INV-1: cards of a kind are missing or too many",
    "COM-14: a size is not the number of cards or tickets",
    "COM-14: more cards are known than held",
    "INV-2: a ticket is in two places",
    "INV-2: a ticket is nowhere",
    "INV-3: a route has two owners",
    "INV-3: a double group has more owners than allowed",
    "INV-3: open routes are not those that nobody owns or closes",
    "INV-4: trains",
    "INV-5: score for routes",
    "COM-12: connections",
    "INV-6: an empty slot",
    "INV-7: three wilds",
    "INV-8: stations",
    "USA-32: the final score is not the sum of its parts",
    "COM-22: ranks",
    "RUL-12: nothing is legal",
    "is_legal and list_legal differ",
    "legal actions are listed twice",
    "fields that must be empty are not",
)


@jit
def count_bits(word: Any) -> int:
    count = 0
    while word != np.uint64(0):
        word &= word - np.uint64(1)
        count += 1
    return count


@jit
def check_cards(s: Any, r: Any) -> int:  # noqa: C901, PLR0912
    totals = np.zeros(KINDS, np.int64)
    for place in range(s["deck_size"]):
        totals[s["deck"][place]] += 1
    discarded = 0
    for kind in range(KINDS):
        totals[kind] += s["discard"][kind]
        discarded += s["discard"][kind]
    if discarded != s["discard_size"]:
        return 2
    for slot in range(MARKET):
        if s["market"][slot] != NONE:
            totals[s["market"][slot]] += 1
    for card in range(REVEAL):
        if s["revealed"][card] != NONE:
            totals[s["revealed"][card]] += 1
    if s["phase"] == TUNNEL:
        totals[WILD] += s["laid_wild"]
        if s["laid_color"] != WILD:
            totals[s["laid_color"]] += s["laid_colored"]
    for player in range(s["players"]):
        held = 0
        for kind in range(KINDS):
            if s["hand"][player, kind] < 0:
                return 1
            held += s["hand"][player, kind]
            totals[kind] += s["hand"][player, kind]
            if not 0 <= s["known"][player, kind] <= s["hand"][player, kind]:
                return 3
        if held != s["hand_size"][player]:
            return 2
    for kind in range(KINDS):
        if totals[kind] != (r["wilds"] if kind == WILD else r["cards_per_color"]):
            return 1
    return 0


@jit
def check_tickets(s: Any, r: Any) -> int:  # noqa: C901
    places = np.zeros(TICKETS, np.int64)
    for place in range(s["ticket_size"]):
        places[s["ticket_deck"][place]] += 1
    for place in range(s["ticket_size"], TICKETS):
        if s["ticket_deck"][place] != NONE:
            return 20
    for player in range(s["players"]):
        held = 0
        for ticket in range(r["tickets"]):
            if (s["tickets"][player, ticket >> 6] & bit(ticket & 63)) != np.uint64(0):
                places[ticket] += 1
                held += 1
            if (s["refused"][player, ticket >> 6] & bit(ticket & 63)) != np.uint64(0):
                places[ticket] += 1
        if held != s["ticket_count"][player]:
            return 2
        for place in range(OFFER):
            if (s["offer"][player, place] != NONE) != (place < s["offer_size"][player]):
                return 2
            if s["offer"][player, place] != NONE:
                places[s["offer"][player, place]] += 1
        choosing = s["phase"] == OPENING or (s["phase"] == TICKET_CHOICE and s["player"] == player)
        if (s["offer_size"][player] > 0) != choosing:
            return 20
    missing = 0
    long = 0
    for ticket in range(r["tickets"]):
        if places[ticket] > 1:
            return 4
        long += r["ticket_long"][ticket]
        missing += 1 - places[ticket]
    if missing != (long - s["players"] if long else 0):  # EUR-2: one long ticket each
        return 5
    return 0


@jit
def check_routes(s: Any, r: Any) -> int:  # noqa: C901, PLR0912
    players = s["players"]
    for player in range(players):
        trains = 0
        score = 0
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
                return 6
            if mine and (twin_mine or (twin_others and players < r["twins_open_from"])):
                return 7
            closed = mine or others or twin_mine or (twin_others and players < r["twins_open_from"])
            if ((s["open"][player, route >> 6] & bit(route & 63)) != np.uint64(0)) == bool(closed):
                return 8
            if mine:
                trains += r["route_length"][route]
                score += r["points"][r["route_length"][route]]
                a = label[r["route_a"][route]]
                b = label[r["route_b"][route]]
                if a != b:
                    parts -= 1
                    for city in range(CITIES):
                        if label[city] == b:
                            label[city] = a
        if s["trains"][player] < 0 or s["trains"][player] + trains != r["trains"]:
            return 9
        if s["score"][player] != score:
            return 10
        for city in range(r["cities"]):
            for other in range(city):
                same = s["link"][player, city] == s["link"][player, other]
                if same != (label[city] == label[other]):
                    return 11
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
                    return 14
        if mine + s["stations_left"][player] != r["stations"]:
            return 14
        built += mine
    return 0 if built == standing else 14


@jit
def check_market(s: Any, r: Any) -> int:
    """INV-6 and INV-7, between turns."""
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
        return 12
    if wilds >= 3 and cards >= 5 and colored >= 3 and s["did_resets"] < 3:
        return 13
    return 0


@jit
def check(states: Any, rules: Any, i: int) -> int:
    """0, or the code of the first invariant that does not hold."""
    s, r = states[i], rules[0]
    code = check_cards(s, r)
    if code == 0:
        code = check_tickets(s, r)
    if code == 0:
        code = check_routes(s, r)
    if code == 0:
        code = check_stations(s, r)
    if code == 0 and (s["phase"] == OVER or (s["phase"] == TURN and s["turn"] > 0)):
        code = check_market(s, r)
    if code == 0 and s["phase"] != TUNNEL and (s["laid_route"] != NONE or s["surcharge"] != 0):
        code = 20
    if code == 0 and s["phase"] == OVER:
        code = check_end(s)
    return code


@jit
def check_world(states: Any, rules: Any, i: int) -> int:
    """A resampled world: whoever is out of the game cannot be told from it, nor how the market came to be."""
    s, r = states[i], rules[0]
    code = check_cards(s, r)
    return code or check_routes(s, r)


@jit
def check_end(s: Any) -> int:
    for player in range(s["players"]):
        parts = s["score"][player] + s["ticket_sum"][player] + s["station_sum"][player] + s["bonus"][player]
        if s["final"][player] != parts:
            return 15
        if not 1 <= s["rank"][player] <= s["players"]:
            return 16
        for other in range(s["players"]):
            if s["final"][player] > s["final"][other] and s["rank"][player] >= s["rank"][other]:
                return 16
    return 0


@jit
def check_legal(
    states: Any, rules: Any, i: int, player: int, actions: Any, marks: Any, everything: bool
) -> int:
    """The list of legal actions against `is_legal`, for all actions there are if `everything`."""
    s, r = states[i], rules[0]
    size = legal.list_legal(s, r, player, actions)
    if size == 0:
        return 17
    code = 0
    for n in range(size):
        if marks[actions[n]]:
            code = 19
        marks[actions[n]] = 1
        if not legal.is_legal(s, r, player, actions[n]):
            code = 18
    if everything:
        for action in range(r["actions"]):
            if legal.is_legal(s, r, player, action) != (marks[action] == 1):
                code = 18
    for n in range(size):
        marks[actions[n]] = 0
    return code


@jit
def to_act(states: Any, i: int) -> int:
    """The lowest seat that owes a decision, NONE when the game is over."""
    return int(debtor(states[i]))


@jit
def stopped(states: Any, i: int) -> bool:
    """Whether the game has ended because all passed (RUL-13)."""
    return bool(states[i]["passes"] == states[i]["players"])


@jit
def choose(states: Any, rules: Any, i: int, player: int, style: int, random: Any, scratch: Any) -> int:
    """A random legal action; some styles look again for cards (1 to 3) or for claims (5 to 7)."""
    s, r = states[i], rules[0]
    action = legal.random_action(s, r, player, random, scratch)
    for _ in range(4 * (style % 4)):
        kind = r["action_kind"][action]
        wanted = kind in (DRAW, TAKE) if style < 4 else kind in (CLAIM, KEEP, SURCHARGE)
        if not wanted:
            action = legal.random_action(s, r, player, random, scratch)
    return int(action)
