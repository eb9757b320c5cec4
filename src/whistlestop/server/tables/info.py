"""A table as one user sees it, made from what is stored and who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.fairness import commitment
from whistlestop.server.clocks.messages import ClockInfo
from whistlestop.server.protocol import Rematch, Removed, SeatInfo, ShuffleInfo, TableInfo
from whistlestop.server.refusals import Refusal
from whistlestop.server.store.rows import iso, now
from whistlestop.server.tables.bots import bot_name
from whistlestop.server.tables.delay import chosen_delay
from whistlestop.server.tables.viewers import Presence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whistlestop.endings import SeatEnd
    from whistlestop.server.clocks.messages import ClockTimes
    from whistlestop.server.store.rows import TableRow

NOBODY = Presence()
COLORS = 5
"""Colors that seats can have."""


def closed() -> Refusal:
    """What everybody at a table is told that a moderator has closed."""
    return Refusal("closed", "A moderator has closed this table.")


def cancelled() -> Refusal:
    """Return what everybody at a table is told when its host has canceled it."""
    return Refusal("cancelled", "The host has canceled this table.")


def colors_of(chosen: Iterable[int | None]) -> list[int]:
    """Return the color of each seat: the chosen one, else that of its number, else one that is free."""
    colors = list(chosen)
    for number in range(min(len(colors), COLORS)):
        if colors[number] is None and number not in colors:
            colors[number] = number
    free = iter([color for color in range(COLORS) if color not in colors])
    return [next(free, number % COLORS) if color is None else color for number, color in enumerate(colors)]


def free_color(row: TableRow, wanted: int | None) -> int | None:
    """Return the wanted color, or None if another player has chosen it: then any free one will do."""
    return None if any(seat.color == wanted for seat in row.seats) else wanted


def gone(row: TableRow) -> Refusal | None:
    """Why nobody is let in at a table any more; None: it is there."""
    if row.cancelled:
        return cancelled()
    return None if row.closed is None else closed()


def seats_of(row: TableRow, user: str | None) -> list[int]:
    """Where a user sits; nowhere for those who came by the link to watch."""
    return [] if user is None else [seat.seat for seat in row.seats if seat.user == user]


def seat_of(row: TableRow, user: str | None, wanted: int | None = None) -> int | None:
    """The seat that a user looks from: the wanted one if it is theirs, otherwise the first of theirs."""
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
    """Until when a user whom the host has removed cannot sit down, for `removed_for` seconds; None: they can."""
    ends = [one.at + round(removed_for * 1000) for one in row.removed if one.user == user]
    return next((end for end in ends if end > now()), None)


def kept_for(row: TableRow, user: str | None) -> list[int]:
    """The open seats that wait for a user."""
    return [] if user is None else [seat.seat for seat in row.seats if seat.held_for == user]


def hints_allowed(row: TableRow) -> bool:
    """Whether players may ask for hints: all have agreed to it, or there is nobody but one person and bots."""
    return row.hints or sum(seat.kind != "bot" for seat in row.seats) == 1


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
) -> TableInfo:
    """The table for a user who looks from the wanted seat, and where its players meet once more (`sequel`).

    `barred`: until when the user cannot sit down. `result`: how its seats ended, for a game that is over.
    Whoever came by the link to watch (None) is not told the link to sit down, at that table neither.
    """
    yours = seats_of(row, user)
    return TableInfo(
        id=row.id if user is not None else row.watch,
        watch=row.watch,
        ruleset=row.ruleset,
        state=row.state,  # type: ignore[arg-type]
        owner=row.owner,
        you=seat_of(row, user, wanted),
        version=version,
        seats=[
            SeatInfo(
                seat.seat,
                seat.kind,  # type: ignore[arg-type]
                bot_name(seat.bot) if seat.kind == "bot" and seat.bot is not None else seat.name,
                seat.bot,
                seat.kind == "bot" or seat.user in presence.online,
                seat.held_name,
                row.clock is None and seat.user in presence.absent,
                seat.agreed,
                seat.user == row.owner,
                seat.program,
                seat.invitation is not None,
                # Of several people on one device nobody knows who has the account.
                seat.user if seat.page and seat.label is None else None,
                seat.hints,
                seat.user in presence.lost,
                seat.away,
                color,
            )
            for seat, color in zip(row.seats, colors_of(seat.color for seat in row.seats), strict=True)
        ],
        spectators=presence.spectators,
        created=iso(row.created),
        look=row.look,
        clock=ClockInfo(row.clock, times) if row.clock is not None else None,
        closes=None if closes is None else iso(closes),
        shuffle=None
        if row.seed is None
        else ShuffleInfo(commitment(bytes.fromhex(row.seed)), [seat.nonce for seat in row.seats]),
        watchers=list(presence.names),
        listed=row.listed,
        quick=row.quick,
        chat=row.chat,
        yours=yours,
        kept=next(iter(kept_for(row, user)), None),
        abandoned=row.abandoned,
        comes_back=row.comes_back,
        rematch=None if sequel is None else _rematch(sequel, seated=bool(yours)),
        removed=[Removed(one.user, one.name) for one in row.removed] if user == row.owner else [],
        imported=row.imported,
        hints=hints_allowed(row),
        barred=None if barred is None else iso(barred),
        delay=chosen_delay(row),
        result=None if result is None else list(result),
    )


def _rematch(row: TableRow, *, seated: bool) -> Rematch:
    people = [seat.name for seat in row.seats if seat.kind == "person" and seat.name is not None]
    missing = [seat.held_name for seat in row.seats if seat.held_name is not None]
    return Rematch(row.id if seated else row.watch, people, missing)
