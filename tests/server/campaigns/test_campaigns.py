"""The short forms of campaigns, and the storing of results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.server.campaigns import frame
from tests.server.campaigns.catalogue import CAMPAIGNS
from tests.server.campaigns.frame import Campaign, Fault, Figure, Result, Trial, Unavailable

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", [campaign.name for campaign in CAMPAIGNS.values() if campaign.short])
def test_short_form(name: str, tmp_path: Path) -> None:
    campaign = CAMPAIGNS[name]
    try:
        result = campaign.carry_out(Trial(11, campaign.short, tmp_path, print))
    except Unavailable as missing:
        pytest.skip(str(missing))
    assert result.faults == []
    assert result.figures[0].done >= campaign.short


def test_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults and exceeded limits are shown; times only if the machine was otherwise idle."""

    def run(trial: Trial) -> list[Figure]:
        rounds = 0
        while trial.goes_on(rounds):
            rounds += 1
            if rounds == 3:
                raise Fault("lost")
        return [
            Figure("most", 5, 4, "most"),
            Figure("wall", 5, 4, "most", wall=True),
            Figure("least", 5, 4, "least"),
        ]

    monkeypatch.setattr(frame, "KEPT", tmp_path)
    campaign = Campaign("some", "something", "rounds", 10, 0, run)
    for load, faults in ((99.0, ["most: 5, and not 4"]), (0.0, ["most: 5, and not 4", "wall: 5, and not 4"])):
        monkeypatch.setattr(frame, "load_average", lambda load=load: load)
        result = campaign.carry_out(Trial(1, 2, tmp_path, print))
        assert (result.figures[0].done, result.faults) == (2, faults)
    cut_short = campaign.carry_out(Trial(1, 2, tmp_path, print, minutes=0))
    assert cut_short.figures[0].done == 0
    failed = campaign.carry_out(Trial(1, 4, tmp_path, print))
    assert (failed.figures, failed.faults) == ([Figure("rounds", 2, 10)], ["lost"])


def test_what_tried_more_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Except a result of an older version, or when there is a fault to show."""

    def result(done: int, *faults: str, version: str = "1") -> Result:
        figures = [Figure("rounds", done, 10)]
        return Result(
            "some", "something", figures, list(faults), 1, "2026-11-23", version, "m", 1.0, 1.0, 0.0
        )

    monkeypatch.setattr(frame, "KEPT", tmp_path)
    kept = []
    for one in (
        result(5),
        result(4),
        result(4, version="2"),
        result(5, version="2"),
        result(1, "lost", version="2"),
        result(2, version="2"),
    ):
        if frame.keep(one):
            kept.append(one)
            assert msgspec.json.decode((tmp_path / "some.json").read_bytes(), type=Result) == one
    assert [(one.figures[0].done, one.version) for one in kept] == [
        (5, "1"),
        (4, "2"),
        (5, "2"),
        (1, "2"),
        (2, "2"),
    ]
