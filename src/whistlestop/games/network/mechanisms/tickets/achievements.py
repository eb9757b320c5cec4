"""Achievements with tickets."""

from __future__ import annotations

from whistlestop.games.achievements import Achievement, Deed, large_ticket, no_ticket_lost


def _country(deed: Deed) -> bool:
    return any(len(ticket.targets) > 1 for ticket in deed.done())


ACHIEVEMENTS = (
    Achievement("large_ticket", large_ticket),
    Achievement("no_ticket_lost", no_ticket_lost),
    Achievement("country_ticket", _country),
)
