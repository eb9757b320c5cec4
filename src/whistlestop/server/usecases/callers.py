"""Checks of callers before an operation: rate limits, names, read-only mode, waiting periods of new users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.usecases.moderation.moderation import Moderation
    from whistlestop.server.usecases.names import Names


class Callers:
    """Counts the requests of callers, finds their names, and refuses those that must wait."""

    def __init__(self, limits: Limits, names: Names, moderation: Moderation) -> None:
        self._limits = limits
        self._names = names
        self._moderation = moderation

    def check_writable(self) -> None:
        """Refuse new data while the site is read-only."""
        self._moderation.check_writable()

    def count_command(self, caller: Caller, cost: int = 1) -> None:
        """Count a command of a user, or refuse it."""
        self._limits.command(caller.user, cost)

    def count_request(self, caller: Caller, cost: int) -> None:
        """Count a request that costs more than others, or refuse it."""
        self._limits.request(caller.address, cost)

    def count_message(self, caller: Caller) -> None:
        """Count a message of a user to others, or refuse it."""
        self._limits.chat(caller.user, self._moderation.tag(caller.address))

    def count_table(self, caller: Caller) -> None:
        """Count a new table, or refuse it."""
        self._limits.table(caller.user, caller.address)

    async def name(self, caller: Caller) -> str:
        """Return the name of a caller."""
        return await self._names.of(caller.user)

    async def name_to_keep(self, caller: Caller, *, listed: bool = False) -> str:
        """Return the name of a caller before data about them is stored. Raises Refusal.

        `listed`: the data will be public, so newcomers may have to wait.
        """
        name = await self._names.to_keep(caller.user, caller.address)
        if listed:
            await self.check_newcomer(caller, name)
        return name

    async def check_account(self, caller: Caller, accounts: AccountStore, store: Store) -> None:
        """Refuse guests, programs, and new users who must wait; refuse everybody while the site is read-only."""
        self.check_writable()
        if not await accounts.is_account(caller.user):
            raise Refusal("no_account", "Only accounts can do this. Create one, or sign in.")
        if await store.is_program(caller.user):
            raise Refusal("bad_request", "Programs cannot do this.")
        await self.name_to_keep(caller, listed=True)

    async def check_newcomer(self, caller: Caller, name: str) -> None:
        """Refuse a new user from the address of a banned user, for some time."""
        await self._moderation.check_newcomer(caller.user, name, self._moderation.tag(caller.address))
