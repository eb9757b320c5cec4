"""Create tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.fairness import new_seed
from whistlestop.server.adapters.database.clubs import ClubStore
from whistlestop.server.adapters.database.friends import FriendStore
from whistlestop.server.domain import games
from whistlestop.server.domain.clubs import no_club
from whistlestop.server.domain.permissions import check_listable
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import Options, Seat, TableRow, new_key, shared
from whistlestop.server.usecases.names import free_name
from whistlestop.server.usecases.tables.bots import check_bot
from whistlestop.server.usecases.tables.seating import check_vacation

if TYPE_CHECKING:
    from whistlestop import Ruleset
    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.messages.tables import CreateTable, SeatWish
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.registry import Tables


class TableCreation:
    """Creates tables."""

    def __init__(
        self,
        store: Store,
        accounts: AccountStore,
        tables: Tables,
        boards: TableBoards,
        callers: Callers,
        limit: int,
    ) -> None:
        """`limit`: the maximum number of unfinished tables of one user."""
        self._store = store
        self._accounts = accounts
        self._tables = tables
        self._boards = boards
        self._callers = callers
        self._limit = limit

    async def create(self, caller: Caller, wish: CreateTable) -> TableInfo:
        """Create the table that a user requests."""
        self._callers.check_writable()
        self._callers.count_table(caller)
        club = None if wish.club is None else (wish.club, caller.user)
        ruleset = await self._boards.ruleset_for(
            wish.ruleset, wish.seats, look=wish.look, listed=wish.listed, club=club
        )
        if wish.clock is not None and wish.clock.bot is not None:
            check_bot(wish.clock.bot)
        if wish.stand_in is not None:
            check_bot(wish.stand_in)
        seats = [
            seat
            if seat.name is None
            else replace(seat, name=await free_name(self._accounts, caller.user, seat.name))
            for seat in wish.seats
        ]
        name = await self._callers.name_to_keep(caller, listed=wish.listed)
        return await self.make(caller.user, name, replace(wish, seats=seats), ruleset)

    async def make(
        self, user: str, name: str, wish: CreateTable, ruleset: Ruleset, *, quick: bool = False
    ) -> TableInfo:
        """Create a table for a ruleset, and begin the game immediately if requested and no seat is open.

        A `quick` table begins as soon as no seat is open. Raises Refusal if a seat is for a user who is not a friend.
        """
        mine = [seat for seat in wish.seats if seat.kind == "me"]
        if len(mine) > 1 and any(seat.name is None for seat in mine):
            raise Refusal("bad_request", "Give a name to each person on the device.")
        if mine:
            await check_vacation(self._store, user, wish.clock)
        me = Seat(
            0,
            "person",
            user,
            program=await self._store.is_program(user),
            page=await self._store.has_page(user),
            color=wish.color,
        )
        friends = await self._friends(user, wish.seats)
        await self._check_club(wish, {user, *friends})
        seats = tuple(
            _mine(me, number, name, seat.name if len(mine) > 1 else None, first=seat is mine[0])
            if seat.kind == "me"
            else Seat(number, "bot", bot=seat.bot, label=seat.character)
            if seat.kind == "bot"
            else Seat(number, "open", held_for=seat.player, held_name=friends[seat.player])
            if seat.player is not None
            else Seat(number, "open")
            for number, seat in enumerate(wish.seats)
        )
        waits = bool(friends) and wish.start and (wish.clock is None or wish.clock.kind != "live")
        header = None
        seed = new_seed().hex()
        if wish.start and all(seat.kind != "open" for seat in seats):
            header = games.header_of(games.new_game(ruleset, seed, [None] * len(seats)))
        state = "open" if header is None else "playing"
        made = self._store.timeline.now()
        row = TableRow(
            new_key(),
            ruleset.id,
            user,
            state,
            made,
            header,
            seats,
            started=made if header is not None else None,
            seed=seed,
            quick=quick or waits,
            **shared(wish, Options) | {"listed": wish.listed and state == "open"},
        )
        return await self.add(row, name)

    async def _friends(self, user: str, wishes: list[SeatWish]) -> dict[str, str]:
        """Return the ids and names of the friends for whom seats are reserved. Raises Refusal."""
        wanted = [seat.player for seat in wishes if seat.player is not None]
        if any((seat.kind == "friend") != (seat.player is not None) for seat in wishes):
            raise Refusal(
                "bad_request", "A seat for a friend needs their id as `player`, and no other seat has one."
            )
        if len(set(wanted)) < len(wanted):
            raise Refusal("bad_request", "Give each friend only one seat.")
        found = await FriendStore(self._store).friends(user, wanted) if wanted else {}
        if len(found) < len(wanted):
            raise Refusal("not_friend", "You can reserve seats only for your friends.")
        return found

    async def _check_club(self, wish: CreateTable, people: set[str]) -> None:
        """Refuse a table of a club unless all these people are members."""
        if wish.club is None:
            return
        if wish.listed:
            check_listable(wish.club)
        if not people <= (await ClubStore(self._store).members([wish.club])).get(wish.club, set()):
            raise no_club()

    async def add(self, row: TableRow, name: str) -> TableInfo:
        """Store a table, whose owner has this name, and load it into memory."""
        await self._store.create_table(row, name, self._limit)
        async with self._tables.use(row.id) as table:
            return table.info(row.owner)


def _mine(me: Seat, number: int, name: str, label: str | None, *, first: bool) -> Seat:
    """Return a seat of the table's host; with a label it belongs to one of several people on the device."""
    # The first person on a shared device has chosen the color.
    color = me.color if first else None
    return replace(me, seat=number, name=label or name, label=label, color=color)
