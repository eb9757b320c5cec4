"""Pages of players: who shows theirs, what was held at the end of games, and games by the time of their end."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Accounts made before show their page. What was held in games that are over is filled in by the server."""
    op.add_column("accounts", sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("results", sa.Column("held", sa.Text))
    op.create_index("ix_tables_ended", "tables", ["ruleset", "ended"])
