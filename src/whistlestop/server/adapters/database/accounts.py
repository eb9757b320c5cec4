"""Accounts, sessions, passkeys and links in the database. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, or_, select, update

from whistlestop.server.adapters.database.provider_logins import check_way_in, insert_login
from whistlestop.server.adapters.database.revoking import revoke_all, revoke_tokens
from whistlestop.server.adapters.database.schema.accounts import (
    accounts,
    links,
    passkeys,
    provider_logins,
    second_factors,
    sessions,
    users,
)
from whistlestop.server.adapters.database.schema.programs import tokens
from whistlestop.server.domain.accounts import Account, Link, Passkey, ProviderLogin, Session
from whistlestop.server.domain.refusals import Conflict, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store


class AccountStore:
    """Queries for accounts, and changes of them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ----------------------------------------------------------------------------------------------- accounts

    async def account(self, user: str) -> Account | None:
        """Return the account of a user, None for a guest."""
        return await self._account(accounts.c.user == user)

    async def account_of_email(self, email: str) -> Account | None:
        """Return the account with this address."""
        return await self._account(accounts.c.email == email)

    async def _account(self, found: ColumnElement[bool]) -> Account | None:
        query = select(
            accounts.c.user,
            users.c.name,
            accounts.c.password,
            accounts.c.email,
            accounts.c.created,
            accounts.c.language,
            accounts.c.shown,
        ).join_from(accounts, users, users.c.id == accounts.c.user)
        async with self._store.reading() as connection:
            row = (await connection.execute(query.where(found).limit(1))).one_or_none()
        return None if row is None else Account(*row)

    async def is_account(self, user: str) -> bool:
        """Return whether a user has an account; a guest's cookie for them is then invalid."""
        async with self._store.reading() as connection:
            query = select(accounts.c.user).where(accounts.c.user == user)
            return (await connection.execute(query)).one_or_none() is not None

    async def holder(self, skeleton: str) -> str | None:
        """Return the user whose account name has this skeleton."""
        async with self._store.reading() as connection:
            query = select(accounts.c.user).where(accounts.c.skeleton == skeleton)
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def make(
        self,
        account: Account,
        skeleton: str,
        way: Passkey | ProviderLogin | None,
        session: Session,
    ) -> list[str]:
        """Turn a guest into an account with its first session; return the revoked tokens.

        way: how to sign in without a password. The guest's tokens and cookie become invalid, since another person may
        have used this browser before. Raises Conflict if the name is taken or the account already exists.
        """

        async def job(connection: AsyncConnection) -> list[str]:
            known = await connection.execute(
                update(users).where(users.c.id == account.user).values(name=account.name)
            )
            if known.rowcount == 0:
                row = {"id": account.user, "name": account.name, "created": account.created}
                await connection.execute(insert(users).values(row))
            await connection.execute(
                insert(accounts).values(
                    user=account.user,
                    skeleton=skeleton,
                    password=account.password,
                    email=None,
                    created=account.created,
                )
            )
            if isinstance(way, ProviderLogin):
                await insert_login(connection, way)
            elif way is not None:
                await _insert(connection, way)
            await connection.execute(insert(sessions).values(msgspec.to_builtins(session)))
            return await revoke_tokens(connection, account.user)

        return await self._store.writer.run(job)

    async def rename(self, user: str, name: str, skeleton: str) -> None:
        """Give an account another name. Raises Conflict if the name is taken."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                update(accounts).where(accounts.c.user == user).values(skeleton=skeleton)
            )
            await connection.execute(update(users).where(users.c.id == user).values(name=name))

        await self._store.writer.run(job)

    async def set_password(self, user: str, hashed: str, *, before: str | None) -> None:
        """Replace a hash that used outdated parameters, if that hash is still stored."""
        await self._store.writer.run(
            lambda connection: connection.execute(
                update(accounts)
                .where(accounts.c.user == user, accounts.c.password == before)
                .values(password=hashed)
            )
        )

    async def change_password(self, user: str, hashed: str, session: Session) -> list[str]:
        """Set a password and sign out everywhere else; return the sessions and tokens that ended.

        `session` stays and is stored as given. `revoking.py` lists the other effects.
        """

        async def job(connection: AsyncConnection) -> list[str]:
            await connection.execute(update(accounts).where(accounts.c.user == user).values(password=hashed))
            ended = await revoke_all(connection, user)
            return [*ended, *await _replace_sessions(connection, user, session)]

        return await self._store.writer.run(job)

    async def set_email(self, user: str, email: str | None) -> None:
        """Set or delete an address. Raises Conflict if another account has it."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(accounts).where(accounts.c.user == user).values(email=email))
            await connection.execute(delete(links).where(links.c.user == user))

        await self._store.writer.run(job)

    async def set_language(self, user: str, language: str) -> None:
        """Store the language of a user's e-mail."""
        change = update(accounts).where(accounts.c.user == user).values(language=language)
        await self._store.writer.run(lambda connection: connection.execute(change))

    async def set_shown(self, user: str, shown: bool) -> None:
        """Show an account's page to others, or hide it."""
        change = update(accounts).where(accounts.c.user == user).values(shown=shown)
        await self._store.writer.run(lambda connection: connection.execute(change))

    # ----------------------------------------------------------------------------------------------- sessions

    async def session(self, hashed: str, now: int) -> Session | None:
        """Return the session with this secret, if it has not ended."""
        query = select(sessions).where(sessions.c.hash == hashed, sessions.c.expires > now)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _session(row)

    async def sessions(self, user: str, now: int) -> list[Session]:
        """Return the sessions of a user, last seen first."""
        query = (
            select(sessions)
            .where(sessions.c.user == user, sessions.c.expires > now)
            .order_by(sessions.c.seen.desc(), sessions.c.id)
        )
        async with self._store.reading() as connection:
            return [_session(row) for row in (await connection.execute(query)).all()]

    async def add_session(self, session: Session) -> None:
        """Add a session, and delete those of the same account that have ended."""

        async def job(connection: AsyncConnection) -> None:
            over = (sessions.c.user == session.user) & (sessions.c.expires <= session.created)
            await connection.execute(delete(sessions).where(over))
            await connection.execute(insert(sessions).values(msgspec.to_builtins(session)))

        await self._store.writer.run(job)

    async def change_session(self, before: str, session: Session) -> None:
        """Replace a session, if its secret still has the hash `before`. Raises Conflict."""

        async def job(connection: AsyncConnection) -> None:
            done = await connection.execute(
                update(sessions)
                .where(sessions.c.id == session.id, sessions.c.hash == before)
                .values(msgspec.to_builtins(session))
            )
            if done.rowcount != 1:
                raise Conflict

        await self._store.writer.run(job)

    async def touch(self, session: str, now: int, expires: int) -> None:
        """Store when a session was last used."""
        change = update(sessions).where(sessions.c.id == session).values(seen=now, expires=expires)
        await self._store.writer.run(lambda connection: connection.execute(change))

    async def end_sessions(self, user: str, only: str | None = None, but: str | None = None) -> list[str]:
        """End one session of a user, or all except `but`, and revoke everything else that a thief may have left.

        Returns the sessions and tokens that ended.
        """

        async def job(connection: AsyncConnection) -> list[str]:
            ended = [] if only is not None else await revoke_all(connection, user)
            found = sessions.c.user == user
            if only is not None:
                found &= sessions.c.id == only
            if but is not None:
                found &= sessions.c.id != but
            done = await connection.execute(delete(sessions).where(found).returning(sessions.c.id))
            return [*ended, *done.scalars()]

        return await self._store.writer.run(job)

    async def living(self, ids: Sequence[str], now: int) -> set[str]:
        """Return which of these sessions and tokens have not ended."""
        found: set[str] = set()
        async with self._store.reading() as connection:
            for table in (sessions, tokens):
                lasts = or_(table.c.expires.is_(None), table.c.expires > now)
                query = select(table.c.id).where(table.c.id.in_(ids), lasts)
                found.update((await connection.execute(query)).scalars())
        return found

    async def known_accounts(self, ids: Sequence[str]) -> set[str]:
        """Return which of these users have an account."""
        async with self._store.reading() as connection:
            query = select(accounts.c.user).where(accounts.c.user.in_(ids))
            return set((await connection.execute(query)).scalars())

    # ----------------------------------------------------------------------------------------------- passkeys

    async def passkey(self, key: str) -> Passkey | None:
        """Return a passkey by its id."""
        async with self._store.reading() as connection:
            row = (await connection.execute(select(passkeys).where(passkeys.c.id == key))).one_or_none()
        return None if row is None else _passkey(row)

    async def passkeys(self, user: str) -> list[Passkey]:
        """Return the passkeys of an account, oldest first."""
        query = select(passkeys).where(passkeys.c.user == user).order_by(passkeys.c.created, passkeys.c.id)
        async with self._store.reading() as connection:
            return [_passkey(row) for row in (await connection.execute(query)).all()]

    async def add_passkey(self, passkey: Passkey, most: int) -> None:
        """Add a passkey, up to `most`. Raises Conflict if there is one with this id."""

        async def job(connection: AsyncConnection) -> None:
            held = select(func.count()).where(passkeys.c.user == passkey.user)
            if (await connection.execute(held)).scalar_one() >= most:
                raise Refusal("too_many", "This account has too many passkeys. Remove one first.")
            await _insert(connection, passkey)

        await self._store.writer.run(job)

    async def use_passkey(self, passkey: str, count: int, now: int, answered: Link) -> None:
        """Store the use of a passkey and of its challenge. Raises Conflict if the challenge was already answered.

        Also deletes expired challenges and links.
        """

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(links).where(links.c.expires <= now))
            await connection.execute(insert(links).values(msgspec.to_builtins(answered)))
            await connection.execute(
                update(passkeys).where(passkeys.c.id == passkey).values(count=count, used=now)
            )

        await self._store.writer.run(job)

    async def rename_passkey(self, user: str, key: str, name: str) -> None:
        """Rename a passkey."""
        change = update(passkeys).where(passkeys.c.user == user, passkeys.c.id == key).values(name=name)
        await self._store.writer.run(lambda connection: connection.execute(change))

    async def remove_passkey(self, user: str, key: str) -> None:
        """Remove a passkey, unless it is the only way to sign in to the account."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(passkeys).where(passkeys.c.user == user, passkeys.c.id == key))
            await check_way_in(connection, user)
            left = select(func.count()).where(passkeys.c.user == user)
            kept = (await connection.execute(left)).scalar_one()
            needed = select(second_factors.c.user).where(
                second_factors.c.user == user,
                second_factors.c.since.is_not(None),
                second_factors.c.secret.is_(None),
            )
            if not kept and (await connection.execute(needed)).one_or_none() is not None:
                raise Refusal(
                    "last_factor", "This is your only second factor. Add an app or turn it off first."
                )

        await self._store.writer.run(job)

    async def logins(self, user: str) -> list[ProviderLogin]:
        """Return the logins at OpenID providers of an account, oldest first."""
        query = select(provider_logins).where(provider_logins.c.user == user)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query.order_by(provider_logins.c.created))).all()
        return [ProviderLogin(*row) for row in rows]

    # -------------------------------------------------------------------------------------------------- links

    async def add_link(self, link: Link, now: int) -> None:
        """Store a link in place of an earlier one of its kind, and delete expired links."""

        async def job(connection: AsyncConnection) -> None:
            same = (links.c.user == link.user) & (links.c.kind == link.kind)
            await connection.execute(delete(links).where(or_(links.c.expires <= now, same)))
            await connection.execute(insert(links).values(msgspec.to_builtins(link)))

        await self._store.writer.run(job)

    async def pending_email(self, user: str, now: int) -> str | None:
        """Return the address of an account that is not confirmed yet."""
        query = select(links.c.email).where(
            links.c.user == user, links.c.kind == "verify", links.c.expires > now
        )
        async with self._store.reading() as connection:
            found: str | None = (await connection.execute(query.limit(1))).scalar_one_or_none()
            return found

    async def take_link(self, hashed: str, kind: str, now: int) -> Link:
        """Consume a link, or refuse one that was used or has expired."""

        async def job(connection: AsyncConnection) -> Link:
            found = (links.c.hash == hashed) & (links.c.kind == kind)
            row = (await connection.execute(delete(links).where(found).returning(*links.c))).one_or_none()
            if row is None or row.expires <= now:
                raise Refusal("link", "This link was already used or has expired.")
            return Link(*row)

        return await self._store.writer.run(job)

    async def look_link(self, hashed: str, kind: str, now: int) -> Link:
        """Return a link that is still valid, or refuse it."""
        query = select(links).where(links.c.hash == hashed, links.c.kind == kind, links.c.expires > now)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise Refusal("link", "This link was already used or has expired.")
        return Link(*row)


async def _insert(connection: AsyncConnection, passkey: Passkey) -> None:
    await connection.execute(insert(passkeys).values(msgspec.to_builtins(passkey)))


async def _replace_sessions(connection: AsyncConnection, user: str, session: Session) -> list[str]:
    """End all sessions of a user except this one, which is stored as given."""
    gone = await connection.execute(delete(sessions).where(sessions.c.user == user).returning(sessions.c.id))
    ended = [one for one in gone.scalars() if one != session.id]
    await connection.execute(insert(sessions).values(msgspec.to_builtins(session)))
    return ended


def _session(row: Row[Any]) -> Session:
    return Session(**row._mapping)  # noqa: SLF001


def _passkey(row: Row[Any]) -> Passkey:
    return Passkey(**row._mapping)  # noqa: SLF001
