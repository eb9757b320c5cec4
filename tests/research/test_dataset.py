"""Data sets: one file of packed records per ruleset, with the games that were played."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))

pytestmark = pytest.mark.slow


def test_records_of_strong_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    import dataset
    import whistlestop as ws
    from whistlestop.bots.partitions import read_records
    from whistlestop.envs import examples

    options = [str(tmp_path), "--games", "3", "--rulesets", "switzerland,card_game", "--jobs", "1"]
    dataset.main(options)
    for name, by_players in (("switzerland", {2: 2, 3: 2}), ("card_game", {2: 1, 3: 1, 4: 1})):
        file = tmp_path / f"{name}.parquet"
        packed = list(read_records(file))
        assert sum(map(len, packed)) < 350 * len(packed)
        records = [ws.unpack(data) for data in packed]
        assert Counter(record.players for record in records) == by_players
        assert all(record.outcome is not None for record in records)
        game = ws.replay(records[0])
        assert game.ruleset.id == name
        decisions = sum(len(some.action) for some in examples(packed, games=2))
        assert decisions >= sum(len(record.actions) for record in records)
    before = {path: path.read_bytes() for path in tmp_path.glob("*/*/*.parquet")}
    (tmp_path / "card_game.parquet").unlink()
    page = tmp_path / "page.md"
    page.write_text(f"Sizes.\n\n{dataset.BEGIN}\nold\n{dataset.END}\n\nMore.\n", encoding="utf-8")
    dataset.main([*options, "--sizes", str(page)])  # everything is stored already
    assert {path: path.read_bytes() for path in tmp_path.glob("*/*/*.parquet")} == before
    assert "card_game.parquet: 3 records" in capsys.readouterr().err
    size = (tmp_path / "card_game.parquet").stat().st_size
    told = page.read_text(encoding="utf-8")
    assert f"| `card_game` | 3 | {size / 1e6:.2f} MB | {size / 3:.0f} |\n\n{dataset.END}\n\nMore.\n" in told
    assert "| `switzerland` | 4 |" in told
    assert "old" not in told
    with pytest.raises(ValueError, match="no comment"):
        dataset.note(tmp_path / "card_game" / "manifest.json", [])
