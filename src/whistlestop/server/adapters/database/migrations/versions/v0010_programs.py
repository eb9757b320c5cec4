"""A verifiable shuffle; accounts, tokens and challenges of programs."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Existing tables keep their deck, without a commitment."""
    op.add_column("users", sa.Column("is_bot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("seed", sa.String(64)))
    op.add_column("seats", sa.Column("nonce", sa.String(32)))
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("scopes", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_tokens_user", ondelete="CASCADE"),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
    )
    op.create_index("ix_tokens_user", "tokens", ["user"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("challenger", sa.String(32), nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("start", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_challenges_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["challenger"], ["users.id"], name="fk_challenges_challenger", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["bot"], ["users.id"], name="fk_challenges_bot", ondelete="CASCADE"),
        sa.CheckConstraint("state in ('waiting', 'accepted', 'declined')", name="ck_challenges_state"),
    )
    for column in ("game", "challenger", "bot"):
        op.create_index(f"ix_challenges_{column}", "challenges", [column])
