"""Imported games."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Mark existing games as not imported."""
    op.add_column("tables", sa.Column("imported", sa.Boolean, nullable=False, server_default=sa.false()))
