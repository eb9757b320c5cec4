"""Hints in games between several people, by agreement."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the agreements of players and tables; existing tables have none."""
    for table in ("tables", "seats"):
        op.add_column(table, sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
