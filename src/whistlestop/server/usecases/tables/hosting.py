"""A host's operations: fill seats, start, cancel, change or transfer the table, and remove a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from whistlestop.kinds import kind_of
from whistlestop.server.adapters.database import table_changes as keeping
from whistlestop.server.domain.permissions import (
    check_host,
    check_listable,
    check_open,
    person_on,
    seat_before,
)
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import Removal, Seat, cancelled, refitted
from whistlestop.server.domain.times import now
from whistlestop.server.messages.tables import SeatWish
from whistlestop.server.usecases.tables.bots import check_bot
from whistlestop.server.usecases.tables.changes import change, operation
from whistlestop.server.usecases.tables.following import catch_up
from whistlestop.server.usecases.tables.seating import change_seat, hand_on
from whistlestop.server.usecases.tables.starting import begin_if_full, start

if TYPE_CHECKING:
    from whistlestop import Ruleset
    from whistlestop.server.adapters.database.meeting import MeetingStore
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.messages.meeting import TableOptions
    from whistlestop.server.messages.tables import ChangeSeat, TableSetup
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.rematch import Rematches
    from whistlestop.server.usecases.tables.table import Table


class Hosting:
    """The operations of hosts."""

    def __init__(
        self,
        store: MeetingStore,
        tables: Tables,
        boards: TableBoards,
        callers: Callers,
        rematches: Rematches,
    ) -> None:
        self.tables = tables
        self._store = store
        self._boards = boards
        self._callers = callers
        self._rematches = rematches

    async def start(self, table: str, caller: Caller, nonce: str | None) -> TableInfo:
        """Begin the game when no seat is open. The nonce belongs to the host's seat."""
        async with self.tables.use(table, caller.user) as found:
            await start(found, caller.user, self._boards.ruleset(found.row.ruleset), nonce)
            return found.info(caller.user)

    async def set_seat(self, table: str, caller: Caller, wish: ChangeSeat) -> TableInfo:
        """Put a bot on a seat, or empty it, before the game. A player is removed from the seat first."""
        bot = check_bot(wish.bot) if wish.kind == "bot" else None
        async with self.tables.use(table, caller.user) as found:
            await _set_seat(found, caller.user, wish.seat, bot)
            await begin_if_full(found, self._boards.ruleset(found.row.ruleset))
            return found.info(caller.user)

    async def cancel(self, table: str, caller: Caller) -> TableInfo:
        """Cancel a table before its game, and notify its users."""
        async with self.tables.use(table, caller.user) as found:
            await _cancel(found, caller.user)
            told = found.info(caller.user)
            self.tables.dismiss(found.id, cancelled())
            await self._rematches.forget(found)
            return told

    async def set_up(self, table: str, caller: Caller, wish: TableSetup) -> TableInfo:
        """Change board, number of seats and clock before the game, keeping the players."""
        self._callers.check_writable()
        seats = [SeatWish("open")] * wish.seats
        async with self.tables.use(table, caller.user) as found:
            club = None if found.row.club is None else (found.row.club, caller.user)
        ruleset = await self._boards.ruleset_for(wish.ruleset, seats, look=False, club=club)
        if wish.clock is not None and wish.clock.bot is not None:
            check_bot(wish.clock.bot)
        return await self._set_up(table, caller, wish, ruleset)

    async def set_options(self, table: str, caller: Caller, wish: TableOptions) -> TableInfo:
        """Change options of a table. New users may have to wait before they can list a table."""
        if wish.listed:
            async with self.tables.use(table, caller.user) as found:
                check_listable(found.row.club)
            await self._callers.check_newcomer(caller, await self._callers.name(caller))
        return await self._set_options(table, caller, wish)

    @operation
    async def hand_table(self, table: Table, caller: Caller, seat: int) -> None:
        """Make the player of a seat the host."""
        check_host(table.row, caller.user)
        heir = person_on(table.row, seat).user
        if heir is not None and heir != caller.user:
            await hand_on(table, caller.user, heir)

    @operation
    async def remove(self, table: Table, caller: Caller, seat: int) -> None:
        """Remove the player of a seat before the game; for some time they cannot sit down again."""
        check_host(table.row, caller.user)
        check_open(table.row)
        held = person_on(table.row, seat)
        if held.user is None or held.user == caller.user:
            raise Refusal("bad_request", "No other person sits in this seat.")
        at = now()
        try:
            await keeping.remove(table.context.store, table.id, held, at)
        except Conflict:
            await catch_up(table)
            raise Refusal("stale", "Something else changed first. Try again.") from None
        seats = list(table.row.seats)
        seats[seat] = Seat(seat, "open")
        rest = tuple(one for one in table.row.removed if one.user != held.user)
        table.set_row(seats=tuple(seats), removed=(*rest, Removal(held.user, held.name or "", at)))
        table.viewers.remove(held.user)
        table.tell_table()

    @operation
    async def readmit(self, table: Table, caller: Caller, removed: str) -> None:
        """Let a removed user sit down again."""
        check_host(table.row, caller.user)
        await keeping.readmit(table.context.store, table.id, removed)
        table.set_row(removed=tuple(one for one in table.row.removed if one.user != removed))
        table.tell_table()

    @operation
    async def _set_up(self, table: Table, caller: Caller, wish: TableSetup, ruleset: Ruleset) -> None:
        check_host(table.row, caller.user)
        check_open(table.row)
        if table.row.quick:
            raise Refusal("quick_table", "A quick-play table cannot be changed.")
        if table.row.listed:
            self._boards.check_listed(ruleset.id)
        changes: dict[str, Any] = {
            "ruleset": ruleset.id,
            "clock": wish.clock,
            "look": table.row.look and "look" in kind_of(ruleset).told.options,
        }
        seats = refitted(table.row.seats, wish.seats)
        if seats == table.row.seats and all(getattr(table.row, name) == changes[name] for name in changes):
            return
        store = table.context.store
        changes["changed"] = store.timeline.now()
        try:
            await keeping.set_up(store, table.id, table.row.seats, seats, changes)
        except Conflict:
            await catch_up(table)
            check_open(table.row)
            raise Refusal("stale", "Something else changed first. Try again.") from None
        table.set_row(seats=seats, **changes)
        table.tell_table()

    @operation
    async def _set_options(self, table: Table, caller: Caller, wish: TableOptions) -> None:
        check_host(table.row, caller.user)
        if wish.listed:
            self._boards.check_listed(table.row.ruleset)
        changes = {name: value for name, value in asdict(wish).items() if value is not None}
        if not changes:
            return
        try:
            await self._store.set_options(table.id, changes)
        except Conflict:
            raise Refusal("already_started", "The game has already begun.") from None
        table.set_row(**changes)
        table.tell_table()


@change
async def _set_seat(table: Table, user: str, seat: int, bot: str | None) -> None:
    held = seat_before(table.row, user, seat)
    if bot is not None and held.kind == "person":
        raise Refusal("table_full", "This seat is taken.")
    await change_seat(table, held, Seat(seat, "open") if bot is None else Seat(seat, "bot", bot=bot))


@change
async def _cancel(table: Table, user: str) -> None:
    check_host(table.row, user)
    check_open(table.row)
    try:
        await keeping.cancel(table.context.store, table.id, user, now())
    except Conflict:
        await catch_up(table)
        raise Refusal("already_started", "The game has already begun.") from None
