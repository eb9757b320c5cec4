"""Tables with their seats, and the log of what was played.

`actions` is the log, and the log is the game: its primary key (game, ply) decides every race. A ply is the
version of the game after the action, so the first action has ply 1. `command` is the id under which a client
sent the action; bots send none.
"""

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
    UniqueConstraint,
    false,
    true,
)

from .base import metadata

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("ruleset", String(64), nullable=False),
    Column("owner", String(32), ForeignKey("users.id"), nullable=False, index=True),
    Column("state", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    # The record without its actions, as JSON. It holds the seed: it does not leave the server before the end.
    Column("header", Text),
    # Whether every player may look at his own stack (CARD-22).
    Column("look", Boolean, nullable=False, server_default=false()),
    # The key for those who watch; the id is the key for those who sit down.
    Column("watch", String(32), nullable=False, server_default=""),
    # Whether the players agreed to end the game unfinished: then it is over, and has no results.
    Column("abandoned", Boolean, nullable=False, server_default=false()),
    # The bot that plays on for whoever leaves (NULL: the usual one), and whether they may take their seat back.
    Column("stand_in", String(64)),
    Column("comes_back", Boolean, nullable=False, server_default=true()),
    # The table whose players meet here once more.
    Column("rematch_of", String(32)),
    # The settings of the clock as JSON, if the table has one.
    Column("clock", Text),
    # Of the shuffle (docs/fairness.md), 64 hexadecimal digits. It does not leave the server before the end.
    Column("seed", String(64)),
    # Whether its host closed it before the game, and not a moderator.
    Column("cancelled", Boolean, nullable=False, server_default=false()),
    # When the host last changed what is played, or the last seat for a rematch was taken; NULL: never.
    Column("changed", BigInteger),
    # Seconds by which spectators see a game between people later (NULL: as is usual for such a table).
    Column("delay", SmallInteger),
    # Whether everybody may ask for hints though there are several people.
    Column("hints", Boolean, nullable=False, server_default=false()),
    # Whether everybody finds it among the open tables, and whether it begins by itself when it is full.
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("quick", Boolean, nullable=False, server_default=false()),
    Column("chat", Boolean, nullable=False, server_default=true()),
    # When a moderator closed it: from then on nobody is let in.
    Column("closed", BigInteger),
    # Played elsewhere, and over when it came.
    Column("imported", Boolean, nullable=False, server_default=false()),
    CheckConstraint("state in ('open', 'playing', 'over')", name="state"),
    Index("ix_tables_state", "state"),
    Index("ix_tables_ended", "ruleset", "ended"),
    Index("ix_tables_rematch_of", "rematch_of", unique=True),
    Index("ix_tables_watch", "watch", unique=True),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("user", String(32), ForeignKey("users.id"), index=True),
    Column("bot", String(64)),
    # Why a bot plays for the person of the seat: "left", "time" or "removed"; empty while they play themselves.
    Column("away", String(8)),
    # The name of one of several people who play on one device; the user is who made the table.
    Column("label", String(64)),
    # For whom an open seat is kept.
    Column("held_for", String(32)),
    # Whether its player agrees to end the game unfinished.
    Column("agreed", Boolean, nullable=False, server_default=false()),
    # Whether its player agrees to hints for everybody.
    Column("hints", Boolean, nullable=False, server_default=false()),
    # What the seat has added to the shuffle, 32 hexadecimal digits.
    Column("nonce", String(32)),
    # The color that its player chose, or had at the table before (NULL: whichever is free).
    Column("color", SmallInteger),
    # The key of the link that seats whoever opens it; gone as soon as somebody sits.
    Column("invitation", String(32)),
    CheckConstraint("kind in ('person', 'bot', 'open')", name="kind"),
    Index("ix_seats_invitation", "invitation", unique=True),
)

actions = Table(
    "actions",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("action", Text, nullable=False),
    Column("command", String(64)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("game", "seat", "command", name="uq_actions_command"),
    sqlite_with_rowid=False,
)

# Seats of people that were handed to a bot (or back: null), after so many actions of the game.
hand_overs = Table(
    "hand_overs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(32), ForeignKey("tables.id"), nullable=False, index=True),
    Column("ply", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("bot", String(64)),
    Column("at", BigInteger, nullable=False),
)

# Times in which the service could not be reached, which no clock counts.
outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)

removals = Table(
    "removals",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Games under way that nobody has played on for long: since when they are known as such, and when they are closed.
idle = Table(
    "idle",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("warned", BigInteger, nullable=False),
    Column("closes", BigInteger, nullable=False),
)
