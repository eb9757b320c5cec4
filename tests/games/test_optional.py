"""A mechanism that a ruleset does not use changes nothing about it, and all files of a mechanism are optional."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

import whistlestop as ws
from whistlestop.format.inert import without_inert
from whistlestop.games.mechanisms import Mechanism, ScorePart
from whistlestop.games.network.telling import TELLINGS
from whistlestop.games.telling import Part, Telling, tellings
from whistlestop.games.telling.positions import write_position
from whistlestop.games.telling.results import Results
from whistlestop.games.telling.summaries import Summaries
from whistlestop.games.telling.views import Views
from whistlestop.games.writing import Writing, unused, writings


class Row(Struct, frozen=True):
    id: str
    extra: int = 0


class Toys(Struct, frozen=True):
    count: int = 0
    old: int = 1


class Section(Struct, frozen=True):
    kept: bool = False


class Data(Struct, frozen=True, kw_only=True):
    rows: tuple[Row, ...]
    toys: Toys = Toys()
    section: Section = Section()
    names: dict[str, str] = msgspec.field(default_factory=dict)
    boxes: dict[str, Toys] = msgspec.field(default_factory=dict)


def test_settings_at_their_default_are_left_out() -> None:
    data = Data(rows=(Row("a"), Row("b", 2)))
    rows = [{"id": "a"}, {"id": "b", "extra": 2}]
    assert without_inert(data, {"toys.old"}) == {"rows": rows, "toys": {"old": 1}}
    assert without_inert(data, ()) == {"rows": rows}
    used = Data(
        rows=(), toys=Toys(count=1), section=Section(kept=True), names={"x": "y"}, boxes={"z": Toys(2, 2)}
    )
    assert without_inert(used, {"toys.old"}) == msgspec.json.decode(msgspec.json.encode(used))
    boxes = {"full": Toys(count=2), "empty": Toys()}
    assert without_inert(Data(rows=(), boxes=boxes), ())["boxes"] == {"full": {"count": 2}, "empty": {}}


@pytest.mark.parametrize("name", ws.ruleset_ids())
def test_what_was_written_in_full_still_is(name: str) -> None:
    """The hashes of released rulesets and the boards in records depend on this."""
    data = ws.load_ruleset(name).data
    plain = data.plain()
    for path in data.in_full:
        section, _, key = path.partition(".")
        within = plain[section]
        for part in () if not key else within if isinstance(within, list) else [within]:
            assert key in part, path


class InResult(Struct, kw_only=True):
    """Of a player's result."""

    toy_cities: list[str]


class InTurn(Struct, kw_only=True):
    """Of a turn."""

    toy: str | None = None


class OfTable(Struct):
    """Of a position."""

    toys_left: int = 3


TOYS = Telling(
    name="toys",
    optional=True,
    parts=[ScorePart("toys", "bonus", column="toy_points")],
    result=Part(InResult, lambda _observation, _player: {"toy_cities": []}),
    player=Part(InResult, lambda _public, _player: {"toy_cities": []}),
    view=Part(InTurn, lambda _observation, _look: {"toy": "a"}),
    position=Part(OfTable, lambda _ruleset, _s: {"toys_left": 3}),
    turn=InTurn,
    way=Part(InResult, lambda _summarizer, _player: {"toy_cities": []}),
)
EVERY = (*TELLINGS, TOYS)


@pytest.fixture
def games() -> tuple[ws.Game, ws.Game]:
    """Return a finished game of a ruleset with the mechanism, and one of a ruleset without it."""
    played = ws.Game.new("usa", 2, seed=1)
    for _ in count():
        if played.over:
            break
        seat = played.to_act[0]
        played.play(played.legal(seat)[-1], seat)
    without = played.copy()
    played.ruleset, without.ruleset = replace(played.ruleset), replace(played.ruleset)
    without.ruleset.__dict__["unused"] = frozenset({"toys"})
    return played, without


def told(game: ws.Game) -> list[Any]:
    options = {"machine": "toy", "player": "-", "view": "-", "result": "-"}
    views = Views("Toy", EVERY, **options)
    summaries = Summaries("Toy", EVERY, machine="toy", player="-", turn="-", summary="-")
    states = [game.states.copy(), game.states.copy()]
    plain: list[Any] = msgspec.to_builtins(
        [views.view(game.observe(0), look=False), summaries.summary(game.ruleset, states, dealt=False)]
    )
    return [*plain, write_position(EVERY, game.ruleset, game.states[0], None)]


def test_nothing_is_told_of_a_mechanism_that_is_not_used(games: tuple[ws.Game, ws.Game]) -> None:
    used, without = map(told, games)
    view, summary, position = used
    assert view["toy"] == "a"
    assert (view["players"][0]["toy_cities"], position["toys_left"]) == ([], 3)
    result = view["outcome"]["players"][0]
    assert (result["toys"], result["toy_cities"]) == (result["longest"], [])
    assert summary["players"][0]["toy_cities"] == []
    assert "toy" not in str(without).replace("'machine': 'toy'", "")
    results = Results(EVERY, player_order=(), outcome_order=("rank", "score", "routes"))
    assert results.outcome_columns[:3] == ("rank", "score", "routes")
    assert {"toys", "longest_path"} < set(results.outcome_columns)
    assert results.parts["toy_points"] == "bonus"


class Settings(Struct, frozen=True):
    """Sections."""

    toys: Toys = Toys()


class Needed(Struct, frozen=True):
    """Sections, one of them required."""

    toys: Toys


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Two mechanisms: one with rules only, one with settings and text."""
    for name in ("bare", "full"):
        folder = tmp_path / "toybox" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    (tmp_path / "toybox" / "__init__.py").touch()
    here = __name__
    (folder / "data.py").write_text(
        f"from {here} import Settings, Writing\nWRITING = Writing(settings=Settings)\n"
    )
    (folder / "told.py").write_text(f"from {here} import Telling\nTELLING = Telling(phases={{7: 'toy'}})\n")
    monkeypatch.syspath_prepend(tmp_path)
    for module in [one for one in sys.modules if one.split(".", maxsplit=1)[0] == "toybox"]:
        monkeypatch.delitem(sys.modules, module)
    return "toybox"


def test_files_of_a_mechanism_are_optional(package: str) -> None:
    part = ScorePart("toys", "bonus")
    bare, full = tellings(package, {"bare": Mechanism(parts=[part]), "full": Mechanism()}, ["full"])
    assert (bare.name, bare.parts, bare.optional) == ("bare", [part], False)
    assert (full.name, full.phases, full.optional) == ("full", {7: "toy"}, True)
    assert [each.name for each in writings(package, ["bare", "full"], ())] == ["full"]


def test_a_mechanism_is_not_used_while_its_settings_are_at_their_defaults(package: str) -> None:
    (full,) = writings(package, ["full"], ())
    assert full.optional
    assert unused([full], Data(rows=())) == {"full"}
    assert unused([full], Data(rows=(), toys=Toys(count=1))) == frozenset()
    (old,) = writings(package, ["full"], {"toys.old"})
    assert not old.optional
    assert unused([old], Data(rows=())) == frozenset()
    assert not Writing(settings=Needed).optional
