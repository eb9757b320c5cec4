"""Clocks: their settings, hand-overs with their times, and outages of the server."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Existing tables have no clock."""
    op.add_column("tables", sa.Column("clock", sa.Text))
    op.create_table(
        "hand_overs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("bot", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hand_overs"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_hand_overs_game"),
    )
    op.create_index("ix_hand_overs_game", "hand_overs", ["game"])
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("began", name="pk_outages"),
    )
