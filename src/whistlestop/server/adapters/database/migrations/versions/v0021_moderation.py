"""Deleted messages, warnings, site-wide mutes, reports of players, and the addresses of banned users."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

TELL = """
create function whistlestop_tell_moderation() returns trigger language plpgsql as $$
begin
    perform pg_notify('whistlestop', 'moderated ' || new.id);
    return null;
end $$
"""


def upgrade() -> None:
    """Add moderators' actions; on PostgreSQL also the trigger that notifies every process of them."""
    op.add_column("messages", sa.Column("deleted", sa.BigInteger))
    op.add_column("moderation", sa.Column("detail", sa.Text))
    op.add_column("bans", sa.Column("scope", sa.String(8), nullable=False, server_default="all"))
    op.add_column("bans", sa.Column("origin", sa.String(32)))
    with op.batch_alter_table("reports") as batch:
        batch.alter_column("message", existing_type=sa.Integer, nullable=True)
        batch.add_column(sa.Column("about", sa.String(16), nullable=False, server_default="message"))
        batch.add_column(sa.Column("name", sa.String(64)))
    op.create_table(
        "warnings",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_warnings"),
    )
    op.create_index("ix_warnings_user", "warnings", ["user"])
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(TELL)
    op.execute(
        "create trigger whistlestop_tell after insert on moderation "
        "for each row execute function whistlestop_tell_moderation()"
    )
