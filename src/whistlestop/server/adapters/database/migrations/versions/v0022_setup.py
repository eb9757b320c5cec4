"""Hosts cancel and change tables before the game, and seats have colors."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add who closed a table, when it was last changed, and the colors that players chose: so far none."""
    op.add_column("tables", sa.Column("cancelled", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("changed", sa.BigInteger))
    op.add_column("seats", sa.Column("color", sa.SmallInteger))
