"""Achievements with tickets."""

from __future__ import annotations

from whistlestop.games.achievements import Achievement, large_ticket, no_ticket_lost

ACHIEVEMENTS = (Achievement("large_ticket", large_ticket), Achievement("no_ticket_lost", no_ticket_lost))
