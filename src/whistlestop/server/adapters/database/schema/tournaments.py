"""Tournaments: their players, arbiters, and the tables of each round with their results."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    false,
)

from .base import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    # The organizer; null: their account was deleted.
    Column("owner", String(32), ForeignKey("users.id"), index=True),
    Column("name", String(64), nullable=False),
    Column("state", String(12), nullable=False),
    # The last round with pairings; 0 before the first.
    Column("round", SmallInteger, nullable=False),
    # The plan (whistlestop.tournaments) and the settings (server/domain/tournaments.py) as JSON.
    Column("plan", Text, nullable=False),
    Column("settings", Text, nullable=False),
    # Public: anybody can recompute the draw from it.
    Column("seed", String(32), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    # When it begins or, later, when the next round begins automatically; null: an arbiter starts it.
    Column("next", BigInteger),
    Column("ended", BigInteger),
    # Increases with every change, so that processes know whether their copy is current.
    Column("version", Integer, nullable=False),
    # The club whose members alone can see it. Not a foreign key: it stays hidden from others after the club is
    # deleted.
    Column("club", String(16), index=True),
    # The season of a league of which it is a division, from 1 at the top; no foreign key, as for clubs.
    Column("league", String(16)),
    Column("season", SmallInteger),
    Column("division", SmallInteger),
    # The time after which no further round begins.
    Column("closes", BigInteger),
    CheckConstraint("state in ('open', 'running', 'paused', 'over', 'cancelled')", name="state"),
    Index("ix_tournaments_state", "state", "made"),
    Index("ix_tournaments_league", "league", "season", "division"),
)

tournament_entries = Table(
    "tournament_entries",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    # Null: the account was deleted.
    Column("user", String(32), ForeignKey("users.id"), index=True),
    # The first round that the player takes part in, and the first one in which they no longer do.
    Column("joined", SmallInteger, nullable=False),
    Column("left", SmallInteger),
    # Whether an arbiter removed the player, who then cannot enter again, and the reason.
    Column("removed", Boolean, nullable=False, server_default=false()),
    Column("reason", Text),
    Index("ix_tournament_entries_place", "tournament", "user", unique=True),
)

tournament_arbiters = Table(
    "tournament_arbiters",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), primary_key=True, index=True),
)

tournament_tables = Table(
    "tournament_tables",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", SmallInteger, primary_key=True, autoincrement=False),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("stage", String(12), nullable=False),
    Column("group", SmallInteger),
    # The entries in the order of their seats, as JSON.
    Column("seats", Text, nullable=False),
    # The table of the game, chosen before the table is created, so that it is created only once (null: a bye), and its
    # spectator key.
    Column("game", String(32)),
    Column("watch", String(32)),
    # The places of the entries, as JSON; null: the game is not over.
    Column("result", Text),
    # The correction of the result as JSON: by whom, when and why.
    Column("correction", Text),
    Index("ix_tournament_tables_game", "game", unique=True),
)
