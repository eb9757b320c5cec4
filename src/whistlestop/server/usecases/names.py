"""Names of users, and the rules for choosing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.domain.names import clean_name, default_name, skeleton
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.limits import Limits


async def free_name(kept: AccountStore, user: str, text: str) -> str:
    """Return a name that a user may show to others; refuse a name that looks like another account's."""
    name = clean_name(text)
    bare = skeleton(name)
    holder = await kept.holder(bare) if bare else None
    if holder not in {None, user}:
        raise Refusal("name_taken", "Somebody else has this name.")
    return name


class Names:
    """The names of the users of a site."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits

    async def of(self, user: str) -> str:
        """Return the name of a user."""
        return await self._store.user_name(user) or default_name(user)

    async def to_keep(self, user: str, address: str) -> str:
        """Return the name of a user before data about them is stored.

        Limits the number of new guests stored for one address. Raises Refusal.
        """
        name = await self._store.user_name(user)
        if name is None:
            self._limits.guest(address)
            name = default_name(user)
        return name
