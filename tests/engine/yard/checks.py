"""Invariants of docs/rules.md section 8 for the yard machine, as compiled code.

Codes are numbers because compiled code raises nothing: `WHAT[code]` says what is wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.engine.network.checks import to_act

from whistlestop.engine.bits import bit, ctz
from whistlestop.engine.fields import (
    COLORS,
    DECLARATION,
    DRAW,
    KEEP,
    KINDS,
    MARKET,
    NONE,
    OFFER,
    OPENING,
    OVER,
    SET,
    TAKE,
    TAKE_TICKETS,
    TICKET_CHOICE,
    TRIO,
    WILD,
)
from whistlestop.engine.jit import jit
from whistlestop.engine.yard import assignment, legal
from whistlestop.engine.yard.fields import LISTED, TICKETS

__all__ = ["WHAT", "check", "check_legal", "check_world", "choose", "stopped", "to_act"]

WHAT = (
    "nothing",
    "INV-1: cards of a kind are missing or too many",
    "COM-14: a size is not the number of cards or tickets",
    "COM-14: more cards are known than held",
    "INV-2: a ticket is in two places",
    "INV-2: a ticket is nowhere",
    "INV-9: a color lies in two sidings",
    "INV-9: a row of wilds alone",
    "INV-9: an empty slot while there is a deck",
    "CARD-41: the score is not the sum of the declared tickets",
    "CARD-6: somebody kept in the opening what another refused",
    "CARD-50: the final score is not the sum of its parts",
    "COM-22: ranks",
    "CARD-34: nothing is legal",
    "is_legal and the list of legal actions differ",
    "legal actions are listed twice",
    "CARD-42: the first declaration listed is not the best",
    "fields that must be empty are not",
)
TRIED = 10  # tickets in a hand of which every set is tried


@jit
def check_cards(s: Any, r: Any) -> int:
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
        elif s["deck_size"] > 0:
            return 8
    for player in range(s["players"]):
        code = count_player(s, player, totals)
        if code:
            return code
    for kind in range(KINDS):
        if totals[kind] != (r["wilds"] if kind == WILD else r["cards_per_color"]):
            return 1
    return 0


@jit
def count_player(s: Any, player: int, totals: Any) -> int:
    """Add a player's cards to the totals."""
    held = 0
    stacked = 0
    for kind in range(KINDS):
        if s["hand"][player, kind] < 0 or s["stack"][player, kind] < 0:
            return 1
        if not 0 <= s["known"][player, kind] <= s["hand"][player, kind]:
            return 3
        held += s["hand"][player, kind]
        stacked += s["stack"][player, kind]
        totals[kind] += s["hand"][player, kind] + s["stack"][player, kind]
    if held != s["hand_size"][player] or stacked != s["stack_size"][player]:
        return 2
    for color in range(COLORS):
        colored = s["row_colored"][player, color]
        wild = s["row_wild"][player, color]
        if colored < 0 or wild < 0:
            return 1
        if wild and not colored:
            return 7
        totals[color] += colored
        totals[WILD] += wild
        for other in range(player):
            if colored and s["row_colored"][other, color]:
                return 6
    return 0


@jit
def check_tickets(s: Any, r: Any) -> int:  # noqa: C901
    places = np.zeros(TICKETS, np.int64)
    for place in range(TICKETS):
        ticket = s["ticket_deck"][place]
        if (ticket != NONE) != (place < s["ticket_size"]):
            return 17
        if ticket != NONE:
            places[ticket] += 1
    for player in range(s["players"]):
        held = 0
        score = 0
        for ticket in range(r["tickets"]):
            if (s["tickets"][player, 0] & bit(ticket)) != np.uint64(0):
                places[ticket] += 1
                held += 1
            if (s["declared"][player, 0] & bit(ticket)) != np.uint64(0):
                places[ticket] += 1
                score += r["ticket_points"][ticket]
        if held != s["ticket_count"][player]:
            return 2
        if score != s["score"][player]:
            return 9
        for place in range(OFFER):
            if (s["offer"][player, place] != NONE) != (place < s["offer_size"][player]):
                return 2
            if s["offer"][player, place] != NONE:
                places[s["offer"][player, place]] += 1
        choosing = s["phase"] == OPENING or (s["phase"] == TICKET_CHOICE and s["player"] == player)
        if (s["offer_size"][player] > 0) != choosing:
            return 17
    for ticket in range(r["tickets"]):
        if places[ticket] != 1:
            return 4 if places[ticket] else 5
    return check_returned(s, r)


@jit
def check_returned(s: Any, r: Any) -> int:
    """What was refused in the opening can only have been drawn later."""
    if s["phase"] == OPENING:
        return 0
    returned = np.uint64(0)
    for player in range(s["players"]):
        returned |= s["returned"][player, 0]
    for player in range(s["players"]):
        later = -int(s["opening_kept"][player])
        foreign = 0
        for ticket in range(r["tickets"]):
            if ((s["tickets"][player, 0] | s["declared"][player, 0]) & bit(ticket)) != np.uint64(0):
                later += 1
                if (returned & bit(ticket)) != np.uint64(0):
                    foreign += 1
        if foreign > later:
            return 10
    return 0


@jit
def check(states: Any, rules: Any, i: int) -> int:
    """0, or the code of the first invariant that does not hold."""
    s, r = states[i], rules[0]
    code = check_cards(s, r)
    if code == 0:
        code = check_tickets(s, r)
    if code == 0:
        for player in range(s["players"]):
            sealed = s["phase"] in (OPENING, DECLARATION) and s["chosen"][player] == 1
            if (s["sealed"][player] != NONE) != sealed:
                code = 17
    if code == 0 and s["phase"] == OVER:
        code = check_end(s)
    return code


@jit
def check_world(states: Any, rules: Any, i: int) -> int:
    """A resampled world."""
    return check(states, rules, i)


@jit
def check_end(s: Any) -> int:
    for player in range(s["players"]):
        if s["final"][player] != s["ticket_sum"][player] + s["lost"][player] + s["bonus"][player]:
            return 11
        if s["ticket_sum"][player] != s["score"][player]:
            return 11
        if not 1 <= s["rank"][player] <= s["players"]:
            return 12
        for other in range(s["players"]):
            if s["final"][player] > s["final"][other] and s["rank"][player] >= s["rank"][other]:
                return 12
    return 0


@jit
def check_legal(
    states: Any, rules: Any, i: int, player: int, actions: Any, marks: Any, everything: bool
) -> int:
    """The list of legal actions against `is_legal`, for all actions there are if `everything`."""
    s, r = states[i], rules[0]
    size = legal.list_legal(s, r, player, actions)
    if size == 0:
        return 13
    for n in range(size):
        if not legal.is_legal(s, r, player, actions[n]):
            return 14
    if s["phase"] == DECLARATION:
        return check_declarations(s, r, player, actions, size, everything)
    code = 0
    for n in range(size):
        if marks[actions[n]]:
            code = 15
        marks[actions[n]] = 1
    if everything:
        for action in range(r["actions"]):
            if legal.is_legal(s, r, player, action) != (marks[action] == 1):
                code = 14
    for n in range(size):
        marks[actions[n]] = 0
    return code


@jit
def check_declarations(s: Any, r: Any, player: int, actions: Any, size: int, everything: bool) -> int:
    """The best one first, none twice, and all there are if there is room for them."""
    if actions[0] - r["id_declare"] != assignment.best_declaration(s, r, player):
        return 16
    for n in range(size):
        for other in range(n):
            if actions[n] == actions[other]:
                return 15
    count = s["ticket_count"][player]
    if not everything or count > TRIED:
        return 0
    feasible = 0
    for subset in range(1 << count):
        tickets = 0
        rest = s["tickets"][player, 0]
        for place in range(count):
            if (subset >> place) & 1:
                tickets += 1 << ctz(rest)
            rest &= rest - np.uint64(1)
        feasible += legal.is_legal(s, r, player, r["id_declare"] + tickets)
    return 0 if size == min(feasible, LISTED) else 14


@jit
def stopped(states: Any, i: int) -> bool:
    """Whether the game was ended by passing: not in this game."""
    return False


@jit
def liked(kind: int, style: int) -> bool:
    """Whether an action fits a style of play: drawing cards, tickets, or placing."""
    if style < 4:
        return kind in (DRAW, TAKE)
    if style == 4:
        return kind in (TAKE_TICKETS, KEEP)
    return kind in (SET, TRIO)


@jit
def choose(states: Any, rules: Any, i: int, player: int, style: int, random: Any, scratch: Any) -> int:
    """A random legal action; some styles look again for cards (1 to 3), tickets (4) or placing (5 to 7)."""
    s, r = states[i], rules[0]
    action = legal.random_action(s, r, player, random, scratch)
    if action < r["id_declare"]:
        for _ in range(2 if style == 4 else 4 * (style % 4)):
            if not liked(r["action_kind"][action], style):
                action = legal.random_action(s, r, player, random, scratch)
    return int(action)
