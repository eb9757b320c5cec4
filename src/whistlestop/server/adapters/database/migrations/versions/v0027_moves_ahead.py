"""Moves ahead in games by days."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Create a table."""
    op.create_table(
        "moves_ahead",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("alternatives", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_moves_ahead"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_moves_ahead_game"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_moves_ahead_user"),
    )
    op.create_index("ix_moves_ahead_user", "moves_ahead", ["user"])
