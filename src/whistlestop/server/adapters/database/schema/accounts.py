"""Users, their accounts, and the credentials of accounts.

When a guest becomes an account or an account is deleted, other tables that refer to a user are changed generically
(`account_removal.py`).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from .base import metadata

users = Table(
    "users",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    # Whether the owner has marked this as the account of a program, and since when (null: not a program, or unknown).
    Column("is_bot", Boolean, nullable=False, server_default=false()),
    Column("program_since", BigInteger),
)

accounts = Table(
    "accounts",
    metadata,
    Column("user", String(32), ForeignKey("users.id"), primary_key=True),
    # The name reduced to clearly visible differences; unique among accounts.
    Column("skeleton", String(64), nullable=False),
    # The hash with its parameters; null: passkeys only.
    Column("password", String(255)),
    # A confirmed address.
    Column("email", String(254)),
    # The language of e-mail to the owner.
    Column("language", String(8), nullable=False, server_default="en"),
    Column("created", BigInteger, nullable=False),
    # Whether the owner has a public page and a line in the rankings.
    Column("shown", Boolean, nullable=False, server_default=true()),
    # Whether friends see when the owner is online.
    Column("shows_online", Boolean, nullable=False, server_default=false()),
    # The key of the link whose users become friends of the owner (null: there is none).
    Column("friend_key", String(32)),
    UniqueConstraint("skeleton", name="uq_accounts_skeleton"),
    UniqueConstraint("email", name="uq_accounts_email"),
    Index("ix_accounts_friend_key", "friend_key", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("user", String(32), ForeignKey("accounts.user"), nullable=False, index=True),
    # SHA-256 of the secret in the browser.
    Column("hash", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    # When the user last entered a password or used a passkey.
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
    # SHA-256 of the secret in an e-mail, or of a passkey's challenge that has been answered.
    Column("hash", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("user", String(32), ForeignKey("accounts.user"), index=True),
    Column("email", String(254)),
    Column("expires", BigInteger, nullable=False),
    CheckConstraint("kind in ('verify', 'recover', 'answered')", name="kind"),
)

# The identities of account owners at OpenID providers; `accounts/providers.py` uses these two tables.
provider_logins = Table(
    "provider_logins",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("user", String(32), ForeignKey("accounts.user"), nullable=False, index=True),
    Column("issuer", String(255), nullable=False),
    Column("subject", String(255), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    UniqueConstraint("issuer", "subject", name="uq_provider_logins_subject"),
)

# Users who are at a provider, or have come back from it and must still enter a name or a second factor.
provider_attempts = Table(
    "provider_attempts",
    metadata,
    # SHA-256 of the state in the addresses.
    Column("hash", String(64), primary_key=True),
    Column("provider", String(32), nullable=False),
    # The session or guest that began the attempt.
    Column("asker", String(64), nullable=False),
    Column("purpose", String(8), nullable=False),
    # The code verifier (PKCE); null once the answer of the provider has been used.
    Column("verifier", String(64)),
    Column("nonce", String(64), nullable=False),
    # The person that the provider named; null until then.
    Column("subject", String(255)),
    Column("expires", BigInteger, nullable=False),
    CheckConstraint("purpose in ('enter', 'link', 'prove')", name="purpose"),
)

# Second factors; `accounts/factors.py` uses them.
second_factors = Table(
    "second_factors",
    metadata,
    Column("user", String(32), ForeignKey("accounts.user"), primary_key=True),
    # The secret of an authenticator app as Base32 (null: passkeys only), and of one that is being set up.
    Column("secret", String(64)),
    Column("pending", String(64)),
    # When the second factor was turned on; null: it is off.
    Column("since", BigInteger),
    # The time step of the newest accepted code: no code of this step or an earlier one is accepted again.
    Column("step", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("user", String(32), ForeignKey("accounts.user"), primary_key=True),
    # SHA-256 of a code; the row is deleted when the code is used.
    Column("hash", String(64), primary_key=True),
)

# Vacations from games by days, kept for a year for the allowance; `clock_stops` lists the clocks that they
# stop.
vacations = Table(
    "vacations",
    metadata,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ends", BigInteger, nullable=False),
)
