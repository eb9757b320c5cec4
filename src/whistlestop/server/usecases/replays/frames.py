"""A game from its beginning, as seen from a seat: views and events made from that seat's observations.

Users never receive anything that they may not know now. A finished game can be seen from every seat. In a game in
progress a seat sees its own past, but only back to the last information that must not be shown again (RUL-61), since an
earlier view would reveal it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from whistlestop.server.domain.limits import WHOLE_VIEW
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import LogEntry, encode
from whistlestop.server.messages.replays import Frame, Frames, GameLog, OpenHand, Row, SeatChange
from whistlestop.server.usecases.replays.imports import branch
from whistlestop.server.usecases.tables.bots import check_bot
from whistlestop.text.names import cards_of, tickets_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop import Game
    from whistlestop.observation import Observation
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.base import SeatInfo, TableInfo
    from whistlestop.server.messages.replays import Branch
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.creating import TableCreation
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

T = TypeVar("T")

ALL = "all"
NOBODY = "none"
CHUNK = 32
"""Number of frames made and cached together, since views take a while with interpreted rules."""
KEPT = 300
"""Number of cached answers."""


def eyes_of(game: Game, owned: Sequence[int], asked: str | None) -> str:
    """Return the viewer whose view a user with these seats gets.

    `asked` is a seat, a spectator ("nobody") or all hands. With several players on one device the request must name the
    seat; otherwise it shows a spectator's view.
    """
    mine = [str(seat) for seat in owned]
    if len(mine) != 1:
        mine.append(NOBODY)
    if asked is None:
        asked = (mine[0] if owned else ALL) if game.over else mine[-1]
    if asked not in {ALL, NOBODY} and not (asked.isdecimal() and int(asked) < game.players):
        raise Refusal("bad_request", "This seat does not exist.")
    if not game.over and asked not in mine:
        raise Refusal("not_over", "Until the game is over you can look back only from your own seat.")
    return asked


def seat_of(eyes: str) -> int | None:
    """Return the observing seat; a spectator if all hands are open, since these are shown beside the table."""
    return None if eyes in {ALL, NOBODY} else int(eyes)


def log_of(game: Game, eyes: str) -> list[LogEntry]:
    """Return the part of the game's log that may be shown now."""
    return [LogEntry(version, events) for version, events in game.events_by_version(seat_of(eyes))]


def first_of(game: Game, eyes: str) -> int:
    """Return the first version that may be seen."""
    start = game.beginning()
    first = start.version
    if game.over:
        return first
    seat = seat_of(eyes)
    for knew, knows in _knowledge(game, seat):
        if knows.events_since(knew) != knows.events_since(knew, live=False):
            first = int(knows.record["ply"])
    return first


def _knowledge(game: Game, seat: int | None) -> Iterator[tuple[Observation, Observation]]:
    """Yield a seat's knowledge before and after every action."""
    again = game.beginning()
    knew = again.observe(seat)
    for player, text in game.actions:
        again.play(text, player)
        knows = again.observe(seat)
        yield knew, knows
        knew = knows


def frames_of(game: Game, eyes: str, versions: range, *, look: bool) -> Frames:
    """Return the frames of the game at these versions."""
    again = game.beginning()
    start = again.version
    found = []
    for version in range(start, start + len(game.actions) + 1):
        if version > start:
            player, text = game.actions[version - start - 1]
            again.play(text, player)
        if version in versions:
            found.append(_frame(again, eyes, look))
        if version >= versions.stop:
            break
    return Frames(eyes, found)


def _frame(game: Game, eyes: str, look: bool) -> Frame:
    view: Any = game.observe(seat_of(eyes)).view(look)
    view.legal = []
    hands = [_hand(game.observe(seat), seat) for seat in range(game.players)] if eyes == ALL else []
    return Frame(game.version, view, hands)


def _hand(seen: Observation, seat: int) -> OpenHand:
    """Return a seat's cards and tickets, without computing a whole view."""
    ruleset, record = seen.ruleset, seen.record
    return OpenHand(
        seat,
        cards_of(record["hand"][seat]),
        tickets_of(ruleset, record["tickets"][seat]),
        [ruleset.tickets[number].id for number in seen.offer()],
    )


def rows_of(game: Game, seats: Sequence[SeatInfo]) -> list[Row]:
    """Return the data of every player after every action of a finished game."""
    again = game.beginning()
    outcome: Any = game.observe(None).outcome()
    final = {player.seat: player.score for player in outcome.players} if outcome is not None else {}
    rows = []
    for by, action in ((None, None), *game.actions):
        if action is not None:
            again.play(action, by)
        view: Any = again.observe(None).view()
        rows += [
            Row(
                version=view.version,
                turn=view.turn,
                phase=view.phase,
                by=by,
                action=action,
                seat=player.seat,
                name=seats[player.seat].name,
                score=player.score,
                cards=player.cards,
                tickets=player.tickets,
                final=final.get(player.seat),
            )
            for player in view.players
        ]
    return rows


class Replays:
    """Answers about past games, each computed once, in a thread."""

    def __init__(self, store: Store, tables: Tables, creation: TableCreation, callers: Callers) -> None:
        self._store = store
        self._tables = tables
        self._creation = creation
        self._callers = callers
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._kept: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    def close(self) -> None:
        """Stop. No more answers are delivered."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def log(self, game: str, caller: Caller, seat: str | None) -> GameLog:
        """Return the log, as seen by a seat, a spectator, or with all hands open."""
        self._callers.count_request(caller, WHOLE_VIEW)
        async with self._tables.visit(game, caller.user) as (found, user):
            played = _begun(found, user)
            self._tables.seen(found, user)
            eyes = eyes_of(played, found.seats_of(user), seat)
            first, entries = await self._log(found.id, played, eyes)
            changes = [
                SeatChange(one.ply, one.seat, one.bot)
                for one in await self._store.hand_overs(found.id)
                if one.ply <= played.version  # spectators may see a game with a delay
            ]
            return GameLog(found.info(user), eyes, first, played.version, entries, changes)

    async def frames(self, game: str, caller: Caller, at: int, seat: str | None) -> bytes:
        """Return the visible frames in the chunk around a version."""
        self._callers.count_request(caller, WHOLE_VIEW)
        async with self._tables.visit(game, caller.user) as (found, user):
            played = _begun(found, user)
            self._tables.seen(found, user)
            eyes = eyes_of(played, found.seats_of(user), seat)
            first, _ = await self._log(found.id, played, eyes)
            if not first <= at <= played.version:
                raise Refusal("bad_request", "You cannot look at this moment of the game.")
            start = at - at % CHUNK
            versions = range(max(first, start), min(start + CHUNK, played.version + 1))
            look = found.row.look
            return await self._made(
                ("frames", found.id, played.version, eyes, versions),
                lambda: encode(frames_of(played, eyes, versions, look=look)),
            )

    async def rows(self, game: str, caller: Caller) -> bytes:
        """Return the data of every player after every action of a finished game."""
        self._callers.count_request(caller, WHOLE_VIEW)
        async with self._tables.visit(game, caller.user) as (found, user):
            played, seats = _begun(found, user), found.info(user).seats
            if not played.over:
                raise Refusal("not_over", "This is available when the game is over.")
            return await self._made(("rows", found.id), lambda: encode(rows_of(played, seats)))

    async def branch(self, game: str, caller: Caller, wish: Branch) -> TableInfo:
        """Continue a finished game from a version, at a new table of the user."""
        self._callers.count_table(caller)
        check_bot(wish.bot)
        async with self._tables.visit(game, caller.user) as (found, user):
            played = _begun(found, user)
            if not played.over:
                raise Refusal("not_over", "The game is not over yet.")
        name = await self._callers.name(caller)
        _, row = await self._run(partial(branch, played, wish, caller.user, name, self._store.timeline.now()))
        return await self._creation.add(row, name)

    async def _log(self, table: str, game: Game, eyes: str) -> tuple[int, list[LogEntry]]:
        """Return the first version that may be seen, and the log."""
        return await self._made(
            ("log", table, game.version, eyes), lambda: (first_of(game, eyes), log_of(game, eyes))
        )

    async def _run(self, work: Callable[[], T]) -> T:
        """Run slow work after the work that is already queued."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def _made(self, key: Hashable, make: Callable[[], T]) -> T:
        found: asyncio.Future[T] | None = self._kept.get(key)
        if found is None:
            found = asyncio.get_running_loop().run_in_executor(self._pool, make)
            self._kept[key] = found
            found.add_done_callback(lambda done: self._forget(key, done))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return await asyncio.shield(found)

    def _forget(self, key: Hashable, done: asyncio.Future[Any]) -> None:
        """Drop a failed answer, so that the next request tries again."""
        if done.cancelled() or done.exception() is not None:
            self._kept.pop(key, None)


def _begun(table: Table, user: str | None) -> Game:
    """Return the game as a user may see it now."""
    shown = table.shown(table.seat_of(user))
    if shown is None:
        raise Refusal("not_started", "The game has not begun yet.")
    return shown.game
