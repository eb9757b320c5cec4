"""The search for the planner's numbers: it repeats, goes on where it was broken off, and writes what it found."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import tune
from whistlestop.games.network.bots.planner.numbers import DEFAULTS
from whistlestop.games.network.bots.planner.tuned import TUNED

OPTIONS = [
    "--numbers",
    "tempo,fail",
    "--rulesets",
    "switzerland",
    "--against",
    "random",
    "--deals",
    "1",
    "--seed",
    "5",
]

pytestmark = pytest.mark.slow


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    tune.main([str(whole), *OPTIONS, "--generations", "2"])
    tune.main([str(broken), *OPTIONS, "--generations", "1"])
    tune.main([str(broken), *OPTIONS, "--generations", "2"])
    assert broken.read_text() == whole.read_text()
    first, second = (json.loads(line) for line in whole.read_text().splitlines())
    assert first["tried"] != second["tried"]
    with pytest.raises(ValueError, match="other options"):
        tune.main([str(broken), *OPTIONS, "--start", "tempo=100", "--generations", "2"])


def test_the_margin_is_that_of_the_candidate() -> None:
    """Whoever plays at random loses from every seat, and who plays against random wins."""
    search = tune.Search(("tempo",), dict(DEFAULTS), ("switzerland",), (2, 3, 4), ("random",), 1, 0)
    assert tune.merit(search, {"tempo": 300}, 0) > 0.4


def copied(source: Path, folder: Path) -> Path:
    """A copy of a file of the package."""
    file = folder / source.name
    file.write_text((Path(__file__).resolve().parents[2] / source).read_text("utf-8"), "utf-8")
    return file


def read(file: Path) -> dict[str, Any]:
    """The names that a module defines."""
    names: dict[str, Any] = {}
    exec(file.read_text("utf-8").replace("from __future__ import annotations", ""), names)
    return names


def test_defaults_are_written_where_they_belong(tmp_path: Path) -> None:
    file = copied(tune.NUMBERS_FILE, tmp_path)
    tune.write_defaults({"tempo": 123, "claim_bias": -7}, file)
    assert read(file)["DEFAULTS"] == {**DEFAULTS, "tempo": 123, "claim_bias": -7}
    with pytest.raises(ValueError, match="no line for nothing"):
        tune.write_defaults({"nothing": 1}, file)


def test_numbers_of_a_ruleset_are_written_beside_those_of_others(tmp_path: Path) -> None:
    file = copied(tune.TUNED_FILE, tmp_path)
    before = file.read_text("utf-8")
    tune.write_tuned(TUNED, file)
    assert file.read_text("utf-8") == before
    tune.write_tuned({**TUNED, "mine": {"fail": -7, "tempo": 123}}, file)
    assert read(file)["TUNED"] == {**TUNED, "mine": {"tempo": 123, "fail": -7}}


def test_a_search_begins_at_the_numbers_of_its_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tune, "TUNED", {"switzerland": {"tempo": 5}})
    for rulesets, start in (
        ("switzerland", 5),
        ("usa", DEFAULTS["tempo"]),
        ("usa,switzerland", DEFAULTS["tempo"]),
    ):
        search, *_ = tune.prepare(["log", "--rulesets", rulesets, "--start", "fail=9"])
        assert (search.start["tempo"], search.start["fail"]) == (start, 9)
