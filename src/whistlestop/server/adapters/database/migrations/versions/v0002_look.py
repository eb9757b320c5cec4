"""The table option that all players may look at their own stacks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Existing tables have it off."""
    op.add_column("tables", sa.Column("look", sa.Boolean, nullable=False, server_default=sa.false()))
