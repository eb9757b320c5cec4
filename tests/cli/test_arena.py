from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

SMALL = ("arena", "switzerland", "--bots", "greedy,random,racer", "--games", 3, "--jobs", 1)


@pytest.mark.slow
def test_report_as_json_and_as_text(run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "arena"
    result = run(*SMALL, "--out", out, "--json")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["lineups"], report["games"]) == (3, 4)  # rounded up to whole deals
    assert set(report["bots"]) == {"greedy", "random", "racer"}
    assert list(report["bots"])[-1] == "random"
    assert report["pairs"]["greedy"]["random"]["games"] == 4
    rows = parquet.read_table(out / "seats")
    assert rows.num_rows == 3 * 4 * 2
    assert rows["lineup"].to_pylist() == [lineup for lineup in range(3) for _ in range(8)]
    again = json.loads(run(*SMALL, "--out", out, "--resume", "--json").stdout)  # everything is stored already
    assert again | {"seconds": 0} == report | {"seconds": 0}
    shown = run(*SMALL)
    assert shown.exit_code == 0
    assert "ahead % of" in shown.stdout
    assert "3 line-ups of 4 games" in " ".join(shown.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["card_game", "--bots", "greedy,racer"], "racer does not play Card Game"),
        (["usa", "--bots", "greedy"], "at least two bots"),
        (["card_game", "--players", "5"], "for 2 to 4 players, not 5"),
        (["usa", "--resume"], "--resume needs --out"),
    ],
)
def test_what_cannot_be_played_is_told(run: Run, arguments: list[str], message: str) -> None:
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert message in result.output
