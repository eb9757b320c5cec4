"""A user's own games: finished games, and unfinished tables for the start page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from whistlestop import bots
from whistlestop.server.adapters.database import history as kept
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import colors_of
from whistlestop.server.domain.times import iso
from whistlestop.server.messages.history import Played, PlayedGame, PlayedSeat, Waiting
from whistlestop.server.usecases.tables.answers import standing
from whistlestop.server.usecases.tables.bots import bot_name

if TYPE_CHECKING:
    from whistlestop.endings import Ending as SeatEnding
    from whistlestop.server.adapters.database.history import Ending, StoredGame, StoredSeat
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.usecases.tables.registry import Tables

PAGE = 20
"""Number of games on one page of the history."""
SHOWN = 24
"""Limit of tables on the start page."""


class History:
    """Queries about the games of one user."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def played(self, user: str, before: str, ruleset: str, who: str, ending: Ending | None) -> Played:
        """Return a page of finished games, newest first, starting at `before`."""
        who = " ".join(who.split())
        named = tuple(bot for bot in bots.names() if who.lower() in bot_name(bot).lower()) if who else ()
        wanted = kept.Wanted(user, _cursor(before), ruleset or None, who, named, ending)
        found = await kept.played(self._store, wanted, PAGE + 1)
        more = f"{found[PAGE - 1].ended}.{found[PAGE - 1].id}" if len(found) > PAGE else None
        return Played([_game(game, user) for game in found[:PAGE]], more)

    async def waiting(self, user: str) -> list[Waiting]:
        """Return the unfinished tables: first those where it is the user's turn, then the newest."""
        rows = await self._store.tables_under_way(user, SHOWN)
        found = [one for row in rows if (one := await self._waiting(row, user)) is not None]
        return sorted(found, key=lambda one: one.standing is None or not one.standing.your_turn)

    async def _waiting(self, row: TableRow, user: str) -> Waiting | None:
        await asyncio.sleep(0)  # many games may have to be replayed, so let other tasks run
        try:
            async with self._tables.use(row.id) as table:
                if table.row.state == "over":
                    return None
                return Waiting(table.info(user), standing(table, user))
        except Refusal:
            return None  # this server cannot read it


def _cursor(before: str) -> tuple[int, str] | None:
    if not before:
        return None
    ended, _, game = before.partition(".")
    if not ended.isascii() or not ended.isdigit() or len(ended) > 15:
        raise Refusal("bad_request", "This page does not exist.")
    return int(ended), game


def _game(game: StoredGame, user: str) -> PlayedGame:
    colors = colors_of(seat.color for seat in game.seats)
    ended = iso(game.ended)
    return PlayedGame(
        table=game.id,
        ruleset=game.ruleset,
        ended=ended,
        you=[seat.seat for seat in game.seats if seat.user == user],
        abandoned=game.abandoned,
        seats=[
            _seat(seat, "unfinished" if game.abandoned else "played", color)
            for seat, color in zip(game.seats, colors, strict=True)
        ],
        offline=game.imported,
    )


def _seat(seat: StoredSeat, stayed: SeatEnding, color: int) -> PlayedSeat:
    is_bot = seat.user is None and seat.bot is not None and seat.away is None
    name = bot_name(seat.bot) if is_bot and seat.bot is not None else seat.name
    player = seat.user if seat.page else None
    ending = seat.away or stayed
    result = (seat.score, seat.rank, bool(seat.won))
    return PlayedSeat(
        seat.seat,
        name,
        seat.bot,
        *result,
        player,
        "bot" if is_bot else "person",
        ending,
        color,
        seat.character if is_bot else None,
        seat.routes,
        seat.accuracy,
    )
