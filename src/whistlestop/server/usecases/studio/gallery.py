"""The gallery: users' boards that their makers have listed, their numbers of players, and their ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.studio import BoardOrigin, BoardStanding, GalleryBoard, GalleryPage
from whistlestop.server.usecases.boards import OWN

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from whistlestop.server.adapters.database.gallery import GalleryStore, Order, Shown
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.studio.studio import Studio

PAGE = 24
"""Number of boards on a page."""
LISTED = 10
"""Maximum number of boards that a user can list."""
COST = 3
"""The requests that a page counts as."""


class Gallery:
    """The listed boards of a site. The maker of a board decides whether it is listed; by default it is not."""

    def __init__(
        self,
        kept: GalleryStore,
        boards: Boards,
        studio: Studio,
        callers: Callers,
        is_account: Callable[[str], Awaitable[bool]],
        check_moderator: Callable[[str], Awaitable[None]],
    ) -> None:
        """`check_moderator` refuses users who are not moderators."""
        self._kept = kept
        self._boards = boards
        self._studio = studio
        self._callers = callers
        self._is_account = is_account
        self._check_moderator = check_moderator

    async def page(self, caller: Caller, order: Order, page: int) -> GalleryPage:
        """Return a page of listed boards, and whether there are more."""
        self._callers.count_request(caller, COST)
        found = await self._kept.page(order, page * PAGE, PAGE + 1)
        shown = found[:PAGE]
        origins = await self._origins(shown)
        return GalleryPage([_entry(one, origins.get(one.id)) for one in shown], len(found) > PAGE)

    async def standing(self, caller: Caller, board: str) -> BoardStanding | None:
        """Return the gallery's data about a board; None if it was not made by a user."""
        found = await self._kept.find(board) if board.startswith(OWN) else None
        if found is None:
            return None
        played, stars = await self._kept.stars_of(board, caller.user)
        origins = await self._origins([found])
        return BoardStanding(
            listed=found.listed is not None,
            players=found.players,
            rating=_rating(found),
            ratings=found.ratings,
            stars=stars,
            can_rate=played and found.owner != caller.user,
            balance=_balance(found),
            origin=origins.get(board),
        )

    async def put(self, caller: Caller, board: str, *, listed: bool) -> BoardStanding | None:
        """List a board of the caller, or remove it from the gallery; moderators can remove any board.

        Listing a board again updates the results of its balance tests.
        """
        found = await self._find(caller, board)
        if not listed:
            if found.owner != caller.user:
                await self._check_moderator(caller.user)
            await self._kept.take(board)
            return await self.standing(caller, board)
        if found.owner != caller.user:
            raise Refusal("not_found", "This board is not yours.")
        await self._check_account(caller)
        await self._callers.name_to_keep(caller, listed=True)
        tested = self._studio.tested((await self._boards.load(board)).ruleset)
        balance = _balance(found) | {str(seats): faults for seats, faults in tested.items()}
        await self._kept.put(board, caller.user, now(), msgspec.json.encode(balance).decode(), LISTED)
        return await self.standing(caller, board)

    async def rate(self, caller: Caller, board: str, stars: int | None) -> BoardStanding | None:
        """Rate a board of another user on which the caller has finished a game; None: withdraw the rating."""
        found = await self._find(caller, board)
        await self._check_account(caller)
        if found.owner == caller.user:
            raise Refusal("bad_request", "You cannot rate your own board.")
        if not await self._kept.rate(board, caller.user, stars):
            raise Refusal("not_played", "Finish a game on this board before you rate it.")
        return await self.standing(caller, board)

    async def _find(self, caller: Caller, board: str) -> Shown:
        self._callers.check_writable()
        self._callers.count_command(caller)
        found = await self._kept.find(board)
        if found is None:
            raise Refusal("not_found", "This board does not exist.")
        return found

    async def _check_account(self, caller: Caller) -> None:
        """Refuse guests, because one person can be many guests."""
        if not await self._is_account(caller.user):
            raise Refusal("no_account", "Only accounts can do this. Create one, or sign in.")

    async def _origins(self, shown: Iterable[Shown]) -> dict[str, BoardOrigin]:
        """Return the origins of boards by their ids: those of the site and of the gallery.

        The ids of other boards give access to them, so they are not shown.
        """
        wanted = {one.id: one.origin for one in shown if one.origin is not None}
        listed = await self._kept.listed({one for one in wanted.values() if one.startswith(OWN)})
        found = {}
        for board, origin in wanted.items():
            ruleset = self._boards.find(origin)
            name = listed.get(origin) if ruleset is None else ruleset.name
            if name is not None:
                found[board] = BoardOrigin(origin, name)
        return found


def _rating(shown: Shown) -> float | None:
    return round(shown.stars / shown.ratings, 2) if shown.ratings else None


def _balance(shown: Shown) -> dict[str, int]:
    found: dict[str, int] = msgspec.json.decode(shown.balance or "{}")
    return found


def _entry(shown: Shown, origin: BoardOrigin | None) -> GalleryBoard:
    board: dict[str, Any] = msgspec.json.decode(shown.document)
    players = board["players"]
    return GalleryBoard(
        id=shown.id,
        name=board.get("name") or shown.id,
        maker=shown.maker,
        listed=iso(shown.listed or 0),
        min_players=players["min"],
        max_players=players["max"],
        cities=len(board["cities"]),
        routes=len(board["routes"]),
        tickets=len(board["tickets"]),
        players=shown.players,
        rating=_rating(shown),
        ratings=shown.ratings,
        balance=_balance(shown),
        origin=origin,
    )
