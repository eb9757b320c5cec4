"""Spectators see games between people later."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the delay that a host has chosen; at tables from before nobody has."""
    op.add_column("tables", sa.Column("delay", sa.SmallInteger))
