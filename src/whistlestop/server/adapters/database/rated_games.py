"""Finished games for the ratings: the rank of each player, and the pace of the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import and_, func, select, true

from whistlestop.bots.ratings import ratings_of
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.glicko import Rating
from whistlestop.server.domain.pace import PACES, Pace, pace_of
from whistlestop.server.domain.standings import NAMELESS, Played, Season, bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Select

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import TableRow

Seated = TypeVar("Seated", bound=Any)
SOME = 500
"""Number of rows read at a time."""


def finished() -> ColumnElement[bool]:
    """Return the condition for games played to the end on this site; abandoned games have no results."""
    return and_(tables.c.state == "over", tables.c.imported.is_(False))


def _within(ruleset: str, begin: int, end: int) -> ColumnElement[bool]:
    return and_(tables.c.ruleset == ruleset, tables.c.ended >= begin, tables.c.ended < end, finished())


async def played(
    store: Store, ruleset: str, season: Season, *, programs: bool = False
) -> dict[Pace, list[Played]]:
    """Return the rated games of a season, by their pace; with `programs`, the games that rate programs.

    The latter count people and programs alike, but never change the ratings of people. Reads in small batches, so that
    other work is not blocked.
    """
    query = ranked(programs=programs).where(_within(ruleset, *bounds(*season)))
    found: dict[Pace, list[Played]] = {pace: [] for pace in PACES}
    fixed = {level: Rating(*numbers) for level, numbers in ratings_of(ruleset).items()}

    def count(game: list[Any]) -> None:
        rated = {_name(row): row for row in rated_seats(game)}
        if rated:
            ranks = {name: row.rank for name, row in rated.items()}
            left = frozenset(name for name, row in rated.items() if row.bot is not None)
            levels = [(row.bot.partition(":")[0], row.rank) for row in game if row.kind == "bot" and row.bot]
            bots = tuple((fixed[level], rank) for level, rank in levels if level in fixed)
            found[pace_of(game[0].clock)].append(Played(game[0].ended, ranks, left, bots))

    game: list[Any] = []
    async with store.reading() as connection, connection.stream(query) as rows:
        async for some in rows.partitions(SOME):
            for row in some:
                if game and game[0].id != row.id:
                    count(game)
                    game = []
                game.append(row)
    if game:
        count(game)
    return found


def ranked(*, programs: bool = False) -> Select[Any]:
    """Return the query for the results of games without hints, by game; with the seats of `programs` or without."""
    return (
        select(
            tables.c.id,
            tables.c.ended,
            tables.c.clock,
            results.c.seat,
            results.c.rank,
            results.c.user,
            results.c.bot,
            seats.c.kind,
        )
        .join(results, results.c.game == tables.c.id)
        .join(seats, and_(seats.c.game == results.c.game, seats.c.seat == results.c.seat))
        .outerjoin(users, users.c.id == results.c.user)
        .where(
            finished(),
            tables.c.hints.is_(False),
            true() if programs else users.c.is_bot.is_not(True),
        )
        .order_by(tables.c.ended, tables.c.id, results.c.seat)
    )


def rated_seats(game: Sequence[Seated]) -> list[Seated]:
    """Return the rated rows of a game from `ranked`; an empty list if the game is not rated."""
    rated = of_one_seat([row for row in game if row.kind == "person"])
    return rated if len(rated) > 1 else []


def of_one_seat(rows: Sequence[Seated]) -> list[Seated]:
    """Return the rated rows of human players; users with several seats are excluded, since the player is unknown."""
    seats_of = Counter(row.user for row in rows)
    return [row for row in rows if row.user is None or seats_of[row.user] == 1]


def is_rated(row: TableRow) -> bool:
    """Return whether a finished game is rated, like `played` for many games."""
    if row.imported or row.abandoned or row.hints:
        return False
    return len(of_one_seat([seat for seat in row.seats if seat.kind == "person" and not seat.program])) > 1


def _name(row: Any) -> str:
    return row.user or f"{NAMELESS}{row.id}.{row.seat}"


async def state_of(store: Store, ruleset: str, season: Season) -> tuple[int, int | None]:
    """Return the number of a season's finished games and the time of the last end, which change with every game."""
    query = select(func.count(), func.max(tables.c.ended)).where(_within(ruleset, *bounds(*season)))
    async with store.reading() as connection:
        number, last = (await connection.execute(query)).one()
    return int(number), last


async def first_ended(store: Store, ruleset: str) -> int | None:
    """Return when the first game on a board ended."""
    query = select(func.min(tables.c.ended)).where(tables.c.ruleset == ruleset, finished())
    async with store.reading() as connection:
        found: int | None = (await connection.execute(query)).scalar_one()
        return found
