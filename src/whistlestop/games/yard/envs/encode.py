"""A seat's knowledge as numbers from 0 to 1, in the order of `layout`.

Everything comes from an OBSERVATION record, so the numbers contain nothing hidden from the seat. Players are numbered
clockwise from the observing seat, so that a program learns one policy for all seats; a spectator observes from seat 0.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.deck import cards_in_all
from whistlestop.core.fields import CARDS, DECLARATION, MARKET, NONE, OFFER, WILD
from whistlestop.core.jit import jit
from whistlestop.core.seats import is_to_act
from whistlestop.core.types import Actions, Observation, Observations, Rules, RulesArray, Tensors, TicketSet
from whistlestop.games.yard.mechanisms.declarations.sets import feasible


@jit
def offer_places(r: Rules) -> int:
    """Return the size of the largest offer."""
    return max(int(r["deal_tickets"]), int(r["draw_tickets"]))


@jit
def most_points(r: Rules) -> int:
    """Return the points of all tickets together."""
    points = 1
    for ticket in range(r["tickets"]):
        points += int(r["ticket_points"][ticket])
    return points


@jit
def share(part: int, whole: int) -> np.float32:
    """Return `part / whole` as float32, identical with and without the compiler."""
    return np.float32(int(part) / int(whole))


@jit
def write_table(o: Observation, r: Rules, out: Tensors, i: int) -> int:
    """Write the phase, the end of the pass, and the card piles."""
    out[i, o["phase"]] = 1.0
    at = DECLARATION + 1
    if o["final_left"] != NONE:
        out[i, at] = 1.0
        out[i, at + 1] = share(o["final_left"], o["players"])
    out[i, at + 2] = share(o["deck_size"], cards_in_all(r))
    out[i, at + 3] = share(o["discard_size"], cards_in_all(r))
    out[i, at + 4] = share(o["ticket_size"], r["tickets"])
    out[i, at + 5] = 1.0 if o["pass_index"] > 0 else 0.0
    return at + 6


@jit
def write_cards(o: Observation, r: Rules, seat: int, placing: int, out: Tensors, i: int, at: int) -> int:
    """Write the places of the known cards, as shares of all copies."""
    players = int(o["players"])
    columns = 3 + 4 * players
    for card in range(CARDS):
        here = at + card * columns
        number = max(1, int(r["copies"][card]))
        out[i, here] = share(o["hand"][seat, card], number)
        out[i, here + 2] = share(o["discard"][card], number)
        for step in range(players):
            player = (seat + step) % players
            if step:
                out[i, here + 3 + step] = share(o["hand"][player, card], number)
            if card != WILD:
                out[i, here + 3 + players + step] = share(o["row_colored"][player, card], number)
                out[i, here + 3 + 2 * players + step] = share(
                    o["row_wild"][player, card], max(1, int(r["copies"][WILD]))
                )
            out[i, here + 3 + 3 * players + step] = share(o["stack"][player, card], number)
    for slot in range(MARKET):
        if o["market"][slot] != NONE:
            out[i, at + o["market"][slot] * columns + 1] += np.float32(1.0 / MARKET)
    if placing != NONE:
        out[i, at + placing * columns + 3] = 1.0
    return at + CARDS * columns


@jit
def write_players(o: Observation, r: Rules, seat: int, out: Tensors, i: int, at: int) -> int:
    """Write the points, cards and tickets of every player."""
    players = int(o["players"])
    most = most_points(r)
    for step in range(players):
        player = (seat + step) % players
        out[i, at] = 1.0 if is_to_act(o, player) else 0.0
        out[i, at + 1] = 1.0 if player == o["first"] else 0.0
        out[i, at + 2] = share(o["score"][player], most)
        out[i, at + 3] = share(o["hand_size"][player], cards_in_all(r))
        out[i, at + 4] = share(o["ticket_count"][player], r["tickets"])
        out[i, at + 5] = share(o["stack_size"][player], cards_in_all(r))
        at += 6
    return at


@jit
def mark(tickets: TicketSet, out: Tensors, i: int, at: int, columns: int) -> None:
    """Write 1 into a column for each ticket of a set."""
    rest = np.uint64(tickets)
    while rest != np.uint64(0):
        out[i, at + ctz(rest) * columns] = 1.0
        rest &= rest - np.uint64(1)


@jit
def write_tickets(o: Observation, r: Rules, seat: int, declaring: int, out: Tensors, i: int, at: int) -> None:
    """Write the tickets that the seat holds, declares, is offered or has refused, and all completed ones."""
    players = int(o["players"])
    columns = 3 + players + offer_places(r)
    mark(o["tickets"][seat, 0], out, i, at, columns)
    mark(np.uint64(declaring), out, i, at + 1, columns)
    mark(o["returned"][seat, 0], out, i, at + 2, columns)
    for place in range(o["ticket_size"]):
        if o["ticket_deck"][place] != NONE:
            out[i, at + o["ticket_deck"][place] * columns + 2] = 1.0
    for step in range(players):
        mark(o["declared"][(seat + step) % players, 0], out, i, at + 3 + step, columns)
    for place in range(min(OFFER, offer_places(r))):
        if o["offer"][seat, place] != NONE:
            out[i, at + o["offer"][seat, place] * columns + 3 + players + place] = 1.0


@jit
def tensor(
    observations: Observations,
    rules: RulesArray,
    j: int,
    paying: int,
    declaring: int,
    out: Tensors,
    i: int,
) -> None:
    """Write observation j as row i; see `games.encoding` for the arguments."""
    o, r = observations[j], rules[0]
    seat = max(0, int(o["seat"]))
    for place in range(out.shape[1]):
        out[i, place] = 0.0
    at = write_table(o, r, out, i)
    at = write_cards(o, r, seat, paying, out, i, at)
    at = write_players(o, r, seat, out, i, at)
    write_tickets(o, r, seat, declaring, out, i, at)


@jit
def addable(
    observations: Observations, rules: RulesArray, j: int, seat: int, declaring: int, out: Actions
) -> int:
    """Write the tickets that the seat's stack pays for in addition to those declared so far (CARD-40)."""
    o = observations[j]
    if seat == NONE or o["phase"] != DECLARATION or not is_to_act(o, seat):
        return NONE
    size = 0
    rest = o["tickets"][seat, 0] & ~np.uint64(declaring)
    while rest != np.uint64(0):
        ticket = ctz(rest)
        if feasible(o, rules[0], seat, declaring | (1 << ticket)):
            out[size] = ticket
            size += 1
        rest &= rest - np.uint64(1)
    return size
