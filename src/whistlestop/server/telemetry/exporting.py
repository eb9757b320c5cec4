"""Shared by traces and metrics: the description of this process, and stopping even if a collector does not answer."""

from __future__ import annotations

import asyncio
import secrets
import threading
from typing import TYPE_CHECKING, Any

import whistlestop

if TYPE_CHECKING:
    from collections.abc import Callable

LAST = 2.0
"""Seconds for exporting the remaining data when the server stops."""


def describe() -> Any:
    """Return the resource of this process. The host's environment variables override its name and version."""
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource  # noqa: PLC0415 - only if it is on

    own = {
        "service.name": "whistlestop",
        "service.version": whistlestop.__version__,
        # Distinguishes the counts of several workers.
        "service.instance.id": secrets.token_hex(8),
    }
    return Resource.create({**own, **OTELResourceDetector().detect().attributes})


async def finish(shutdown: Callable[[], None], abandon: Callable[[], None]) -> None:
    """Call `shutdown`, and `abandon` if it takes too long.

    A collector that does not answer cannot delay the shutdown.
    """

    def wait() -> None:
        # A daemon thread, so that the interpreter does not wait for it either.
        thread = threading.Thread(target=shutdown, name="telemetry-end", daemon=True)
        thread.start()
        thread.join(LAST)
        if thread.is_alive():
            abandon()

    await asyncio.to_thread(wait)
