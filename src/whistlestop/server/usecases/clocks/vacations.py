"""Vacations of players from their games by days."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import structlog

from whistlestop.server.adapters.database.clock_stops import (
    begin_vacation,
    end_vacation,
    games_by_days,
    vacations_of,
)
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import iso
from whistlestop.server.domain.vacations import LEAST_LEFT, check_days, check_games, current, days_left
from whistlestop.server.messages.vacations import VacationInfo
from whistlestop.server.usecases.tables.following import read_marks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.clocks")


class Vacations:
    """The vacations of accounts. Every operation refuses guests, and returns the data that the caller then sees."""

    def __init__(
        self, store: Store, accounts: AccountStore, tables: Tables, callers: Callers, allowance: int
    ) -> None:
        """`allowance`: the days that a player can take within a year."""
        self._store = store
        self._accounts = accounts
        self._tables = tables
        self._callers = callers
        self._allowance = allowance

    async def info(self, user: str) -> VacationInfo:
        """Return the vacation of a user, and how many days they can still take."""
        await self._check_account(user)
        at = self._store.timeline.now()
        known = await vacations_of(self._store, user)
        now = current(known, at)
        return VacationInfo(
            self._allowance,
            days_left(known, self._allowance, at),
            None if now is None else iso(now.ends),
            len(await games_by_days(self._store, user)),
        )

    async def begin(self, caller: Caller, days: int) -> VacationInfo:
        """Stop the clocks of the caller's games by days for a number of days from now on.

        Raises Refusal if a running clock has too little time left.
        """
        self._callers.count_command(caller)
        await self._check_account(caller.user)
        # Both are checked again when the vacation is stored. They are also checked here, so that a refused
        # request opens no tables.
        known = await vacations_of(self._store, caller.user)
        check_days(days, known, self._allowance, self._store.timeline.now())
        games = await games_by_days(self._store, caller.user)
        check_games(len(games))
        for game in games:
            async with self._tables.use(game) as table:
                await table.change(partial(self._check_clock, table, caller.user))
        stopped = await begin_vacation(self._store, caller.user, days, self._allowance)
        log.info("vacation begun", days=days, games=len(stopped))
        await self._follow(stopped)
        return await self.info(caller.user)

    async def end(self, caller: Caller) -> VacationInfo:
        """End the vacation early, so that the caller's clocks run again."""
        self._callers.count_command(caller)
        await self._check_account(caller.user)
        await self._follow(await end_vacation(self._store, caller.user))
        return await self.info(caller.user)

    async def _check_account(self, user: str) -> None:
        if not await self._accounts.is_account(user):
            raise Refusal("no_account", "Only accounts can take a vacation.")

    async def _check_clock(self, table: Table, user: str) -> None:
        if table.clock is None:
            return
        times = table.clock.told(self._store.timeline.now())
        for seat in table.seats_of(user):
            left = times.left[seat]
            if seat in times.running and left is not None and left < LEAST_LEFT:
                raise Refusal(
                    "time_short", "In one of your games less than an hour is left. Play there first."
                )

    async def _follow(self, games: Iterable[str]) -> None:
        for game in games:
            table = self._tables.find(game)
            if table is not None:
                await read_marks(table)
