"""Notifications through ntfy, Gotify, Discord and Matrix."""

from alembic import op

revision = "0026"
down_revision = "0025"

KINDS = "kind in ('push', 'mail', 'webhook', 'ntfy', 'gotify', 'discord', 'matrix')"


def upgrade() -> None:
    """Allow the kinds. On SQLite, this rebuilds the table without the old constraint."""
    with op.batch_alter_table("notice_ways") as batch:
        if op.get_bind().dialect.name == "postgresql":
            batch.drop_constraint("ck_notice_ways_kind", type_="check")
        batch.create_check_constraint("ck_notice_ways_kind", KINDS)
