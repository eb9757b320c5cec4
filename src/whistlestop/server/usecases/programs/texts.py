"""Games as text for players that read text, such as language models: waiting for a turn, and the seat's knowledge.

Requests share no state, so each may reach a different process.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

import msgspec

from whistlestop.agents import prose
from whistlestop.observation import Observation
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import CommandBody
from whistlestop.server.usecases.boards import OF_USERS
from whistlestop.server.usecases.tables import answers
from whistlestop.server.usecases.tables.playing import command
from whistlestop.server.usecases.tables.viewers import Viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whistlestop import Game
    from whistlestop.format import Ruleset
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.programs.streams import Streams
    from whistlestop.server.usecases.tables.advice import Advice
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

PATIENCE = 30.0
"""Seconds for which a request waits for a turn: less than the limits of common proxies and clients."""
LISTED = 20
"""Maximum number of tables in a list."""


class Texts:
    """Texts about tables, each for the seat of its caller."""

    def __init__(self, tables: Tables, callers: Callers, streams: Streams, advice: Advice, room: int) -> None:
        """`room`: limit for the events that wait for one request."""
        self._tables = tables
        self._advice = advice
        self._callers = callers
        self._streams = streams
        self._room = room

    async def tables(self, caller: Caller) -> str:
        """Return the caller's newest tables, one per line."""
        self._callers.count_command(caller)
        told = [listed(table) for table in await self._tables.of(caller.user)]
        return "\n".join(told[:LISTED]) or "You have no tables."

    async def turn(self, key: str, caller: Caller, ended: asyncio.Event, action: str | None = None) -> str:
        """Play an action, if one is given; wait for the caller's turn; return the events and the decision.

        Without a turn for PATIENCE seconds, or when `ended` is set, returns the events so far. Raises Refusal.
        """
        self._callers.count_command(caller)
        async with self._tables.visit(key, caller.user) as (table, user):
            seat = table.own_seat(user)
            before = table.game if action is None else None
            viewer = Viewer(user, self._room, caller.user, reads=True)
            # Add the viewer without a hello, which would contain the whole log.
            table.viewers.add(viewer)
            try:
                if action is not None:
                    await _play(table, caller, action)
                events = await self._until_due(table, seat, viewer, ended)
            finally:
                table.detach(viewer)
            if viewer.refusal is not None:
                raise viewer.refusal
            table.own_seat(user, seat)
            self._tables.seen(table, user)
            names, row, game = _names(table.row, seat), table.row, table.game
            if game is None:
                return _before_the_game(table, seat)

        def write() -> str:
            told = prose.news([*_missed(before, seat), *events], names, readable(game.ruleset))
            return "\n".join(
                ["Since then:", *told, _now(row, game, seat, names)]
                if told
                else [_now(row, game, seat, names)]
            )

        # Write in a thread, because that takes a while with interpreted rules.
        return await asyncio.to_thread(write)

    async def position(self, key: str, caller: Caller) -> str:
        """Return everything that the caller's seat knows. Raises Refusal."""

        def write(seen: Observation, names: Sequence[str], look: bool) -> str:
            over = seen.outcome() is not None
            return prose.result(seen, names) if over else prose.position(seen, names, look)

        return await self._of_seat(key, caller, write)

    async def actions(self, key: str, caller: Caller, start: str) -> str:
        """Return the caller's legal actions that begin with a text. Raises Refusal."""
        return await self._of_seat(
            key,
            caller,
            lambda seen, _names, _look: (
                prose.actions(seen.legal(), start) or "No legal action begins with this."
            ),
        )

    async def hint(self, key: str, caller: Caller) -> str:
        """Return a good action with reasons. Raises Refusal."""
        self._callers.count_command(caller)
        async with self._tables.use(key, caller.user) as table:
            self._tables.seen(table, caller.user)
            told = await self._advice.answer(answers.hint(table, caller.user))
            ruleset = None if table.game is None else readable(table.game.ruleset)
        return prose.hint(msgspec.json.decode(told), ruleset)

    async def _of_seat(
        self, key: str, caller: Caller, write: Callable[[Observation, Sequence[str], bool], str]
    ) -> str:
        self._callers.count_command(caller)
        async with self._tables.visit(key, caller.user) as (table, user):
            seat = table.own_seat(user)
            if table.game is None:
                return _before_the_game(table, seat)
            self._tables.seen(table, user)
            seen, names, look = _seen(table.game, seat), _names(table.row, seat), table.row.look
        return await asyncio.to_thread(write, seen, names, look)

    async def _until_due(
        self, table: Table, seat: int, viewer: Viewer, ended: asyncio.Event
    ) -> list[dict[str, Any]]:
        """Return the events until the seat has something to do."""
        events: list[dict[str, Any]] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                if not _due(table, seat):
                    async with aclosing(self._streams.lines(viewer.frames, viewer.overrun, ended)) as frames:
                        async for frame in frames:
                            events += _events(frame)
                            if _due(table, seat):
                                break
        while not viewer.frames.empty():
            events += _events(viewer.frames.get_nowait())
        return events


async def _play(table: Table, caller: Caller, action: str) -> None:
    try:
        message = msgspec.convert(
            {"id": secrets.token_hex(8), "version": table.version, "action": action}, CommandBody
        )
    except msgspec.ValidationError:
        raise Refusal("bad_request", "This is not an action.") from None
    await command(table, caller.user, message)


def _due(table: Table, seat: int) -> bool:
    """Return whether the player of a seat has something to do, or nothing more will happen."""
    game = table.game
    if table.row.state == "over":
        return True
    if game is None:
        return table.is_full and table.row.seats[seat].user == table.row.owner
    return game.over or (seat in game.to_act and table.row.seats[seat].bot is None)


def _events(frame: bytes) -> list[dict[str, Any]]:
    """Return the events in a frame to a viewer."""
    message = msgspec.json.decode(frame) if frame.strip() else {}
    events: list[dict[str, Any]] = message["events"] if message.get("type") == "update" else []
    return events


def _missed(game: Game | None, seat: int) -> list[Any]:
    """Return the events that a seat has seen since its last action, without cards hidden since then (RUL-61)."""
    if game is None:
        return []
    own = [number for number, (player, _) in enumerate(game.actions, 1) if player == seat]
    since = own[-1] if own else 0
    return [event for _, events in game.events_by_version(seat, since=since) for event in events]


def _now(row: TableRow, game: Game, seat: int, names: Sequence[str]) -> str:
    """Return the seat's decision, the result, or the seats to act."""
    seen = _seen(game, seat)
    if game.over:
        return prose.result(seen, names)
    if row.state == "over":
        return "The game ended early."
    if row.seats[seat].bot is not None:
        return "A bot plays for you now. Take your seat back on the page of the table."
    if seat in game.to_act:
        return prose.decision(seen, names, row.look)
    return f"Not your turn: {', '.join(names[other] for other in game.to_act)}. Call wait."


def readable(ruleset: Ruleset) -> Ruleset:
    """Return the rules of a game for texts.

    Boards that users have made lose their names and those of their cards, because a model might follow instructions in
    them; it reads ids and the words of the notation.
    """
    return ruleset.unnamed if ruleset.id.startswith(OF_USERS) else ruleset


def _seen(game: Game, seat: int) -> Observation:
    """Return what a seat knows, for texts."""
    seen = game.observe(seat)
    ruleset = readable(seen.ruleset)
    return seen if ruleset is seen.ruleset else Observation(ruleset, seen.seat, seen.array)


def _before_the_game(table: Table, seat: int) -> str:
    free = sum(held.kind == "open" for held in table.row.seats)
    if free:
        return f"The game has not begun: {free} free seats. Other players sit down with the key {table.id}. Call wait."
    host = table.row.seats[seat].user == table.row.owner
    return "The game has not begun. " + ("Call start." if host else "The host can start it. Call wait.")


def _names(row: TableRow, seat: int) -> list[str]:
    """Return the seats' names in texts.

    Names chosen by users are omitted, because a model might follow instructions in them.
    """
    return [
        f"{'you' if held.seat == seat else held.bot or 'person'} (seat {held.seat})" for held in row.seats
    ]


def listed(table: TableInfo) -> str:
    """Return a table in one line."""
    seats = ", ".join("you" if seat.seat == table.you else seat.bot or seat.kind for seat in table.seats)
    return f"{table.id}: {table.ruleset}, {table.state}, version {table.version}, seats: {seats}"
