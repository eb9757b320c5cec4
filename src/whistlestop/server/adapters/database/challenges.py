"""Challenges in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, insert, or_, select, update

from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.programs import challenges
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.base import Player
from whistlestop.server.messages.programs import ChallengeInfo

if TYPE_CHECKING:
    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

LISTED = 100
"""Maximum number of challenges in a list."""


class ChallengeStore:
    """The challenges of all users."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, challenge: str, game: str, challenger: str, bot: str, *, start: bool) -> None:
        """Store a new challenge; `start`: the game starts when the program sits down."""
        row = {
            "id": challenge,
            "game": game,
            "challenger": challenger,
            "bot": bot,
            "state": "waiting",
            "start": start,
            "created": now(),
        }

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(insert(challenges).values(row))

        await self._store.writer.run(job)

    async def of(self, user: str) -> list[ChallengeInfo]:
        """Return the unanswered challenges from and to a user, newest first."""
        mine = or_(challenges.c.challenger == user, challenges.c.bot == user)
        query = _query().where(mine, _WAITS).order_by(challenges.c.created.desc(), challenges.c.id)
        async with self._store.reading() as connection:
            return [_info(row) for row in await connection.execute(query.limit(LISTED))]

    async def one(self, challenge: str) -> ChallengeInfo | None:
        """Return a challenge by its id."""
        async with self._store.reading() as connection:
            row = (await connection.execute(_query().where(challenges.c.id == challenge))).one_or_none()
        return None if row is None else _info(row)

    async def answer(self, challenge: str, state: str) -> bool:
        """Store the answer to a challenge; return False if it was not waiting for an answer."""

        async def job(connection: AsyncConnection) -> int:
            waits = and_(challenges.c.id == challenge, challenges.c.state == "waiting")
            return (await connection.execute(update(challenges).where(waits).values(state=state))).rowcount

        return bool(await self._store.writer.run(job))

    async def starts(self, challenge: str) -> bool:
        """Return whether the game starts when the program sits down."""
        query = select(challenges.c.start).where(challenges.c.id == challenge)
        async with self._store.reading() as connection:
            return bool((await connection.execute(query)).scalar_one())

    async def waiting(self, user: str) -> int:
        """Return the number of unanswered challenges by a user."""
        query = (
            select(func.count())
            .select_from(challenges.join(tables, tables.c.id == challenges.c.game))
            .where(challenges.c.challenger == user, _WAITS)
        )
        async with self._store.reading() as connection:
            return (await connection.execute(query)).scalar_one()


_WAITS = and_(challenges.c.state == "waiting", tables.c.state == "open")
_challenger = users.alias("challenger")
_bot = users.alias("asked")
_players = select(func.count()).where(seats.c.game == challenges.c.game).scalar_subquery()


def _query() -> Select[Any]:
    return select(
        challenges,
        tables.c.ruleset,
        _players.label("players"),
        _challenger.c.name.label("challenger_name"),
        _bot.c.name.label("bot_name"),
    ).select_from(
        challenges.join(tables, tables.c.id == challenges.c.game)
        .join(_challenger, _challenger.c.id == challenges.c.challenger)
        .join(_bot, _bot.c.id == challenges.c.bot)
    )


def _info(row: Row[tuple[object, ...]]) -> ChallengeInfo:
    return ChallengeInfo(
        row.id,
        row.game,
        row.ruleset,
        row.players,
        Player(row.challenger, row.challenger_name),
        Player(row.bot, row.bot_name),
        row.state,
        iso(row.created),
    )
