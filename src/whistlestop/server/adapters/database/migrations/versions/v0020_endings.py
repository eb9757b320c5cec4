"""Why a bot plays for somebody; and who has won where somebody left counts again."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

PASSES = "passes"
"""The player of a seat that only does what it has to, which only a clock gave a seat to."""


def upgrade() -> None:
    """Add the reason, as far as it can be told, and judge the games by it that are over."""
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
        # Where the clock's bot is also the one for those who leave, nobody knows which of the two it was.
        reason = "time" if row.bot in (PASSES, clock) else "left"
        connection.execute(sa.update(seats).where(*where).values(away=reason))
    for game in sorted(games):
        _judge(connection, seats, results, game)


def _judge(connection: sa.Connection, seats: sa.Table, results: sa.Table, game: str) -> None:
    """Put everybody who left behind those who stayed; the same as RUL-84 was when this was written."""
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
