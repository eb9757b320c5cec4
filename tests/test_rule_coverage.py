"""Every rule, every invariant and every worked example is cited by a test."""

from __future__ import annotations

from pathlib import Path

from tests.rule_ids import DEFINED, cited

ROOT = Path(__file__).resolve().parent
FOLDERS = ("core", "games", "game", "rulesets", "records", "drawing")
# Rules about paper, with the reason why no test of the engine can cover each of them.
PAPER = {
    "COM-26": "a player aid; the engine has no such card, and a client shows what it likes of the ruleset",
    "COM-28": "advice on the box; nothing in the program depends on an age or on the length of a game",
    "EUR-35": "a name; that the rules page tells it is held by web/test/rules.test.ts",
    "EUR-36": "how a map is drawn; that only routes connect cities is held by the tests of COM-12",
}


def test_every_rule_is_cited_by_a_test() -> None:
    rules = set(DEFINED)
    assert len(rules) > 200
    seen: set[str] = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("test_*.py"):
            seen |= set(cited(path.read_text(encoding="utf-8")))
    assert set(PAPER) <= rules
    missing = rules - seen - set(PAPER)
    assert not missing, f"no test cites {', '.join(sorted(missing))}"
