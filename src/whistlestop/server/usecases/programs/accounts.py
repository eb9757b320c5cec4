"""Programs that act for a user: their tokens, and accounts marked as programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.server.adapters.database.programs import mark_program, unmark_program
from whistlestop.server.domain.names import printable_name
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.accounts import Me
from whistlestop.server.usecases.accounts import email_texts

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Identity
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.messages.programs import BecomeProgram, MadeToken, MakeToken, TokenInfo
    from whistlestop.server.usecases.accounts.accounts import Accounts
    from whistlestop.server.usecases.names import Names
    from whistlestop.server.usecases.programs.tokens import Tokens
    from whistlestop.server.usecases.tables.registry import Tables


class Programs:
    """Users' operations on their programs. Accounts need a recent proof for all of them except listing and revoking."""

    def __init__(
        self, store: Store, tables: Tables, accounts: Accounts, names: Names, tokens: Tokens, limits: Limits
    ) -> None:
        self._store = store
        self._tables = tables
        self._accounts = accounts
        self._names = names
        self._tokens = tokens
        self._limits = limits

    async def make_token(self, who: Identity, wish: MakeToken) -> MadeToken:
        """Make a token for a program that acts for a user, and notify the owner of an account by e-mail."""
        self._accounts.check_proved_account(who)
        self._limits.command(who.user)
        name = printable_name(wish.name)
        made = await self._tokens.make(who.user, name, wish, await self._names.of(who.user))
        if who.session is not None:
            self._accounts.emails.tell(email_texts.TOKEN, await self._accounts.account(who))
        return made

    async def revoke_token(self, user: str, token: str) -> list[TokenInfo]:
        """Revoke a token, close its connections, and return the remaining ones."""
        await self._tokens.revoke(user, token)
        self._accounts.open_connections.close([token])
        return await self._tokens.of(user)

    async def become_program(self, who: Identity, address: str, wish: BecomeProgram) -> Me:
        """Mark a user as a program, including at every table. It can then be challenged."""
        self._accounts.check_proved_account(who)
        if not wish.confirmed:
            raise Refusal("bad_request", "Confirm that this account is a program.")
        name = await self._names.to_keep(who.user, address)
        await mark_program(self._store, who.user, name)
        self._tables.show_user(who.user, lambda seat: replace(seat, program=True))
        return Me(who.user, name, who.session is not None, program=True)

    async def become_person(self, who: Identity) -> Me:
        """Unmark a user, and decline the program's open challenges. Refused once a program has played."""
        self._accounts.check_proved_account(who)
        await unmark_program(self._store, who.user)
        self._tables.show_user(who.user, lambda seat: replace(seat, program=False))
        return Me(who.user, await self._names.of(who.user), who.session is not None, program=False)
