"""Invariants of docs/rules.md section 8 that all kinds of game share, as compiled code.

Codes are numbers because compiled code raises no exceptions: `WHAT[code]` of a kind's checks is the message.
The modules are in one folder because the compiler's cache checks that folder for changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from whistlestop.core.bits import bit
from whistlestop.core.draws import count_draws, nth_draw
from whistlestop.core.fields import CARDS, MARKET, NONE, OFFER, OPENING, TICKET_CHOICE
from whistlestop.core.jit import jit
from whistlestop.core.seats import next_to_act

WHAT = (
    "nothing",
    "INV-1: cards are missing or too many",
    "COM-14: a size is not the number of cards or tickets",
    "COM-14: more cards are known than held",
    "INV-2: a ticket is in two places",
    "INV-2: a ticket is nowhere",
    "USA-32, CARD-50: the final score is not the sum of its parts",
    "COM-22: ranks",
    "RUL-12, CARD-34: nothing is legal",
    "is_legal and the list of legal actions differ",
    "legal actions are listed twice",
    "fields that must be empty are not",
    "the actions that are counted are not those that are listed",
)
MISCOUNTED, SIZE, KNOWN, TWICE, NOWHERE, PARTS, RANKS, STUCK, JUDGED, LISTED, LEFT_OVER, COUNTED = range(
    1, len(WHAT)
)


@jit
def add_table(s: Any, totals: Any) -> int:
    """Add the cards of deck, discard pile and market to the totals."""
    for place in range(s["deck_size"]):
        totals[s["deck"][place]] += 1
    discarded = 0
    for card in range(CARDS):
        totals[card] += s["discard"][card]
        discarded += s["discard"][card]
    for slot in range(MARKET):
        if s["market"][slot] != NONE:
            totals[s["market"][slot]] += 1
    return 0 if discarded == s["discard_size"] else SIZE


@jit
def add_hand(s: Any, player: int, totals: Any) -> int:
    """Add the cards of a hand to the totals."""
    held = 0
    for card in range(CARDS):
        if s["hand"][player, card] < 0:
            return MISCOUNTED
        if not 0 <= s["known"][player, card] <= s["hand"][player, card]:
            return KNOWN
        held += s["hand"][player, card]
        totals[card] += s["hand"][player, card]
    return 0 if held == s["hand_size"][player] else SIZE


@jit
def check_totals(r: Any, totals: Any) -> int:
    """Check INV-1."""
    for card in range(CARDS):
        if totals[card] != (r["copies"][card]):
            return MISCOUNTED
    return 0


@jit
def add_ticket_deck(s: Any, places: Any) -> int:
    """Count the tickets of the deck, which are at its start."""
    for place in range(len(s["ticket_deck"])):
        ticket = s["ticket_deck"][place]
        if (ticket != NONE) != (place < s["ticket_size"]):
            return LEFT_OVER
        if ticket != NONE:
            places[ticket] += 1
    return 0


@jit
def add_tickets(s: Any, r: Any, player: int, places: Any) -> int:
    """Count the tickets that a player holds or is offered."""
    held = 0
    for ticket in range(r["tickets"]):
        if (s["tickets"][player, ticket >> 6] & bit(ticket & 63)) != np.uint64(0):
            places[ticket] += 1
            held += 1
    if held != s["ticket_count"][player]:
        return SIZE
    for place in range(OFFER):
        if (s["offer"][player, place] != NONE) != (place < s["offer_size"][player]):
            return SIZE
        if s["offer"][player, place] != NONE:
            places[s["offer"][player, place]] += 1
    choosing = s["phase"] == OPENING or (s["phase"] == TICKET_CHOICE and s["player"] == player)
    return 0 if (s["offer_size"][player] > 0) == choosing else LEFT_OVER


@jit
def check_ranks(s: Any) -> int:
    """Check COM-22: more points give a higher rank."""
    for player in range(s["players"]):
        if not 1 <= s["rank"][player] <= s["players"]:
            return RANKS
        for other in range(s["players"]):
            if s["final"][player] > s["final"][other] and s["rank"][player] >= s["rank"][other]:
                return RANKS
    return 0


def sum_of_parts(mechanisms: Iterable[Any]) -> Any:
    """Return `sum(s, player)`: the sum of a player's score parts, as the mechanisms declare them."""

    @jit
    def nothing(_s: Any, _player: int) -> int:
        return 0

    total = nothing
    for mechanism in mechanisms:
        for part in mechanism.parts:
            total = _plus(total, part.field)
    return total


def _plus(before: Any, field: str) -> Any:
    @jit
    def total(s: Any, player: int) -> int:
        return int(before(s, player) + s[field][player])

    return total


def listed_check(is_legal: Any) -> Any:
    """Return a function that compares a list of legal actions with `is_legal`, for all actions if
    `everything`.
    """

    @jit
    def check_listed(
        s: Any, r: Any, player: int, actions: Any, size: int, marks: Any, everything: bool
    ) -> int:
        code = 0
        for n in range(size):
            if marks[actions[n]]:
                code = LISTED
            marks[actions[n]] = 1
            if not is_legal(s, r, player, actions[n]):
                code = JUDGED
        if everything:
            for action in range(r["actions"]):
                if is_legal(s, r, player, action) != (marks[action] == 1):
                    code = JUDGED
        for n in range(size):
            marks[actions[n]] = 0
        return code

    return check_listed


@jit
def check_counted_draws(r: Any, blind: bool, cards: int, actions: Any, size: int) -> int:
    """Compare listed draws with counted ones."""
    if count_draws(blind, cards) != size:
        return COUNTED
    for index in range(size):
        if nth_draw(r, blind, cards, index) != actions[index]:
            return COUNTED
    return 0


def counted_check(legal: Any) -> Any:
    """Return a function that compares a turn's listed actions with the counted ones, one by one and in order."""
    count_turn, nth_turn = legal.count_turn, legal.nth_turn
    count_free, nth_free = legal.count_free, legal.nth_free

    @jit
    def check_counted(s: Any, r: Any, player: int, actions: Any, size: int, counts: Any) -> int:
        free = count_free(s, r, player)
        count = count_turn(s, r, player, counts)
        if max(count, 1) + free != size or (count == 0 and actions[0] != r["id_pass"]):
            return COUNTED
        for index in range(free):
            if nth_free(s, r, player, index) != actions[size - free + index]:
                return COUNTED
        for index in range(count):
            count_turn(s, r, player, counts)
            if nth_turn(s, r, player, index, counts) != actions[index]:
                return COUNTED
        return 0

    return check_counted


@jit
def to_act(states: Any, i: int) -> int:
    """Return the lowest seat that is to act, or NONE if the game is over."""
    return int(next_to_act(states[i]))
