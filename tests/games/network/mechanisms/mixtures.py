"""Two decks of tickets in the second implementation of the rules (GER-2 to GER-6)."""

from __future__ import annotations

from tests.games.network.mechanisms.table import Position, shuffle

import whistlestop as ws

OFFER = 4
"""Tickets of an offer; any number of them may come from the deck of long ones (GER-2, GER-3)."""
PHASES = ("dealing", "mixing")


def decks(p: Position, ruleset: ws.Ruleset) -> tuple[list[str], list[str]]:
    """Return the deck of short tickets and that of long ones."""
    long = {ticket.id for ticket in ruleset.tickets if ticket.long}
    deck = p["ticket_deck"]
    return [name for name in deck if name not in long], [name for name in deck if name in long]


def legal(p: Position, ruleset: ws.Ruleset) -> set[str]:
    """Return each mixture for which both decks have the tickets (GER-3, GER-4)."""
    short, long = decks(p, ruleset)
    size = min(OFFER, len(short) + len(long))
    return {f"mix:{n}" for n in range(size + 1) if n <= len(long) and size - n <= len(short)}


def offer(p: Position, ruleset: ws.Ruleset, seat: int, count: int) -> None:
    """Offer the announced tickets, the long ones first (GER-2, GER-3)."""
    short, long = decks(p, ruleset)
    size = min(OFFER, len(short) + len(long))
    drawn = [*long[:count], *short[: size - count]]
    p["players"][seat]["offer"] = drawn
    p["ticket_deck"] = [*short[size - count :], *long[count:]]
    p["ticket_seen"] = {name: seats for name, seats in p["ticket_seen"].items() if name not in drawn}
    if p["phase"] == "mixing":
        p["phase"] = "ticket_choice"
        return
    p["seat"] = (seat + 1) % len(p["players"])
    if p["seat"] == p["first"]:
        p["phase"] = "opening"


def put_under(p: Position, ruleset: ws.Ruleset, ticket: str) -> None:
    """Put a refused ticket under its own deck (GER-5)."""
    p["ticket_deck"].append(ticket)
    short, long = decks(p, ruleset)
    p["ticket_deck"] = [*short, *long]


def shuffle_decks(p: Position, ruleset: ws.Ruleset) -> None:
    """Shuffle both decks, after which nobody knows the place of a ticket (GER-5)."""
    short, long = decks(p, ruleset)
    shuffle(p, short)
    shuffle(p, long)
    p["ticket_deck"], p["ticket_seen"] = [*short, *long], {}
