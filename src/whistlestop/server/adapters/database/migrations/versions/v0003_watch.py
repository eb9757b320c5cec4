"""A separate key for spectators. The id of a table remains the key for players."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Existing tables get a spectator key as well."""
    op.add_column("tables", sa.Column("watch", sa.String(32), nullable=False, server_default=""))
    connection = op.get_bind()
    tables = sa.table("tables", sa.column("id", sa.String), sa.column("watch", sa.String))
    keys = [
        {"game": game, "key": secrets.token_urlsafe(12)}
        for game in connection.scalars(sa.select(tables.c.id))
    ]
    if keys:
        change = sa.update(tables).where(tables.c.id == sa.bindparam("game"))
        connection.execute(change.values(watch=sa.bindparam("key")), keys)
    op.create_index("ix_tables_watch", "tables", ["watch"], unique=True)
