"""The challenges that programs accept."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Create a table."""
    op.create_table(
        "program_offers",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("rulesets", sa.Text, nullable=False),
        sa.Column("players", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_program_offers"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_program_offers_user", ondelete="CASCADE"),
    )
