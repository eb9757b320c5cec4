"""Every rule, every invariant and every worked example is cited by a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
FOLDERS = ("core", "games", "game", "rulesets", "records", "drawing")
# Rules about paper, with the reason why no test of the engine can hold them.
PAPER = {
    "COM-26": "a player aid; the engine has no such card, and a client shows what it likes of the ruleset",
    "COM-28": "advice on the box; nothing in the program depends on an age or on the length of a game",
    "EUR-35": "a name; that the rules page tells it is held by web/test/rules.test.ts",
    "EUR-36": "how a map is drawn; that only routes connect cities is held by the tests of COM-12",
}
RULES = (ROOT.parent / "docs" / "rules.md").read_text(encoding="utf-8")


def cited(text: str) -> Iterator[str]:
    """Ids in a text, of ranges such as `INV-1..8` all."""
    for found in re.finditer(
        r"\b(COM|USA|EUR|SWI|CARD|RUL|EX|INV)-(\d+)(?:(?:\.\.| to (?:\1-)?)(\d+))?", text
    ):
        first = int(found[2])
        for number in range(first, int(found[3] or first) + 1):
            yield f"{found[1]}-{number}"


def test_every_rule_is_cited_by_a_test() -> None:
    rules = set(re.findall(r"\*\*((?:COM|USA|EUR|SWI|CARD|RUL|EX|INV)-\d+)\b", RULES))
    assert len(rules) > 200
    seen: set[str] = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("test_*.py"):
            seen |= set(cited(path.read_text(encoding="utf-8")))
    assert set(PAPER) <= rules
    missing = rules - seen - set(PAPER)
    assert not missing, f"no test cites {', '.join(sorted(missing))}"
