"""The page of campaign results: shortened and failed campaigns are visible."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import reliability

RESULT = {
    "campaign": "some",
    "about": "something is tried",
    "figures": [
        {"name": "rounds", "done": 25, "goal": 1000},
        {"name": "wait, ms", "done": 120.5, "goal": 100, "kind": "most", "wall": True},
    ],
    "faults": ["a move was lost"],
    "runs": 7,
    "date": "2026-01-02",
    "version": "1.0",
    "machine": "some machine",
    "seconds": 61.5,
    "cpu_seconds": 12.0,
    "load": 0.5,
}


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reliability, "KEPT", tmp_path)
    (tmp_path / "some.json").write_text(json.dumps(RESULT), encoding="utf-8")
    page = reliability.tables()
    for line in (
        "Measured with version 1.0 on some machine.",
        "| [some](#some) | 25 (2.5%) | 1,000 rounds | 1 | 7 | 2026-01-02 | 61.5 | 12 | 0.5 |",
        "* wait, ms †: 120.5 (goal: ≤ 100)",
        "**a move was lost**",
    ):
        assert line in page
