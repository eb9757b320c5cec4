"""Public pages of players, cards and routes held at the end of games, and an index of games by their end."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Existing accounts have a public page. The server fills in what was held in finished games."""
    op.add_column("accounts", sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("results", sa.Column("held", sa.Text))
    op.create_index("ix_tables_ended", "tables", ["ruleset", "ended"])
