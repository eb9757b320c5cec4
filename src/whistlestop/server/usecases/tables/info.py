"""A table as a user sees it, from stored data and presence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.fairness import commitment
from whistlestop.server.domain.ahead import hides_presence, moves_ahead
from whistlestop.server.domain.clock import ClockInfo
from whistlestop.server.domain.tables import (
    chosen_delay,
    colors_of,
    hints_allowed,
    kept_for,
    seat_of,
    seats_of,
    shared,
)
from whistlestop.server.domain.times import iso
from whistlestop.server.messages.base import Rematch, Removed, SeatInfo, ShuffleInfo, TableInfo
from whistlestop.server.usecases.tables.bots import bot_name
from whistlestop.server.usecases.tables.viewers import Presence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.endings import SeatEnd
    from whistlestop.server.domain.clock import Clock, ClockTimes
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.messages.corrections import CorrectionInfo
    from whistlestop.server.usecases.tables.viewers import Viewers

NOBODY = Presence()


def table_info(
    row: TableRow,
    user: str | None,
    version: int,
    presence: Presence = NOBODY,
    times: ClockTimes | None = None,
    closes: int | None = None,
    wanted: int | None = None,
    sequel: TableRow | None = None,
    barred: int | None = None,
    result: Sequence[SeatEnd] | None = None,
    decided: CorrectionInfo | None = None,
) -> TableInfo:
    """Return the table for a user, as seen from the wanted seat, and its rematch (`sequel`).

    `barred`: the time until which the user cannot sit down. `result`: the final results of the seats of a finished
    game. `decided`: the decision of an arbiter. Spectators with the spectator link (None) do not get the link to sit
    down, nor that of the rematch.
    """
    yours, hidden = seats_of(row, user), hides_presence(row)
    told = {
        "id": row.id if user is not None else row.watch,
        "you": seat_of(row, user, wanted),
        "version": version,
        "seats": [
            SeatInfo(
                seat.seat,
                seat.kind,  # type: ignore[arg-type]
                bot_name(seat.bot) if seat.kind == "bot" and seat.bot is not None else seat.name,
                seat.bot,
                seat.kind == "bot" or (hidden and seat.user is not None) or seat.user in presence.online,
                seat.held_name,
                row.clock is None and seat.user in presence.absent,
                seat.agreed,
                seat.user == row.owner,
                seat.program,
                seat.invitation is not None,
                # On a shared device it is unknown which player owns the account.
                seat.user if seat.page and seat.label is None else None,
                seat.hints,
                not hidden and seat.user in presence.lost,
                seat.away,
                color,
                seat.label if seat.kind == "bot" else None,
                seat.pause,
            )
            for seat, color in zip(row.seats, colors_of(seat.color for seat in row.seats), strict=True)
        ],
        "spectators": presence.spectators,
        "created": iso(row.created),
        "clock": ClockInfo(row.clock, times) if row.clock is not None else None,
        "closes": None if closes is None else iso(closes),
        "shuffle": None
        if row.seed is None
        else ShuffleInfo(commitment(bytes.fromhex(row.seed)), [seat.nonce for seat in row.seats]),
        "watchers": list(presence.names),
        "yours": yours,
        "kept": next(iter(kept_for(row, user)), None),
        "rematch": None if sequel is None else _rematch(sequel, seated=bool(yours)),
        "removed": [Removed(one.user, one.name) for one in row.removed] if user == row.owner else [],
        "hints": hints_allowed(row),
        "ahead": moves_ahead(row),
        "barred": None if barred is None else iso(barred),
        "delay": chosen_delay(row),
        "result": None if result is None else list(result),
        "decided": decided,
        "starts": row.quick or row.rematch_of is not None,
        "offline": row.imported and any(seat.user is not None for seat in row.seats),
    }
    return TableInfo(**shared(row, TableInfo) | told)


def show_stops(told: TableInfo, clock: Clock | None, at: int) -> None:
    """Add the end of the game's pause, and the players' vacations, to a table with a game in progress."""
    if clock is None or not clock.stops:
        return
    paused = clock.paused(at)
    told.paused = None if paused is None else iso(paused)
    for seat, ends in clock.vacations(at).items():
        told.seats[seat].vacation = iso(ends)


def shown_presence(viewers: Viewers, row: TableRow) -> Presence:
    """Return the presence that clients may see at a table, which omits players while their presence is hidden."""
    found = viewers.presence(row)
    return Presence(spectators=found.spectators, names=found.names) if hides_presence(row) else found


def _rematch(row: TableRow, *, seated: bool) -> Rematch:
    people = [seat.name for seat in row.seats if seat.kind == "person" and seat.name is not None]
    missing = [seat.held_name for seat in row.seats if seat.held_name is not None]
    return Rematch(row.id if seated else row.watch, people, missing)
