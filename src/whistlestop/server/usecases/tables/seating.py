"""Seats before a game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.server.adapters.database import table_changes as keeping
from whistlestop.server.adapters.database.clock_stops import current_vacation
from whistlestop.server.adapters.database.clubs import is_member
from whistlestop.server.domain.pace import is_slow
from whistlestop.server.domain.permissions import check_open, check_welcome
from whistlestop.server.domain.refusals import Conflict, Refusal, refusing_stale
from whistlestop.server.domain.tables import Seat, free_color, is_free, kept_for, no_table
from whistlestop.server.domain.vacations import on_vacation
from whistlestop.server.messages.tables import Join
from whistlestop.server.usecases.tables.changes import change, operation
from whistlestop.server.usecases.tables.following import catch_up
from whistlestop.server.usecases.tables.starting import begin_if_full

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.clock import ClockSettings
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.rematch import Rematches
    from whistlestop.server.usecases.tables.table import Table


class Seating:
    """Users' operations on their own seats."""

    def __init__(self, tables: Tables, boards: TableBoards, callers: Callers, rematches: Rematches) -> None:
        self.tables = tables
        self._boards = boards
        self._callers = callers
        self._rematches = rematches

    async def join(self, table: str, caller: Caller, wish: Join) -> TableInfo:
        """Sit down. The game begins if it was waiting only for this player."""
        self._callers.check_writable()
        async with self.tables.use(table, caller.user) as found:
            name = await self._callers.name_to_keep(caller, listed=found.row.listed)
            await sit(found, caller.user, name, wish)
            await begin_if_full(found, self._boards.ruleset(found.row.ruleset))
            await self._rematches.settle(found)
            return found.info(caller.user)

    @operation
    async def leave(self, table: Table, caller: Caller) -> None:
        """Leave the seat before the game. If the host leaves, another player becomes the host."""
        check_open(table.row)
        table.own_seat(caller.user)
        for seat in table.seats_of(caller.user):
            await change_seat(table, table.row.seats[seat], Seat(seat, "open"))
        heir = next((seat.user for seat in table.row.seats if seat.kind == "person"), None)
        if table.row.owner == caller.user and heir is not None:
            await hand_on(table, caller.user, heir)

    @operation
    async def decline(self, table: Table, caller: Caller) -> None:
        """Free the seats that are reserved for the caller."""
        check_open(table.row)
        kept = kept_for(table.row, caller.user)
        if not kept:
            raise Refusal("not_seated", "No seat at this table is reserved for you.")
        for seat in kept:
            await change_seat(table, table.row.seats[seat], Seat(seat, "open"))

    @operation
    async def add_nonce(self, table: Table, caller: Caller, nonce: str) -> None:
        """Contribute to the shuffle for the caller's seats that have no nonce yet; existing nonces stay."""
        check_open(table.row)
        table.own_seat(caller.user)
        for number in table.seats_of(caller.user):
            seat = table.row.seats[number]
            if seat.nonce is None:
                await change_seat(table, seat, replace(seat, nonce=nonce))

    async def choose_color(self, table: str, caller: Caller, seat: int, color: int) -> TableInfo:
        """Choose the color of one of the caller's seats before the game, unless another player has it."""
        self._callers.count_command(caller)
        return await self._choose_color(table, caller, seat, color)

    @operation
    async def _choose_color(self, table: Table, caller: Caller, seat: int, color: int) -> int:
        check_open(table.row)
        held = table.row.seats[table.own_seat(caller.user, seat)]
        if held.color != color and free_color(table.row, color) is None:
            raise Refusal("color_taken", "Another player has chosen this color.")
        await change_seat(table, held, replace(held, color=color))
        return seat


@change
async def sit(table: Table, user: str, name: str, wish: Join) -> None:
    """Take the seats reserved for a user, or else a free one if possible. A seated player stays."""
    if table.seat_of(user) is not None:
        return
    check_open(table.row)
    check_welcome(table.row, user, table.context.removed_for)
    await check_member(table, user)
    await check_vacation(table.context.store, user, table.row.clock)
    free = [seat.seat for seat in table.row.seats if is_free(seat)]
    chosen = kept_for(table.row, user) or [seat for seat in free if wish.seat in {None, seat}][:1]
    if not chosen:
        raise Refusal("table_full", "This seat is not free.")
    for number in chosen:
        before = table.row.seats[number]
        seat = await seat_with(table.context.store, number, user, before.label or name)
        color = before.color if before.color is not None else free_color(table.row, wish.color)
        await change_seat(table, before, replace(seat, nonce=wish.nonce, label=before.label, color=color))


async def check_vacation(store: Store, user: str, clock: ClockSettings | None) -> None:
    """Refuse a seat in a new game by days to players on vacation."""
    if clock is not None and is_slow(clock) and await current_vacation(store, user) is not None:
        raise on_vacation()


async def check_member(table: Table, user: str) -> None:
    """Refuse users who are not members of the table's club, even if a seat is reserved for them."""
    club = table.row.club
    if club is not None and not await is_member(table.context.store, club, user):
        raise no_table()


async def seat_with(store: Store, number: int, user: str, name: str) -> Seat:
    """Return a seat with a user on it, as other users will see them."""
    program, page = await store.is_program(user), await store.has_page(user)
    return Seat(number, "person", user, name=name, program=program, page=page)


async def change_seat(table: Table, before: Seat, after: Seat) -> None:
    """Store a change of a seat, and send it to the table. The caller holds the lock of the table."""
    try:
        await table.context.store.change_seat(table.id, before, after)
    except Conflict:
        await catch_up(table)
        check_open(table.row)
        raise Refusal("table_full", "This seat is taken.") from None
    seats = list(table.row.seats)
    seats[before.seat] = after
    table.set_row(seats=tuple(seats))
    table.tell_table()


async def hand_on(table: Table, user: str, heir: str) -> None:
    """Make another user the host. The caller holds the lock of the table."""
    with refusing_stale():
        await keeping.change_owner(table.context.store, table.id, user, heir)
    table.set_row(owner=heir)
    table.tell_table()
