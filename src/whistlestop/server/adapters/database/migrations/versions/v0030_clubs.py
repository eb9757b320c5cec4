"""Clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Create the tables of clubs, and let tables and tournaments belong to one."""
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("language", sa.String(8)),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("link", sa.String(32)),
        sa.Column("link_ends", sa.BigInteger),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
    )
    op.create_index("ix_clubs_link", "clubs", ["link"], unique=True)
    op.create_index("ix_clubs_open", "clubs", ["open", "made"])
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("club", "user", name="pk_club_members"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_club_members_club", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_club_members_user", ondelete="CASCADE"),
        sa.CheckConstraint(
            "role in ('owner', 'organizer', 'member', 'asking', 'removed')", name="ck_club_members_role"
        ),
    )
    op.create_index("ix_club_members_user", "club_members", ["user"])
    op.add_column("tables", sa.Column("club", sa.String(16)))
    op.create_index("ix_tables_club", "tables", ["club"])
    op.add_column("tournaments", sa.Column("club", sa.String(16)))
    op.create_index("ix_tournaments_club", "tournaments", ["club"])
