"""Accounts: sessions, passkeys, and links in e-mails."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables; all users are guests so far."""
    op.create_table(
        "accounts",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("skeleton", sa.String(64), nullable=False),
        sa.Column("password", sa.String(255)),
        sa.Column("email", sa.String(254)),
        sa.Column("language", sa.String(8), nullable=False, server_default="en"),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_accounts"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_accounts_user"),
        sa.UniqueConstraint("skeleton", name="uq_accounts_skeleton"),
        sa.UniqueConstraint("email", name="uq_accounts_email"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("proved", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(["user"], ["accounts.user"], name="fk_sessions_user"),
        sa.UniqueConstraint("hash", name="uq_sessions_hash"),
    )
    op.create_index("ix_sessions_user", "sessions", ["user"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1364), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.ForeignKeyConstraint(["user"], ["accounts.user"], name="fk_passkeys_user"),
    )
    op.create_index("ix_passkeys_user", "passkeys", ["user"])
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("user", sa.String(32)),
        sa.Column("email", sa.String(254)),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_links"),
        sa.ForeignKeyConstraint(["user"], ["accounts.user"], name="fk_links_user"),
        sa.CheckConstraint("kind in ('verify', 'recover', 'answered')", name="ck_links_kind"),
    )
    op.create_index("ix_links_user", "links", ["user"])
