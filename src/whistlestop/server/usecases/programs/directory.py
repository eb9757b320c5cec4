"""The directory of programs: who runs them, the challenges they accept, their ratings, and whether they are online."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.program_offers import offer_of, public_programs, set_offer
from whistlestop.server.domain.names import clean_name
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import now
from whistlestop.server.messages.programs import ProgramInfo, ProgramOffer
from whistlestop.server.usecases.friends.presence import is_online

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.server.adapters.database.program_offers import StoredProgram
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.players.players import Players

LISTED = 100
"""Maximum number of programs in the list."""


class Directory:
    """Programs with an account that shows its page, and their offers."""

    def __init__(self, store: Store, callers: Callers, players: Players, boards: Boards) -> None:
        self._store = store
        self._callers = callers
        self._players = players
        self._boards = boards

    async def listed(self) -> list[ProgramInfo]:
        """Return the programs that were online most recently."""
        return await self._infos(await public_programs(self._store, most=LISTED))

    async def one(self, user: str) -> ProgramInfo:
        """Return a program with a public page."""
        found = await self._infos(await public_programs(self._store, user, most=1))
        if not found:
            raise Refusal("not_found", "There is no program with this id.")
        return found[0]

    async def offer(self, user: str) -> ProgramOffer:
        """Return the caller's offer as a program."""
        return await offer_of(self._store, user)

    async def set_offer(self, caller: Caller, wish: ProgramOffer) -> ProgramOffer:
        """Replace the caller's offer as a program. Refuses people, and boards that are not public."""
        self._callers.count_command(caller)
        if not await self._store.is_program(caller.user):
            raise Refusal("bad_request", "Only programs can do this. Mark the account as a program first.")
        for ruleset in wish.rulesets:
            self._boards.public(ruleset)
        offer = ProgramOffer(
            clean_name(wish.owner) if wish.owner.strip() else "",
            sorted(set(wish.rulesets)),
            sorted(set(wish.players)),
        )
        await set_offer(self._store, caller.user, offer)
        return offer

    async def _infos(self, found: Sequence[StoredProgram]) -> list[ProgramInfo]:
        at, ratings = now(), await self._players.season_ratings([one.id for one in found], programs=True)
        for lines in ratings.values():
            lines.sort(key=lambda line: -line.games)
        return [
            ProgramInfo(one.id, one.name, one.offer, is_online(one.seen, at), one.games, ratings[one.id])
            for one in found
        ]
