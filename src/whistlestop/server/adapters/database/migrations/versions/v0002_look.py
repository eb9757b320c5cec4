"""The option of a table that every player may look at his own stack."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tables made before have it off."""
    op.add_column("tables", sa.Column("look", sa.Boolean, nullable=False, server_default=sa.false()))
