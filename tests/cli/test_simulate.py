from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from whistlestop.cli import summary
from whistlestop.cli.matches import COLUMNS, Plan, play_all

from .conftest import Run


def test_report_as_json(run: Run) -> None:
    result = run(
        "simulate", "usa", "--players", 3, "--games", 4, "--bots", "greedy,random", "--jobs", 1, "--json"
    )
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert {bot: figures["games"] for bot, figures in report["bots"].items()} == {"greedy": 6, "random": 6}
    assert sum(
        figures["win"]["mean"] * figures["games"] for figures in report["bots"].values()
    ) == pytest.approx(4)
    assert set(report["seats"]) == {"0", "1", "2"}


def test_report_as_table(run: Run) -> None:
    result = run("simulate", "usa", "--games", 2, "--bots", "random", "--jobs", 1)
    assert result.exit_code == 0
    assert "random" in result.stdout
    assert "2 games of usa with 2 players" in " ".join(result.stdout.split())


def rows(plan: Plan, jobs: int) -> list[dict[str, Any]]:
    found = [row for batch in play_all(plan, jobs) for row in batch]
    return sorted(found, key=lambda row: (row["game"], row["seat"]))


def test_same_games_whatever_the_number_of_processes() -> None:
    plan = Plan("usa", 2, 6, ("greedy", "random"), seed=5)
    assert rows(plan, 1) == rows(plan, 2)


def test_another_seed_gives_other_games() -> None:
    one, two = (rows(Plan("usa", 2, 1, ("random",), seed), 1) for seed in (1, 2))
    assert one[0]["seed"] != two[0]["seed"]


def test_bots_move_on_by_one_seat() -> None:
    plan = Plan("usa", 3, 6, ("a", "b", "c"), seed=0)
    seatings = [tuple(plan.seating(game)) for game in range(6)]
    assert all(Counter(seats) == {"a": 1, "b": 1, "c": 1} for seats in seatings)
    assert {seats[0] for seats in seatings} == {"a", "b", "c"}


def test_parquet(run: Run, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    result = run("simulate", "usa", "--games", 2, "--bots", "random", "--jobs", 1, "--out", out, "--json")
    assert result.exit_code == 0
    table = pq.read_table(out)
    assert table.num_rows == 4
    assert table.column_names == list(COLUMNS)
    assert None not in table.column("score").to_pylist()


def test_parquet_without_its_library(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("simulate", "usa", "--games", 1, "--out", tmp_path / "games.parquet")
    assert result.exit_code == 4
    assert "pip install" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["atlantis"], 3, "atlantis"),
        (["switzerland", "--players", "4"], 2, "2 to 3 players"),
        (["usa", "--bots", "genius"], 2, "no bot 'genius'"),
        (["usa", "--bots", "greedy:haste=1,haste=2,random"], 2, "no option 'haste'"),
        (["usa", "--bots", "random,greedy,random"], 2, "3 bots for 2 players"),
        (["usa", "--bots", ","], 2, "no bot"),
        (["usa", "--out", "games.csv"], 2, "Parquet"),
        (["usa", "--games", "0"], 2, "--games"),
    ],
)
def test_errors(run: Run, arguments: list[str], code: int, says: str) -> None:
    result = run("simulate", *arguments)
    assert result.exit_code == code
    assert says in result.stderr


def test_intervals() -> None:
    assert summary.mean_interval([4.0]) == {"mean": 4.0, "low": None, "high": None}
    found = summary.mean_interval([1.0, 2.0, 3.0, 4.0])
    # sd 1.29099, standard error 0.645497
    assert found["low"] == pytest.approx(2.5 - 1.2651, abs=1e-3)
    # Wilson's interval for 8 of 10, from tables
    share = summary.share_interval(8, 10)
    assert share["low"] == pytest.approx(0.4902, abs=1e-3)
    assert share["high"] == pytest.approx(0.9433, abs=1e-3)
    assert summary.share_interval(0, 5)["low"] == 0.0
