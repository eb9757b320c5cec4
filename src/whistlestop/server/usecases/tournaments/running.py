"""Run tournaments: begin rounds, create their tables, record results, and finish.

Each check reads everything from the database, and every step can be repeated. Nothing is thus lost when a process ends
at any moment, and several processes do not interfere with each other.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from whistlestop.fairness import new_seed
from whistlestop.server.domain import games
from whistlestop.server.domain.pace import is_slow
from whistlestop.server.domain.passes import PASSES
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import LISTED_DELAY, Seat, TableRow, new_key
from whistlestop.server.domain.tournaments import (
    MINUTE,
    StoredPairing,
    StoredTournament,
    absent,
    result_of,
    without_game,
)
from whistlestop.server.messages.tables import SeatWish
from whistlestop.server.usecases.tables.hand_over import hand_over
from whistlestop.tournaments import next_round, rounds_planned

if TYPE_CHECKING:
    from whistlestop import Ruleset
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.adapters.database.tournaments import TournamentStore
    from whistlestop.server.domain.tournaments import GameState, TournamentRow
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.cluster import Cluster
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table
    from whistlestop.tournaments import Pairing

log = structlog.get_logger("whistlestop.tournaments")

EVERY = 2.0
"""Seconds between two checks of all tournaments."""
AT_ONCE = 50
"""Number of tables created in one check, so that moves in other games do not wait."""


class Running:
    """Runs the tournaments of a site."""

    def __init__(
        self, store: Store, kept: TournamentStore, tables: Tables, boards: TableBoards, cluster: Cluster
    ) -> None:
        self._store = store
        self._kept = kept
        self._tables = tables
        self._boards = boards
        self._cluster = cluster
        self._continues: dict[str, int] = {}
        """The versions at which tournaments were found to have another round."""
        self._waiting: dict[str, int] = {}
        """The versions at which all games of tournaments were found to be in progress."""

    async def look(self) -> None:
        """Take every tournament a step further. A failure in one does not affect the others."""
        rows = await self._kept.live()
        self._continues = {row.id: at for row in rows if (at := self._continues.get(row.id)) is not None}
        self._waiting = {row.id: at for row in rows if (at := self._waiting.get(row.id)) is not None}
        busy = await self._kept.busy()
        for row in rows:
            if self._waits(row, busy):
                continue
            if row.state == "open" and (row.next is None or row.next > self._now()):
                continue
            try:
                async with self._store.alone(f"tournament {row.id}"):
                    while await self._step(row.id):
                        pass
            except Conflict:
                continue  # an arbiter's change came first; the next check finds it
            except Exception as error:  # noqa: BLE001 - one broken tournament must not stop the others
                log.warning("tournament stopped", tournament=row.id[:6], error=type(error).__name__)

    def _waits(self, row: TournamentRow, busy: set[str]) -> bool:
        """Return whether nothing can happen in a tournament before one of its games is over."""
        at = self._waiting.get(row.id)
        if row.id not in busy or not is_slow(row.settings.clock):
            self._waiting.pop(row.id, None)
            return False
        self._waiting[row.id] = row.version
        return at == row.version

    async def begin_round(self, found: StoredTournament) -> bool:
        """Draw the next round, or finish; return whether there is one. The caller holds the tournament's lock.

        Nothing happens if there is none while games are in progress. Raises Refusal if there are too few players to
        begin.
        """
        row = found.row
        if row.round == 0 and len(found.whole().active(1)) < 2:
            raise Refusal("not_started", "A tournament needs at least two players.")
        # Draw in a thread: pairing a thousand players takes a second.
        drawn = None if self._closed(row) else await asyncio.to_thread(next_round, found.whole())
        if drawn is None and any(one.result is None for one in found.pairings):
            return False
        if drawn is None:
            await self._kept.change(row, {"state": "over", "next": None, "ended": self._now()})
            log.info("tournament over", tournament=row.id[:6], rounds=row.round)
            return False
        number = row.round + 1
        gone = [one.number for one in found.entries if one.user is None and one.left is None]
        await self._kept.change(
            row,
            {"state": "running", "round": number, "next": None},
            [(entry, {"left": number}) for entry in gone],
            [_stored(one) for one in drawn],
        )
        log.info("round begins", tournament=row.id[:6], round=number, tables=len(drawn))
        return True

    def _now(self) -> int:
        return self._store.timeline.now()

    async def _step(self, tournament: str) -> bool:
        """Take a tournament a step further; return whether there may be another step immediately."""
        found = await self._kept.whole(tournament)
        if found is None or not found.row.live:
            return False
        row = found.row
        if row.state == "open":
            return row.next is not None and row.next <= self._now() and await self._begin(found)
        waiting = [one for one in found.pairings if one.result is None]
        if waiting:
            return await self._play(found, waiting) or await self._go_ahead(found, waiting)
        return row.state == "running" and await self._go_on(found)

    async def _begin(self, found: StoredTournament) -> bool:
        try:
            return await self.begin_round(found)
        except Refusal:
            await self._kept.change(found.row, {"state": "cancelled", "next": None, "ended": self._now()})
            return False

    async def _go_on(self, found: StoredTournament) -> bool:
        """Begin the next round when it is time. A tournament without another one is over immediately."""
        row = found.row
        if self._closed(row) or (row.next is not None and row.next <= self._now()):
            return await (self._begin(found) if row.round == 0 else self.begin_round(found))
        if self._continues.get(row.id) == row.version:
            return False
        if await asyncio.to_thread(next_round, found.whole()) is None:
            return await self.begin_round(found)
        self._continues[row.id] = row.version
        if row.next is None and row.settings.automatic:
            await self._kept.change(row, {"next": self._now() + row.settings.pause * MINUTE})
            return True
        return False

    async def _go_ahead(self, found: StoredTournament, waiting: list[StoredPairing]) -> bool:
        """Begin the next round if fewer rounds are in progress than allowed."""
        row = found.row
        rounds = rounds_planned(found.whole())
        under_way = len({one.round for one in waiting})
        if (
            row.state != "running"
            or under_way >= row.settings.together
            or rounds is None
            or row.round >= rounds
        ):
            return False
        return await self.begin_round(found)

    def _closed(self, row: TournamentRow) -> bool:
        return row.closes is not None and row.closes <= self._now()

    async def _play(self, found: StoredTournament, waiting: list[StoredPairing]) -> bool:
        """Create missing tables, record results, and let absent players lose; return whether there were results."""
        states = await self._kept.games([one.game for one in waiting if one.game is not None])
        ready: list[tuple[StoredPairing, dict[str, Any]]] = []
        left: dict[int, dict[str, Any]] = {}
        missing = [one for one in waiting if one.game not in states]
        if missing:
            seats = [SeatWish("open")] * found.row.plan.size
            ruleset = await self._boards.ruleset_for(found.row.settings.ruleset, seats, look=False)
            for one in missing[:AT_ONCE]:
                if await self._make(found, one, ruleset):
                    continue
                gone = {entry.number for entry in found.entries if entry.user is None}
                ready.append((one, _result(without_game(one.seats, gone))))
        for one in waiting:
            game = states.get(one.game or "")
            if game is None:
                continue
            if game.state == "over":
                ready.append((one, _result(result_of(one.seats, game))))
                for entry in absent(one.seats, game):
                    left[entry] = {"left": found.row.round + 1}
            else:
                await self._check_present(found, game)
        if ready:
            staying = {entry.number for entry in found.entries if entry.left is None}
            changed = [(entry, columns) for entry, columns in left.items() if entry in staying]
            await self._kept.change(found.row, {}, changed, results=ready)
        return bool(ready)

    async def _make(self, found: StoredTournament, one: StoredPairing, ruleset: Ruleset) -> bool:
        """Create the table of a pairing, unless a process already has.

        Return False if one of its players no longer exists.
        """
        players = {entry.number: entry for entry in found.entries}
        seats = []
        for number, entry in enumerate(one.seats):
            player = players[entry]
            if player.user is None:
                return False
            seats.append(Seat(number, "person", player.user, name=player.name, page=player.page))
        seed, at = new_seed().hex(), self._now()
        game = games.new_game(ruleset, seed, [None] * len(seats))
        assert one.game is not None  # noqa: S101 - only byes have none
        assert one.watch is not None  # noqa: S101
        row = TableRow(
            one.game,
            ruleset.id,
            seats[0].user or "",
            "playing",
            at,
            games.header_of(game),
            tuple(seats),
            watch=one.watch,
            started=at,
            seed=seed,
            clock=found.row.settings.clock,
            delay=LISTED_DELAY,
            tournament=found.row.id,
            club=found.row.club,
        )
        with suppress(Conflict):  # created before a process ended, or by another one
            await self._store.create_table(row, seats[0].name or "", sys.maxsize)
        async with self._tables.use(row.id):
            pass  # loading the table starts its clock and notifies its players
        return True

    async def _check_present(self, found: StoredTournament, game: GameState) -> None:
        """Let a bot take the seats of players who have not made a single move in a live game, and are to move."""
        settings = found.row.settings
        served = self._store.timeline.served
        late = served(self._now()) - served(game.since) >= settings.appear * MINUTE
        missing = [seat.seat for seat in game.seats if seat.moves == 0 and seat.away is None]
        if is_slow(settings.clock) or not late or not missing or not self._cluster.holds(game.id):
            return
        async with self._tables.use(game.id) as table:
            await table.change(partial(_leave_out, table, missing))


async def _leave_out(table: Table, seats: list[int]) -> None:
    for seat in seats:
        if table.game is None or not table.under_way or seat not in table.game.to_act:
            continue
        if table.row.seats[seat].bot is None and table.row.clock is not None:
            await hand_over(table, seat, table.row.clock.bot or PASSES, "time", leased=True)


def _stored(one: Pairing) -> StoredPairing:
    alone = len(one.seats) == 1
    return StoredPairing(
        one.round,
        one.table,
        one.seats,
        one.stage,
        one.group,
        one.result,
        game=None if alone else new_key(),
        watch=None if alone else new_key(),
    )


def _result(places: Any) -> dict[str, Any]:
    return {"result": msgspec.json.encode(places).decode()}
