"""Boards of clubs: members offer boards that they have made, and only members can use them.

The club gets a copy with an id of its own. Thus the maker keeps the board. The id stops working for everybody when the
board is withdrawn, and for users who leave the club.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from whistlestop.server.adapters.database.club_boards import ClubBoardStore, OfferedBoard
from whistlestop.server.adapters.database.own_boards import BoardStore
from whistlestop.server.domain.clubs import check_leader
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.boards import CLUB, no_board
from whistlestop.server.usecases.studio.own_boards import key_of, name_in

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.clubs import ClubInfo
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.clubs.clubs import Clubs


class ClubBoards:
    """Offers and withdraws boards. Each operation returns the club as the caller then sees it."""

    def __init__(self, store: Store, clubs: Clubs, boards: Boards, callers: Callers, limit: int) -> None:
        """`limit`: the maximum number of boards that one user offers."""
        self._kept = ClubBoardStore(store)
        self._own = BoardStore(store)
        self._clubs = clubs
        self._boards = boards
        self._callers = callers
        self._limit = limit

    async def offer(self, caller: Caller, club: str, board: str) -> ClubInfo:
        """Offer a board of the caller's to a club. Offering the same board again has no effect."""
        self._callers.check_writable()
        self._callers.count_command(caller)
        await self._clubs.check_member(club, caller.user)
        stored = await self._own.find(board)
        if stored is None or stored.owner != caller.user:
            raise no_board()
        plain = msgspec.json.decode(stored.document)
        del plain["id"]
        key = key_of(CLUB, name_in(board), [caller.user, club, plain])
        least, most = plain["players"]["min"], plain["players"]["max"]
        offered = OfferedBoard(key, club, caller.user, stored.name, least, most, now())
        await self._kept.offer(offered, msgspec.json.encode({"id": key} | plain).decode(), self._limit)
        return await self._clubs.told(caller.user, club)

    async def take(self, caller: Caller, club: str, board: str) -> ClubInfo:
        """Withdraw a board from a club (its maker, the owner and organizers of the club). Games on it continue."""
        self._callers.count_command(caller)
        role = await self._clubs.check_member(club, caller.user)
        found = await self._kept.find(board)
        if found is None or found.club != club:
            raise Refusal("not_found", "The club does not have this board.")
        if found.owner != caller.user:
            check_leader(role)
        await self._kept.delete(found)
        self._boards.forget(board)
        return await self._clubs.told(caller.user, club)
