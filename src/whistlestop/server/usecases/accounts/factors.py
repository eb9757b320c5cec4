"""The second factor of an account, in addition to its password: an authenticator app or a passkey, and recovery codes.

While it is on, a password alone gives no access: no sign-in, no recent proof, no reset by e-mail. A passkey does not
need a password, since the device has already verified its user.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from whistlestop.server.adapters.database.factors import FactorStore
from whistlestop.server.domain.identity import digest
from whistlestop.server.domain.onetime import DIGITS, bare, new_recovery_codes, new_secret, step_of
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.accounts import SecondFactorInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.accounts.passkeys import Place


class Shown(msgspec.Struct, frozen=True):
    """The second factor that a user gives in addition to a password, and the site on which a passkey was used."""

    at: Place
    code: str | None = None
    passkey: dict[str, Any] | None = None


class Factors:
    """The second factors of all accounts. `now` returns the time in milliseconds."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._kept = FactorStore(store)
        self.now = now

    async def is_on(self, user: str) -> bool:
        """Return whether a user's account needs more than a password."""
        return (await self._kept.of(user)).since is not None

    async def info(self, user: str) -> SecondFactorInfo:
        """Return the data that the owner of an account sees."""
        found = await self._kept.of(user)
        left = await self._kept.codes_left(user)
        return SecondFactorInfo(found.since is not None, found.secret is not None, left)

    async def begin_app(self, user: str) -> str:
        """Return a new secret for an authenticator app. It takes effect once the user has entered a code from it."""
        secret = new_secret()
        await self._kept.begin_app(user, secret)
        return secret

    async def turn_on(self, user: str, code: str | None) -> list[str]:
        """Turn the second factor on, or change its app; return new recovery codes, which replace the old ones.

        `code` is from the app set up by `begin_app`; None makes the account's passkeys the second factor.
        """
        found, codes = await self._kept.of(user), new_recovery_codes()
        since = found.since or self.now()
        if code is None:
            if not await self._kept.turn_on_passkeys(user, since, _digests(codes)):
                raise Refusal("bad_request", "Add a passkey first.")
            return codes
        secret = found.pending
        step = None if secret is None else step_of(secret, bare(code), self.now())
        if secret is None or step is None:
            raise _wrong()
        if not await self._kept.turn_on_app(user, secret, step, since, _digests(codes)):
            raise _wrong()
        return codes

    async def new_codes(self, user: str) -> list[str]:
        """Return new recovery codes; the old ones become invalid."""
        if not await self.is_on(user):
            raise Refusal("bad_request", "The second factor is off.")
        codes = new_recovery_codes()
        await self._kept.replace_codes(user, _digests(codes))
        return codes

    async def turn_off(self, user: str) -> bool:
        """Delete the second factor of a user and its recovery codes; return whether it was on."""
        return await self._kept.forget(user)

    async def use_code(self, user: str, code: str) -> None:
        """Consume a code of the app or a recovery code, or refuse it (`code`). Each code works only once."""
        found, plain = await self._kept.of(user), bare(code)
        if len(plain) == DIGITS and plain.isdecimal():
            step = None if found.secret is None else step_of(found.secret, plain, self.now())
            done = step is not None and await self._kept.use_step(user, step)
        else:
            done = await self._kept.use_recovery_code(user, digest(plain))
        if not done:
            raise _wrong()


def _digests(codes: Iterable[str]) -> list[str]:
    return [digest(bare(code)) for code in codes]


def _wrong() -> Refusal:
    return Refusal("code", "This code is wrong or was already used.")
