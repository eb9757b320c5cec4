"""Open tables, invitations, chat and moderation."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Existing tables are not listed, and have chat."""
    for name, default in (("listed", sa.false()), ("quick", sa.false()), ("chat", sa.true())):
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=default))
    op.add_column("tables", sa.Column("closed", sa.BigInteger))
    op.add_column("seats", sa.Column("invitation", sa.String(32)))
    op.create_index("ix_seats_invitation", "seats", ["invitation"], unique=True)
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("audience", sa.String(8), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("text", sa.Text),
        sa.Column("phrase", sa.String(24)),
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_messages_user", ondelete="CASCADE"),
        sa.CheckConstraint("audience in ('all', 'players', 'watchers')", name="ck_messages_audience"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_messages_user", "messages", ["user"])
    op.create_index("ix_messages_at", "messages", ["at"])
    op.create_index("ix_messages_game_id", "messages", ["game", "id"])
    op.create_table(
        "mutes",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("muted", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user", "muted", name="pk_mutes"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_mutes_user", ondelete="CASCADE"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("message", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("reported", sa.String(32), nullable=False),
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("done", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("message", "reporter", name="uq_reports_message"),
    )
    op.create_index("ix_reports_at", "reports", ["at"])
    op.create_table(
        "bans",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("lifted", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_bans"),
        sa.CheckConstraint("kind in ('user', 'address')", name="ck_bans_kind"),
    )
    op.create_table(
        "moderators",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_moderators"),
    )
    op.create_table(
        "moderation",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(32)),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moderation"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_moderation_at", "moderation", ["at"])
