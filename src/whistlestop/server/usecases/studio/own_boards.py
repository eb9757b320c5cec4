"""Boards that users make: keeping them for games and links, listing, reporting and deleting them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from whistlestop.format.schema import slug
from whistlestop.rulesets import ruleset_from_data
from whistlestop.server.adapters.database.club_boards import ClubBoardStore
from whistlestop.server.adapters.database.meeting import Reported
from whistlestop.server.adapters.database.own_boards import BoardStore, StoredBoard
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.studio import FoundBoard, SharedBoard
from whistlestop.server.usecases.boards import CLUB, OWN, no_board

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from whistlestop.format import Ruleset
    from whistlestop.server.adapters.database.meeting import MeetingStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.studio import ReportBoard
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.studio.studio import Studio

SLUG, DIGITS = 14, 12
"""Numbers of characters in an id: from the board's name, and from the hash."""


class OwnBoards:
    """The boards of users. An id always identifies exactly one version of a board."""

    def __init__(
        self,
        store: Store,
        meeting: MeetingStore,
        boards: Boards,
        studio: Studio,
        callers: Callers,
        check_moderator: Callable[[str], Awaitable[None]],
        limit: int,
    ) -> None:
        """`check_moderator` refuses users who are not moderators.

        `limit`: the maximum number of boards of one user; 0: the site keeps none.
        """
        self._kept = BoardStore(store)
        self._of_clubs = ClubBoardStore(store)
        self._meeting = meeting
        self._boards = boards
        self._studio = studio
        self._callers = callers
        self._check_moderator = check_moderator
        self._limit = limit

    async def keep(self, caller: Caller, board: dict[str, Any], origin: str | None = None) -> SharedBoard:
        """Keep a board without faults, and return it with its id. Keeping the same board again gives the same id.

        origin: the id of the board that it was made from.
        """
        self._callers.check_writable()
        if not self._limit:
            raise Refusal("boards_off", "This site keeps no boards of its users.")
        ruleset = await self._studio.compiled(caller, board)
        name = await self._callers.name_to_keep(caller, listed=True)
        plain = ruleset.data.plain()
        del plain["id"]
        key = key_of(OWN, slug(ruleset.id)[:SLUG].strip("_") or "board", [caller.user, plain])
        document = msgspec.json.encode({"id": key} | plain).decode()
        stored = StoredBoard(key, caller.user, ruleset.name or key, document, now(), origin)
        await self._kept.keep(stored, name, self._limit)
        return _shared(stored)

    async def of(self, user: str) -> list[SharedBoard]:
        """Return the boards of a user, newest first."""
        return [_shared(one) for one in await self._kept.of(user)]

    async def find(self, caller: Caller, board: str) -> FoundBoard:
        """Return a board as data: one of the site, or one that a user has made."""
        self._callers.count_request(caller, 2)
        ruleset = self._boards.find(board)
        if ruleset is not None:
            return FoundBoard(ruleset.data.plain(), own=False)
        stored = await self._visible(board, caller.user)
        club = await self._boards.club_of(board)
        return FoundBoard(msgspec.json.decode(stored.document), own=stored.owner == caller.user, club=club)

    async def delete(self, user: str, board: str) -> list[SharedBoard]:
        """Delete a board of the user, or any board if they are a moderator; return the user's boards."""
        stored = await self._visible(board, user)
        if stored.owner != user:
            await self._check_moderator(user)
        offered = await self._of_clubs.find(board)
        if offered is None:
            await self._kept.delete(board)
        else:
            await self._of_clubs.delete(offered)
        self._boards.forget(board)
        return await self.of(user)

    async def report(self, caller: Caller, board: str, wish: ReportBoard) -> None:
        """Report a board of another user to the moderators."""
        self._callers.count_message(caller)
        stored = await self._visible(board, caller.user)
        if stored.owner == caller.user:
            raise no_board()
        made = Reported(None, board, stored.owner, stored.name[:60], "", "[]")
        await self._meeting.report(made, caller.user, "board", wish.reason)

    async def _visible(self, board: str, user: str) -> StoredBoard:
        """Return a board that a user has made, or that belongs to a club of the caller. Raises Refusal."""
        if board.startswith(CLUB):
            await self._boards.load_for(board, user)
        stored = await _found(self._kept, self._of_clubs, board)
        if stored is None:
            raise no_board()
        return stored


def key_of(prefix: str, name: str, content: list[Any]) -> str:
    """Return the id of a board: a prefix, a short name, and a hash of the contents that it identifies."""
    digest = hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()
    return f"{prefix}{name}_{digest[:DIGITS]}"


def name_in(key: str) -> str:
    """Return the short name in the id of a board that anybody can use."""
    return key.removeprefix(OWN)[: -DIGITS - 1]


def _shared(stored: StoredBoard) -> SharedBoard:
    return SharedBoard(stored.id, stored.name, iso(stored.made))


async def fetched(kept: BoardStore, of_clubs: ClubBoardStore, board: str) -> Ruleset | None:
    """Return the ruleset of a board that a user has made; None if it does not exist."""
    stored = await _found(kept, of_clubs, board)
    return None if stored is None else ruleset_from_data(msgspec.json.decode(stored.document))


async def _found(kept: BoardStore, of_clubs: ClubBoardStore, board: str) -> StoredBoard | None:
    return await (of_clubs.whole(board) if board.startswith(CLUB) else kept.find(board))
