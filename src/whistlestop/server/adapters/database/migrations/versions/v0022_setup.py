"""Cancellation and changes of tables before the game, and colors of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add cancellation, the time of the last change, and the chosen colors, all empty."""
    op.add_column("tables", sa.Column("cancelled", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("changed", sa.BigInteger))
    op.add_column("seats", sa.Column("color", sa.SmallInteger))
