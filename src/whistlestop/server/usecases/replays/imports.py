"""Imported games, checked by replaying them, and games that continue from a point in another game."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

import whistlestop as ws
from whistlestop.endings import away_of
from whistlestop.errors import RecordError, WhistlestopError
from whistlestop.record import GameRecord
from whistlestop.server.adapters.database.imports import keep_import
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import HandOver, Seat, TableRow, new_key
from whistlestop.server.usecases.names import free_name
from whistlestop.server.usecases.tables.bots import check_bot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop import Game, Ruleset
    from whistlestop.endings import SeatEnd
    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.messages.replays import Branch, Import, Offline
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.registry import Tables

MOST_ACTIONS = 5000
"""Maximum number of actions; serious games have less than a tenth of this number."""
MOST_WAITING = 50
"""Maximum number of records waiting to be checked."""


class Imports:
    """Check records in a separate thread, so that replays do not wait for it.

    Each address has a budget of processor time, so that it cannot block the thread for others.
    """

    def __init__(
        self,
        store: Store,
        accounts: AccountStore,
        tables: Tables,
        boards: Boards,
        callers: Callers,
        limits: Limits,
        most: int,
    ) -> None:
        """`most`: the maximum number of games that one user may import."""
        self._store = store
        self._accounts = accounts
        self._tables = tables
        self._boards = boards
        self._callers = callers
        self._limits = limits
        self._most = most
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="import")
        self.waiting = 0
        """Number of records that are being read or are waiting to be read."""

    def close(self) -> None:
        """Stop. No more answers are delivered."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def bring(self, caller: Caller, data: Import) -> TableInfo:
        """Store an imported game as a finished table. Raises Refusal."""
        if data.offline is not None and data.offline.user != caller.user:
            raise Refusal("not_seated", "Somebody else played this game.")
        self._callers.count_table(caller)
        if data.offline is not None:
            seated = [one.bot for one in data.offline.seats]
            for bot in [*seated, *(one.bot for one in data.offline.changes)]:
                if bot is not None:
                    check_bot(bot)
        players = [
            await free_name(self._accounts, caller.user, name) if name.strip() else None
            for name in data.names
        ]
        played, result = await self._read(data, caller.address)
        row = table_of(played, caller.user, players, self._store.timeline.now(), result)
        changes: list[HandOver] = []
        if data.offline is not None:
            row = played_offline(row, data.offline)
            changes = changes_of(row, played, data.offline)
        name = await self._callers.name(caller)
        await keep_import(self._store, row, name, played, self._most, changes)
        async with self._tables.use(row.id) as found:
            return found.info(caller.user)

    async def _read(self, data: Import, address: str) -> tuple[Game, Sequence[SeatEnd]]:
        """Return the result of `read_record`.

        Raises Refusal for an invalid record, or if too many records are waiting.
        """
        if self.waiting >= MOST_WAITING:
            raise Refusal("overloaded", "Too many games are being imported. Try again in a moment.")
        self.waiting += 1
        try:
            with self._limits.importing(address) as used:
                return await asyncio.get_running_loop().run_in_executor(
                    self._pool, _measured, data, self._boards, used
                )
        finally:
            self.waiting -= 1


def _measured(data: Import, boards: Boards, used: list[float]) -> tuple[Game, Sequence[SeatEnd]]:
    """Read a record, and measure the processor time in seconds."""
    began = time.thread_time()
    try:
        return read_record(data, boards)
    finally:
        used.append(time.thread_time() - began)


def read_record(data: Import, boards: Boards) -> tuple[Game, Sequence[SeatEnd]]:
    """Return the game of an imported record, played to its end, and its seats' results according to the record.

    Raises Refusal with the reason if the record is invalid.
    """
    try:
        record = GameRecord.from_dict(data.record)
        if len(record.actions) > MOST_ACTIONS:
            raise Refusal("bad_record", f"record: more than {MOST_ACTIONS} actions")
        game = ws.replay(record)
    except RecordError as error:
        raise Refusal("bad_record", str(error)) from None
    if not game.over:
        raise Refusal("bad_record", "record: the game is not over")
    if not _is_known(record, game.ruleset, boards):
        raise Refusal("bad_record", "record: it was played on a board that this site does not have")
    return game, record.result


def _is_known(record: GameRecord, ruleset: Ruleset, boards: Boards) -> bool:
    """Return whether the board of a game is already drawn; a new drawing would take minutes."""
    brings = record.board if record.position is None else record.position.get("board")
    return brings is None or boards.has(ruleset)


def table_of(
    game: Game, owner: str, names: Sequence[str | None], made: int, result: Sequence[SeatEnd] = ()
) -> TableRow:
    """Return a table for an imported game, made at a time of the store's clock; unnamed seats stay unnamed.

    result: the final results of the seats according to the record.
    """
    seats = [
        Seat(seat, "person", name=names[seat] if seat < len(names) else None) for seat in range(game.players)
    ]
    for end in result:
        if (away := away_of(end)) is not None:
            seats[end.seat] = replace(seats[end.seat], bot=end.finisher, away=away)
    header = replace(game.record(), actions=(), checksums=(), outcome=None).to_json()
    key, watch = new_key(), new_key()
    return TableRow(
        key, game.ruleset.id, owner, "over", made, header, tuple(seats), watch=watch, imported=True
    )


def played_offline(row: TableRow, game: Offline) -> TableRow:
    """Return the table of an imported game that its owner played against bots.

    Its key follows from the id alone, so that an account does not get a second table for a game that it played as a
    guest. Raises Refusal if the seats do not fit the game.
    """
    if len(game.seats) != len(row.seats) or sum(seat.bot is None for seat in game.seats) != 1:
        raise Refusal("bad_request", "A game played offline has one seat of yours, and bots on the others.")
    seats = (
        replace(seat, user=row.owner, name=None, color=given.color)
        if given.bot is None
        else Seat(seat.seat, "bot", bot=given.bot, label=given.character, color=given.color)
        for seat, given in zip(row.seats, game.seats, strict=True)
    )
    digest = hashlib.sha256(game.id.encode()).digest()
    key = base64.urlsafe_b64encode(digest[:12]).decode()
    return replace(row, id=key, seats=tuple(seats))


def changes_of(row: TableRow, played: Game, game: Offline) -> list[HandOver]:
    """Return when bots played for the owner of a game played offline.

    Raises Refusal if these changes do not fit the game.
    """
    (own,) = (seat.seat for seat in row.seats if seat.user == row.owner)
    versions = [change.version for change in game.changes]
    first = played.beginning().version
    if (
        any(change.seat != own for change in game.changes)
        or any(not first <= version <= played.version for version in versions)
        or any(later <= earlier for earlier, later in pairwise(versions))
    ):
        raise Refusal(
            "bad_request", "The changes name a seat or a moment at which no bot can have taken over."
        )
    return [HandOver(change.version, own, change.bot, row.created) for change in game.changes]


def branch(game: Game, wish: Branch, user: str, name: str, made: int) -> tuple[Game, TableRow]:
    """Return a game that continues from a version, with the user at one seat and bots at the others.

    Everything that the seat could not know is dealt again, so having seen the rest of the game is no advantage.
    """
    start = game.beginning().version
    if not start <= wish.version < game.version or wish.seat >= game.players:
        raise Refusal("bad_request", "The game has no such moment.")
    again = game.beginning()
    for player, text in game.actions[: wish.version - start]:
        again.play(text, player)
    try:
        world = again.resample(wish.seat, secrets.randbits(62))
        header = games.header_of(world)
    except WhistlestopError:
        raise Refusal("bad_request", "The game cannot continue from this moment.") from None
    seats = tuple(
        Seat(seat, "person", user, None, name) if seat == wish.seat else Seat(seat, "bot", bot=wish.bot)
        for seat in range(game.players)
    )
    return world, TableRow(new_key(), game.ruleset.id, user, "playing", made, header, seats, started=made)
