"""Challenges: a table with a seat reserved for a program, which accepts or declines."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.challenges import ChallengeStore
from whistlestop.server.adapters.database.program_offers import offer_of
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.programs import Challenged
from whistlestop.server.messages.tables import CreateTable, Join
from whistlestop.server.usecases.tables.seating import sit
from whistlestop.server.usecases.tables.starting import start

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.programs import ChallengeInfo, MakeChallenge
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.notices.notices import Notices
    from whistlestop.server.usecases.programs.streams import Streams
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.creating import TableCreation
    from whistlestop.server.usecases.tables.registry import Tables

WAITING = 50
"""Limit of unanswered challenges by one user."""


class Challenges:
    """Makes challenges, and handles their answers."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        boards: TableBoards,
        creation: TableCreation,
        callers: Callers,
        notices: Notices,
        streams: Streams,
    ) -> None:
        self._store = store
        self._kept = ChallengeStore(store)
        self._tables = tables
        self._boards = boards
        self._creation = creation
        self._callers = callers
        self._notices = notices
        self._streams = streams

    async def make(self, caller: Caller, bot: str, wish: MakeChallenge) -> ChallengeInfo:
        """Make a user's table with an open seat for a program, and challenge the program. Raises Refusal."""
        self._callers.count_table(caller)
        ruleset = await self._boards.ruleset_for(wish.ruleset, wish.seats, look=wish.look)
        user, name = caller.user, await self._callers.name_to_keep(caller)
        if not await self._store.is_program(bot):
            raise Refusal("not_found", "There is no program with this id.")
        if bot == user:
            raise Refusal("bad_request", "You cannot challenge yourself.")
        if all(seat.kind != "open" for seat in wish.seats):
            raise Refusal("bad_request", "Leave a seat open for the program.")
        offer = await offer_of(self._store, bot)
        if offer.rulesets and wish.ruleset not in offer.rulesets:
            raise Refusal("not_offered", "The program does not play this board.")
        if offer.players and len(wish.seats) not in offer.players:
            raise Refusal("not_offered", "The program does not play with this number of players.")
        if await self._kept.waiting(user) >= WAITING:
            raise Refusal("too_many", "Too many of your challenges are unanswered.")
        table = CreateTable(wish.ruleset, wish.seats, start=False, look=wish.look)
        made = await self._creation.make(user, name, table, ruleset)
        challenge = secrets.token_hex(6)
        await self._kept.add(challenge, made.id, user, bot, start=wish.start)
        info = await self._info(challenge)
        self._streams.tell(bot, Challenged(info))
        async with self._tables.use(made.id) as held:
            self._notices.news.check(held, again=True)
        return info

    async def of(self, user: str) -> list[ChallengeInfo]:
        """Return the unanswered challenges from and to a user, newest first."""
        return await self._kept.of(user)

    async def one(self, user: str, challenge: str) -> ChallengeInfo:
        """Return a challenge by or to a user, including an answered one."""
        info = await self._info(challenge)
        if user not in (info.challenger.id, info.bot.id):
            raise Refusal("not_found", "This challenge does not exist.")
        return info

    async def accept(self, caller: Caller, challenge: str) -> ChallengeInfo:
        """Seat the program, and begin the game if requested and no seat is open."""
        asked = await self._asked(caller.user, challenge)
        async with self._tables.use(asked.table) as table:
            ruleset = self._boards.ruleset(asked.ruleset)
            await sit(table, caller.user, await self._callers.name(caller), Join())
            info = await self._answer(challenge, "accepted")
            if await self._kept.starts(challenge) and table.is_full:
                await start(table, asked.challenger.id, ruleset)
        return info

    async def decline(self, user: str, challenge: str) -> ChallengeInfo:
        """Decline a challenge to the program."""
        await self._asked(user, challenge)
        return await self._answer(challenge, "declined")

    async def hear(self, challenge: str) -> None:
        """Deliver a challenge that another process has stored, or its answer."""
        info = await self._info(challenge)
        self._streams.tell(info.bot.id if info.state == "waiting" else info.challenger.id, Challenged(info))

    async def _asked(self, user: str, challenge: str) -> ChallengeInfo:
        """Return a challenge that is waiting for this user's answer, or refuse it."""
        info = await self._info(challenge)
        if info.bot.id != user:
            raise Refusal("not_found", "This challenge does not exist.")
        if info.state != "waiting":
            raise Refusal("already_answered", "This challenge was already answered.")
        return info

    async def _answer(self, challenge: str, state: str) -> ChallengeInfo:
        if not await self._kept.answer(challenge, state):
            raise Refusal("already_answered", "This challenge was already answered.")
        info = await self._info(challenge)
        self._streams.tell(info.challenger.id, Challenged(info))
        return info

    async def _info(self, challenge: str) -> ChallengeInfo:
        found = await self._kept.one(challenge)
        if found is None:
            raise Refusal("not_found", "This challenge does not exist.")
        return found
