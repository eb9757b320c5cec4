"""The data of a ticket of a map game for clients."""

from __future__ import annotations

from whistlestop.text import public


class NetworkTicketInfo(public.TicketInfo, kw_only=True):
    """A ticket; a long ticket is dealt only at the start."""

    long: bool
