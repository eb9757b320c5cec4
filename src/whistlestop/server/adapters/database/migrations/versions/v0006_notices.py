"""Channels for notifications of turns, and the outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create two tables."""
    op.create_table(
        "notice_ways",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notice_ways"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_notice_ways_user", ondelete="CASCADE"),
        sa.CheckConstraint("kind in ('push', 'mail', 'webhook')", name="ck_notice_ways_kind"),
        sa.UniqueConstraint("user", "kind", "address", name="uq_notice_ways_address"),
    )
    op.create_table(
        "notices",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("since", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("way", sa.String(32), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.SmallInteger, nullable=False),
        sa.Column("done", sa.BigInteger),
        sa.PrimaryKeyConstraint("game", "seat", "since", "way", name="pk_notices"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_notices_game", ondelete="CASCADE"),
    )
    op.create_index("ix_notices_due", "notices", ["done", "due"])
