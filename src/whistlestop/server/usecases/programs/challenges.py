"""Challenges: a table with a seat kept for a program, which accepts or declines."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, insert, or_, select, update

from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.programs import challenges
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import iso, now
from whistlestop.server.messages.programs import Challenged, ChallengeInfo, Player
from whistlestop.server.messages.tables import CreateTable

if TYPE_CHECKING:
    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop import Ruleset
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.messages.programs import MakeChallenge
    from whistlestop.server.usecases.programs.streams import Streams
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.seating import Seating

WAITING = 50
"""Challenges of one user that may wait for an answer."""


class Challenges:
    """Makes challenges, and carries their answers out."""

    def __init__(self, store: Store, tables: Tables, seating: Seating, streams: Streams) -> None:
        self._store = store
        self._tables = tables
        self._seating = seating
        self._streams = streams

    async def make(
        self, user: str, name: str, bot: str, wish: MakeChallenge, ruleset: Ruleset, limit: int
    ) -> ChallengeInfo:
        """Make a table of a user who is called `name`, and ask a program to it; `limit`: tables the user may own."""
        if not await self._store.is_program(bot):
            raise Refusal("not_found", "There is no program of this id.")
        if bot == user:
            raise Refusal("bad_request", "Nobody challenges themselves.")
        if all(seat.kind != "open" for seat in wish.seats):
            raise Refusal("bad_request", "A seat has to be open for the program.")
        await self._check_waiting(user)
        table = CreateTable(wish.ruleset, wish.seats, start=False, look=wish.look)
        made = await self._tables.create(user, name, table, ruleset, limit)
        row = {
            "id": secrets.token_hex(6),
            "game": made.id,
            "challenger": user,
            "bot": bot,
            "state": "waiting",
            "start": wish.start,
            "created": now(),
        }

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(insert(challenges).values(row))

        await self._store.writer.run(job)
        info = await self._info(str(row["id"]))
        self._streams.tell(bot, Challenged(info))
        return info

    async def of(self, user: str) -> list[ChallengeInfo]:
        """The challenges that a user has made or got and that wait for an answer, newest first."""
        async with self._store.reading() as connection:
            mine = or_(challenges.c.challenger == user, challenges.c.bot == user)
            query = _query().where(mine, _WAITS).order_by(challenges.c.created.desc(), challenges.c.id)
            return [_told(row) for row in await connection.execute(query.limit(100))]

    async def accept(self, user: str, name: str, challenge: str, ruleset: Ruleset) -> ChallengeInfo:
        """The program sits down, and the game begins if that was wished and nobody is missing."""
        asked = await self.asked(user, challenge)
        async with self._tables.use(asked.table) as table:
            await self._seating.join(table, user, name, None)
            info = await self._answer(challenge, "accepted")
            if await self._starts(challenge) and all(seat.kind != "open" for seat in table.row.seats):
                await self._seating.start(table, asked.challenger.id, ruleset)
        return info

    async def decline(self, user: str, challenge: str) -> ChallengeInfo:
        """The program does not want to."""
        await self.asked(user, challenge)
        return await self._answer(challenge, "declined")

    async def hear(self, challenge: str) -> None:
        """Tell of a challenge that another process has made or had answered."""
        info = await self._info(challenge)
        self._streams.tell(info.bot.id if info.state == "waiting" else info.challenger.id, Challenged(info))

    async def asked(self, user: str, challenge: str) -> ChallengeInfo:
        """A challenge that waits for this user's answer, or a refusal."""
        info = await self._info(challenge)
        if info.bot.id != user:
            raise Refusal("not_found", "There is no such challenge.")
        if info.state != "waiting":
            raise Refusal("already_answered", "This challenge has been answered.")
        return info

    async def _answer(self, challenge: str, state: str) -> ChallengeInfo:
        async def job(connection: AsyncConnection) -> int:
            waits = and_(challenges.c.id == challenge, challenges.c.state == "waiting")
            return (await connection.execute(update(challenges).where(waits).values(state=state))).rowcount

        if not await self._store.writer.run(job):
            raise Refusal("already_answered", "This challenge has been answered.")
        info = await self._info(challenge)
        self._streams.tell(info.challenger.id, Challenged(info))
        return info

    async def _starts(self, challenge: str) -> bool:
        async with self._store.reading() as connection:
            query = select(challenges.c.start).where(challenges.c.id == challenge)
            return bool((await connection.execute(query)).scalar_one())

    async def _info(self, challenge: str) -> ChallengeInfo:
        async with self._store.reading() as connection:
            row = (await connection.execute(_query().where(challenges.c.id == challenge))).one_or_none()
        if row is None:
            raise Refusal("not_found", "There is no such challenge.")
        return _told(row)

    async def _check_waiting(self, user: str) -> None:
        query = (
            select(func.count())
            .select_from(challenges.join(tables, tables.c.id == challenges.c.game))
            .where(challenges.c.challenger == user, _WAITS)
        )
        async with self._store.reading() as connection:
            if (await connection.execute(query)).scalar_one() >= WAITING:
                raise Refusal("too_many", "Too many challenges of yours wait for an answer.")


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


def _told(row: Row[tuple[object, ...]]) -> ChallengeInfo:
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
