"""Boards that users make: kept for games and links, listed for their owners, reported, deleted."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from whistlestop.format.schema import slug
from whistlestop.rulesets import ruleset_from_data
from whistlestop.server.adapters.database.meeting import Reported
from whistlestop.server.adapters.database.own_boards import StoredBoard
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.studio import FoundBoard, SharedBoard
from whistlestop.server.usecases.boards import OWN

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from whistlestop.format import Ruleset
    from whistlestop.server.adapters.database.meeting import MeetingStore
    from whistlestop.server.adapters.database.own_boards import BoardStore
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.studio import ReportBoard
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.studio.studio import Studio

SLUG, DIGITS = 14, 12
"""Characters of an id: of the board's name, and of the hash."""


class OwnBoards:
    """The boards of users. An id stands for exactly one version of a board, forever."""

    def __init__(
        self,
        kept: BoardStore,
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
        self._kept = kept
        self._meeting = meeting
        self._boards = boards
        self._studio = studio
        self._callers = callers
        self._check_moderator = check_moderator
        self._limit = limit

    async def keep(self, caller: Caller, board: dict[str, Any], origin: str | None = None) -> SharedBoard:
        """Keep a board without faults, and return it with its id. The same board gets the same id again.

        origin: the id of the board that it was made from.
        """
        self._callers.check_writable()
        if not self._limit:
            raise Refusal("boards_off", "This site keeps no boards of its users.")
        ruleset = await self._studio.compiled(caller, board)
        name = await self._callers.name_to_keep(caller, listed=True)
        plain = ruleset.data.plain()
        del plain["id"]
        digest = hashlib.sha256(msgspec.json.encode([caller.user, plain], order="sorted")).hexdigest()[
            :DIGITS
        ]
        key = f"{OWN}{slug(ruleset.id)[:SLUG].strip('_') or 'board'}_{digest}"
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
        stored = await self._kept.find(board) if board.startswith(OWN) else None
        if stored is not None:
            return FoundBoard(msgspec.json.decode(stored.document), own=stored.owner == caller.user)
        ruleset = self._boards.find(board)
        if ruleset is None:
            raise Refusal("not_found", "This board does not exist.")
        return FoundBoard(ruleset.data.plain(), own=False)

    async def delete(self, user: str, board: str) -> list[SharedBoard]:
        """Delete a board of the user's, or any if they are a moderator; return those of the user."""
        stored = await self._kept.find(board)
        if stored is None:
            raise Refusal("not_found", "This board does not exist.")
        if stored.owner != user:
            await self._check_moderator(user)
        await self._kept.delete(board)
        self._boards.forget(board)
        return await self.of(user)

    async def report(self, caller: Caller, board: str, wish: ReportBoard) -> None:
        """Report a board of another user to the moderators."""
        self._callers.count_message(caller)
        stored = await self._kept.find(board)
        if stored is None or stored.owner == caller.user:
            raise Refusal("not_found", "This board does not exist.")
        made = Reported(None, board, stored.owner, stored.name[:60], "", "[]")
        await self._meeting.report(made, caller.user, "board", wish.reason)


def _shared(stored: StoredBoard) -> SharedBoard:
    return SharedBoard(stored.id, stored.name, iso(stored.made))


async def fetched(kept: BoardStore, board: str) -> Ruleset | None:
    """Return the ruleset of a board that a user has made; None if it does not exist."""
    stored = await kept.find(board)
    return None if stored is None else ruleset_from_data(msgspec.json.decode(stored.document))
