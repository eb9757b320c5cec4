"""Friends of accounts: requests by name or from a game, links, and the data that friends see of each other.

Guests have no friends, because only one browser can identify them. A block ends the relation of two users; the blocked
user sees the same as a user who was removed or declined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.friends import FriendStore
from whistlestop.server.domain.names import skeleton
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import new_key
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.friends import Friend, FriendLink, FriendRequest, FriendsInfo, MetPlayer
from whistlestop.server.usecases.friends.presence import Presence, is_online

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.friends import Known, Met
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.messages.friends import AskFriend, FriendState
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.open_connections import OpenConnections

MET = 12
"""Maximum number of listed players whom a user has met."""


class Friends:
    """The friends of accounts. Every operation refuses guests, and returns the data that the caller then sees."""

    def __init__(
        self,
        store: Store,
        accounts: AccountStore,
        callers: Callers,
        limits: Limits,
        connections: OpenConnections,
    ) -> None:
        self._store = store
        self._kept = FriendStore(store)
        self._accounts = accounts
        self._callers = callers
        self._limits = limits
        self.presence = Presence(store, connections)

    async def info(self, user: str) -> FriendsInfo:
        """Return the friends and requests of a user, their link, and their settings."""
        await self._check_account(user)
        return await friends_info(self._kept, user)

    async def met(self, user: str, table: str | None) -> list[MetPlayer]:
        """Return accounts with whom a user has sat at a table or, without one, in a game and who are not friends."""
        await self._check_account(user)
        found = await self._kept.met(user, table, MET)
        return [MetPlayer(one.id, one.name, one.page, one.seat, _state(one, user)) for one in found]

    async def ask(self, caller: Caller, wish: AskFriend) -> FriendsInfo:
        """Ask an account to be a friend. If that account has already asked, the two become friends."""
        await self._check_asker(caller)
        if (wish.name is None) == (wish.player is None):
            raise Refusal("bad_request", "Give the name of an account or its id.")
        other = wish.player if wish.name is None else await self._accounts.holder(skeleton(wish.name))
        if other is None or not await self._accounts.is_account(other):
            raise Refusal("not_found", "There is no account with this name.")
        if await self._store.is_program(other):
            raise Refusal("bad_request", "Programs have no friends, but you can challenge them.")
        await self._ask(caller.user, other)
        return await self.info(caller.user)

    async def accept(self, caller: Caller, other: str) -> FriendsInfo:
        """Accept a request."""
        self._callers.count_command(caller)
        if not await self._kept.accept(caller.user, other):
            raise Refusal("not_found", "There is no request of this player.")
        return await self.info(caller.user)

    async def end(self, caller: Caller, other: str) -> FriendsInfo:
        """Remove a friend, decline a request, or withdraw one."""
        self._callers.count_command(caller)
        await self._kept.end(caller.user, other)
        return await self.info(caller.user)

    async def show_online(self, caller: Caller, shown: bool) -> FriendsInfo:
        """Let friends see when the caller is online, or hide it at once."""
        self._callers.count_command(caller)
        await self._check_account(caller.user)
        await self._kept.show_online(caller.user, shown)
        if shown:
            await self.presence.store()
        return await self.info(caller.user)

    # -------------------------------------------------------------------------------------------------- links

    async def set_link(self, caller: Caller, *, made: bool) -> FriendsInfo:
        """Make a new link or delete it. The old one stops working."""
        self._callers.count_command(caller)
        await self._check_account(caller.user)
        await self._kept.set_link(caller.user, new_key() if made else None)
        return await self.info(caller.user)

    async def link(self, caller: Caller, key: str) -> FriendLink:
        """Return the account to which this link belongs. Guests may query it, too."""
        self._callers.count_command(caller)
        owner, name = await self._owner(key)
        known = await self._kept.friends(caller.user, [owner])
        return FriendLink(owner, name, owner == caller.user, owner in known)

    async def use_link(self, caller: Caller, key: str) -> FriendsInfo:
        """Become a friend of the account with this link, which has agreed by sharing the link."""
        await self._check_asker(caller)
        owner, _ = await self._owner(key)
        await self._ask(caller.user, owner, at_once=True)
        return await self.info(caller.user)

    async def _owner(self, key: str) -> tuple[str, str]:
        found = await self._kept.owner_of(key)
        if found is None:
            raise Refusal("not_found", "This link is no longer valid. Ask your friend for a new one.")
        return found

    # ------------------------------------------------------------------------------------------------- checks

    async def _ask(self, user: str, other: str, *, at_once: bool = False) -> None:
        if other == user:
            raise Refusal("bad_request", "This is you.")
        try:
            await self._kept.ask(user, other, at_once=at_once)
        except Conflict:  # the other user asked at the same moment, through another process
            await self._kept.ask(user, other, at_once=at_once)

    async def _check_asker(self, caller: Caller) -> None:
        """Count a request to another user, and refuse guests and new users who must wait."""
        self._callers.check_writable()
        self._limits.notice(caller.user, caller.address)
        await self._check_account(caller.user)
        await self._callers.name_to_keep(caller, listed=True)

    async def _check_account(self, user: str) -> None:
        if not await self._accounts.is_account(user):
            raise Refusal("no_account", "Only accounts have friends. Create one, or sign in.")


async def friends_info(kept: FriendStore, user: str) -> FriendsInfo:
    """Return the friends and requests of an account, its link, and its settings."""
    at, known = now(), await kept.known(user)
    link, shows_online = await kept.settings(user)
    waiting = [one for one in known if one.since is None]
    return FriendsInfo(
        [_friend(one, one.since, at) for one in known if one.since is not None],
        [_request(one) for one in waiting if not one.own],
        [_request(one) for one in waiting if one.own],
        link,
        shows_online,
    )


def _friend(one: Known, since: int, at: int) -> Friend:
    online = is_online(one.seen, at) if one.shows_online else None
    return Friend(one.id, one.name, one.page, online, iso(since))


def _request(one: Known) -> FriendRequest:
    """Return a request. It does not show whether the other user is online: only friends see that."""
    return FriendRequest(one.id, one.name, one.page, iso(one.asked))


def _state(one: Met, user: str) -> FriendState:
    if one.asker is None:
        return "none"
    if one.since is not None:
        return "friend"
    return "sent" if one.asker == user else "received"
