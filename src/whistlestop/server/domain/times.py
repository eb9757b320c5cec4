"""The time of day, for what is stored and shown."""

import time
from datetime import UTC, datetime


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def iso(at: int) -> str:
    """Such a time as people and programs read it, to the second."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
