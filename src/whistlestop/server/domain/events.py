"""Events other than turns that users are notified of: the users concerned, and the data that they may know.

Everything is derived from the row of a table, which its players see, never from the game, so events cannot reveal
hidden information. An event has the same key each time it is found, so it is sent only once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whistlestop.server.domain.tables import TableRow

EventKind = Literal["turn", "invited", "rematch", "started", "round", "bye", "over", "left", "season"]
WISHES: dict[EventKind, EventKind] = {"bye": "round"}
"""Kinds of notifications that users get if they have chosen another kind."""
KINDS: tuple[EventKind, ...] = ("turn", "invited", "rematch", "started", "round", "over", "left", "season")
"""The kinds that users can choose."""
USUAL: frozenset[EventKind] = frozenset(KINDS) - {"started"}
"""The default for users who have not chosen. The first turn already shows that the game has started."""
FRESH = 24 * 3600 * 1000
"""Age in milliseconds from which an event is dropped: it was found too late, or predates notifications."""


class Event(Struct, frozen=True):
    """An event at a table that concerns a user. `mark` distinguishes it from others of its kind there.

    `name` is the displayed name of the player who caused it; for a round, that of the tournament; for the end of a
    season, that of the league. `league`, `tournament`: the ones that the game belongs to, if any. `watch`: the game's
    key to watch. A bye belongs to the first game of its round, which has other players.
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
    league: str | None = None
    tournament: str | None = None
    watch: str | None = None

    @property
    def key(self) -> str:
        """Return the key of the game that the user may know."""
        return self.watch or "" if self.kind == "bye" else self.game

    @property
    def path(self) -> str:
        """Return the path of the page that a notification leads to."""
        if self.kind in {"bye", "season"} and self.league is not None:
            return f"/leagues/{self.league}"
        return f"/tournaments/{self.tournament}" if self.kind == "bye" else f"/t/{self.game}"


class RecentEvent(Event, frozen=True, kw_only=True):
    """An event with the id of the ruleset at its table, which has the title of the board in each language."""

    ruleset: str


class Moments(Struct, frozen=True):
    """Data that the row of a table lacks: when its game ended, and how often and when each seat was left to a bot.

    `challenged`: users who have not yet answered a challenge. `tournament`: the name of the game's tournament. `byes`:
    users with a bye in a round of which this is the first game.
    """

    ended: int | None = None
    left: Mapping[int, tuple[int, int]] = {}
    challenged: tuple[str, ...] = ()
    tournament: str | None = None
    byes: tuple[str, ...] = ()


def may_concern(row: TableRow) -> bool:
    """Return whether the state of a table may concern any user, judging by its row."""
    if row.imported or row.closed is not None:
        return False
    if row.state == "open":
        return any(seat.held_for is not None for seat in row.seats)
    return any(seat.user is not None for seat in row.seats)


def events_of(row: TableRow, board: str, moments: Moments) -> list[Event]:
    """Return all events derived from the state of a table. Users are not notified of their own actions."""
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
    began: EventKind = "started" if moments.tournament is None else "round"
    events = [Event(user, row.id, began, 0, board, row.started or 0, moments.tournament) for user in people]
    events += [
        Event(user, row.id, "bye", 0, board, row.started or 0, moments.tournament) for user in moments.byes
    ]
    for number, (mark, at) in moments.left.items():
        seat = row.seats[number]
        if seat.kind == "person" and seat.bot is not None:
            others = (user for user in people if user != seat.user)
            events += [Event(user, row.id, "left", mark, board, at, seat.name) for user in others]
    return events
