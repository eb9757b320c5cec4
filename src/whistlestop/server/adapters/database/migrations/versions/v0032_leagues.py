"""Leagues, whose seasons have tournaments as divisions.

An old server on the same database runs these tournaments as well, but lets their rounds begin after `closes`, and one
at a time. It begins no season.
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Create the tables of leagues, and let tournaments be divisions of their seasons."""
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("season", sa.SmallInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("club", sa.String(16)),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("next", sa.BigInteger),
        sa.Column("closing", sa.Boolean, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name="fk_leagues_owner"),
        sa.CheckConstraint("state in ('open', 'running', 'closed')", name="ck_leagues_state"),
    )
    op.create_index("ix_leagues_owner", "leagues", ["owner"])
    op.create_index("ix_leagues_club", "leagues", ["club"])
    op.create_index("ix_leagues_state", "leagues", ["state", "made"])
    op.create_table(
        "league_members",
        sa.Column("league", sa.String(16), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("season", sa.SmallInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("league", "user", name="pk_league_members"),
        sa.ForeignKeyConstraint(
            ["league"], ["leagues.id"], name="fk_league_members_league", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_league_members_user"),
    )
    op.create_index("ix_league_members_user", "league_members", ["user"])
    op.add_column("tournaments", sa.Column("league", sa.String(16)))
    op.add_column("tournaments", sa.Column("season", sa.SmallInteger))
    op.add_column("tournaments", sa.Column("division", sa.SmallInteger))
    op.add_column("tournaments", sa.Column("closes", sa.BigInteger))
    op.create_index("ix_tournaments_league", "tournaments", ["league", "season", "division"])
