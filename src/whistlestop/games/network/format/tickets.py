"""What a client has to know of a ticket of a map game."""

from __future__ import annotations

from whistlestop.text import public


class NetworkTicketInfo(public.TicketInfo, kw_only=True):
    """A ticket; a long one is dealt at the start only."""

    long: bool
