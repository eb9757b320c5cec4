"""Vacations and pauses, the periods in which they stop clocks, and first looks at turns, for which clocks can wait.

Every change updates the rows of the tables concerned, but without changing their values. This locks the rows against
time-outs, and a shared database notifies all processes of the update.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict
from sqlalchemy import bindparam, delete, insert, or_, select, update

from whistlestop.server.adapters.database.fencing import lock_table
from whistlestop.server.adapters.database.rows import clock_of
from whistlestop.server.adapters.database.schema.accounts import users, vacations
from whistlestop.server.adapters.database.schema.tables import clock_stops, looks, seats, tables
from whistlestop.server.domain.pace import is_slow
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.stops import Look, Stop
from whistlestop.server.domain.times import DAY
from whistlestop.server.domain.vacations import PERIOD, Vacation, check_days, check_games, current

if TYPE_CHECKING:
    from sqlalchemy import BindParameter, Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.stops import Mark

_GAME: BindParameter[str] = bindparam("game")
_STOPS = (
    select(clock_stops.c.seat, clock_stops.c.began, clock_stops.c.ends)
    .where(clock_stops.c.game == _GAME)
    .order_by(clock_stops.c.id)
)
_LOOKS = (
    select(looks.c.seat, looks.c.ply, looks.c.at)
    .where(looks.c.game == _GAME)
    .order_by(looks.c.seat, looks.c.ply)
)


def marks_of(connection: Connection, game: str) -> list[Mark]:
    """Return the vacations, pauses and looks of a game, each in order."""
    stops = [Stop(*row) for row in connection.execute(_STOPS, {"game": game})]
    return [*stops, *(Look(*row) for row in connection.execute(_LOOKS, {"game": game}))]


# -------------------------------------------------------------------------------------------------------- looks


async def add_look(store: Store, game: str, look: Look) -> None:
    """Store a look at a turn, unless one is stored already or the game is not in progress."""

    async def job(connection: AsyncConnection) -> None:
        await lock_table(connection, game)
        known = select(looks.c.at).where(
            looks.c.game == game, looks.c.seat == look.seat, looks.c.ply == look.ply
        )
        if (await connection.execute(known)).first() is None and await _touch(connection, game):
            await connection.execute(insert(looks).values(game=game, **asdict(look)))

    await store.writer.run(job)


async def drop_looks(store: Store, game: str) -> None:
    """Delete the looks of a finished game, which are no longer needed."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(delete(looks).where(looks.c.game == game))

    await store.writer.run(job)


# ---------------------------------------------------------------------------------------------------- vacations


async def vacations_of(store: Store, user: str) -> list[Vacation]:
    """Return the stored vacations of a user, the oldest first."""
    async with store.reading() as connection:
        return await _vacations(connection, user)


async def current_vacation(store: Store, user: str) -> Vacation | None:
    """Return the current vacation of a user."""
    return current(await vacations_of(store, user), store.timeline.now())


async def games_by_days(store: Store, user: str) -> list[str]:
    """Return the games in progress in which a vacation of a user stops clocks."""
    async with store.reading() as connection:
        return sorted({game for game, _ in await _seats_by_days(connection, user)})


async def begin_vacation(store: Store, user: str, days: int, allowance: int) -> list[str]:
    """Begin a vacation now and stop the clocks of the user's games by days; return these games.

    Raises Refusal if the user is on vacation, has fewer days left, or plays too many games.
    """

    async def job(connection: AsyncConnection) -> list[str]:
        await _lock_user(connection, user)
        at = store.timeline.now()
        await connection.execute(
            delete(vacations).where(vacations.c.user == user, vacations.c.began <= at - PERIOD)
        )
        check_days(days, await _vacations(connection, user), allowance, at)
        new = Vacation(at, at + days * DAY)
        await connection.execute(insert(vacations).values(user=user, began=new.began, ends=new.ends))
        games = sorted({game for game, _ in await _seats_by_days(connection, user)})
        check_games(len(games))
        stopped = [game for game in games if await _touch(connection, game)]
        # Read the seats again, since a bot may have taken over before the lock.
        rows = [
            {"game": game, "seat": seat, "began": new.began, "ends": new.ends}
            for game, seat in await _seats_by_days(connection, user)
            if game in stopped
        ]
        if rows:
            await connection.execute(insert(clock_stops), rows)
        return stopped

    return await store.writer.run(job)


async def end_vacation(store: Store, user: str) -> list[str]:
    """End the vacation of a user now; return the games whose clocks resume. Raises Refusal if there is none."""

    async def job(connection: AsyncConnection) -> list[str]:
        await _lock_user(connection, user)
        at = store.timeline.now()
        done = await connection.execute(
            update(vacations)
            .where(vacations.c.user == user, vacations.c.began <= at, vacations.c.ends > at)
            .values(ends=at)
        )
        if not done.rowcount:
            raise Refusal("not_on_vacation", "You are not on vacation.")
        query = (
            select(clock_stops.c.id, clock_stops.c.game)
            .join(seats, (seats.c.game == clock_stops.c.game) & (seats.c.seat == clock_stops.c.seat))
            .where(seats.c.user == user, clock_stops.c.ends > at)
        )
        found = (await connection.execute(query)).all()
        games = sorted({row.game for row in found})
        for game in games:
            await _touch(connection, game)
        await connection.execute(
            update(clock_stops).where(clock_stops.c.id.in_([row.id for row in found])).values(ends=at)
        )
        return games

    return await store.writer.run(job)


async def stop_at_start(connection: AsyncConnection, game: str, at: int) -> list[Stop]:
    """Stop the clocks of the players of a new game who are on vacation; return their vacations.

    The caller has locked the table.
    """
    clock = (
        await connection.execute(
            select(tables.c.clock).where(tables.c.id == game, tables.c.tournament.is_(None))
        )
    ).scalar_one_or_none()
    if clock is None or not is_slow(clock_of(clock)):
        return []
    query = (
        select(seats.c.seat, vacations.c.ends)
        .join(vacations, vacations.c.user == seats.c.user)
        .where(seats.c.game == game, seats.c.kind == "person", vacations.c.began <= at, vacations.c.ends > at)
        .order_by(seats.c.seat)
    )
    stops = [Stop(seat, at, ends) for seat, ends in await connection.execute(query)]
    if stops:
        await connection.execute(insert(clock_stops), [{"game": game, **asdict(stop)} for stop in stops])
    return stops


# ------------------------------------------------------------------------------------------------------- pauses


async def agree_to_pause(store: Store, game: str, held: list[int], *, agrees: bool, longest: int) -> bool:
    """Store whether the player of these seats agrees to a pause; return whether the pause has begun.

    It begins once all remaining players agree, and lasts `longest` milliseconds unless the game is resumed. A refusal
    cancels the request for all players. Raises Conflict if the game is not in progress or already paused.
    """

    async def job(connection: AsyncConnection) -> bool:
        await lock_table(connection, game)
        at = store.timeline.now()
        if not await _touch(connection, game) or await _paused(connection, game, at):
            raise Conflict
        here = seats.c.game == game
        which = (here, seats.c.seat.in_(held)) if agrees else (here,)
        await connection.execute(update(seats).where(*which).values(pause=agrees))
        missing = select(seats.c.seat).where(
            here, seats.c.kind == "person", seats.c.bot.is_(None), seats.c.pause.is_(False)
        )
        if not agrees or (await connection.execute(missing)).first() is not None:
            return False
        await connection.execute(update(seats).where(here).values(pause=False))
        await connection.execute(
            insert(clock_stops).values(game=game, seat=None, began=at, ends=at + longest)
        )
        return True

    return await store.writer.run(job)


async def resume(store: Store, game: str) -> None:
    """End the pause of a game now. Raises Conflict if it is not paused."""

    async def job(connection: AsyncConnection) -> None:
        await lock_table(connection, game)
        at = store.timeline.now()
        if not await _touch(connection, game) or not await _paused(connection, game, at):
            raise Conflict
        pause = (clock_stops.c.game == game, clock_stops.c.seat.is_(None), clock_stops.c.ends > at)
        await connection.execute(update(clock_stops).where(*pause).values(ends=at))

    await store.writer.run(job)


async def stands_still(connection: AsyncConnection, game: str, seat: int, at: int) -> bool:
    """Return whether the clock of a seat is stopped at a time. The caller has locked the table."""
    query = select(clock_stops.c.id).where(
        clock_stops.c.game == game,
        or_(clock_stops.c.seat.is_(None), clock_stops.c.seat == seat),
        clock_stops.c.began <= at,
        clock_stops.c.ends > at,
    )
    return (await connection.execute(query)).first() is not None


async def _paused(connection: AsyncConnection, game: str, at: int) -> bool:
    pause = select(clock_stops.c.id).where(
        clock_stops.c.game == game, clock_stops.c.seat.is_(None), clock_stops.c.ends > at
    )
    return (await connection.execute(pause)).first() is not None


async def _touch(connection: AsyncConnection, game: str) -> bool:
    """Lock a table and let all processes read it again; return whether its game is in progress."""
    under_way = update(tables).where(tables.c.id == game, tables.c.state == "playing")
    return (await connection.execute(under_way.values(state="playing"))).rowcount == 1


async def _lock_user(connection: AsyncConnection, user: str) -> None:
    """Make simultaneous requests of one user wait for each other, but not requests that only refer to the user."""
    await connection.execute(select(users.c.id).where(users.c.id == user).with_for_update(key_share=True))


async def _vacations(connection: AsyncConnection, user: str) -> list[Vacation]:
    query = select(vacations.c.began, vacations.c.ends).where(vacations.c.user == user)
    return [Vacation(*row) for row in await connection.execute(query.order_by(vacations.c.began))]


async def _seats_by_days(connection: AsyncConnection, user: str) -> list[tuple[str, int]]:
    """Return the games and seats whose clocks a vacation of a user stops now."""
    query = (
        select(seats.c.game, seats.c.seat, tables.c.clock)
        .join(tables, tables.c.id == seats.c.game)
        .where(
            seats.c.user == user,
            seats.c.kind == "person",
            seats.c.bot.is_(None),
            tables.c.state == "playing",
            tables.c.clock.is_not(None),
            tables.c.tournament.is_(None),
        )
        .order_by(seats.c.game, seats.c.seat)
    )
    rows = await connection.execute(query)
    return [(row.game, row.seat) for row in rows if is_slow(clock_of(row.clock))]
