"""Games that were played elsewhere, with the names that came with them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0006"


def upgrade() -> None:
    """Of the games so far none came from elsewhere."""
    op.add_column("tables", sa.Column("imported", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("name", sa.String(64)))
