"""Logging: what happened, for the host. No cookie, no whole table id, no player's address, no hidden card.

A table's id is the key to it, so the log has its first signs only. Of an exception the log has type and
places, never its message or the values of variables.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from whistlestop.server.settings import Settings


def configure(settings: Settings) -> None:
    """Set up structlog for a server process, and quiet the libraries."""
    level = logging.getLevelNamesMapping().get(settings.log_level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer()
            if settings.log_json
            else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=24),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(),
        cache_logger_on_first_use=True,
    )
    for library in ("alembic", "aiosqlite", "sqlalchemy", "uvicorn"):
        logging.getLogger(library).setLevel(logging.WARNING)


def places(error: BaseException) -> list[str]:
    """Where an exception came from, innermost last, without what it says."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
