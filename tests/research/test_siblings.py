"""Labels of alternatives: they are read as they were written, runs resume, and planners are compared by them."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

import whistlestop as ws
from whistlestop.bots.playouts import playouts

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))

import siblings

OPTIONS = siblings.Labelling("usa", 2, worlds=2, rounds=1, share=50, after=0, seed=3)
JOINS = "claim:sault_st_marie-toronto:black*2"
OTHER = "claim:atlanta-raleigh:black*2"


def decision() -> siblings.Rows:
    """Return a labelled decision of the last turn: one claim joins two paths into the longest, the other does not."""
    own = ["duluth-helena", "duluth-sault_st_marie", "montreal-toronto", "boston-montreal"]
    coast = ["portland-seattle", "portland-san_francisco", "los_angeles-san_francisco", "el_paso-los_angeles"]
    players = [{"hand": {"black": 2}, "routes": own}, {"routes": coast, "trains": 2}]
    last = {"final_round": {"turns_left": 1, "caused_by": 1}}
    seen = ws.Game.from_position({"ruleset": "usa", "players": players, **last}).observe(0)
    rows = siblings.Rows()
    assert rows.add(seen, 9, playouts(seen, [OTHER, JOINS], OPTIONS.worlds)) == 1
    return rows


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    rows = decision()
    monkeypatch.setattr(siblings, "play", lambda _options, _game: rows)
    found = tmp_path / "labels" / "usa"
    assert siblings.prepared(found, OPTIONS, resume=False) is None
    assert len(list(siblings.label(found, OPTIONS, 2))) == 2
    return found


def test_a_run_resumes(folder: Path) -> None:
    first = folder / "000000.npz"
    first.unlink()
    assert list(siblings.label(folder, OPTIONS, 3)) == [first, folder / "000002.npz"]
    assert list(siblings.label(folder, OPTIONS, 3)) == []


def test_folders_are_not_mixed(folder: Path, tmp_path: Path) -> None:
    assert siblings.prepared(folder, OPTIONS, resume=True) is None
    assert "--resume" in str(siblings.prepared(folder, OPTIONS, resume=False))
    assert "other options" in str(siblings.prepared(folder, replace(OPTIONS, worlds=3), resume=True))
    (tmp_path / "mine.txt").write_text("")
    assert "other files" in str(siblings.prepared(tmp_path, OPTIONS, resume=False))


def test_planners_are_compared(folder: Path) -> None:
    ruleset = ws.load_ruleset("usa")
    every = list(siblings.decisions(folder, ruleset))
    assert [one.best for one in every] == [1, 1]
    assert [one.ply for one in every] == [9, 9]
    assert [one.better[0] for one in every] == [0, 0]
    (line,) = siblings.show(every, ruleset, 1)
    assert f"game 000000, action 9: {OTHER} -> {JOINS}" in line
    assert "planner: 0 of 2 decisions differ" in siblings.gains(every, ruleset, "planner")
