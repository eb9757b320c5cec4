"""Changes of a game in progress that need the agreement of all players: ending it unfinished, hints, and a pause.

Only the remaining players count. Programs are asked like other players; bots agree to everything. A player who
disagrees cancels the request, which can be made again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from whistlestop.server.adapters.database import clock_stops
from whistlestop.server.adapters.database import table_changes as keeping
from whistlestop.server.domain.pace import is_slow
from whistlestop.server.domain.permissions import check_playing
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.stops import PAUSE_BY_DAYS, PAUSE_LIVE
from whistlestop.server.domain.tables import hints_allowed
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.tables.changes import operation
from whistlestop.server.usecases.tables.following import catch_up, mark_clock

if TYPE_CHECKING:
    from whistlestop.server.domain.clock import Clock
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table


class Agreements:
    """The changes that players can agree to."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    @operation
    async def end(self, table: Table, caller: Caller, *, agrees: bool) -> None:
        """Agree to end the game unfinished, or withdraw. The game ends once all remaining players agree."""
        ending = {"state": "over", "abandoned": True, "ended": now()}
        if await _answer(table, caller.user, "agreed", ending, agrees=agrees):
            table.abandon()
        else:
            table.tell_table()

    @operation
    async def have_hints(self, table: Table, caller: Caller, *, agrees: bool) -> None:
        """Agree to hints for all players, or withdraw. Once all agree, hints stay until the end of the game."""
        table.own_seat(caller.user)
        if hints_allowed(table.row):
            return
        if await _answer(table, caller.user, "hints", {"hints": True}, agrees=agrees):
            table.set_row(hints=True)
        table.tell_table()

    @operation
    async def pause(self, table: Table, caller: Caller, *, agrees: bool) -> None:
        """Agree to stop all clocks, or withdraw. They stop once all remaining players agree."""
        clock = _clock_of(table, caller.user)
        store = table.context.store
        at = store.timeline.now()
        if clock.paused(at) is not None:
            raise Refusal("paused", "The game is paused already.")
        if clock.out_of_time(at):
            raise Refusal("time_short", "The time of a player has just run out.")
        held = table.seats_of(caller.user)
        longest = PAUSE_BY_DAYS if is_slow(clock.settings) else PAUSE_LIVE
        try:
            begun = await clock_stops.agree_to_pause(store, table.id, held, agrees=agrees, longest=longest)
        except Conflict:
            await catch_up(table)
            raise Refusal("stale", "Something else changed first. Try again.") from None
        seats = (
            replace(seat, pause=agrees and not begun and (seat.pause or seat.seat in held))
            for seat in table.row.seats
        )
        table.set_row(seats=tuple(seats))
        if begun:
            mark_clock(table, await store.marks(table.id))
        else:
            table.tell_table()

    @operation
    async def resume(self, table: Table, caller: Caller) -> None:
        """Let all clocks run again, except those of players on vacation."""
        clock = _clock_of(table, caller.user)
        store = table.context.store
        if clock.paused(store.timeline.now()) is None:
            raise Refusal("not_paused", "The game is not paused.")
        try:
            await clock_stops.resume(store, table.id)
        except Conflict:
            await catch_up(table)
            raise Refusal("not_paused", "The game is not paused.") from None
        mark_clock(table, await store.marks(table.id))


def _clock_of(table: Table, user: str) -> Clock:
    """Return the clock of a game in progress whose players may pause it."""
    table.own_seat(user)
    check_playing(table.row)
    if table.clock is None:
        raise Refusal("no_clock", "This game has no clock.")
    if table.row.tournament is not None:
        raise Refusal("in_tournament", "Games of tournaments cannot be paused.")
    return table.clock


async def _answer(table: Table, user: str, to: str, then: dict[str, Any], *, agrees: bool) -> bool:
    """Store a player's answer, and the table's change if all agree; return whether all agree."""
    table.own_seat(user)
    check_playing(table.row)
    held = table.seats_of(user)
    after = [
        replace(seat, **{to: agrees}) if seat.seat in held or not agrees else seat for seat in table.row.seats
    ]
    asked = [seat for seat in after if seat.kind == "person" and seat.bot is None]
    last = agrees and all(getattr(seat, to) for seat in asked)
    store = table.context.store
    try:
        await keeping.agree(store, table.id, to, held, agrees=agrees, last=then if last else None)
    except Conflict:
        await catch_up(table)
        raise Refusal("game_over", "The game is over.") from None
    table.set_row(seats=tuple(after))
    return last
