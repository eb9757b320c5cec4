"""The second factor of an account, beside its password: an authenticator app or a passkey, and recovery codes.

While it is on, a password alone opens nothing: neither signing in, nor a fresh proof, nor a reset by e-mail. A passkey
needs no password beside it, as the device has checked who uses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select, update

from whistlestop.server.adapters.database.schema.accounts import passkeys, recovery_codes, second_factors
from whistlestop.server.domain.identity import digest
from whistlestop.server.domain.onetime import DIGITS, bare, new_recovery_codes, new_secret, step_of
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.accounts import SecondFactorInfo

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Delete, Update
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.accounts.passkeys import Place


class Factor(msgspec.Struct, frozen=True):
    """What is kept of a second factor; see the table `second_factors`."""

    user: str
    secret: str | None = None
    pending: str | None = None
    since: int | None = None
    step: int = 0


class Shown(msgspec.Struct, frozen=True):
    """What somebody shows beside a password, and where a passkey was used."""

    at: Place
    code: str | None = None
    passkey: dict[str, Any] | None = None


class Factors:
    """The second factors of all accounts. `now` tells the time in milliseconds."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def of(self, user: str) -> Factor:
        """Return what is kept of a user."""
        query = select(second_factors).where(second_factors.c.user == user)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Factor(user) if row is None else Factor(**row._mapping)  # noqa: SLF001

    async def is_on(self, user: str) -> bool:
        """Return whether a password alone does not open the account of a user."""
        return (await self.of(user)).since is not None

    async def info(self, user: str) -> SecondFactorInfo:
        """Return what the owner of an account sees."""
        found = await self.of(user)
        count = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.user == user)
        async with self._store.reading() as connection:
            left = (await connection.execute(count)).scalar_one()
        return SecondFactorInfo(found.since is not None, found.secret is not None, left)

    async def begin_app(self, user: str) -> str:
        """Return a new secret for an authenticator app. It counts once a code of it has been shown."""
        secret = new_secret()
        await self._store.writer.run(lambda connection: _put(connection, user, pending=secret))
        return secret

    async def turn_on(self, user: str, code: str | None) -> list[str]:
        """Turn the second factor on, or change its app; returns new recovery codes in place of the old ones.

        `code` is of the app that was begun; None: the passkeys of the account are the second factor.
        """
        found = await self.of(user)
        if code is None:
            return await self._turn_on_passkeys(found)
        secret = found.pending
        step = None if secret is None else step_of(secret, bare(code), self._now())
        if secret is None or step is None:
            raise _wrong()
        codes, now = new_recovery_codes(), self._now()

        async def job(connection: AsyncConnection) -> None:
            same = (second_factors.c.user == user) & (second_factors.c.pending == secret)
            values = {"secret": secret, "pending": None, "step": step, "since": found.since or now}
            if (await connection.execute(update(second_factors).where(same).values(values))).rowcount != 1:
                raise _wrong()
            await _put_codes(connection, user, codes)

        await self._store.writer.run(job)
        return codes

    async def _turn_on_passkeys(self, found: Factor) -> list[str]:
        codes, now = new_recovery_codes(), self._now()

        async def job(connection: AsyncConnection) -> None:
            held = select(func.count()).select_from(passkeys).where(passkeys.c.user == found.user)
            if not (await connection.execute(held)).scalar_one():
                raise Refusal("bad_request", "Add a passkey first.")
            await _put(connection, found.user, since=found.since or now)
            await _put_codes(connection, found.user, codes)

        await self._store.writer.run(job)
        return codes

    async def new_codes(self, user: str) -> list[str]:
        """Return new recovery codes; the old ones are worth nothing any more."""
        if not await self.is_on(user):
            raise Refusal("bad_request", "The second factor is off.")
        codes = new_recovery_codes()
        await self._store.writer.run(lambda connection: _put_codes(connection, user, codes))
        return codes

    async def turn_off(self, user: str) -> bool:
        """Forget the second factor of a user, with its recovery codes; returns whether it was on."""

        async def job(connection: AsyncConnection) -> bool:
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.user == user))
            gone = delete(second_factors).where(second_factors.c.user == user)
            since = (await connection.execute(gone.returning(second_factors.c.since))).scalar_one_or_none()
            return since is not None

        return await self._store.writer.run(job)

    async def use_code(self, user: str, code: str) -> None:
        """Use a code of the app or a recovery code up, or refuse it (`code`). None is taken twice."""
        found, plain = await self.of(user), bare(code)
        if len(plain) == DIGITS and plain.isdecimal():
            step = None if found.secret is None else step_of(found.secret, plain, self._now())
            # Of two requests with one code, this lets one pass.
            newer = (second_factors.c.user == user) & (second_factors.c.step < (step or 0))
            use = update(second_factors).where(newer).values(step=step)
            done = step is not None and await self._store.writer.run(
                lambda connection: _hits(connection, use)
            )
        else:
            mine = (recovery_codes.c.user == user) & (recovery_codes.c.hash == digest(plain))
            take = delete(recovery_codes).where(mine)
            done = await self._store.writer.run(lambda connection: _hits(connection, take))
        if not done:
            raise _wrong()


async def _hits(connection: AsyncConnection, change: Update | Delete) -> bool:
    return bool((await connection.execute(change)).rowcount)


async def _put(connection: AsyncConnection, user: str, **values: object) -> None:
    upsert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
    row = upsert(second_factors).values(user=user, step=0, **values)
    await connection.execute(row.on_conflict_do_update(index_elements=["user"], set_=values))


async def _put_codes(connection: AsyncConnection, user: str, codes: list[str]) -> None:
    await connection.execute(delete(recovery_codes).where(recovery_codes.c.user == user))
    rows = [{"user": user, "hash": digest(bare(code))} for code in codes]
    await connection.execute(insert(recovery_codes), rows)


def _wrong() -> Refusal:
    return Refusal("code", "This code is wrong or was used before.")
