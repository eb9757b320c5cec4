"""Parts that only the documentation site shows: reference generated from the source, and results of measurements.

A page names a part in a comment on its own line, `<!-- site: settings -->`, and says where else to find it.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from itertools import groupby
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
from whistlestop.server.domain.refusals import STATUS
from whistlestop.server.security import EVENTS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ENGLISH = ROOT / "src" / "whistlestop" / "languages" / "en"

MARK = re.compile(r"^<!-- site: ([\w -]+) -->$", re.MULTILINE)


def parts() -> dict[str, Callable[[], str]]:
    """Return the function that generates each part, by name."""
    kept = sorted(file.stem for file in measured.FOLDER.glob("*.json"))
    return {
        "commands": cli_docs.render,
        "requests": requests_docs.render,
        "settings": settings_docs.table,
        "campaigns": reliability.tables,
        "security events": _security_events,
        "attacks": _attacks,
        "errors": _errors,
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
    return measured.markdown(
        [[["event", "meaning"], *([f"`{name}`", text] for name, text in EVENTS.items())]]
    )


def _attacks() -> str:
    """Return a table for each subject: attack, defense and tests."""
    listed = tomllib.loads((DOCS / "attacks.toml").read_text(encoding="utf-8"))["attack"]
    blocks: list[measured.Block] = []
    for subject, attacks in groupby(listed, key=lambda one: one["subject"]):
        rows = [
            [one["attack"], one["defense"], ", ".join(f"`{test}`" for test in one["tests"])]
            for one in attacks
        ]
        blocks += [f"### {subject}", [["attack", "defense", "tests"], *rows]]
    return measured.markdown(blocks)


def _errors() -> str:
    """Return each code with its status and the message of the interface, if it has one."""
    texts: dict[str, str] = {}
    for file in ENGLISH.glob("*.json"):
        texts |= json.loads(file.read_text(encoding="utf-8"))
    rows = [
        [f"`{code}`", str(status), texts.get(f"error.{code}", "")] for code, status in sorted(STATUS.items())
    ]
    return measured.markdown([[["code", "status", "message"], *rows]])


def _measured(name: str) -> str:
    return measured.markdown(measured.read(name))
