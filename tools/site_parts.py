"""What only the documentation site shows: reference made from the source, and the results of measurements.

A page names a part in a comment on a line of its own, `<!-- site: settings -->`, and says where else to read it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "research"))

import budgets
import cli_docs
import measured
import reliability
import requests_docs
import settings_docs
import strength
import wire_types

from whistlestop.server.security import EVENTS

MARK = re.compile(r"^<!-- site: ([\w -]+) -->$", re.MULTILINE)


def parts() -> dict[str, Callable[[], str]]:
    """Return what makes each part, by name."""
    kept = sorted(file.stem for file in measured.FOLDER.glob("*.json"))
    return {
        "commands": cli_docs.render,
        "requests": requests_docs.render,
        "settings": settings_docs.table,
        "campaigns": reliability.tables,
        "security events": _security_events,
        "strength": strength.tables,
        "search": budgets.tables,
        **{name: partial(str, table) for name, table in wire_types.tables().items()},
        **{name: partial(_measured, name) for name in kept},
    }


def whole(text: str) -> str:
    """Return a page with its parts. Raises KeyError for a part that does not exist."""
    made = parts() if MARK.search(text) else {}
    return MARK.sub(lambda found: made[found[1]]().strip(), text)


def _security_events() -> str:
    rows = [f"| `{name}` | {meaning} |" for name, meaning in EVENTS.items()]
    return "\n".join(["| event | meaning |", "| --- | --- |", *rows])


def _measured(name: str) -> str:
    return measured.markdown(measured.read(name))
