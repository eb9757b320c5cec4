"""The destination tickets: deck, offers and choices (USA-26 to USA-30, CARD-5, CARD-6, CARD-31 to CARD-33)."""

from __future__ import annotations

from .bits import bit
from .fields import NONE, OFFER
from .jit import jit
from .types import Actions, Rules, State


@jit
def pop_ticket(s: State, place: int = 0) -> int:
    """Remove and return the ticket at a place of the deck, by default the top one; there must be one."""
    top = int(s["ticket_deck"][place])
    s["ticket_size"] -= 1
    size = s["ticket_size"]
    for position in range(place, size):
        s["ticket_deck"][position] = s["ticket_deck"][position + 1]
    s["ticket_deck"][size] = NONE
    s["ticket_seen"][top] = 0  # seats that knew its position must not learn whether it comes back
    return top


@jit
def offer_ticket(s: State, player: int, ticket: int) -> None:
    """Add a ticket to a player's offer."""
    s["offer"][player, s["offer_size"][player]] = ticket
    s["offer_size"][player] += 1


@jit
def draw_offer(s: State, player: int, count: int) -> None:
    """Offer the player the top `count` tickets, or as many as there are (RUL-15)."""
    for _ in range(min(count, int(s["ticket_size"]))):
        offer_ticket(s, player, pop_ticket(s))


@jit
def deal_tickets(s: State, count: int) -> None:
    """Offer each player `count` tickets from the top, around the table."""
    for step in range(s["players"]):
        player = (s["first"] + step) % s["players"]
        for _ in range(count):
            offer_ticket(s, player, pop_ticket(s))


@jit
def gain_ticket(s: State, player: int, ticket: int) -> None:
    """Give a ticket to a player permanently (USA-29)."""
    s["tickets"][player, ticket >> 6] |= bit(ticket & 63)
    s["ticket_count"][player] += 1


@jit
def put_under(s: State, player: int, ticket: int) -> None:
    """Put a refused ticket under the ticket deck; the player remembers its position."""
    s["ticket_deck"][s["ticket_size"]] = ticket
    s["ticket_size"] += 1
    s["ticket_seen"][ticket] |= 1 << player


@jit
def keep_offered(s: State, player: int, subset: int) -> None:
    """Give the player the tickets of the subset and end the offer."""
    for position in range(s["offer_size"][player]):
        if (subset >> position) & 1:
            gain_ticket(s, player, int(s["offer"][player, position]))
    for position in range(OFFER):
        s["offer"][player, position] = NONE
    s["offer_size"][player] = 0


@jit
def settle_offer(s: State, player: int, subset: int) -> None:
    """Keep the tickets of the subset; the others go under the ticket deck in the order dealt (RUL-3, CARD-32)."""
    for position in range(s["offer_size"][player]):
        if (subset >> position) & 1 == 0:
            put_under(s, player, int(s["offer"][player, position]))
    keep_offered(s, player, subset)


@jit
def subset_size(subset: int) -> int:
    """Return the number of tickets in a subset of an offer."""
    size = 0
    while subset:
        size += subset & 1
        subset >>= 1
    return size


@jit
def keep_min(r: Rules, opening: bool) -> int:
    """Return how many tickets must be kept now; a smaller offer does not reduce it (RUL-15, USA-28)."""
    return int(r["opening_keep_min"]) if opening else int(r["draw_keep_min"])


@jit
def list_keeps(s: State, r: Rules, player: int, least: int, out: Actions, size: int) -> int:
    """Write the choices that keep at least `least` tickets of the offer."""
    for subset in range(1 << int(s["offer_size"][player])):
        if subset_size(subset) >= least:
            out[size] = r["id_keep"] + subset
            size += 1
    return size


@jit
def can_keep(s: State, player: int, subset: int, least: int) -> bool:
    """Return whether the subset of the offer is one of `list_keeps`."""
    return (subset >> int(s["offer_size"][player])) == 0 and subset_size(subset) >= least
