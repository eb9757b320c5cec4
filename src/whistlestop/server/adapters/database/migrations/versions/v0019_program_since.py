"""The time since which an account is marked as a program."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the time. It is unknown for accounts already marked, which stay marked."""
    op.add_column("users", sa.Column("program_since", sa.BigInteger))
