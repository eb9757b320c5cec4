"""Tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Create the tables of tournaments, and let the tables of their games name them."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("next", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.ForeignKeyConstraint(["owner"], ["users.id"], name="fk_tournaments_owner"),
        sa.CheckConstraint(
            "state in ('open', 'running', 'paused', 'over', 'cancelled')", name="ck_tournaments_state"
        ),
    )
    op.create_index("ix_tournaments_owner", "tournaments", ["owner"])
    op.create_index("ix_tournaments_state", "tournaments", ["state", "made"])
    op.create_table(
        "tournament_entries",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("number", sa.SmallInteger, nullable=False),
        sa.Column("user", sa.String(32)),
        sa.Column("joined", sa.SmallInteger, nullable=False),
        sa.Column("left", sa.SmallInteger),
        sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("reason", sa.Text),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_tournament_entries"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_entries_tournament", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_tournament_entries_user"),
    )
    op.create_index("ix_tournament_entries_user", "tournament_entries", ["user"])
    op.create_index("ix_tournament_entries_place", "tournament_entries", ["tournament", "user"], unique=True)
    op.create_table(
        "tournament_arbiters",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "user", name="pk_tournament_arbiters"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_arbiters_tournament", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_tournament_arbiters_user"),
    )
    op.create_index("ix_tournament_arbiters_user", "tournament_arbiters", ["user"])
    op.create_table(
        "tournament_tables",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("number", sa.SmallInteger, nullable=False),
        sa.Column("stage", sa.String(12), nullable=False),
        sa.Column("group", sa.SmallInteger),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("watch", sa.String(32)),
        sa.Column("result", sa.Text),
        sa.Column("correction", sa.Text),
        sa.PrimaryKeyConstraint("tournament", "round", "number", name="pk_tournament_tables"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_tables_tournament", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_tournament_tables_game", "tournament_tables", ["game"], unique=True)
    op.add_column("tables", sa.Column("tournament", sa.String(32)))
