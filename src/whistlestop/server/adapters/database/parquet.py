"""The results of all finished games as a Parquet file, one row per seat, without names (needs pyarrow)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, func, select

from whistlestop.server.adapters.database.rated_games import finished
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.pace import pace_of

if TYPE_CHECKING:
    from pathlib import Path

    from whistlestop.server.adapters.database.store import Store

ROWS = 10_000
"""Number of rows read and written at a time."""


async def write_results(store: Store, path: Path) -> int:
    """Write the file, which gets its final name when complete; return the number of games.

    Since the ids of tables are keys, games are numbered by the order in which they ended instead; `ended` is in UTC.
    Each part of a score has a column, empty for kinds of game without it. Raises ImportError and OSError.
    """
    import pyarrow as pa  # noqa: PLC0415 - optional
    import pyarrow.parquet as pq  # noqa: PLC0415

    parts = await _parts(store)
    schema = pa.schema(
        {
            "game": pa.int32(),
            "ruleset": pa.string(),
            "ended": pa.timestamp("ms", tz="UTC"),
            "pace": pa.string(),
            "players": pa.int8(),
            "seat": pa.int8(),
            "kind": pa.string(),
            "bot": pa.string(),
            "score": pa.int32(),
            "ending": pa.string(),
            "rank": pa.int8(),
            "won": pa.bool_(),
            **dict.fromkeys(parts, pa.int32()),
        }
    )
    size = func.count().over(partition_by=results.c.game).label("players")
    query = (
        select(
            results,
            tables.c.ruleset,
            tables.c.ended,
            tables.c.clock,
            seats.c.kind,
            seats.c.away,
            users.c.is_bot,
            size,
        )
        .join(tables, tables.c.id == results.c.game)
        .join(seats, and_(seats.c.game == results.c.game, seats.c.seat == results.c.seat))
        .outerjoin(users, users.c.id == results.c.user)
        .where(finished())
        .order_by(tables.c.ended, tables.c.id, results.c.seat)
    )
    unfinished = path.with_name(f"{path.name}.part")
    games, last = 0, None
    try:
        with pq.ParquetWriter(unfinished, schema, compression="zstd") as file:
            async with store.reading() as connection, connection.stream(query) as rows:
                async for some in rows.partitions(ROWS):
                    lines = []
                    for row in some:
                        games += row.game != last
                        last = row.game
                        lines.append(_line(row, games - 1))
                    file.write_table(pa.Table.from_pylist(lines, schema=schema))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return games


async def _parts(store: Store) -> list[str]:
    """Return the names of all parts of scores."""
    names: dict[str, None] = {}
    query = select(results.c.detail).join(tables, tables.c.id == results.c.game).where(finished())
    async with store.reading() as connection, connection.stream(query) as rows:
        async for (detail,) in rows:
            names.update(dict.fromkeys(msgspec.json.decode(detail)))
    return list(names)


def _line(row: Any, game: int) -> dict[str, Any]:
    line = {name: getattr(row, name) for name in ("ruleset", "ended", "players", "seat", "bot", "score")}
    kind = "program" if row.is_bot else row.kind
    numbers: dict[str, int] = msgspec.json.decode(row.detail)
    return (
        numbers
        | line
        | {
            "game": game,
            "pace": pace_of(row.clock),
            "kind": kind,
            "ending": row.away or "played",
            "rank": row.rank,
            "won": row.won,
        }
    )
