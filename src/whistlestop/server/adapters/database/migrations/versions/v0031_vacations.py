"""Vacations of players, and times in which clocks stand still.

An old server on the same database ignores both. A vacation is safe from it for an hour, because it cannot begin with
less time than that on a running clock. A pause is not, so nobody should rely on one during an upgrade.
"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Create the tables, and let players agree to a pause."""
    op.create_table(
        "vacations",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user", "began", name="pk_vacations"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_vacations_user", ondelete="CASCADE"),
    )
    op.create_table(
        "clock_stops",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clock_stops"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_clock_stops_game", ondelete="CASCADE"),
    )
    op.create_index("ix_clock_stops_game", "clock_stops", ["game"])
    op.add_column("seats", sa.Column("pause", sa.Boolean, nullable=False, server_default=sa.false()))
