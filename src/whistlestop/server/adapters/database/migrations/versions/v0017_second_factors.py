"""Second factors of accounts, and their recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the tables; no account has a second factor yet."""
    op.create_table(
        "second_factors",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("secret", sa.String(64)),
        sa.Column("pending", sa.String(64)),
        sa.Column("since", sa.BigInteger),
        sa.Column("step", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_second_factors"),
        sa.ForeignKeyConstraint(["user"], ["accounts.user"], name="fk_second_factors_user"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("user", "hash", name="pk_recovery_codes"),
        sa.ForeignKeyConstraint(["user"], ["accounts.user"], name="fk_recovery_codes_user"),
    )
