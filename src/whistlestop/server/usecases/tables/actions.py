"""The order of things for every action: check, append to the log, commit, acknowledge, fan out.

A table in memory is a cache: seats and log in the store are the truth, and after any doubt it catches up with them.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.errors import WhistlestopError
from whistlestop.server.adapters.database.appending import Append
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Conflict, Refusal, refusal_of
from whistlestop.server.usecases.tables.following import replayed
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from whistlestop import Game
    from whistlestop.server.domain.tables import LoggedAction
    from whistlestop.server.usecases.tables.table import Table

log = structlog.get_logger("whistlestop.table")


class Actions:
    """What is played at one table, and which commands it came from."""

    def __init__(self, table: Table, logged: Iterable[LoggedAction]) -> None:
        self._table = table
        self._store = table.context.store
        self._commands: dict[int, dict[str, int]] = defaultdict(dict)
        self._doubtful = False
        self._remember(logged)

    async def command(
        self,
        user: str | None,
        command: str,
        version: int,
        action: str,
        acknowledge: Callable[[int], None] | None = None,
        wanted: int | None = None,
    ) -> int:
        """Play an action for a user's seat, the wanted one of several; returns the version that it made.

        `acknowledge` is called between commit and updates, so that the answer comes before what follows it.
        """
        began = time.perf_counter()

        def acknowledged(made: int) -> None:
            self._table.context.acknowledged(time.perf_counter() - began)
            if acknowledge is not None:
                acknowledge(made)

        # What counts for a clock is when it came, not when the table had time for it.
        arrived = self._store.time()
        return await self._table.whole(
            self._command(user, command, version, action, arrived, acknowledged, wanted)
        )

    async def bot_action(self, seat: int, bot: str, version: int, action: str) -> None:
        """Play an action for a seat that a bot plays, unless it was taken from the bot meanwhile."""
        await self._table.whole(self._bot_action(seat, bot, version, action))

    async def _command(
        self,
        user: str | None,
        command: str,
        version: int,
        action: str,
        arrived: int,
        acknowledge: Callable[[int], None] | None,
        wanted: int | None,
    ) -> int:
        async with self._table.lock:
            seat = self._table.own_seat(user, wanted)
            made = self._commands[seat].get(command)
            if made is None:
                try:
                    return await self._play(seat, None, version, action, arrived, command, acknowledge)
                except Refusal:
                    # The log may have turned out to hold it: written elsewhere, or by a write that looked failed.
                    made = self._commands[seat].get(command)
                    if made is None:
                        raise
        if acknowledge is not None:
            acknowledge(made)
        return made

    async def _bot_action(self, seat: int, bot: str, version: int, action: str) -> None:
        async with self._table.lock:
            await self._play(seat, bot, version, action, self._store.time(), None, None)

    async def _play(
        self,
        seat: int,
        bot: str | None,
        version: int,
        action: str,
        at: int,
        command: str | None,
        acknowledge: Callable[[int], None] | None,
    ) -> int:
        await self.settle()
        while True:
            game = self._table.game
            if game is None:
                raise Refusal("not_started", "The game has not begun.")
            self._check_player(seat, bot)
            self._check_time(game, seat, version)
            after = game.copy()
            try:
                after.play(action, seat)
            except WhistlestopError as error:
                raise refusal_of(error) from None
            text = after.actions[-1][1]  # as the package writes it, however the client spelled it
            scores = games.scores_of(after) if after.over else ()
            line = Append(self._table.id, after.version, seat, text, command, at, after.over, scores, bot)
            if await self._append(line):
                break
            if self._table.game is game or command in self._commands[seat]:
                raise Refusal("stale", "Somebody else was first.")
            # Others have played meanwhile, in another process; what all choose at the same time may still be due.
        if command is not None:
            self._commands[seat][command] = after.version
        if acknowledge is not None:
            acknowledge(after.version)
        self._table.advance(after, seat, at)
        return after.version

    async def _append(self, line: Append) -> bool:
        """Put an action into the log; False, and caught up, if the log has gone on without it."""
        self._doubtful = True  # until the store has answered, nobody knows
        try:
            await self._store.append(line)
        except Conflict:
            await self.catch_up()
            return False
        except Refusal:
            self._doubtful = False  # it was never handed to the disk
            raise
        except SQLAlchemyError as error:
            log.warning("append failed", table=self._table.tag, error=type(error).__name__)
            await self.catch_up()  # it may have been written all the same
            raise Refusal("unavailable", "This could not be saved.") from None
        self._doubtful = False
        return True

    def _check_player(self, seat: int, bot: str | None) -> None:
        """Refuse what was chosen for a seat by who does not play it: None is its person."""
        plays = self._table.row.seats[seat].bot
        if plays == bot:
            return
        if bot is not None:
            raise Refusal("stale", "Another plays for this seat now.")
        raise Refusal("bot_plays", "A bot plays for you. Take your seat back first.")

    def _check_time(self, game: Game, seat: int, version: int) -> None:
        """Refuse what is not due: too late, too early, or not this seat's turn."""
        if game.over or self._table.row.state == "over":
            raise Refusal("game_over", "The game is over.")
        due = seat in game.to_act
        # A choice that all make at the same time is not made stale by those of the others.
        oldest = game.due_since if due else game.version
        if not oldest <= version <= game.version:
            raise Refusal("stale", "The game has moved on since this was chosen.")
        if not due:
            raise Refusal("not_your_turn", "It is not your turn.")

    async def catch_up(self) -> None:
        """Take over what the store has and this process does not."""
        table = self._table
        row = await self._store.table(table.id)
        if row is None:
            raise Refusal("not_found", "There is no such table.")
        if table.game is None and row.header is not None:
            logged = await self._store.log(table.id)
            handed = await self._store.hand_overs(table.id)
            table.row = row
            game, table.clock = replayed(row, logged, handed, self._store)
            table.views = GameViews(game, look=row.look) if game is not None else None
            self._remember(logged)
            table.delay(logged, handed)
            for viewer in table.viewers:
                table.greet(viewer)
            table.context.changed(table)
        else:
            await self.read_on()
            handed = await self._store.hand_overs(table.id) if table.clock is not None else []
            if table.clock is not None and len(handed) != table.clock.hand_overs:
                logged = await self._store.log(table.id)
                _, table.clock = replayed(table.row, logged, handed, self._store)
                table.delay(logged, handed)
            table.take_over(row)
        self._doubtful = False

    async def read_on(self, heard: Iterable[LoggedAction] = ()) -> None:
        """Take over what was played elsewhere; the log is asked only for what was not `heard` of."""
        table = self._table
        newest = None
        for line in heard:
            newest = line.ply
            if line.ply == table.version + 1:
                self._follow(line)
        if newest is None or newest > table.version:
            for line in await self._store.log(table.id, after=table.version):
                self._follow(line)

    def _follow(self, line: LoggedAction) -> None:
        game = self._table.game
        if game is not None:
            after = game.copy()
            after.play(line.action, line.seat)
            self._remember([line])
            self._table.advance(after, line.seat, line.at)

    async def settle(self) -> None:
        """Catch up if a write has left it open what the store has."""
        if self._doubtful:
            await self.catch_up()

    def _remember(self, logged: Iterable[LoggedAction]) -> None:
        """Keep which commands were played, so that a repeat is known without asking the disk."""
        for line in logged:
            if line.command is not None:
                self._commands[line.seat][line.command] = line.ply
