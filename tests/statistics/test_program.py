from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from tests.statistics.conftest import SQUARE

from whistlestop.server.messages.studio import BalanceCheck, BalanceTrial
from whistlestop.statistics import __main__ as program
from whistlestop.statistics.balance import Finding
from whistlestop.statistics.remedies import Edit, Remedy, Trial
from whistlestop.statistics.remedies.measures import Difference


@pytest.mark.slow
def test_a_board_is_measured_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    wish = {"board": SQUARE, "players": 2, "games": 25, "remedies": 700}
    told = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(msgspec.json.encode(wish))))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=told))
    monkeypatch.setattr(program, "lower_priority", lambda: None)
    monkeypatch.setattr(program, "PART", 10)
    assert program.main() == 0
    lines: list[dict[str, Any]] = [msgspec.json.decode(line) for line in told.getvalue().splitlines()]
    parts = [line for line in lines if "played" in line]
    assert [part["played"] for part in parts] == [10, 20, 25]
    assert {"seat advantage", "dead routes"} <= {check["name"] for check in parts[-1]["checks"]}
    faults = {(check["name"], one["subject"]) for check in parts[-1]["checks"] for one in check["faults"]}
    trials = [line["trial"] for line in lines if "trial" in line]
    assert len(trials) == len(lines) - len(parts)
    assert {(trial["check"], trial["subject"]) for trial in trials} <= faults
    msgspec.convert(parts[-1]["checks"], list[BalanceCheck])
    msgspec.convert(trials, list[BalanceTrial])


@pytest.mark.parametrize("difference", [None, Difference(0.01, 0.1, 0.05, 0.13)])
def test_the_server_reads_a_trial(difference: Difference | None) -> None:
    edit = Edit("routes", "a-b", {"id": "a-b", "length": 3, "color": "red"})
    remedy = Remedy("lengthen", "a-b", (edit,), 1)
    trial = Trial("dead routes", Finding("a-b", 0.01, 0.0, 0.015), remedy, difference, 4)
    read = msgspec.convert(msgspec.to_builtins(program._trial(trial)), BalanceTrial)
    assert read.remedy is not None
    assert [(one.section, one.key, one.value) for one in read.remedy.edits] == [tuple(edit)]
    assert (read.remedy.difference is None) == (difference is None)
