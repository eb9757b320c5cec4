"""Invitations: links to seats, each for the first user who opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.server.domain.permissions import check_host, check_open, check_welcome, free_seat
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import Seat, free_color, new_key
from whistlestop.server.messages.meeting import Invitation
from whistlestop.server.usecases.tables.changes import change, operation
from whistlestop.server.usecases.tables.seating import change_seat, check_member, seat_with
from whistlestop.server.usecases.tables.starting import begin_if_full

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.meeting import MeetingStore
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

LINK_COST = 3
"""Cost of drawing a link, in requests."""


class Invitations:
    """The invitations of hosts, and the links to tables."""

    def __init__(self, store: MeetingStore, tables: Tables, boards: TableBoards, callers: Callers) -> None:
        self.tables = tables
        self._store = store
        self._boards = boards
        self._callers = callers

    async def of(self, table: str, caller: Caller) -> list[Invitation]:
        """Return the open invitations (host only)."""
        async with self.tables.use(table, caller.user) as found:
            check_host(found.row, caller.user)
            seats = found.row.seats
            return [Invitation(seat.seat, seat.invitation) for seat in seats if seat.invitation is not None]

    async def invite(self, table: str, caller: Caller, seat: int) -> Invitation:
        """Reserve an open seat for the first user who opens a link (host only)."""
        self._callers.check_writable()
        async with self.tables.use(table, caller.user) as found:
            return Invitation(seat, await _invite(found, caller.user, seat))

    @operation
    async def revoke(self, table: Table, caller: Caller, seat: int) -> None:
        """Revoke an invitation; any user can then take the seat (host only)."""
        held = free_seat(table.row, caller.user, seat)
        if held.invitation is not None:
            await change_seat(table, held, Seat(seat, "open"))

    async def accept(self, key: str, caller: Caller, color: int | None) -> TableInfo:
        """Sit down by an invitation. The game begins if it was waiting only for this player."""
        self._callers.check_writable()
        self._callers.count_command(caller)
        invited = await self._store.invited_to(key)
        if invited is None:
            raise _no_invitation()
        name = await self._callers.name_to_keep(caller)
        try:
            async with self.tables.use(invited[0], caller.user) as found:
                await _accept(found, caller.user, name, key, color)
                await begin_if_full(found, self._boards.ruleset(found.row.ruleset))
                return found.info(caller.user)
        except Refusal as refusal:
            if refusal.code == "not_found":  # a table of a club that the caller may not know of
                raise _no_invitation() from None
            raise

    async def path(self, table: str, caller: Caller, seat: int | None) -> str:
        """Return the path of the link to a table, or of the invitation to a seat (host only)."""
        self._callers.count_request(caller, LINK_COST)
        async with self.tables.visit(table, caller.user) as (found, user):
            if seat is None:
                return f"/t/{found.id if user is not None else found.row.watch}"
            key = next((one.invitation for one in found.row.seats if one.seat == seat), None)
            if found.row.owner != user or key is None:
                raise Refusal("no_invitation", "This invitation does not exist.")
            return f"/i/{key}"


@change
async def _invite(table: Table, user: str, seat: int) -> str:
    held = free_seat(table.row, user, seat)
    if held.invitation is None:
        await change_seat(table, held, Seat(seat, "open", invitation=new_key()))
    return table.row.seats[seat].invitation or ""


@change
async def _accept(table: Table, user: str, name: str, key: str, color: int | None) -> None:
    """Seat a user by an invitation. A user who already has a seat keeps it, and the invitation stays open."""
    if table.seat_of(user) is not None:
        return
    held = next((seat for seat in table.row.seats if seat.invitation == key), None)
    if held is None:
        raise _no_invitation()
    check_open(table.row)
    check_welcome(table.row, user, table.context.removed_for)
    await check_member(table, user)
    seat = await seat_with(table.context.store, held.seat, user, name)
    await change_seat(table, held, replace(seat, color=free_color(table.row, color)))


def _no_invitation() -> Refusal:
    return Refusal("no_invitation", "This invitation was already used or revoked.")
