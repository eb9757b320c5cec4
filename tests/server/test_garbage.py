"""Garbage collection in a serving process."""

from __future__ import annotations

import gc
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from tests.waiting import eventually

from whistlestop.core import jit
from whistlestop.server import garbage, run
from whistlestop.server.background import Background
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator


class Cycle:
    """A reference cycle, which only the garbage collector can find."""

    def __init__(self, gone: list[str]) -> None:
        self.me = self
        self.gone = gone

    def __del__(self) -> None:
        self.gone.append("given back")


@pytest.fixture
def nobody_looks() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("nobody_looks")
def test_what_was_lost_is_given_back_and_not_looked_for_all_the_time() -> None:
    gone: list[str] = []
    lost = garbage.Lost()
    Cycle(gone)
    assert gone == []
    lost.give_back()
    assert gone == ["given back"]
    Cycle(gone)
    lost.give_back()
    assert gone == ["given back"], "who has just looked does not look again"


def test_what_the_start_has_made_is_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []

    def make_server(_app: object, _settings: object, _connections: object, ready: Any) -> SimpleNamespace:
        return SimpleNamespace(run=lambda **_options: ready())

    monkeypatch.setattr(run, "make_server", make_server)
    monkeypatch.setattr(run, "room", lambda wanted, **_asked: wanted)
    monkeypatch.setattr(jit, "interpret", lambda: None)
    monkeypatch.setattr(gc, "freeze", lambda: done.append("kept"))
    monkeypatch.setattr(gc, "set_threshold", lambda *threshold: done.append(threshold))
    nothing = cast("Any", None)
    run.run(Settings(), nothing, lambda: done.append("ready"), cast("Any", object()))
    assert done == ["kept", (garbage.YOUNG, gc.get_threshold()[1], garbage.NEVER), "ready"]


@pytest.mark.usefixtures("nobody_looks")
async def test_all_is_looked_at_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "SELDOM", 0.01)
    gone: list[str] = []
    background = Background()
    background.every(garbage.SELDOM, garbage.collect, "garbage")
    for _ in range(2):
        Cycle(gone)
        await eventually(lambda: gone)
        gone.clear()
    await background.close()
