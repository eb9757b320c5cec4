"""The profile that users see of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.messages.accounts import Me

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Identity
    from whistlestop.server.usecases.moderation.moderation import Moderation
    from whistlestop.server.usecases.names import Names


class Profiles:
    """The user of a request, with their name and roles."""

    def __init__(self, store: Store, names: Names, moderation: Moderation) -> None:
        self._store = store
        self._names = names
        self._moderation = moderation

    async def of(self, who: Identity) -> Me:
        """Return the profile of the user of a request."""
        return Me(
            who.user,
            await self._names.of(who.user),
            who.session is not None,
            await self._store.is_program(who.user),
            who.lapsed,
            await self._moderation.store.warning(who.user),
            self._moderation.is_moderator(who.user),
        )
