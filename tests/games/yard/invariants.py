"""Invariants of the card game, as compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.core import invariants as common
from tests.core.invariants import (
    JUDGED,
    LEFT_OVER,
    LISTED,
    MISCOUNTED,
    NOWHERE,
    PARTS,
    SIZE,
    STUCK,
    TWICE,
    add_hand,
    add_table,
    add_ticket_deck,
    add_tickets,
    check_ranks,
    check_totals,
    to_act,
)

from whistlestop.core.bits import bit, ctz
from whistlestop.core.fields import (
    CARDS,
    COLORS,
    DECLARATION,
    DRAW,
    KEEP,
    MARKET,
    NONE,
    OPENING,
    OVER,
    TAKE,
    TAKE_TICKETS,
    TURN,
    WILD,
)
from whistlestop.core.jit import jit
from whistlestop.games.yard.mechanisms import MECHANISMS
from whistlestop.games.yard.mechanisms.declarations import assignment
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.games.yard.sizes import ACTION, TICKETS
from whistlestop.games.yard.sizes import LISTED as MOST_LISTED
from whistlestop.games.yard.turn import TURN as RULES_OF_TURN

__all__ = ["WHAT", "check", "check_legal", "check_world", "choose", "stopped", "to_act"]

WHAT = (
    *common.WHAT,
    "INV-9: a color lies in two sidings",
    "INV-9: a row of wilds alone",
    "INV-9: an empty slot while there is a deck",
    "CARD-41: the score is not the sum of the declared tickets",
    "CARD-6: somebody kept in the opening what another refused",
    "CARD-42: the first declaration listed is not the best",
)
TWO_ROWS, WILD_ROW, GAP, SCORE, RETURNED, BEST = range(len(common.WHAT), len(WHAT))

COUNTS = 64  # there are 56 trios

list_legal, is_legal, random_action = (
    RULES_OF_TURN.list_legal,
    RULES_OF_TURN.is_legal,
    RULES_OF_TURN.random_action,
)

sum_of_parts = common.sum_of_parts(MECHANISMS.values())
check_listed = common.listed_check(is_legal)
check_counted = common.counted_check(RULES_OF_TURN)

TRIED = 10  # the largest hand of tickets whose sets are all tried


@jit
def check_cards(s: Any, r: Any) -> int:
    totals = np.zeros(CARDS, np.int64)
    code = add_table(s, totals)
    for slot in range(MARKET):
        if code == 0 and s["market"][slot] == NONE and s["deck_size"] > 0:
            code = GAP
    for player in range(s["players"]):
        if code == 0:
            code = add_hand(s, player, totals)
        if code == 0:
            code = add_yard(s, player, totals)
    return code or check_totals(r, totals)


@jit
def add_yard(s: Any, player: int, totals: Any) -> int:
    """Add the cards of a player's stack and rows to the totals."""
    stacked = 0
    for card in range(CARDS):
        if s["stack"][player, card] < 0:
            return MISCOUNTED
        stacked += s["stack"][player, card]
        totals[card] += s["stack"][player, card]
    if stacked != s["stack_size"][player]:
        return SIZE
    for color in range(COLORS):
        colored = s["row_colored"][player, color]
        wild = s["row_wild"][player, color]
        if colored < 0 or wild < 0:
            return MISCOUNTED
        if wild and not colored:
            return WILD_ROW
        totals[color] += colored
        totals[WILD] += wild
        for other in range(player):
            if colored and s["row_colored"][other, color]:
                return TWO_ROWS
    return 0


@jit
def check_tickets(s: Any, r: Any) -> int:
    places = np.zeros(TICKETS, np.int64)
    code = add_ticket_deck(s, places)
    for player in range(s["players"]):
        if code == 0:
            code = add_tickets(s, r, player, places)
        score = 0
        for ticket in range(r["tickets"]):
            if (s["declared"][player, 0] & bit(ticket)) != np.uint64(0):
                places[ticket] += 1
                score += r["ticket_points"][ticket]
        if code == 0 and score != s["score"][player]:
            code = SCORE
    if code:
        return code
    for ticket in range(r["tickets"]):
        if places[ticket] != 1:
            return TWICE if places[ticket] else NOWHERE
    return check_returned(s, r)


@jit
def check_returned(s: Any, r: Any) -> int:
    """Check that tickets refused in the opening are held only by players who drew tickets later."""
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
            return RETURNED
    return 0


@jit
def check(states: Any, rules: Any, i: int) -> int:
    """Return 0, or the code of the first violated invariant."""
    s, r = states[i], rules[0]
    code = check_cards(s, r)
    if code == 0:
        code = check_tickets(s, r)
    if code == 0:
        for player in range(s["players"]):
            sealed = s["phase"] in (OPENING, DECLARATION) and s["chosen"][player] == 1
            if (s["sealed"][player] != NONE) != sealed:
                code = LEFT_OVER
    if code == 0 and s["phase"] == OVER:
        code = check_end(s)
    return code


@jit
def check_world(states: Any, rules: Any, i: int) -> int:
    """Check a resampled world."""
    return check(states, rules, i)


@jit
def check_end(s: Any) -> int:
    for player in range(s["players"]):
        if s["final"][player] != sum_of_parts(s, player):
            return PARTS
        if s["ticket_sum"][player] != s["score"][player]:
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
    if s["phase"] == DECLARATION:
        return check_declarations(s, r, player, actions, size, everything)
    code = check_listed(s, r, player, actions, size, marks, everything)
    if code == 0 and s["phase"] == TURN:
        code = check_counted(s, r, player, actions, size, np.empty(COUNTS, ACTION))
    return int(code)


@jit
def check_declarations(s: Any, r: Any, player: int, actions: Any, size: int, everything: bool) -> int:
    """Check that the best declaration is first, that none is repeated, and that the list is complete if it fits."""
    if actions[0] - r["id_declare"] != assignment.best_declaration(s, r, player):
        return BEST
    for n in range(size):
        if not is_legal(s, r, player, actions[n]):
            return JUDGED
        for other in range(n):
            if actions[n] == actions[other]:
                return LISTED
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
        feasible += is_legal(s, r, player, r["id_declare"] + tickets)
    return 0 if size == min(feasible, MOST_LISTED) else JUDGED


@jit
def stopped(states: Any, i: int) -> bool:
    """Return whether the game was ended by passing: not possible in this game."""
    return False


@jit
def liked(action_type: int, style: int) -> bool:
    """Return whether an action fits a style of play: drawing cards, tickets, or placing."""
    if style < 4:
        return action_type in (DRAW, TAKE)
    if style == 4:
        return action_type in (TAKE_TICKETS, KEEP)
    return action_type in (SET, TRIO)


@jit
def choose(states: Any, rules: Any, i: int, player: int, style: int, random: Any, scratch: Any) -> int:
    """Return a random legal action; some styles try again for cards (1 to 3), tickets (4) or placing (5 to 7)."""
    s, r = states[i], rules[0]
    action = random_action(s, r, player, random, scratch)
    if action < r["id_declare"]:
        for _ in range(2 if style == 4 else 4 * (style % 4)):
            if not liked(r["action_type"][action], style):
                action = random_action(s, r, player, random, scratch)
    return int(action)
