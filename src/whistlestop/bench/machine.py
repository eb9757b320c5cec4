"""Describe the machine of a measurement."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

__all__ = ["describe"]


def processor() -> str:
    """Return the name of the processor, if the system provides it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def load() -> float | None:
    """Return the load average of the last minute; figures measured during other work are unreliable."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def version_of(package: str) -> str | None:
    """Return the version of a package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def describe() -> dict[str, Any]:
    """Return processor, system, versions and load."""
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": load(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{package: version_of(package) for package in ("whistlestop", "numba", "numpy")},
    }
