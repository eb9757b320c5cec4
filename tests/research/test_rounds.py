"""Rounds before estimates: searches choose by their own playouts, and are judged by others to the end."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))

from tests.research.test_replay import decision, noisy

import rounds
import siblings
from replay import value_of


def test_a_choice_by_wrong_estimates_is_judged_by_games_to_their_ends() -> None:
    every = [decision(noisy([0, 20, -20], 5))]
    right, wrong = (
        rounds.gains(every, [noisy(leads, 5)], 300, 1) for leads in ([0.0, 20, -20], [0.0, -20, 20])
    )
    value = value_of(np.array([20.0]))[0] - 0.5
    assert right == pytest.approx([100 * value], abs=3)
    assert wrong == pytest.approx([-100 * value], abs=3)


@pytest.mark.slow
def test_a_comparison_of_labeled_decisions(tmp_path: Path) -> None:
    options = siblings.Labelling("usa", 2, worlds=8, rounds=0, share=4, after=60, seed=5)
    assert siblings.prepared(tmp_path, options, resume=False) is None
    assert list(siblings.label(tmp_path, options, 1))
    title, table = rounds.compare(tmp_path, 2, 0)
    assert "2 players on USA" in title
    assert [row[0] for row in table] == ["rounds", "4", "8", "to the end"]
    assert table[1][1] == "1.0"


def test_estimates_are_no_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / siblings.OPTIONS_FILE).write_text(json.dumps({"ruleset": "usa", "players": 2, "rounds": 4}))
    monkeypatch.setattr(sys, "argv", ["rounds.py", str(tmp_path)])
    with pytest.raises(SystemExit):
        rounds.main()
    assert "--rounds 0" in capsys.readouterr().err
