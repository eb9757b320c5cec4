"""Ticket offers, the choices among them (CARD-5, CARD-6, CARD-31 to CARD-33), and their score (CARD-50)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz, popcount
from whistlestop.core.fields import COLORS, NONE, PLAYERS, TURN, i2, u8
from whistlestop.core.jit import jit
from whistlestop.core.records import OWN, PUBLIC, Field
from whistlestop.core.rng import shuffle
from whistlestop.core.tickets import deal_tickets, keep_offered, settle_offer
from whistlestop.core.types import Observation, Rules, State, TicketSet
from whistlestop.games.mechanisms import ScorePart
from whistlestop.games.mechanisms.offers import tickets
from whistlestop.games.yard.sizes import TICKETS

from .unknown import resample


@jit
def deal(s: State, r: Rules) -> None:
    """Shuffle the tickets and deal the opening offers (CARD-5)."""
    for ticket in range(r["tickets"]):
        s["ticket_deck"][ticket] = ticket
    s["ticket_size"] = r["tickets"]
    shuffle(s, s["ticket_deck"], int(s["ticket_size"]))
    deal_tickets(s, int(r["deal_tickets"]))


@jit
def end_opening(s: State, _r: Rules) -> None:
    """Shuffle the refused tickets back into the ticket deck after all players have chosen (CARD-6, RUL-79)."""
    for step in range(s["players"]):
        player = (s["first"] + step) % s["players"]
        subset = int(s["sealed"][player])
        for position in range(s["offer_size"][player]):
            if (subset >> position) & 1 == 0:
                ticket = int(s["offer"][player, position])
                s["returned"][player, 0] |= np.uint64(1) << np.uint64(ticket)
                s["ticket_deck"][s["ticket_size"]] = ticket
                s["ticket_size"] += 1
        keep_offered(s, player, subset)
        s["opening_kept"][player] = s["ticket_count"][player]
        s["sealed"][player] = NONE
    shuffle(s, s["ticket_deck"], int(s["ticket_size"]))
    s["phase"] = TURN


@jit
def settle_drawn(s: State, _r: Rules, player: int, subset: int) -> None:
    """Keep tickets of an offer drawn in a turn; the others go under the deck (CARD-32)."""
    settle_offer(s, player, subset)


@jit
def points_of(r: Rules, tickets: TicketSet) -> int:
    """Return the sum of the values of a set of tickets."""
    total = 0
    rest = np.uint64(tickets)
    while rest != np.uint64(0):
        total += r["ticket_points"][ctz(rest)]
        rest &= rest - np.uint64(1)
    return int(total)


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Score the declared tickets, and those not completed (CARD-50)."""
    s["ticket_sum"][player] = s["score"][player]
    s["completed"][player] = popcount(s["declared"][player, 0])
    s["lost"][player] = -points_of(r, s["tickets"][player, 0])


@jit
def show(s: State, seat: int, o: Observation) -> None:
    """Show a seat the tickets that it returned in the opening."""
    o["returned"][seat, 0] = s["returned"][seat, 0]


MECHANISM = tickets(
    end_opening,
    settle_drawn,
    columns=[
        ("ticket_points", i2, TICKETS),
        ("ticket_need", i2, (TICKETS, COLORS)),
        ("ticket_cards", i2, TICKETS),  # number of cards for the ticket
        ("deal_tickets", i2),
    ],
    fields=[
        Field("opening_kept", PUBLIC, i2, (PLAYERS,)),
        # set when the game is over
        Field("lost", PUBLIC, i2, (PLAYERS,)),  # sum of the values of uncompleted tickets, negative (CARD-50)
        # refused in the opening and shuffled into the ticket deck (CARD-6)
        Field("returned", OWN, u8, (PLAYERS, 1)),
    ],
    deal=deal,
    score=score,
    parts=[ScorePart("tickets", "ticket_sum"), ScorePart("lost", "lost")],
    show=show,
    resample=resample,
)
