"""Change a user's name and the page that it links to, in the database and at the tables in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.server.domain.names import account_name, skeleton
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.usecases.names import free_name

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Identity
    from whistlestop.server.usecases.tables.registry import Tables


class PublicProfile:
    """The name and page under which users appear to others."""

    def __init__(self, store: Store, kept: AccountStore, tables: Tables) -> None:
        self._store = store
        self._kept = kept
        self._tables = tables

    async def rename(self, who: Identity, text: str) -> str:
        """Rename a user everywhere; refuse a name that looks like that of an account."""
        name = await free_name(self._kept, who.user, text)
        if who.session is None:
            await self._store.name_user(who.user, name)
        else:
            try:
                await self._kept.rename(who.user, account_name(name), skeleton(name))
            except Conflict:
                raise Refusal("name_taken", "Somebody else has this name.") from None
        self.show_name(who.user, name)
        return name

    async def allow_page(self, user: str, shown: bool) -> None:
        """Show an account's page to others, or hide it."""
        await self._kept.set_shown(user, shown)
        self.show_page(user, shown)

    def show_name(self, user: str, name: str) -> None:
        """Show a new name at the tables."""
        self._tables.show_user(user, lambda seat: replace(seat, name=name) if seat.label is None else seat)

    def show_page(self, user: str, shown: bool) -> None:
        """Link an account's name at the tables to its page, or remove the link."""
        self._tables.show_user(user, lambda seat: replace(seat, page=shown))
