"""Studies: chapters with finished games, their notes and marks, and their members."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
)

from .base import metadata

studies = Table(
    "studies",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    # The key of the invitation link, and the role that it gives.
    Column("link", String(32), unique=True),
    Column("link_role", String(8), nullable=False),
    # Increased by every change of the study, its chapters and members.
    Column("version", Integer, nullable=False),
)

study_members = Table(
    "study_members",
    metadata,
    Column("study", String(16), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("role", String(8), nullable=False),
    Column("since", BigInteger, nullable=False),
    CheckConstraint("role in ('owner', 'editor', 'reader')", name="ck_study_members_role"),
)

study_chapters = Table(
    "study_chapters",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("study", String(16), ForeignKey("studies.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("place", SmallInteger, nullable=False),
    # The chapter from which this one branches off, and the version of its game at which it does.
    Column("parent", String(16)),
    Column("moment", Integer),
    # Increased by every change of notes and marks.
    Column("version", Integer, nullable=False),
)

# A deleted note keeps its row, so that its edition never repeats.
study_notes = Table(
    "study_notes",
    metadata,
    Column("chapter", String(16), ForeignKey("study_chapters.id", ondelete="CASCADE"), primary_key=True),
    Column("moment", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("edition", Integer, nullable=False),
    Column("writer", String(32), ForeignKey("users.id"), index=True),
)

study_marks = Table(
    "study_marks",
    metadata,
    Column("chapter", String(16), ForeignKey("study_chapters.id", ondelete="CASCADE"), primary_key=True),
    Column("moment", Integer, primary_key=True),
    Column("mark", String(160), primary_key=True),
    Column("color", SmallInteger, nullable=False),
)
