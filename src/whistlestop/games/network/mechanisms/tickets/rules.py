"""Ticket offers, the choices among them (USA-3, USA-4, USA-26 to USA-30, EUR-2, EUR-3), and their score (USA-33)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import NONE, PLAYERS, SHUFFLED, TURN, i2, u8
from whistlestop.core.jit import jit
from whistlestop.core.records import OWN, PUBLIC, Field
from whistlestop.core.tickets import deal_tickets
from whistlestop.core.types import Observation, Rules, State
from whistlestop.games.mechanisms import ScorePart
from whistlestop.games.mechanisms.offers import tickets
from whistlestop.games.network.sizes import CITIES, STATIONS, TARGETS, TICKET_WORDS, TICKETS

from .decks import settle_choice, shuffle_decks, shuffle_tickets
from .unknown import resample
from .values import final_connections, sum_tickets


@jit
def deal(s: State, r: Rules) -> None:
    """Deal the opening offers: long tickets first; the remaining long tickets leave the game unseen (USA-3, EUR-2)."""
    if r["mixture"]:  # players first announce the tickets to be dealt (GER-2)
        return
    if r["deal_long"]:
        shuffle_tickets(s, r, 1)
        deal_tickets(s, int(r["deal_long"]))
        for place in range(s["ticket_size"]):
            s["ticket_deck"][place] = NONE
        s["ticket_size"] = 0
    shuffle_tickets(s, r, 0)
    deal_tickets(s, int(r["deal_regular"]))
    for player in range(s["players"]):
        s["offer_long"][player] = r["deal_long"]


@jit
def end_opening(s: State, r: Rules) -> None:
    """Carry out the opening choices in turn order, once all players have chosen (COM-19, RUL-3)."""
    for step in range(s["players"]):
        player = (s["first"] + step) % s["players"]
        settle_choice(s, r, player, int(s["sealed"][player]), int(r["opening_refused"]))
        s["sealed"][player] = NONE
    if r["opening_refused"] == SHUFFLED:
        shuffle_decks(s)
    s["phase"] = TURN


# Actions. Each function returns whether the action ends the turn.


@jit
def settle_drawn(s: State, r: Rules, player: int, subset: int) -> None:
    """Keep tickets of an offer drawn in a turn (USA-27)."""
    settle_choice(s, r, player, subset, int(r["draw_refused"]))
    if r["draw_refused"] == SHUFFLED:
        shuffle_decks(s)


@jit
def score(s: State, r: Rules, player: int) -> None:
    """Score a player's tickets (USA-33, EUR-27, SWI-13)."""
    label = np.empty(CITIES, np.int8)
    final_connections(s, r, player, label)
    total, completed = sum_tickets(s, r, player, label)
    s["ticket_sum"][player] = total
    s["completed"][player] = completed


@jit
def show(s: State, seat: int, o: Observation) -> None:
    """Show a seat the tickets that it removed from the game."""
    for word in range(TICKET_WORDS):
        o["refused"][seat, word] = s["refused"][seat, word]


MECHANISM = tickets(
    end_opening,
    settle_drawn,
    columns=[
        # origin and targets are sets of cities: a single city, or the border nodes of a country
        ("ticket_origin", u8, TICKETS),
        ("ticket_target", u8, (TICKETS, TARGETS)),
        ("ticket_points", i2, (TICKETS, TARGETS)),
        ("ticket_targets", i2, TICKETS),
        ("ticket_loss", i2, TICKETS),
        ("ticket_long", i2, TICKETS),
        ("deal_long", i2),
        ("deal_regular", i2),
        ("opening_refused", i2),
        ("draw_refused", i2),
        ("mixture", i2),  # tickets of an offer that may come from the deck of long ones; 0: there is none
    ],
    fields=[
        Field("refused", OWN, u8, (PLAYERS, TICKET_WORDS)),  # tickets that a player removed from the game
        Field("long_size", PUBLIC, i2),  # of the deck of long tickets, the last part of the ticket deck
        Field("long_count", PUBLIC, i2, (PLAYERS,)),  # long tickets held, where all players see the sorts
        Field("offer_long", PUBLIC, i2, (PLAYERS,)),  # number of long tickets, which come first in an offer
        # opponents' routes that count for a player's tickets at the end; NONE in unused places
        Field("lent", PUBLIC, i2, (PLAYERS, STATIONS), empty=NONE),
    ],
    deal=deal,
    score=score,
    parts=[ScorePart("tickets", "ticket_sum")],
    show=show,
    resample=resample,
)
