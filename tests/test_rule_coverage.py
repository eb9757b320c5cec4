"""Every rule and every invariant is cited by a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
FOLDERS = ("core", "games", "game", "rulesets", "records")
RULES = (ROOT.parent / "docs" / "rules.md").read_text(encoding="utf-8")


def cited(text: str) -> Iterator[str]:
    """Ids in a text, of ranges such as `INV-1..8` all."""
    for found in re.finditer(r"\b(COM|USA|EUR|SWI|CARD|RUL|INV)-(\d+)(?:(?:\.\.| to (?:\1-)?)(\d+))?", text):
        first = int(found[2])
        for number in range(first, int(found[3] or first) + 1):
            yield f"{found[1]}-{number}"


def test_every_rule_is_cited_by_a_test() -> None:
    rules = set(re.findall(r"\*\*((?:COM|USA|EUR|SWI|CARD|RUL|INV)-\d+)\b", RULES))
    assert len(rules) > 200
    seen: set[str] = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("test_*.py"):
            seen |= set(cited(path.read_text(encoding="utf-8")))
    missing = rules - seen
    assert not missing, f"no test cites {', '.join(sorted(missing))}"
