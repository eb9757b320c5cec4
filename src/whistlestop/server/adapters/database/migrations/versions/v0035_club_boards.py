"""Boards of clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Create a table."""
    op.create_table(
        "club_boards",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("least", sa.SmallInteger, nullable=False),
        sa.Column("most", sa.SmallInteger, nullable=False),
        sa.Column("offered", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club_boards"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_club_boards_club", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name="fk_club_boards_owner", ondelete="CASCADE"),
    )
    op.create_index("ix_club_boards_club", "club_boards", ["club"])
    op.create_index("ix_club_boards_owner", "club_boards", ["owner"])
