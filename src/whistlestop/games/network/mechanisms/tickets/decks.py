"""The ticket deck, which can have two parts: regular tickets, then `long_size` long ones, each part in order.

Only boards on which players announce a mixture draw from a deck of long tickets. On all others, `long_size` is 0.
"""

from __future__ import annotations

from whistlestop.core.bits import bit
from whistlestop.core.fields import OUT_OF_GAME
from whistlestop.core.jit import jit
from whistlestop.core.rng import shuffle
from whistlestop.core.tickets import keep_offered, offer_ticket, pop_ticket, put_under
from whistlestop.core.types import Known, Rules, State


@jit
def regular_size(s: Known) -> int:
    """Return the number of tickets in the deck of regular ones."""
    return int(s["ticket_size"]) - int(s["long_size"])


@jit
def shuffle_tickets(s: State, r: Rules, long: int) -> None:
    """Put all tickets of one sort into the ticket deck, in random order."""
    size = 0
    for ticket in range(r["tickets"]):
        if r["ticket_long"][ticket] == long:
            s["ticket_deck"][size] = ticket
            size += 1
    s["ticket_size"] = size
    shuffle(s, s["ticket_deck"], size)


@jit
def shuffle_decks(s: State) -> None:
    """Shuffle the deck, or both decks; the places of tickets are then unknown."""
    size, regular = int(s["ticket_size"]), regular_size(s)
    for place in range(size):
        s["ticket_seen"][s["ticket_deck"][place]] = 0
    shuffle(s, s["ticket_deck"], regular)
    shuffle(s, s["ticket_deck"][regular:], size - regular)


@jit
def offer_from_decks(s: State, player: int, long: int, regular: int) -> None:
    """Offer a player the top tickets of both decks, the long ones first; the decks must have that many."""
    for _ in range(long):
        offer_ticket(s, player, pop_ticket(s, regular_size(s)))
        s["long_size"] -= 1
    for _ in range(regular):
        offer_ticket(s, player, pop_ticket(s))
    s["offer_long"][player] = long


@jit
def put_back(s: State, r: Rules, player: int, ticket: int) -> None:
    """Put a refused ticket under its deck; the player remembers its position."""
    last = int(s["ticket_size"])
    put_under(s, player, ticket)
    if r["mixture"] == 0:
        return
    if r["ticket_long"][ticket]:
        s["long_size"] += 1
        return
    end = last - int(s["long_size"])
    for place in range(last, end, -1):
        s["ticket_deck"][place] = s["ticket_deck"][place - 1]
    s["ticket_deck"][end] = ticket


@jit
def settle_choice(s: State, r: Rules, player: int, subset: int, refused_to: int) -> None:
    """Keep tickets of an offer; the others go under their deck or leave the game (USA-27, EUR-3)."""
    for position in range(s["offer_size"][player]):
        ticket = int(s["offer"][player, position])
        kept = (subset >> position) & 1
        if kept and r["mixture"]:
            s["long_count"][player] += r["ticket_long"][ticket]
        elif not kept and refused_to == OUT_OF_GAME:
            s["refused"][player, ticket >> 6] |= bit(ticket & 63)
        elif not kept:
            put_back(s, r, player, ticket)
    keep_offered(s, player, subset)
    s["offer_long"][player] = 0


@jit
def most_drawn(o: Known, r: Rules, long: int) -> int:
    """Return the maximum number of tickets of a sort that can be drawn in a turn."""
    if long:
        return min(int(r["draw_tickets"]), int(r["mixture"]), int(o["long_size"]))
    return min(int(r["draw_tickets"]), regular_size(o))
