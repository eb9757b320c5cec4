"""The tables and the picture of a search's strength: every row in its place, the picture well-formed."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))

import budgets


def row(ruleset: str, playouts: int, against: str = "planner", mean: float = 0.8) -> dict[str, Any]:
    figures = {"mean": mean, "low": mean - 0.1, "high": mean + 0.1, "points": 110.0}
    found = {
        "ruleset": ruleset,
        "players": 2,
        "against": against,
        "playouts": playouts,
        "games": 40,
        "seed": 0,
    }
    found |= {"ms": 12.4, "search": figures}
    return found if against == "planner" else {**found, "planner": figures}


def test_tables_and_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KEPT", "PICTURE"):
        monkeypatch.setattr(budgets, name, tmp_path / name)
    rows = [row("usa", 1000), row("europe", 60, mean=0.5), row("usa", 250, "greedy"), row("usa", 60)]
    budgets.write(sorted(rows, key=budgets.key))
    shown = [line for line in budgets.tables().splitlines() if "players" in line and "`search`" not in line]
    assert shown == [
        "| usa, 2 players | 60 | 12 | 40 | 80% (70 to 90) | 110 |",
        "| usa, 2 players | 1,000 | 12 | 40 | 80% (70 to 90) | 110 |",
        "| europe, 2 players | 60 | 12 | 40 | 50% (40 to 60) | 110 |",
        "| usa, 2 players: `greedy` | 250 | 40 | 80% (70 to 90) | 80% (70 to 90) |",
    ]
    root = ET.fromstring((tmp_path / "PICTURE").read_text())
    assert len(root.findall("{*}polyline")) == 2
    assert len(root.findall("{*}circle")) == 3


@pytest.mark.slow
def test_a_row_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KEPT", "PICTURE"):
        monkeypatch.setattr(budgets, name, tmp_path / name)
    monkeypatch.setattr(budgets, "TIMED", 1)
    command = [
        "budgets",
        "--games",
        "2",
        "--playouts",
        "16",
        "--rulesets",
        "switzerland",
        "--against",
        "racer",
    ]
    monkeypatch.setattr(sys, "argv", command)
    budgets.main()
    assert "| switzerland, 2 players: `racer` | 16 | 2 |" in budgets.tables()
