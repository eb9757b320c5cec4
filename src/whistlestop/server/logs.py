"""Logging for the host, without cookies, full table ids, players' addresses or hidden cards.

A table's id gives access to it, so the log contains only its first characters. For an exception it contains the type
and the places in the code, never the message or the values of variables.
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whistlestop.server.imports import without

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

    from whistlestop.server.settings import Settings

# structlog would load rich with its source highlighting (7 MB), to print exceptions in color.
with without("rich"):
    import structlog

log = structlog.get_logger("whistlestop.log")

LOUD = frozenset({"warning", "error", "critical"})
SUMMARY = "repeated"
"""The event that reports the number of omitted entries."""
SECURITY = "whistlestop.security"
FIRST = 5
"""Entries of a kind that are written before further ones are only counted."""
KINDS = 1000
"""Kinds that are counted separately."""
WINDOW = 60.0
"""Seconds between two summaries."""


def configure(settings: Settings) -> None:
    """Configure structlog and the logs of libraries for a server process."""
    level = logging.getLevelNamesMapping().get(settings.log_level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            repeats,
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
    root = logging.getLogger()
    root.handlers = [one for one in root.handlers if not isinstance(one, Libraries)] + [Libraries()]


class Repeats:
    """A processor that passes on the first few warnings of a kind and then logs only their number, once a minute.

    Otherwise a flood of malformed requests could fill the disk. The security log counts separately for each address.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._kinds: dict[str, tuple[float, int]] = {}

    def __call__(
        self, _logger: Any, _method: str, entry: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        """Return the entry, or drop it after counting it."""
        event = str(entry["event"])
        if entry["level"] in LOUD and event != SUMMARY and entry.get("logger") != SECURITY:
            with self._lock:
                kind = event if event in self._kinds or len(self._kinds) < KINDS else "others"
                began, count = self._kinds.get(kind, (self._clock(), 0))
                self._kinds[kind] = (began, count + 1)
            if count >= FIRST:
                raise structlog.DropEvent
        return entry

    def sum_up(self, *, everything: bool = False) -> None:
        """Log how many entries of past minutes were omitted. While a kind repeats, only this line is logged.

        It is called regularly: a timer would need a thread, for which there may be no memory.
        """
        found = {}
        with self._lock:
            for kind, (began, count) in list(self._kinds.items()):
                if everything or self._clock() - began >= WINDOW:
                    if count > FIRST:
                        found[kind] = count - FIRST
                        self._kinds[kind] = (self._clock(), FIRST)
                    else:
                        del self._kinds[kind]
        for kind, left_out in found.items():
            log.warning(SUMMARY, what=kind, times=left_out)


repeats = Repeats()
"""The processor of this process."""


class Libraries(logging.Handler):
    """Forwards the logs of libraries, such as the parsers of HTTP and WebSocket.

    It logs the template of a message, never the values, which could be an address or user input.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Forward an entry of a library to structlog."""
        error = record.exc_info[1] if record.exc_info else None
        facts = {} if error is None else {"error": type(error).__name__, "at": places(error)}
        text = str(record.msg)
        if not text.startswith("Traceback"):  # after a failed start, the host needs the reason
            text = text.partition("\n")[0]
        structlog.get_logger().log(record.levelno, text, logger=record.name, **facts)


def places(error: BaseException) -> list[str]:
    """Return the places in the code that an exception came from, innermost last."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
