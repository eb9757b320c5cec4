"""Set up and turn off the second factor of an account. Every operation needs a recent proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.domain.onetime import address_of_secret
from whistlestop.server.messages.accounts import RecoveryCodes
from whistlestop.server.usecases.accounts import email_texts
from whistlestop.server.usecases.accounts.export import account_info

if TYPE_CHECKING:
    from whistlestop.server.domain.identity import Identity
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.messages.accounts import AccountInfo
    from whistlestop.server.usecases.accounts.accounts import Accounts
    from whistlestop.server.usecases.accounts.factors import Factors


class SecondFactor:
    """An owner's operations on the second factor of their account. Each raises Refusal without a recent proof."""

    def __init__(self, accounts: Accounts, factors: Factors, limits: Limits) -> None:
        self._accounts = accounts
        self._factors = factors
        self._limits = limits

    async def begin_app(self, who: Identity) -> tuple[str, str]:
        """Return a secret for an authenticator app, and its address; it takes effect once a code from it is entered."""
        self._accounts.check_proved(who)
        account = await self._accounts.account(who)
        secret = await self._factors.begin_app(account.user)
        return secret, address_of_secret(secret, account.name)

    async def turn_on(self, who: Identity, code: str | None) -> RecoveryCodes:
        """Turn it on, or change its app, and notify the owner: a password alone is no longer enough."""
        self._accounts.check_proved(who)
        account = await self._accounts.account(who)
        if code is not None:
            self._limits.code(account.user)
        codes = await self._factors.turn_on(account.user, code)
        self._accounts.emails.tell(email_texts.FACTOR_ON, account)
        return RecoveryCodes(codes, await account_info(self._accounts, who))

    async def new_codes(self, who: Identity) -> RecoveryCodes:
        """Make new recovery codes; the old ones become invalid."""
        self._accounts.check_proved(who)
        codes = await self._factors.new_codes(who.user)
        return RecoveryCodes(codes, await account_info(self._accounts, who))

    async def turn_off(self, who: Identity) -> AccountInfo:
        """Turn it off, and notify the owner: a password is enough again."""
        self._accounts.check_proved(who)
        if await self._factors.turn_off(who.user):
            self._accounts.emails.tell(email_texts.FACTOR_OFF, await self._accounts.account(who))
        return await account_info(self._accounts, who)
