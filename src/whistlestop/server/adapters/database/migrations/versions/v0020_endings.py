"""The reason why a bot plays for a player, and new results of games that players have left."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

PASSES = "passes"
"""The stand-in that does only what the rules require; only a clock could seat it."""


def upgrade() -> None:
    """Add the reason where it is known, and recompute the results of finished games from it."""
    op.add_column("seats", sa.Column("away", sa.String(8)))
    schema = sa.MetaData()
    connection = op.get_bind()
    schema.reflect(connection, only=("tables", "seats", "results"))
    tables, seats, results = (schema.tables[name] for name in ("tables", "seats", "results"))
    query = (
        sa.select(seats.c.game, seats.c.seat, seats.c.bot, tables.c.clock)
        .join(tables, tables.c.id == seats.c.game)
        .where(seats.c.kind == "person", seats.c.bot.is_not(None))
    )
    games = set()
    for row in connection.execute(query).all():
        games.add(row.game)
        clock = None if row.clock is None else json.loads(row.clock).get("bot") or PASSES
        where = (seats.c.game == row.game, seats.c.seat == row.seat)
        # If the clock and the table use the same bot, the reason is unknown.
        reason = "time" if row.bot in (PASSES, clock) else "left"
        connection.execute(sa.update(seats).where(*where).values(away=reason))
    for game in sorted(games):
        _judge(connection, seats, results, game)


def _judge(connection: sa.Connection, seats: sa.Table, results: sa.Table, game: str) -> None:
    """Rank players who left behind the others, by RUL-84 as of this version."""
    query = (
        sa.select(results.c.seat, results.c.rank, seats.c.away)
        .join(seats, sa.and_(seats.c.game == results.c.game, seats.c.seat == results.c.seat))
        .where(results.c.game == game)
    )
    rows = connection.execute(query).all()
    stayed = sorted(row.rank for row in rows if row.away is None)
    for row in rows:
        rank = len(rows) if row.away is not None else stayed.index(row.rank) + 1
        values = {"rank": rank, "won": row.away is None and rank == 1}
        where = (results.c.game == game, results.c.seat == row.seat)
        connection.execute(sa.update(results).where(*where).values(values))
