"""The destination tickets: deck, offers and choices (USA-26 to USA-30, EUR-2 to EUR-6, SWI-7, SWI-8)."""

from __future__ import annotations

from typing import Any

from .bits import bit
from .fields import NONE, OFFER, TO_BOTTOM
from .jit import jit


@jit
def draw_ticket(s: Any) -> int:
    """Remove and return the top ticket; the deck must not be empty."""
    top = int(s["ticket_deck"][0])
    s["ticket_size"] -= 1
    size = s["ticket_size"]
    for position in range(size):
        s["ticket_deck"][position] = s["ticket_deck"][position + 1]
    s["ticket_deck"][size] = NONE
    s["ticket_seen"][top] = 0  # who knew its place must not learn whether it comes back
    return top


@jit
def offer_ticket(s: Any, player: int, ticket: int) -> None:
    """Add a ticket to a player's offer."""
    s["offer"][player, s["offer_size"][player]] = ticket
    s["offer_size"][player] += 1


@jit
def draw_offer(s: Any, player: int, count: int) -> None:
    """Offer the player the top tickets, as many as there are (RUL-15)."""
    for _ in range(min(count, int(s["ticket_size"]))):
        offer_ticket(s, player, draw_ticket(s))


@jit
def gain_ticket(s: Any, player: int, ticket: int) -> None:
    """Give a ticket to a player for good (USA-29)."""
    s["tickets"][player, ticket >> 6] |= bit(ticket & 63)
    s["ticket_count"][player] += 1


@jit
def settle_offer(s: Any, player: int, subset: int, refused_to: int) -> None:
    """Keep the tickets of the subset and put the others, in the order dealt, where refused ones go (RUL-3)."""
    for position in range(s["offer_size"][player]):
        ticket = int(s["offer"][player, position])
        if (subset >> position) & 1:
            gain_ticket(s, player, ticket)
        elif refused_to == TO_BOTTOM:
            s["ticket_deck"][s["ticket_size"]] = ticket
            s["ticket_size"] += 1
            s["ticket_seen"][ticket] |= 1 << player
        else:
            s["refused"][player, ticket >> 6] |= bit(ticket & 63)
    for position in range(OFFER):
        s["offer"][player, position] = NONE
    s["offer_size"][player] = 0


@jit
def subset_size(subset: int) -> int:
    """The number of tickets in a subset of an offer."""
    size = 0
    while subset:
        size += subset & 1
        subset >>= 1
    return size


@jit
def keep_min(r: Any, opening: bool) -> int:
    """Tickets that must be kept now. A later offer of fewer tickets lowers nothing (RUL-15, USA-28)."""
    return int(r["opening_keep_min"]) if opening else int(r["draw_keep_min"])
