"""Moves ahead: players make and withdraw plans for their next turn, and the server carries them out."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import TYPE_CHECKING

import structlog

from whistlestop.errors import WhistlestopError
from whistlestop.server.adapters.database.ahead import AheadStore
from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.background import Background
from whistlestop.server.domain.ahead import LEAST_SHARE, OF_TIME, Alternative, Plan, chosen, moves_ahead
from whistlestop.server.domain.games import due_since
from whistlestop.server.domain.permissions import check_playing
from whistlestop.server.domain.refusals import Conflict, Refusal, refusal_of
from whistlestop.server.messages.ahead import MovesAhead
from whistlestop.server.usecases.tables.playing import planned_action

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop import Game
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.clock import Clock
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.ahead import PlanMoves
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.ahead")

AGAIN = 2.0
"""Seconds until a failed operation is retried."""
GLANCE = 0.2
"""Minimum number of seconds between a look and the move ahead that follows it."""


class Ahead:
    """Players' plans."""

    def __init__(self, store: Store, tables: Tables, callers: Callers) -> None:
        self._plans = AheadStore(store)
        self._tables = tables
        self._callers = callers

    async def show(self, key: str, caller: Caller, wanted: int | None) -> MovesAhead:
        """Return the caller's plan, and the choices for it."""
        self._callers.count_command(caller)
        async with self._tables.use(key, caller.user) as table:
            return await table.change(partial(self._show, table, caller.user, wanted))

    async def _show(self, table: Table, user: str, wanted: int | None) -> MovesAhead:
        seat, game = _seated(table, user, wanted)
        plan = await self._plans.of(table.id, seat)
        stands = plan is not None and is_valid(plan, table, game)
        seen = game.observe(seat)
        return MovesAhead(
            plan.alternatives if plan is not None and stands else [],
            [] if seat in game.to_act else seen.possible_next(),
            seen.conditions(),
            stands and seat in game.to_act,
        )

    async def make(self, key: str, caller: Caller, wish: PlanMoves) -> MovesAhead:
        """Store the caller's plan for their next turn in place of an earlier one."""
        self._callers.count_command(caller)
        async with self._tables.use(key, caller.user) as table:
            return await table.change(partial(self._make, table, caller.user, wish))

    async def _make(self, table: Table, user: str, wish: PlanMoves) -> MovesAhead:
        seat, game = _seated(table, user, wish.seat)
        if table.row.seats[seat].bot is not None:
            raise Refusal("bot_plays", "A bot plays for you. Take your seat back first.")
        if seat in game.to_act:
            raise Refusal("your_turn", "It is your turn now. Play at the table.")
        seen = game.observe(seat)
        if not seen.possible_next():
            raise Refusal("too_soon", "Nobody can move ahead until all players have chosen their tickets.")
        try:
            for one in wish.alternatives:
                _check(game, one)
                for condition in one.conditions:
                    seen.holds(condition)
        except WhistlestopError as error:
            raise refusal_of(error) from None
        plan = Plan(secrets.token_hex(12), table.id, seat, user, game.version, wish.alternatives)
        await self._plans.put(plan)
        return await self._show(table, user, seat)

    async def take_back(self, key: str, caller: Caller, wanted: int | None) -> MovesAhead:
        """Delete the caller's plan. Raises Refusal if one of its moves has just been played."""
        self._callers.count_command(caller)
        async with self._tables.use(key, caller.user) as table:
            return await table.change(partial(self._take_back, table, caller.user, wanted))

    async def _take_back(self, table: Table, user: str, wanted: int | None) -> MovesAhead:
        seat, game = _seated(table, user, wanted)
        before = game.version
        await self._plans.drop(table.id, seat)
        if table.context.store.shared:
            # Another process may have been faster. From here on, no process can carry out the plan.
            for line in await table.context.store.log(table.id, after=before):
                if line.seat == seat:
                    raise Refusal("stale", "Your move ahead has just been played.")
        return await self._show(table, user, seat)


def _check(game: Game, one: Alternative) -> None:
    """Raise NotationError or IllegalAction for an action that can never be played ahead."""
    game.ruleset.notation.parse(one.action)
    if game.ruleset.notation.fixed(one.action) is None:
        raise Refusal("bad_request", "This action cannot be chosen ahead.")


def _seated(table: Table, user: str, wanted: int | None) -> tuple[int, Game]:
    """Return the caller's seat and the game. Raises Refusal unless it is in progress and played over days."""
    seat = table.own_seat(user, wanted)
    check_playing(table.row)
    if not moves_ahead(table.row):
        raise Refusal("live_game", "Moves ahead are only for games by days.")
    game = table.game
    if game is None or game.over:
        raise Refusal("game_over", "The game is over.")
    return seat, game


def is_valid(plan: Plan, table: Table, game: Game) -> bool:
    """Return whether a plan is still to be carried out: its player still has the seat, and has not yet played."""
    held = table.row.seats[plan.seat]
    if held.user != plan.user or held.bot is not None:
        return False
    acted = game.actions[plan.made :]
    own = [version for version, (seat, _) in enumerate(acted, start=plan.made + 1) if seat == plan.seat]
    return plan.stands(own, plan.played(table.commands[plan.seat]), due_since(game, plan.seat))


def _left(clock: Clock, seat: int) -> float:
    """Return the seconds that a player had left at the last event."""
    return (clock.told(clock.last).left[seat] or 0) / 1000


class AheadPlayers:
    """Carries out plans at the tables that this process runs.

    Only the plan in the database counts, which is read when it is due. It therefore does not matter which process
    stored it.
    """

    def __init__(self, store: Store, tables: Tables, holds: Callable[[str], bool], longest: float) -> None:
        """`holds`: whether this process runs a game. `longest`: the longest pause before a move, in seconds."""
        self._store = store
        self._plans = AheadStore(store)
        self._tables = tables
        self._holds = holds
        self._longest = longest
        self._timers: dict[str, dict[int, asyncio.TimerHandle]] = {}
        self._background = Background()

    async def close(self) -> None:
        """Stop. The remaining plans are carried out after the next start."""
        for timers in self._timers.values():
            for timer in timers.values():
                timer.cancel()
        self._timers.clear()
        await self._background.close()

    def check(self, table: Table) -> None:
        """Check for a plan of each player who has a decision to make, at the earliest time at which it can be due."""
        had = self._timers.pop(table.id, {})
        for timer in had.values():
            timer.cancel()
        game, clock = table.game, table.clock
        if game is None or clock is None or not moves_ahead(table.row) or not self._holds(table.id):
            return
        if not table.under_way:
            if had:  # the game has just ended
                self._background.start(self._plans.drop(table.id), "ahead")
            return
        for seat in game.to_act:
            begun = due_since(game, seat)
            if table.row.seats[seat].user is None or table.row.seats[seat].bot is not None or begun is None:
                continue
            least = self._longest * LEAST_SHARE if begun == game.version else 0.0
            earliest = min(least, OF_TIME * _left(clock, seat))
            self._set(table.id, seat, max(0.0, earliest - self._since(clock)))

    async def until(self, table: Table, seat: int) -> float | None:
        """Return the seconds until a move ahead of a seat's player is played; None if the player must decide."""
        if not moves_ahead(table.row):
            return None
        game, clock, plan = table.game, table.clock, await self._plans.of(table.id, seat)
        if game is None or clock is None or plan is None or seat not in game.to_act:
            return None
        if not is_valid(plan, table, game):
            return None
        if chosen(game.observe(seat), plan.alternatives) is None:
            return None
        return max(0.0, self._due_in(game, clock, plan))

    def _set(self, game: str, seat: int, pause: float) -> None:
        timer = asyncio.get_running_loop().call_later(pause, partial(self._ripe, game, seat))
        self._timers.setdefault(game, {})[seat] = timer

    def _since(self, clock: Clock) -> float:
        """Return the seconds since the last event of a clock."""
        return (self._store.timeline.now() - clock.last) / 1000

    def _due_in(self, game: Game, clock: Clock, plan: Plan) -> float:
        """Return the seconds until the next action of a plan is due."""
        first = due_since(game, plan.seat) == game.version
        pause = plan.pause(game.version, self._longest, _left(clock, plan.seat), first=first)
        return pause - self._since(clock)

    def _ripe(self, game: str, seat: int) -> None:
        self._background.start(self._decide(game, seat), "ahead")

    async def _decide(self, game: str, seat: int) -> None:
        try:
            async with self._tables.use(game) as table:
                await table.change(partial(self._carry_out, table, seat))
        except (Refusal, Conflict, DatabaseError, MemoryError) as error:
            if isinstance(error, Refusal) and error.code in {"not_found", "unreadable", "closed"}:
                return
            # Stale: another change came first. Other refusals, such as for a full disk: a retry may succeed.
            log.info("move ahead refused", table=game[:6], error=type(error).__name__)
            self._set(game, seat, AGAIN)

    async def _carry_out(self, table: Table, seat: int) -> None:
        game, clock = table.game, table.clock
        if game is None or clock is None or not table.under_way or not self._holds(table.id):
            return
        plan = await self._plans.of(table.id, seat)
        if plan is None or seat not in game.to_act:
            return
        if not is_valid(plan, table, game):
            await self._plans.drop(table.id, seat, plan.id)
            return
        action = chosen(game.observe(seat), plan.alternatives)
        wait = self._due_in(game, clock, plan)
        if action is not None and seat in clock.unseen(self._store.timeline.now()):
            passed = self._since(clock)
            glance = plan.glance(game.version, self._longest, wait + passed) - passed
            if glance <= 0:
                self._tables.seen(table, plan.user)
            # Never play without a look, even if the server was too busy to look in time.
            wait = glance if glance > 0 else max(wait, GLANCE)
        if wait > 0:
            self._set(table.id, seat, wait)
            return
        if action is None:
            await self._plans.drop(table.id, seat, plan.id)  # no alternative fits, so the player decides
            return
        await planned_action(table, plan, game.version, action)
