"""Revoke everything that a thief may have left in an account, when its owner signs out everywhere else.

Tokens end. Notifications are suspended until the owner confirms each channel. Links sent by e-mail become invalid,
since they could still change the account's address or password. Passkeys stay, since they may be the only way to sign
in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, update

from whistlestop.server.adapters.database.schema.accounts import links
from whistlestop.server.adapters.database.schema.notices import notice_ways
from whistlestop.server.adapters.database.schema.programs import tokens

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def revoke_all(connection: AsyncConnection, user: str) -> list[str]:
    """Revoke all tokens of a user, suspend their notifications and delete links; return the ids of the tokens."""
    await connection.execute(delete(links).where(links.c.user == user))
    await connection.execute(update(notice_ways).where(notice_ways.c.user == user).values(suspended=True))
    return await revoke_tokens(connection, user)


async def revoke_tokens(connection: AsyncConnection, user: str) -> list[str]:
    """Revoke all tokens of a user; return their ids, which identify their streams and sockets."""
    ended = await connection.execute(delete(tokens).where(tokens.c.user == user).returning(tokens.c.id))
    return list(ended.scalars())
