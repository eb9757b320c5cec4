"""Signing in with OpenID providers."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Create two tables."""
    op.create_table(
        "provider_logins",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_provider_logins"),
        sa.ForeignKeyConstraint(["user"], ["accounts.user"], name="fk_provider_logins_user"),
        sa.UniqueConstraint("issuer", "subject", name="uq_provider_logins_subject"),
    )
    op.create_index("ix_provider_logins_user", "provider_logins", ["user"])
    op.create_table(
        "provider_attempts",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("provider", sa.String(32), nullable=False),
        sa.Column("asker", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("verifier", sa.String(64)),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(255)),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_provider_attempts"),
        sa.CheckConstraint("purpose in ('enter', 'link', 'prove')", name="ck_provider_attempts_purpose"),
    )
