"""The search for the planner's numbers: it is reproducible, resumes, and writes its result."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))

import tune
from whistlestop.games.network.bots.planner.numbers import DEFAULTS, TUNED, tuned

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
    """The bot `random` loses to the planner from every seat."""
    search = tune.Search(("tempo",), dict(DEFAULTS), ("switzerland",), (2, 3, 4), ("random",), 1, 0)
    assert tune.merit(search, {"tempo": 300}, 0) > 0.4


def test_defaults_are_written_where_they_belong(tmp_path: Path) -> None:
    file = tmp_path / "numbers.py"
    source = Path(__file__).resolve().parents[2] / tune.NUMBERS_FILE
    file.write_text(source.read_text("utf-8"), "utf-8")
    tune.write_defaults({"tempo": 123, "claim_bias": -7}, file)
    names: dict[str, dict[str, int]] = {}
    exec(file.read_text("utf-8").replace("from __future__ import annotations", ""), names)
    assert names["DEFAULTS"] == {**DEFAULTS, "tempo": 123, "claim_bias": -7}
    with pytest.raises(ValueError, match="no line for nothing"):
        tune.write_defaults({"nothing": 1}, file)


def test_numbers_of_a_ruleset_are_written_as_they_are_read(tmp_path: Path) -> None:
    folder = Path(__file__).resolve().parents[2] / tune.RULESETS
    assert tuned()
    for name, values in tuned().items():
        assert set(values) <= set(DEFAULTS)
        tune.write_tuned({**DEFAULTS, **values}, tmp_path / "written.toml")
        assert (tmp_path / "written.toml").read_bytes() == (folder / name / TUNED).read_bytes()


def test_a_part_of_the_way_is_written(tmp_path: Path) -> None:
    """`part` percent of the way from the defaults, for results that would go too far; 100 is the result itself."""
    search, asked = tune.prepare(["log", "--rulesets", "usa", "--part", "25"])
    (folder := tmp_path / tune.RULESETS / "usa").mkdir(parents=True)
    found = {**DEFAULTS, "tempo": DEFAULTS["tempo"] + 8, "claim_bias": DEFAULTS["claim_bias"] - 400}
    for part, tempo, claim_bias in ((asked.part, 2, -100), (100, 8, -400)):
        tune.write(search, found, part, tmp_path)
        written = tomllib.loads((folder / TUNED).read_text("utf-8"))
        assert written == {
            **DEFAULTS,
            "tempo": DEFAULTS["tempo"] + tempo,
            "claim_bias": DEFAULTS["claim_bias"] + claim_bias,
        }


def test_a_search_begins_at_the_numbers_of_its_ruleset() -> None:
    for rulesets, start in (
        ("switzerland", tuned()["switzerland"]),
        ("europe", DEFAULTS),
        ("usa,switzerland", DEFAULTS),
    ):
        search, _ = tune.prepare(["log", "--rulesets", rulesets, "--start", "fail=9"])
        assert search.start == {**start, "fail": 9}
