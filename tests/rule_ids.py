"""The ids of rules: those defined in docs/rules.md, and those cited in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

RULES = (Path(__file__).resolve().parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
PREFIXES = "COM|USA|EUR|SWI|CARD|NOR|IND|ASI|MECH|RUL|EX|INV"
DEFINED = re.findall(rf"\*\*((?:{PREFIXES})-\d+)\b", RULES)


def cited(text: str) -> Iterator[str]:
    """Yield the ids in a text, and all ids of ranges such as `INV-1..8` and `COM-25 to COM-29`."""
    for found in re.finditer(rf"\b({PREFIXES})-(\d+)(?:(?:\.\.| to (?:\1-)?)(\d+))?", text):
        first = int(found[2])
        for number in range(first, int(found[3] or first) + 1):
            yield f"{found[1]}-{number}"
