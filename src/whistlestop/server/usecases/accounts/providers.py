"""Signing up and in with OpenID providers, proving one's identity with them, and adding them to an account.

A login identifies a person at a provider by issuer and subject of a verified ID token. E-mail addresses and names at
the provider have no effect. An account's second factor is required, as with a password.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Literal

import msgspec

from whistlestop.server.adapters.database.provider_logins import ProviderStore
from whistlestop.server.adapters.oidc import Answer, OpenID, Provider
from whistlestop.server.domain.accounts import ProviderAttempt, ProviderLogin
from whistlestop.server.domain.identity import digest
from whistlestop.server.domain.names import account_name
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.messages.accounts import ProviderInfo
from whistlestop.server.usecases.accounts import email_texts

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Entry, Identity
    from whistlestop.server.usecases.accounts.accounts import Accounts
    from whistlestop.server.usecases.accounts.factors import Shown

Purpose = Literal["enter", "link", "prove"]
LIFE = 15 * 60 * 1000
"""Milliseconds from the beginning of an attempt until it must be completed."""
MOST = 10
"""Maximum number of logins of an account."""


class Completion(msgspec.Struct, frozen=True):
    """The data that completes an attempt. `answer`: the provider's answer, which is accepted only once.

    `name`: that of a new account.
    """

    state: str
    answer: Answer | None
    name: str | None
    shown: Shown
    agent: str


class Providers:
    """The providers of a site. `site`: its address, to which providers send users back."""

    def __init__(self, store: Store, accounts: Accounts, openid: OpenID, site: str) -> None:
        self.kept = ProviderStore(store)
        self._accounts = accounts
        self._openid = openid
        self._site = site.rstrip("/")

    def list(self) -> list[ProviderInfo]:
        """Return the providers for the buttons of pages."""
        return [ProviderInfo(name, one.name, one.issuer) for name, one in self._openid.providers.items()]

    async def begin(self, who: Identity, name: str, purpose: Purpose) -> str:
        """Return the address at a provider to which the user must go."""
        if name not in self._openid.providers:
            raise Refusal("not_found", "This site does not have this provider.")
        if purpose == "link":
            self._accounts.check_proved(who)
        elif purpose == "prove":
            await self._accounts.account(who)
        elif not who.known:
            raise Refusal("csrf", "Load the page again.")
        state, now = secrets.token_urlsafe(32), self._accounts.now()
        attempt = ProviderAttempt(
            digest(state),
            name,
            who.subject,
            purpose,
            secrets.token_urlsafe(48),
            secrets.token_urlsafe(32),
            None,
            now + LIFE,
        )
        address = await self._openid.address(attempt, state, self._back(name))
        await self.kept.begin(attempt, now)
        return address

    async def complete(self, who: Identity, done: Completion) -> Entry:
        """Complete the purpose of an attempt.

        Raises Refusal `new_account` if the person has no account, and `second_factor` if the account has one. The user
        can then complete the same attempt with a name or the second factor.
        """
        attempt = await self.kept.attempt(digest(done.state), who.subject, self._accounts.now())
        provider = None if attempt is None else self._openid.providers.get(attempt.provider)
        if attempt is None or provider is None:
            raise _over()
        subject = attempt.subject or await self._subject(attempt, done.answer)
        login = await self.kept.login(provider.issuer, subject)
        if attempt.purpose == "link":
            return await self._link(who, attempt, provider, subject, login)
        if login is None:
            return await self._sign_up(who, attempt, provider, subject, done)
        if attempt.purpose == "prove" and login.user != who.user:
            raise Refusal("provider_taken", "This sign-in belongs to another account.")
        await self._accounts.check_second(who, login.user, done.shown)
        await self._end(attempt)
        await self.kept.use(login.id, self._accounts.now())
        if attempt.purpose == "prove":
            return await self._accounts.renew(self._accounts.session(who))
        return await self._accounts.enter(who, login.user, done.agent)

    async def remove(self, who: Identity, login: str) -> None:
        """Remove a login from the account, unless it is the only way to sign in."""
        self._accounts.check_proved(who)
        await self.kept.remove(who.user, login)

    async def close(self) -> None:
        """Close connections to providers."""
        await self._openid.close()

    async def _subject(self, attempt: ProviderAttempt, answer: Answer | None) -> str:
        """Return the subject that the provider names, and store it. An answer is used only once, even if it fails."""
        if answer is None or not await self.kept.answered(attempt.hash):
            raise _over()
        subject = await self._openid.subject(attempt, answer, self._back(attempt.provider), LIFE // 1000)
        await self.kept.name(attempt.hash, subject)
        return subject

    async def _link(
        self,
        who: Identity,
        attempt: ProviderAttempt,
        provider: Provider,
        subject: str,
        login: ProviderLogin | None,
    ) -> Entry:
        session = self._accounts.check_proved(who)
        await self._end(attempt)
        if login is None:
            if len(await self._accounts.kept.logins(who.user)) >= MOST:
                raise Refusal("too_many", "Remove another sign-in first.")
            login = self._login(who.user, provider, subject)
            try:
                await self.kept.add(login)
            except Conflict:
                raise Refusal("provider_taken", "This sign-in belongs to another account.") from None
            self._accounts.emails.tell(email_texts.PROVIDER, await self._accounts.account(who))
        elif login.user != who.user:
            raise Refusal("provider_taken", "This sign-in belongs to another account.")
        return await self._accounts.renew(session)

    async def _sign_up(
        self, who: Identity, attempt: ProviderAttempt, provider: Provider, subject: str, done: Completion
    ) -> Entry:
        if attempt.purpose == "prove" or who.session is not None:
            raise Refusal("provider", "Your account does not have this sign-in.")
        if done.name is None:
            raise Refusal("new_account", "Choose a name for your account.")
        name = account_name(done.name)
        made = await self._accounts.make(
            who, name, None, self._login(who.user, provider, subject), done.agent
        )
        await self.kept.end(attempt.hash)
        return made

    async def _end(self, attempt: ProviderAttempt) -> None:
        if not await self.kept.end(attempt.hash):
            raise _over()

    def _login(self, user: str, provider: Provider, subject: str) -> ProviderLogin:
        now = self._accounts.now()
        return ProviderLogin(secrets.token_urlsafe(16), user, provider.issuer, subject, now, now)

    def _back(self, name: str) -> str:
        return f"{self._site}/signin/{name}"


def _over() -> Refusal:
    return Refusal("provider", "This sign-in was already used or has expired. Start again.")
