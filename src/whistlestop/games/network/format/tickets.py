"""What a client needs to know about a ticket of a map game."""

from __future__ import annotations

from whistlestop.text import public


class NetworkTicketInfo(public.TicketInfo, kw_only=True):
    """A ticket; a long ticket is dealt only at the start."""

    long: bool
