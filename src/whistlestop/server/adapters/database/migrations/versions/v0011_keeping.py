"""Idle games, and when they will be closed."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the table of idle games."""
    op.create_table(
        "idle",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("warned", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_idle"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_idle_game"),
    )
