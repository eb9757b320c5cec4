"""When players first looked at their turns, for clocks that wait for that.

An old server cannot read a table with such a clock, so nobody should choose one during an upgrade.
"""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Create a table."""
    op.create_table(
        "looks",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("ply", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", "ply", name="pk_looks"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_looks_game", ondelete="CASCADE"),
    )
