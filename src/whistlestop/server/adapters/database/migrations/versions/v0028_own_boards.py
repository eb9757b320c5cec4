"""Boards that users have made."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Create a table."""
    op.create_table(
        "own_boards",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_own_boards"),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name="fk_own_boards_owner", ondelete="CASCADE"),
    )
    op.create_index("ix_own_boards_owner", "own_boards", ["owner"])
