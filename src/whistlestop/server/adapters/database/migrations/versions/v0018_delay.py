"""A delay with which spectators see games between people."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the delay chosen by the host; existing tables have none."""
    op.add_column("tables", sa.Column("delay", sa.SmallInteger))
