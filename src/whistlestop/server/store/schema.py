"""The tables of the database, for SQLAlchemy Core, within what SQLite and PostgreSQL share.

`actions` is the log, and the log is the game: its primary key (game, ply) decides every race. A ply is the
version of the game after the action, so the first action has ply 1. `command` is the id under which a client
sent the action; bots send none. Times are milliseconds since 1970 in UTC.
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
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

site = Table(
    "site",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    # Whether this is the account of a program, as its owner says, and since when (null: no program, or not known).
    Column("is_bot", Boolean, nullable=False, server_default=false()),
    Column("program_since", BigInteger),
)

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

# People with an account. Every other table that names a user is changed by its shape when two of them become one or
# an account is deleted (`accounts/leaving.py`).

accounts = Table(
    "accounts",
    metadata,
    Column("user", String(32), ForeignKey("users.id"), primary_key=True),
    # What is left of the name when it is only looked at: no two accounts share it.
    Column("skeleton", String(64), nullable=False),
    # The hash with its parameters; null: passkeys only.
    Column("password", String(255)),
    # An address that was shown to be the owner's.
    Column("email", String(254)),
    # In which the owner is written to.
    Column("language", String(8), nullable=False, server_default="en"),
    Column("created", BigInteger, nullable=False),
    # Whether others see the owner's page, and a line in the rankings.
    Column("shown", Boolean, nullable=False, server_default=true()),
    UniqueConstraint("skeleton", name="uq_accounts_skeleton"),
    UniqueConstraint("email", name="uq_accounts_email"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("user", String(32), ForeignKey("accounts.user"), nullable=False, index=True),
    # SHA-256 of what the browser holds.
    Column("hash", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    # When a password or a passkey was last shown.
    Column("proved", BigInteger, nullable=False),
    Column("agent", String(80), nullable=False),
    UniqueConstraint("hash", name="uq_sessions_hash"),
)

passkeys = Table(
    "passkeys",
    metadata,
    # The id that the authenticator chose, at most 1023 bytes, as base64url.
    Column("id", String(1364), primary_key=True),
    Column("user", String(32), ForeignKey("accounts.user"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("key", Text, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

links = Table(
    "links",
    metadata,
    # SHA-256 of what stands in an e-mail, or of a passkey's challenge that has been answered.
    Column("hash", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("user", String(32), ForeignKey("accounts.user"), index=True),
    Column("email", String(254)),
    Column("expires", BigInteger, nullable=False),
    CheckConstraint("kind in ('verify', 'recover', 'answered')", name="kind"),
)

# What an account takes beside its password; `accounts/factors.py` uses it.
second_factors = Table(
    "second_factors",
    metadata,
    Column("user", String(32), ForeignKey("accounts.user"), primary_key=True),
    # The secret of an authenticator app as Base32 (null: passkeys only), and of one that is being set up.
    Column("secret", String(64)),
    Column("pending", String(64)),
    # Since when it is on; null: it is off.
    Column("since", BigInteger),
    # The step of time of the newest code that was taken: none of it or before is taken again.
    Column("step", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("user", String(32), ForeignKey("accounts.user"), primary_key=True),
    # SHA-256 of a code, which goes when it is used.
    Column("hash", String(64), primary_key=True),
)

# ------------------------------------------------------------------------------------------------------- clocks

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

# ------------------------------------------------------------------------------------------------- coming back

results = Table(
    "results",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    # NULL for a bot of its own. Where both are set, a bot played on for the person to the end. Rank and won are what
    # counts (RUL-84), not what the rules say of the score.
    Column("user", String(32), ForeignKey("users.id")),
    Column("bot", String(64)),
    Column("score", Integer, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    # The numbers that the score is made of, by name, as JSON.
    Column("detail", Text, nullable=False),
    # Routes and tickets that the seat had at the end, as JSON (NULL: not looked up yet).
    Column("held", Text),
    Index("ix_results_user", "user", "game"),
)

removals = Table(
    "removals",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# ------------------------------------------------------------------------------------------ notices and the rest

# Ways in which people are told of their turns: push subscriptions, e-mail addresses, webhooks. `secret` is what it
# takes to write to one: keys of a subscription, or what a webhook's messages are signed with.
notice_ways = Table(
    "notice_ways",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", String(1000), nullable=False),
    Column("secret", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("active", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    # Whether nothing is sent until the owner confirms it, as somebody else may have added it.
    Column("suspended", Boolean, nullable=False, server_default=false()),
    CheckConstraint("kind in ('push', 'mail', 'webhook')", name="kind"),
    UniqueConstraint("user", "kind", "address", name="uq_notice_ways_address"),
)

# The outbox: what is to be sent, tried again and done. A row stays when it is done, so that nothing is sent twice
# for one turn: `seat` has been due since version `since`. `way` is one of those above, or "host" (seat -1): the game
# is over. With seat -2, `since` is the id of one of the events below.
notices = Table(
    "notices",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("since", Integer, primary_key=True, autoincrement=False),
    Column("way", String(32), primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("attempts", SmallInteger, nullable=False),
    Column("done", BigInteger),
    Index("ix_notices_due", "done", "due"),
)

# What users were told of tables, in their ways and on the page: each event once, which is what `mark` is for. `name`
# caused it; `read` equals `at` where the user saw it happen.
notice_events = Table(
    "notice_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("mark", Integer, nullable=False),
    Column("name", String(64)),
    Column("board", String(200), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("read", BigInteger),
    UniqueConstraint("user", "game", "kind", "mark", name="uq_notice_events_once"),
    sqlite_autoincrement=True,
)

# The kinds of events that a user wants, parted by spaces; without a row the usual ones.
notice_wishes = Table(
    "notice_wishes",
    metadata,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("kinds", String(200), nullable=False),
)

# Games under way that nobody has played on for long: since when they are known as such, and when they are closed.
idle = Table(
    "idle",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("warned", BigInteger, nullable=False),
    Column("closes", BigInteger, nullable=False),
)

# What came of looking at every decision of a game that is over. `format` says in which form the document (JSON) is.
reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("format", String(32), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
)

# For programs: the keys by which they act for a user, and what they are asked to play.

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    # SHA-256 of the token, which itself is not kept.
    Column("hash", String(64), nullable=False, unique=True),
    # Words with spaces between.
    Column("scopes", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("used", BigInteger),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("challenger", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("bot", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("state", String(8), nullable=False),
    Column("start", Boolean, nullable=False, server_default=false()),
    Column("created", BigInteger, nullable=False),
    CheckConstraint("state in ('waiting', 'accepted', 'declined')", name="state"),
)

# ---------------------------------------------------------------------------------------- meeting and moderation

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    # Where it was said; null: where the open tables are. No foreign key: tables and what was said at them are
    # forgotten each in their own time.
    Column("game", String(32)),
    # Who may read it: "all", "players", or "watchers" (for players when the game is over).
    Column("audience", String(8), nullable=False),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", SmallInteger),
    # One of the two: a text, or one of the phrases that each reader has in their language.
    Column("text", Text),
    Column("phrase", String(24)),
    # The address it came from, as a tag that only this site can make: what can be banned.
    Column("address", String(32), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    # When a moderator deleted it for everybody; the moderation log keeps its text.
    Column("deleted", BigInteger),
    CheckConstraint("audience in ('all', 'players', 'watchers')", name="audience"),
    Index("ix_messages_game_id", "game", "id"),
    # A number is never given twice, also when the newest was forgotten.
    sqlite_autoincrement=True,
)

mutes = Table(
    "mutes",
    metadata,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    # Null: a player was reported at a table, without a message.
    Column("message", Integer),
    Column("game", String(32)),
    Column("reporter", String(32), nullable=False),
    Column("reported", String(32), nullable=False),
    Column("address", String(32), nullable=False),
    Column("reason", String(16), nullable=False),
    # The message and what was said before it, as JSON.
    Column("context", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("done", BigInteger),
    # What is wrong: a "message", a "name" (as it was then), "stalling" or "leaving".
    Column("about", String(16), nullable=False, server_default="message"),
    Column("name", String(64)),
    UniqueConstraint("message", "reporter", name="uq_reports_message"),
)

bans = Table(
    "bans",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    # A user's id, or the tag of an address.
    Column("subject", String(32), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
    # When it ends by itself (null: never), and when it was lifted.
    Column("until", BigInteger),
    Column("lifted", BigInteger),
    # "all": nothing can be done here; "chat": nothing can be said.
    Column("scope", String(8), nullable=False, server_default="all"),
    # The tag of the address from which a banned user was last seen: new users who come from there have to wait.
    Column("origin", String(32)),
    CheckConstraint("kind in ('user', 'address')", name="kind"),
)

# What moderators have told a user, until the user has seen it, and after.
warnings = Table(
    "warnings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user", String(32), nullable=False, index=True),
    Column("text", String(300), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seen", BigInteger),
)

moderators = Table(
    "moderators",
    metadata,
    Column("user", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

moderation = Table(
    "moderation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    # A user's id; null: by command.
    Column("by", String(32)),
    Column("action", String(16), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("note", String(200), nullable=False),
    # What was deleted, or said to a user.
    Column("detail", Text),
    sqlite_autoincrement=True,
)

# --------------------------------------------------------------------------------------------- several processes

# The processes that serve this database now. A number is never given twice: it is the fencing token of what the
# process writes. One that has not renewed its row in time, or whose connection `backend` has ended, is removed by
# the others, and with it its leases.
processes = Table(
    "processes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("backend", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

# Which process plays for the bots of a game under way, and minds its clocks and notices.
leases = Table(
    "leases",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "process", Integer, ForeignKey("processes.number", ondelete="CASCADE"), nullable=False, index=True
    ),
)
