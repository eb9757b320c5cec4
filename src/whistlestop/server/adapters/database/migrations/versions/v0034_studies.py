"""Studies: chapters of finished games, their notes and drawings, and their members."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Create the tables of studies."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("link", sa.String(32)),
        sa.Column("link_role", sa.String(8), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
        sa.UniqueConstraint("link", name="uq_studies_link"),
    )
    op.create_table(
        "study_members",
        sa.Column("study", sa.String(16), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("study", "user", name="pk_study_members"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_study_members_study", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_study_members_user", ondelete="CASCADE"),
        sa.CheckConstraint("role in ('owner', 'editor', 'reader')", name="ck_study_members_role"),
    )
    op.create_index("ix_study_members_user", "study_members", ["user"])
    op.create_table(
        "study_chapters",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("study", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("place", sa.SmallInteger, nullable=False),
        sa.Column("parent", sa.String(16)),
        sa.Column("moment", sa.Integer),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_study_chapters"),
        sa.ForeignKeyConstraint(
            ["study"], ["studies.id"], name="fk_study_chapters_study", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_study_chapters_game", ondelete="CASCADE"),
    )
    op.create_index("ix_study_chapters_study", "study_chapters", ["study"])
    op.create_index("ix_study_chapters_game", "study_chapters", ["game"])
    op.create_table(
        "study_notes",
        sa.Column("chapter", sa.String(16), nullable=False),
        sa.Column("moment", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("writer", sa.String(32)),
        sa.PrimaryKeyConstraint("chapter", "moment", name="pk_study_notes"),
        sa.ForeignKeyConstraint(
            ["chapter"], ["study_chapters.id"], name="fk_study_notes_chapter", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["writer"], ["users.id"], name="fk_study_notes_writer"),
    )
    op.create_index("ix_study_notes_writer", "study_notes", ["writer"])
    op.create_table(
        "study_marks",
        sa.Column("chapter", sa.String(16), nullable=False),
        sa.Column("moment", sa.Integer, nullable=False),
        sa.Column("mark", sa.String(160), nullable=False),
        sa.Column("color", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("chapter", "moment", "mark", name="pk_study_marks"),
        sa.ForeignKeyConstraint(
            ["chapter"], ["study_chapters.id"], name="fk_study_marks_chapter", ondelete="CASCADE"
        ),
    )
