"""Tables as stored (seats, options and the log of the game), and everything that follows from a table's row alone."""

from __future__ import annotations

import secrets
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from whistlestop.endings import Away
from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.formats import ClubId, Delay, Slug
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COLORS = 5
"""Colors that seats can have."""
LISTED_DELAY = 120
"""Default delay of spectators at listed tables and those of clubs, in seconds; other tables have none."""


class Seat(msgspec.Struct, frozen=True):
    """The occupant of a seat. `name` is that of the person, and None for bots and open seats.

    A `bot` on a person's seat plays for them until they come back; `away` gives the reason. `label` names one of
    several people on one device, or the character of a bot. An open seat may be reserved for a user, `held_for`, whose
    name is `held_name`. `agreed`: the player wants to end the game unfinished; `hints`: the player wants hints for all
    players; `pause`: the player wants to pause the game. In an imported game the seats have no user: `name` is the one
    in the record; only a game that its owner played offline against bots has a seat of the owner. `nonce` is the seat's
    contribution to the shuffle, `program` whether the user is marked as a program, `page` whether they have a public
    page. `color` is the one that the player chose, or had before a rematch.
    """

    seat: int
    kind: str
    user: str | None = None
    bot: str | None = None
    name: str | None = None
    nonce: str | None = None
    program: bool = False
    invitation: str | None = None
    label: str | None = None
    held_for: str | None = None
    held_name: str | None = None
    agreed: bool = False
    hints: bool = False
    pause: bool = False
    page: bool = False
    away: Away | None = None
    color: int | None = None


class Removal(msgspec.Struct, frozen=True):
    """A user whom the host has removed from a table, with the time."""

    user: str
    name: str
    at: int


def new_key() -> str:
    """Return an unguessable key for a table, or for watching one."""
    return secrets.token_urlsafe(12)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The host's choices for a new table. Each option is also a column of the database.

    `look`: all players may look at their own stacks (CARD-22). `stand_in`: the bot that plays for players who leave
    (None: the default); `comes_back`: they may take their seat back. `listed`: whether the table is public. `hints`:
    all players have hints, by the host's choice or by agreement; the game is then not rated. `delay`: seconds by which
    the view of spectators is delayed (None: the default for such a table). `club`: only members of this club can open
    it.
    """

    look: bool = False
    stand_in: Slug | None = None
    comes_back: bool = True
    clock: ClockSettings | None = None
    listed: bool = False
    chat: bool = True
    hints: bool = False
    delay: Delay | None = None
    club: ClubId | None = None


class TableRow(Options, frozen=True):
    """A table as stored, with its seats. `id` is the key to sit down, `watch` the one to watch.

    `seed`: 64 hexadecimal digits, secret until the game is over; its hash is the table's commitment. `quick`: the game
    begins as soon as nobody is missing. `cancelled`: the host canceled it before the game. `changed`: when the host
    last changed the board or the settings of the game. `tournament`: the tournament to which the game belongs.
    """

    id: str
    ruleset: str
    owner: str
    state: str
    created: int
    header: str | None
    seats: tuple[Seat, ...]
    watch: str = msgspec.field(default_factory=new_key)
    started: int | None = None
    seed: str | None = None
    quick: bool = False
    closed: int | None = None
    abandoned: bool = False
    rematch_of: str | None = None
    removed: tuple[Removal, ...] = ()
    imported: bool = False
    cancelled: bool = False
    changed: int | None = None
    tournament: str | None = None


def shared(record: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the values of the fields that a record shares with another record type."""
    return {name: getattr(record, name) for name in _names(type(record), kind)}


@cache
def _names(one: type[msgspec.Struct], other: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name in one.__struct_fields__ if name in other.__struct_fields__)


class LoggedAction(msgspec.Struct, frozen=True):
    """One line of a game's log."""

    ply: int
    seat: int
    action: str
    command: str | None = None
    at: int = 0


class HandOver(msgspec.Struct, frozen=True):
    """A bot's takeover of a person's seat or, if `bot` is None, the person's return.

    `ply`: the action after which this happened.

    `away`: why a bot plays; absent in earlier changes.
    """

    ply: int
    seat: int
    bot: str | None
    at: int
    away: Away | None = None


def closed() -> Refusal:
    """Return the refusal for everybody at a table that a moderator has closed."""
    return Refusal("closed", "A moderator has closed this table.")


def cancelled() -> Refusal:
    """Return the refusal for everybody at a table that its host has canceled."""
    return Refusal("cancelled", "The host has canceled this table.")


def no_table() -> Refusal:
    """Return the refusal for a table that does not exist, or that the user may not know of."""
    return Refusal("not_found", "This table does not exist.")


def colors_of(chosen: Iterable[int | None]) -> list[int]:
    """Return the color of each seat: the chosen one, otherwise the default for its number, otherwise a free one."""
    colors = list(chosen)
    for number in range(min(len(colors), COLORS)):
        if colors[number] is None and number not in colors:
            colors[number] = number
    free = iter([color for color in range(COLORS) if color not in colors])
    return [next(free, number % COLORS) if color is None else color for number, color in enumerate(colors)]


def free_color(row: TableRow, wanted: int | None) -> int | None:
    """Return the wanted color, or None if another player has chosen it, for any free color."""
    return None if any(seat.color == wanted for seat in row.seats) else wanted


def gone(row: TableRow) -> Refusal | None:
    """Return the reason why a table can no longer be opened, or None if it can."""
    if row.cancelled:
        return cancelled()
    return None if row.closed is None else closed()


def seats_of(row: TableRow, user: str | None) -> list[int]:
    """Return a user's seats; none for spectators with the spectator link."""
    return [] if user is None else [seat.seat for seat in row.seats if seat.user == user]


def seat_of(row: TableRow, user: str | None, wanted: int | None = None) -> int | None:
    """Return the seat from which a user sees the game: the wanted one if it is theirs, otherwise their first."""
    if user is None:
        return None
    first = None
    for seat in row.seats:
        if seat.user == user:
            if wanted is None or seat.seat == wanted:
                return seat.seat
            first = seat.seat if first is None else first
    return first


def barred_until(row: TableRow, user: str | None, removed_for: float) -> int | None:
    """Return when a removed user can sit down again, after `removed_for` seconds; None: they can now."""
    ends = [one.at + round(removed_for * 1000) for one in row.removed if one.user == user]
    return next((end for end in ends if end > now()), None)


def concerns(row: TableRow, user: str) -> bool:
    """Return whether a user hosts a table, sits there, or has a seat reserved there."""
    return row.owner == user or any(user in {seat.user, seat.held_for} for seat in row.seats)


def kept_for(row: TableRow, user: str | None) -> list[int]:
    """Return the open seats reserved for a user."""
    return [] if user is None else [seat.seat for seat in row.seats if seat.held_for == user]


def hints_allowed(row: TableRow) -> bool:
    """Return whether hints are available: all players have agreed, or one person plays against bots."""
    return row.hints or sum(seat.kind != "bot" for seat in row.seats) == 1


def is_free(seat: Seat) -> bool:
    """Return whether any user may take a seat: it is reserved neither for a user nor for an invitation."""
    return seat.kind == "open" and seat.held_for is None and seat.invitation is None


def refitted(seats: Sequence[Seat], size: int) -> tuple[Seat, ...]:
    """Return `size` seats with the same players in the same order.

    Seats of people and reserved seats stay; bots are removed first. Raises Refusal if there are too many players.
    """
    staying = [seat for seat in seats if seat.kind == "person" or seat.held_for or seat.invitation]
    if len(staying) > size:
        raise Refusal(
            "table_full", "There would not be enough seats for the people who sit here or are expected."
        )
    bots = [seat for seat in seats if seat.kind == "bot"][: size - len(staying)]
    kept = sorted([*staying, *bots], key=lambda seat: seat.seat)
    kept += [Seat(0, "open")] * (size - len(kept))
    return tuple(replace(seat, seat=number) for number, seat in enumerate(kept))


def chosen_delay(row: TableRow) -> int:
    """Return the delay in seconds with which a table's spectators see a game between people."""
    if row.delay is not None:
        return row.delay
    return LISTED_DELAY if row.listed or row.club is not None else 0


def delay_of(row: TableRow) -> int:
    """Return the current delay in seconds: 0 before and after the game, and for a game with only one human player."""
    people = {seat.user for seat in row.seats if seat.kind == "person"}
    return chosen_delay(row) if row.state == "playing" and len(people) > 1 else 0
