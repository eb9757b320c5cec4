"""Results of finished games; leaving, returning and rematches; several people on one device."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Players can return at existing tables. The server fills in the results of finished games."""
    op.add_column("tables", sa.Column("abandoned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("stand_in", sa.String(64)))
    op.add_column("tables", sa.Column("comes_back", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("rematch_of", sa.String(32)))
    op.create_index("ix_tables_rematch_of", "tables", ["rematch_of"], unique=True)
    op.add_column("seats", sa.Column("label", sa.String(64)))
    op.add_column("seats", sa.Column("held_for", sa.String(32)))
    op.add_column("seats", sa.Column("agreed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("user", sa.String(32)),
        sa.Column("bot", sa.String(64)),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.SmallInteger, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_results_game_tables"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_results_user_users"),
    )
    op.create_index("ix_results_user", "results", ["user", "game"])
    op.create_table(
        "removals",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "user", name="pk_removals"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_removals_game_tables"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_removals_user_users"),
    )
