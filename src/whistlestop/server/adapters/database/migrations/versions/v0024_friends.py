"""Friends, their presence, and blocks, which replace mutes."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Create three tables, one of them from the mutes, and add the settings of friends to accounts."""
    op.create_table(
        "friendships",
        sa.Column("low", sa.String(32), nullable=False),
        sa.Column("high", sa.String(32), nullable=False),
        sa.Column("asker", sa.String(32), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger),
        sa.PrimaryKeyConstraint("low", "high", name="pk_friendships"),
        sa.ForeignKeyConstraint(["low"], ["users.id"], name="fk_friendships_low", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["high"], ["users.id"], name="fk_friendships_high", ondelete="CASCADE"),
        sa.CheckConstraint("asker in (low, high)", name="ck_friendships_asker"),
    )
    op.create_index("ix_friendships_high", "friendships", ["high"])
    op.create_table(
        "presences",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_presences"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_presences_user", ondelete="CASCADE"),
    )
    op.add_column(
        "accounts", sa.Column("shows_online", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("accounts", sa.Column("friend_key", sa.String(32)))
    op.create_index("ix_accounts_friend_key", "accounts", ["friend_key"], unique=True)
    op.create_table(
        "blocks",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user", "blocked", name="pk_blocks"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_blocks_user", ondelete="CASCADE"),
    )
    op.execute('insert into blocks ("user", blocked, at) select "user", muted, at from mutes')
    op.drop_table("mutes")
