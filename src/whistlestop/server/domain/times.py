"""The time of day, for what is stored and shown."""

import time
from datetime import UTC, datetime


def now() -> int:
    """Return the milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def iso(at: int) -> str:
    """Return such a time as text, to the second."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
