"""Games in progress that anybody may watch: those of listed tables and of listed tournaments.

A list contains the board, the players and their public ratings, and nothing about the games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.friends import FriendStore
from whistlestop.server.adapters.database.live_games import live_games
from whistlestop.server.domain.times import iso
from whistlestop.server.messages.meeting import LiveGame, LiveGames, OpenTable
from whistlestop.server.usecases.tables.info import NOBODY, table_info

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import TableRow

LISTED = 100
"""Limit of listed games."""


class LiveGameList:
    """The games to watch."""

    def __init__(self, store: Store, ratings: Callable[[TableRow], Awaitable[Mapping[str, int]]]) -> None:
        """`ratings` returns the public ratings for a table's board and pace."""
        self._store = store
        self._friends = FriendStore(store)
        self._ratings = ratings

    async def listed(self, user: str) -> LiveGames:
        """Return the games, newest first, with the seats of a user's friends."""
        rows = await live_games(self._store, LISTED)
        players = {seat.user for row in rows for seat in row.seats if seat.user is not None}
        friends = await self._friends.friends(user, players) if players else {}
        return LiveGames([await self._game(row, friends) for row in rows])

    async def _game(self, row: TableRow, friends: Mapping[str, str]) -> LiveGame:
        line = line_of(row, row.watch)
        rated = await self._ratings(row)
        ratings = [None if seat.player is None else rated.get(seat.player) for seat in line.seats]
        known = [seat.seat for seat in row.seats if seat.user in friends and seat.label is None]
        return LiveGame(
            row.watch, row.ruleset, line.seats, iso(row.started or row.created), row.clock, ratings, known
        )


def line_of(row: TableRow, key: str) -> OpenTable:
    """Return a game in progress in a list, with a key: no more than the players and the board."""
    info = table_info(row, None, 0, NOBODY)
    return OpenTable(key, row.ruleset, info.seats, 0, row.quick, info.created, row.clock)
