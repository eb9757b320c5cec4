"""What users are notified of beside their turns: who is concerned, and what they may be told.

Everything follows from the row of a table, which its players see, and never from the game: no event can tell what is
hidden. The same event has the same key however often it is found, so it is told once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whistlestop.server.domain.tables import TableRow

EventKind = Literal["turn", "invited", "rematch", "started", "over", "left"]
KINDS: tuple[EventKind, ...] = ("turn", "invited", "rematch", "started", "over", "left")
USUAL: frozenset[EventKind] = frozenset(KINDS) - {"started"}
"""What users get who have chosen nothing. The first turn, which begins with the game, tells that it has started."""
FRESH = 24 * 3600 * 1000
"""Milliseconds after which an event is not told any more: it was found late, or happened before there were events."""


class Event(Struct, frozen=True):
    """Something that concerns a user at a table. `mark` tells it from others of its kind there.

    `name` is that of the player who caused it, as the table shows it.
    """

    user: str
    game: str
    kind: EventKind
    mark: int
    board: str
    at: int
    name: str | None = None
    read: int | None = None
    id: int = 0


class Moments(Struct, frozen=True):
    """What the row of a table does not say: when its game ended; for each seat left to a bot, which time and when.

    `challenged`: users whose answer to a challenge is awaited.
    """

    ended: int | None = None
    left: Mapping[int, tuple[int, int]] = {}
    challenged: tuple[str, ...] = ()


def may_concern(row: TableRow) -> bool:
    """Whether anybody could have to be told of the state of a table, as far as its row says."""
    if row.imported or row.closed is not None:
        return False
    if row.state == "open":
        return any(seat.held_for is not None for seat in row.seats)
    return any(seat.user is not None for seat in row.seats)


def events_of(row: TableRow, board: str, moments: Moments) -> list[Event]:
    """Return all events that follow from the state of a table; nobody is told of what they did themselves."""
    people = list(dict.fromkeys(seat.user for seat in row.seats if seat.kind == "person" and seat.user))
    if row.state == "open":
        host = next((seat.name for seat in row.seats if seat.user == row.owner), None)
        kept = {seat.held_for for seat in row.seats if seat.held_for} - {row.owner, *people}
        kind: EventKind = "invited" if row.rematch_of is None else "rematch"
        asked = [*sorted(kept), *(user for user in moments.challenged if user not in people)]
        return [Event(user, row.id, kind, 0, board, row.created, host) for user in asked]
    if row.state == "over":
        if moments.ended is None:
            return []
        return [Event(user, row.id, "over", 0, board, moments.ended) for user in people]
    events = [Event(user, row.id, "started", 0, board, row.started or 0) for user in people]
    for number, (mark, at) in moments.left.items():
        seat = row.seats[number]
        if seat.kind == "person" and seat.bot is not None:
            others = (user for user in people if user != seat.user)
            events += [Event(user, row.id, "left", mark, board, at, seat.name) for user in others]
    return events
