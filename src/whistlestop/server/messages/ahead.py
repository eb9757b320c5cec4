"""The messages about moves ahead."""

from typing import Annotated

from msgspec import Meta, Struct

from whistlestop.server.domain.ahead import MOST, Alternative
from whistlestop.server.messages.base import SeatNumber


class PlanMoves(Struct, forbid_unknown_fields=True):
    """PUT /api/tables/{table}/ahead: your moves for your next turn. The first alternative that fits is played."""

    alternatives: Annotated[list[Alternative], Meta(min_length=1, max_length=MOST)]
    seat: SeatNumber | None = None


class MovesAhead(Struct):
    """Your moves ahead, and the choices for them.

    `alternatives`: empty if you have none. `actions`: actions that may be legal at the start of your next turn; empty
    if there is nothing to plan now. `conditions`: the conditions that you can use. `due`: your turn has come, and your
    moves will be played soon.
    """

    alternatives: list[Alternative]
    actions: list[str]
    conditions: list[str]
    due: bool
