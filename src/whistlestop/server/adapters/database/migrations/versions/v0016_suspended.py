"""Notifications that are suspended until their owner confirms them."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column; nothing is suspended yet."""
    op.add_column(
        "notice_ways", sa.Column("suspended", sa.Boolean, nullable=False, server_default=sa.false())
    )
