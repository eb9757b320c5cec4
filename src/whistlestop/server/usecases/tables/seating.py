"""Who sits where before a game begins, and its beginning."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.fairness import new_seed
from whistlestop.server.adapters.database import table_changes as keeping
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.seats import barred_until, free_color, kept_for
from whistlestop.server.domain.tables import HandOver, Seat, new_key
from whistlestop.server.usecases.tables.following import catch_up
from whistlestop.server.usecases.tables.viewers import removed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop import Ruleset
    from whistlestop.endings import Away
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table


TOLD = 10
"""Seconds that players have to leave after the host has changed the table."""


class Seating:
    """Changes of seats: each checked, stored, and then told to the table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def join(
        self,
        table: Table,
        user: str,
        name: str,
        wanted: int | None,
        nonce: str | None = None,
        color: int | None = None,
    ) -> None:
        """Sit down on a free seat, with a nonce for the shuffle and a preferred color. A seated player stays."""
        await table.whole(self._join(table, user, name, wanted, nonce, color))

    async def choose_color(self, table: Table, user: str, seat: int, color: int) -> None:
        """Choose the color of an own seat before the game, if no other player has chosen it."""
        await table.whole(self._choose_color(table, user, seat, color))

    async def add_nonce(self, table: Table, user: str, nonce: str) -> None:
        """A nonce for the shuffle, for the own seats that have none yet; those that have keep theirs."""
        await table.whole(self._add_nonce(table, user, nonce))

    async def leave(self, table: Table, user: str) -> None:
        """Stand up."""
        await table.whole(self._leave(table, user))

    async def set_seat(self, table: Table, user: str, seat: int, bot: str | None) -> None:
        """Put a bot on a seat, or free it (owner only). A person's seat is freed first."""
        await table.whole(self._set_seat(table, user, seat, bot))

    async def start(self, table: Table, user: str, ruleset: Ruleset, nonce: str | None = None) -> None:
        """Begin the game of a ruleset (owner only), when no seat is open. The nonce is that of the owner's seat."""
        await table.whole(self._start(table, user, ruleset, nonce))

    async def reread(self, tables: Tables, games: Iterable[str]) -> None:
        """Take over from the store who sits at these tables, and whose they are, and let new bots play."""
        live = {table.id for table in tables.live()}
        playing = await self._store.tables_with_bots()
        for game in games:
            if game in live or game in playing:
                async with tables.use(game) as table:
                    await table.whole(self._reread(table))

    async def _reread(self, table: Table) -> None:
        async with table.lock:
            row = await self._store.table(table.id)
            if row is not None:
                table.take_over(row)

    async def begin_if_full(self, table: Table, ruleset: Ruleset) -> None:
        """Begin the game at a table that was made for quick play, as soon as nobody is missing."""
        if table.row.quick and all(seat.kind != "open" for seat in table.row.seats):
            with suppress(Refusal):  # it has begun already, or somebody has just left
                await self.start(table, table.row.owner, ruleset)

    async def invite(self, table: Table, user: str, seat: int) -> str:
        """The key of a link to an open seat, which is kept for whoever opens it (owner only)."""
        return await table.whole(self._invite(table, user, seat))

    async def revoke(self, table: Table, user: str, seat: int) -> None:
        """Take an invitation back: the seat is for everybody again (owner only)."""
        await table.whole(self._revoke(table, user, seat))

    async def accept(self, table: Table, user: str, name: str, key: str, color: int | None = None) -> None:
        """Sit down where an invitation leads; who sits already stays, and leaves the invitation to others."""
        await table.whole(self._accept(table, user, name, key, color))

    async def hand_to_bot(self, table: Table, seat: int, bot: str | None, away: Away = "left") -> None:
        """Let a bot play on for the person of a seat, who keeps it and is `away`; None: the person plays again."""
        await table.whole(self._hand_to_bot(table, seat, bot, away))

    async def hand_over(
        self, table: Table, seat: int, bot: str | None, away: Away = "left", *, leased: bool = False
    ) -> None:
        """Do the same while the lock of the table is held, after deciding under it.

        `leased`: only if this process looks after the game, as for what a clock decides.
        """
        if table.row.state != "playing":
            raise Refusal("not_started", "No game is under way.")
        before = table.row.seats[seat]
        if before.kind != "person":
            raise Refusal("not_seated", "Nobody sits there.")
        if before.bot == bot:
            return
        try:
            cause = None if bot is None else away
            change = HandOver(table.version, seat, bot, self._store.time(), cause)
            await self._store.hand_seat(table.id, before, change, leased=leased)
        except Conflict:
            await catch_up(table)
            raise Refusal("stale", "Somebody else was first.") from None
        table.hand_over(change)

    async def _hand_to_bot(self, table: Table, seat: int, bot: str | None, away: Away) -> None:
        async with table.changing():
            await self.hand_over(table, seat, bot, away)

    async def _choose_color(self, table: Table, user: str, seat: int, color: int) -> None:
        async with table.changing():
            check_open(table)
            held = table.row.seats[table.own_seat(user, seat)]
            if held.color != color and free_color(table.row, color) is None:
                raise Refusal("color_taken", "Another player has chosen this color.")
            await self._change(table, held, replace(held, color=color))

    async def _join(
        self, table: Table, user: str, name: str, wanted: int | None, nonce: str | None, color: int | None
    ) -> None:
        async with table.changing():
            if table.seat_of(user) is not None:
                return
            check_open(table)
            check_welcome(table, user)
            await self._sit(table, user, name, wanted, nonce, color)

    async def _sit(
        self, table: Table, user: str, name: str, wanted: int | None, nonce: str | None, color: int | None
    ) -> None:
        """Take the seats that are kept for a user, otherwise a free one."""
        kept = kept_for(table.row, user)
        free = [seat.seat for seat in table.row.seats if _is_free(seat)]
        chosen = kept or [seat for seat in free if wanted in {None, seat}][:1]
        if not chosen:
            raise Refusal("table_full", "No such seat is free.")
        for number in chosen:
            before = table.row.seats[number]
            seat = await self._person(number, user, before.label or name)
            chosen_color = before.color if before.color is not None else free_color(table.row, color)
            await self._change(
                table, before, replace(seat, nonce=nonce, label=before.label, color=chosen_color)
            )

    async def _person(self, number: int, user: str, name: str) -> Seat:
        """A seat with somebody on it, as others will see them."""
        program, page = await self._store.is_program(user), await self._store.has_page(user)
        return Seat(number, "person", user, name=name, program=program, page=page)

    async def _invite(self, table: Table, user: str, seat: int) -> str:
        async with table.changing():
            held = _open_seat(table, user, seat)
            if held.invitation is None:
                await self._change(table, held, Seat(seat, "open", invitation=new_key()))
            return table.row.seats[seat].invitation or ""

    async def _revoke(self, table: Table, user: str, seat: int) -> None:
        async with table.changing():
            held = _open_seat(table, user, seat)
            if held.invitation is not None:
                await self._change(table, held, Seat(seat, "open"))

    async def _accept(self, table: Table, user: str, name: str, key: str, color: int | None) -> None:
        async with table.changing():
            if table.seat_of(user) is not None:
                return
            held = next((seat for seat in table.row.seats if seat.invitation == key), None)
            if held is None:
                raise Refusal("no_invitation", "This invitation has been used or taken back.")
            check_open(table)
            check_welcome(table, user)
            seat = await self._person(held.seat, user, name)
            await self._change(table, held, replace(seat, color=free_color(table.row, color)))

    async def _add_nonce(self, table: Table, user: str, nonce: str) -> None:
        async with table.lock:
            check_open(table)
            table.own_seat(user)
            for number in table.seats_of(user):
                seat = table.row.seats[number]
                if seat.nonce is None:
                    await self._change(table, seat, replace(seat, nonce=nonce))

    async def _leave(self, table: Table, user: str) -> None:
        async with table.changing():
            check_open(table)
            table.own_seat(user)
            for seat in table.seats_of(user):
                await self._change(table, table.row.seats[seat], Seat(seat, "open"))
            heir = next((seat.user for seat in table.row.seats if seat.kind == "person"), None)
            if table.row.owner == user and heir is not None:
                await hand_on(self._store, table, user, heir)

    async def _set_seat(self, table: Table, user: str, seat: int, bot: str | None) -> None:
        async with table.changing():
            check_owner(table, user)
            check_open(table)
            if seat >= len(table.row.seats):
                raise Refusal("bad_request", "There is no such seat.")
            held = table.row.seats[seat]
            if bot is not None and held.kind == "person":
                raise Refusal("table_full", "Somebody sits there.")
            await self._change(table, held, Seat(seat, "open") if bot is None else Seat(seat, "bot", bot=bot))

    async def _start(self, table: Table, user: str, ruleset: Ruleset, nonce: str | None) -> None:
        async with table.changing():
            check_owner(table, user)
            check_open(table)
            if any(seat.kind == "open" for seat in table.row.seats):
                raise Refusal("not_started", "Some seats are still open.")
            self._check_told(table)
            seats = tuple(
                replace(seat, nonce=nonce) if nonce and seat.user == user else seat
                for seat in table.row.seats
            )
            await self.begin(table, ruleset, seats)

    def _check_told(self, table: Table) -> None:
        """Refuse to start while others may not have seen what the host has changed, and can still leave."""
        others = any(seat.user not in {None, table.row.owner} for seat in table.row.seats)
        left = (table.row.changed or 0) + TOLD * 1000 - self._store.time()
        if others and left > 0:
            wait = -(-left // 1000)
            raise Refusal(
                "too_soon", "Others have just been told what has changed. Wait a moment.", wait=wait
            )

    async def begin(self, table: Table, ruleset: Ruleset, seats: tuple[Seat, ...]) -> None:
        """Begin the game of a ruleset with these seats; for who holds the lock of the table, where no seat is open."""
        nonces = [seat.nonce for seat in seats]
        seed = table.row.seed or new_seed().hex()  # tables from before there were promises have none
        game = games.new_game(ruleset, seed, nonces)
        header = games.header_of(game)
        try:
            at = self._store.time()
            await self._store.start_table(table.id, header, at, nonces)
        except Conflict:
            await catch_up(table)
            raise Refusal("already_started", "The game has begun already.") from None
        table.set_row(seats=seats)
        table.begin(game, header, at)

    async def _change(self, table: Table, before: Seat, after: Seat) -> None:
        try:
            await self._store.change_seat(table.id, before, after)
        except Conflict:
            await catch_up(table)
            check_open(table)
            raise Refusal("table_full", "That seat is taken.") from None
        seats = list(table.row.seats)
        seats[before.seat] = after
        table.set_row(seats=tuple(seats))
        table.tell_table()


def _open_seat(table: Table, user: str, seat: int) -> Seat:
    """A free seat that the owner may give away."""
    check_owner(table, user)
    check_open(table)
    if seat >= len(table.row.seats):
        raise Refusal("bad_request", "There is no such seat.")
    held = table.row.seats[seat]
    if held.kind != "open":
        raise Refusal("table_full", "Somebody sits there.")
    return held


def _is_free(seat: Seat) -> bool:
    """Whether anybody may sit there: it is not kept for somebody, nor for who has its invitation."""
    return seat.kind == "open" and seat.held_for is None and seat.invitation is None


async def hand_on(store: Store, table: Table, user: str, heir: str) -> None:
    """Make somebody else the host. The caller holds the lock of the table."""
    try:
        await keeping.change_owner(store, table.id, user, heir)
    except Conflict:
        raise Refusal("stale", "Somebody else was first.") from None
    table.set_row(owner=heir)
    table.tell_table()


def check_open(table: Table) -> None:
    """Refuse what can only be done before the game."""
    if table.row.state != "open":
        raise Refusal("already_started", "The game has begun already.")


def check_welcome(table: Table, user: str) -> None:
    """Refuse a user whom the host has removed not long ago."""
    if barred_until(table.row, user, table.context.removed_for) is not None:
        raise removed()


def check_owner(table: Table, user: str) -> None:
    """Refuse what only the host can do."""
    if table.row.owner != user:
        raise Refusal("not_owner", "Only the host can do this.")
