"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the table of reviews, which are made on request."""
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("format", sa.String(32), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_reviews"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_reviews_game", ondelete="CASCADE"),
    )
