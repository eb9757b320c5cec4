"""Notifications of events other than turns, and the kinds that users want."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Create two tables."""
    op.create_table(
        "notice_events",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("mark", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64)),
        sa.Column("board", sa.String(200), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("read", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_notice_events"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_notice_events_user", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_notice_events_game", ondelete="CASCADE"),
        sa.UniqueConstraint("user", "game", "kind", "mark", name="uq_notice_events_once"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_notice_events_at", "notice_events", ["at"])
    op.create_index("ix_notice_events_game", "notice_events", ["game"])
    op.create_table(
        "notice_wishes",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("kinds", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_notice_wishes"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_notice_wishes_user", ondelete="CASCADE"),
    )
