"""Tables with their seats, and the logs of their games.

`actions` is the log, and the log is the game: its primary key (game, ply) prevents conflicting appends. A ply is the
version of the game after the action, so the first action has ply 1. `command` is the id under which a client sent the
action; bots send none.
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
    # The record without its actions, as JSON. It contains the seed, so it stays on the server until the end.
    Column("header", Text),
    # Whether all players may look at their own stacks (CARD-22).
    Column("look", Boolean, nullable=False, server_default=false()),
    # The spectator key; the id is the key for players.
    Column("watch", String(32), nullable=False, server_default=""),
    # Whether the players agreed to end the game unfinished; it is then over, without results.
    Column("abandoned", Boolean, nullable=False, server_default=false()),
    # The bot that plays for players who leave (NULL: the default), and whether they may take their seat back.
    Column("stand_in", String(64)),
    Column("comes_back", Boolean, nullable=False, server_default=true()),
    # The table of which this one is the rematch.
    Column("rematch_of", String(32)),
    # The settings of the clock as JSON, if there is one.
    Column("clock", Text),
    # The secret of the shuffle (docs/fairness.md), 64 hexadecimal digits. It stays on the server until the end.
    Column("seed", String(64)),
    # Whether a closed table was canceled by its host before the game (otherwise a moderator closed it).
    Column("cancelled", Boolean, nullable=False, server_default=false()),
    # When the host last changed the setup, or the last seat of a rematch was taken; NULL: never.
    Column("changed", BigInteger),
    # Seconds of delay with which spectators see a game between people (NULL: the default for such a table).
    Column("delay", SmallInteger),
    # Whether all players have hints even if several people play.
    Column("hints", Boolean, nullable=False, server_default=false()),
    # Whether it is listed among the open tables, and whether it begins as soon as no seat is open.
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("quick", Boolean, nullable=False, server_default=false()),
    Column("chat", Boolean, nullable=False, server_default=true()),
    # When a moderator closed it; after that it can no longer be opened.
    Column("closed", BigInteger),
    # Whether it was imported.
    Column("imported", Boolean, nullable=False, server_default=false()),
    # The tournament to which its game belongs.
    Column("tournament", String(32)),
    # The club whose members alone may open the table. Not a foreign key: the table stays closed to others after the
    # club is deleted.
    Column("club", String(16), index=True),
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
    # Why a bot plays for the seat's player: "left", "time" or "removed"; empty while they play.
    Column("away", String(8)),
    # The name of one of several people who play on one device; the seat's user is the host.
    Column("label", String(64)),
    # The user for whom an open seat is reserved.
    Column("held_for", String(32)),
    # Whether its player agrees to end the game unfinished.
    Column("agreed", Boolean, nullable=False, server_default=false()),
    # Whether its player agrees to hints for all players.
    Column("hints", Boolean, nullable=False, server_default=false()),
    # Whether its player agrees to pause the game.
    Column("pause", Boolean, nullable=False, server_default=false()),
    # The seat's contribution to the shuffle, 32 hexadecimal digits.
    Column("nonce", String(32)),
    # The color that its player chose, or had at the previous table (NULL: any free one).
    Column("color", SmallInteger),
    # The key of the invitation link, which lets one user sit down; deleted when the seat is taken.
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

# Hand-overs of people's seats to a bot (or back, if `bot` is null), after this number of actions.
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

# Periods in which the server was unreachable, which do not count for clocks.
outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)

# Periods in which clocks are stopped: vacations of a seat's player, and pauses of the game (seat NULL).
clock_stops = Table(
    "clock_stops",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", SmallInteger),
    Column("began", BigInteger, nullable=False),
    # The planned end; the actual one after an early return, or after the game was resumed.
    Column("ends", BigInteger, nullable=False),
)

# When the player of a seat first looked at the turn that began at version `ply`, in games in progress whose clock waits
# for that.
looks = Table(
    "looks",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

removals = Table(
    "removals",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Players' plans for their next turns (server/domain/ahead.py). Secret from the other players, too.
moves_ahead = Table(
    "moves_ahead",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("user", String(32), ForeignKey("users.id"), nullable=False, index=True),
    Column("id", String(32), nullable=False),
    # The version of the game at which the plan was made.
    Column("made", Integer, nullable=False),
    # The alternatives as JSON.
    Column("alternatives", Text, nullable=False),
)

# Idle games in progress: when they were found idle, and when they will be closed.
idle = Table(
    "idle",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("warned", BigInteger, nullable=False),
    Column("closes", BigInteger, nullable=False),
)
