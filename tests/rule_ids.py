"""The ids of rules: those defined in docs/rules.md, and those cited in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

RULES = (Path(__file__).resolve().parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
DEFINED = re.findall(r"\*\*([A-Z]+-\d+)\b", RULES)
SECTIONS = re.findall(r"(?m)^# .*\(([A-Z]+)\)", RULES)  # including those without rules so far
PREFIXES = "|".join(dict.fromkeys([*SECTIONS, *(name.partition("-")[0] for name in DEFINED)]))


def cited(text: str) -> Iterator[str]:
    """Yield the ids in a text, and all ids of ranges such as `INV-1..8` and `COM-25 to COM-29`."""
    for found in re.finditer(rf"\b({PREFIXES})-(\d+)(?:(?:\.\.| to (?:\1-)?)(\d+))?", text):
        first = int(found[2])
        for number in range(first, int(found[3] or first) + 1):
            yield f"{found[1]}-{number}"
