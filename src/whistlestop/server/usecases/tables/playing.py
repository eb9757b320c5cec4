"""The only way to play an action at a table: check, append to the log, commit, acknowledge, send to viewers."""

from __future__ import annotations

import time
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from whistlestop.errors import WhistlestopError
from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.adapters.database.writer import Append
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Conflict, Refusal, refusal_of
from whistlestop.server.domain.tables import LoggedAction
from whistlestop.server.messages.base import Ack, encode
from whistlestop.server.usecases.tables.following import catch_up

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whistlestop import Game
    from whistlestop.server.domain.ahead import Plan
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.base import Command, CommandBody
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table
    from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.table")


class Playing:
    """Commands that arrive without a socket."""

    def __init__(self, tables: Tables, callers: Callers) -> None:
        self._tables = tables
        self._callers = callers

    async def play(self, table: str, caller: Caller, message: CommandBody) -> Ack:
        """Play an action, like a command on a socket."""
        self._callers.count_command(caller)
        async with self._tables.use(table, caller.user) as found:
            return Ack(message.id, await command(found, caller.user, message))


@dataclass(frozen=True)
class Sent:
    """A user's command: when it began to wait for the disk, and its socket, if it came through one."""

    id: str
    began: float
    viewer: Viewer | None

    def acknowledge(self, table: Table, version: int) -> None:
        """Acknowledge that the command is on disk and resulted in this version."""
        table.context.acknowledged(time.perf_counter() - self.began)
        if self.viewer is not None:
            self.viewer.send(encode(Ack(self.id, version)))

    @contextmanager
    def acknowledged(self, table: Table, version: int) -> Iterator[None]:
        """Acknowledge the command, and send the update made in the block together with the acknowledgment."""
        with nullcontext() if self.viewer is None else self.viewer.together():
            self.acknowledge(table, version)
            yield


@dataclass(frozen=True)
class Choice:
    """An action for a seat, chosen at a version of the game: by its player as text, or by a bot as a number.

    `plan`: the player's plan that it carries out.
    """

    seat: int
    version: int
    action: str | int
    at: int
    bot: str | None = None
    plan: Plan | None = None

    def command(self, sent: Sent | None) -> str | None:
        """Return the id of the command in the log."""
        if self.plan is not None:
            return self.plan.command(self.version)
        return None if sent is None else sent.id


async def command(
    table: Table, user: str | None, message: Command | CommandBody, viewer: Viewer | None = None
) -> int:
    """Play a user's action for their seat, or the given one of several; return the resulting version.

    Its `viewer` gets the acknowledgment after the commit and before the update.
    """
    sent = Sent(message.id, time.perf_counter(), viewer)
    seat = viewer.wanted if message.seat is None and viewer is not None else message.seat
    # For a clock, the time of arrival counts, not the time of handling.
    arrived = table.context.store.timeline.now()
    return await table.whole(_command(table, user, message, seat, arrived, sent))


async def bot_action(table: Table, seat: int, bot: str, version: int, action: int) -> None:
    """Play an action for a seat that a bot plays, unless the player has taken the seat back."""
    await table.whole(_bot_action(table, seat, bot, version, action))


async def planned_action(table: Table, plan: Plan, version: int, action: str) -> None:
    """Play an action of a plan, unless its player has withdrawn the plan. The caller holds the table's lock."""
    at = table.context.store.timeline.now()
    await _play(table, Choice(plan.seat, version, action, at, plan=plan), None)


async def _command(
    table: Table,
    user: str | None,
    message: Command | CommandBody,
    wanted: int | None,
    arrived: int,
    sent: Sent,
) -> int:
    async with table.lock:
        seat = table.own_seat(user, wanted)
        made = table.commands[seat].get(sent.id)
        if made is None:
            try:
                return await _play(table, Choice(seat, message.version, message.action, arrived), sent)
            except Refusal:
                # The log may already contain the command, written by another process or by a write that seemed
                # to fail.
                made = table.commands[seat].get(sent.id)
                if made is None:
                    raise
    sent.acknowledge(table, made)
    return made


async def _bot_action(table: Table, seat: int, bot: str, version: int, action: int) -> None:
    async with table.lock:
        await _play(table, Choice(seat, version, action, table.context.store.timeline.now(), bot), None)


async def _play(table: Table, choice: Choice, sent: Sent | None) -> int:
    """Play an action under the lock of the table; return the resulting version."""
    if table.doubtful:
        await catch_up(table)
    seat, command = choice.seat, choice.command(sent)
    while True:
        game = table.game
        if game is None:
            raise Refusal("not_started", "The game has not begun yet.")
        games.check_player(table.row, seat, choice.bot)
        games.check_due(table.row, game, seat, choice.version)
        try:
            after = games.played(game, seat, choice.action)
        except WhistlestopError as error:
            raise refusal_of(error) from None
        # Log the canonical text, regardless of the client's spelling.
        line = LoggedAction(after.version, seat, after.actions[-1][1], command, choice.at)
        if await _append(table, line, after, choice):
            break
        if table.game is game or command in table.commands[seat]:
            raise Refusal("stale", "Something else changed first. Try again.")
        # Actions were played in another process, but a simultaneous choice may still be valid.
    table.remember([line])
    with nullcontext() if sent is None else sent.acknowledged(table, after.version):
        table.advance(after, line)
    return after.version


async def _append(table: Table, line: LoggedAction, after: Game, choice: Choice) -> bool:
    """Append an action to the log; if the log has continued without it, catch up and return False."""
    scores = games.scores_of(after) if after.over else ()
    what = (line.ply, line.seat, line.action, line.command, line.at, after.over, scores)
    work = Append(table.id, *what, choice.bot, None if choice.plan is None else choice.plan.id)
    table.doubtful = True  # the outcome is unknown until the database has answered
    try:
        await table.context.store.writer.append(work)
    except Conflict:
        await catch_up(table)
        return False
    except Refusal:
        table.doubtful = False  # the action never reached the disk
        raise
    except DatabaseError as error:
        log.warning("append failed", table=table.tag, error=type(error).__name__)
        await catch_up(table)  # the action may have been written nevertheless
        raise Refusal("unavailable", "This could not be saved. Try again in a moment.") from None
    table.doubtful = False
    return True
