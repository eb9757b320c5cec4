"""The gallery of boards: which are listed, who has finished games on them, and how players rate them.

Games that end on an old server on the same database are not counted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Create the tables, and let boards name their origin."""
    op.add_column("own_boards", sa.Column("origin", sa.String(64)))
    op.create_table(
        "listed_boards",
        sa.Column("board", sa.String(32), nullable=False),
        sa.Column("listed", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("board", name="pk_listed_boards"),
        sa.ForeignKeyConstraint(
            ["board"], ["own_boards.id"], name="fk_listed_boards_board", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_listed_boards_listed", "listed_boards", ["listed"])
    op.create_table(
        "board_players",
        sa.Column("board", sa.String(32), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("stars", sa.SmallInteger),
        sa.PrimaryKeyConstraint("board", "user", name="pk_board_players"),
        sa.ForeignKeyConstraint(
            ["board"], ["own_boards.id"], name="fk_board_players_board", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_board_players_user", ondelete="CASCADE"),
    )
    op.create_index("ix_board_players_user", "board_players", ["user"])
