"""Summaries of the golden games: every list ends with the result, and draws add up."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

import whistlestop as ws
from whistlestop.kinds import AnySummary
from whistlestop.replaying import summarize
from whistlestop.text.summary import expected

HERE = Path(__file__).resolve().parent
FILES = sorted(HERE.glob("*/*.json"))
WILD = "wild"


def ident(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


def told(game: ws.Game) -> dict[str, Any]:
    """Return the summary as plain data, after a round trip through its JSON type."""
    text = msgspec.json.encode(summarize(game))
    msgspec.json.decode(text, type=AnySummary)
    plain: dict[str, Any] = msgspec.json.decode(text)
    return plain


@pytest.fixture(params=FILES, ids=ident, scope="module")
def played(request: pytest.FixtureRequest) -> tuple[ws.Game, dict[str, Any]]:
    game = ws.replay(request.param.read_bytes())
    return game, told(game)


def test_every_list_ends_with_the_result(played: tuple[ws.Game, dict[str, Any]]) -> None:
    game, summary = played
    outcome, view = game.outcome(), game.view()
    assert outcome is not None
    assert summary["machine"] == view["machine"]
    assert summary["after"] == list(range(len(summary["after"])))
    for player, result, shown in zip(summary["players"], outcome["players"], view["players"], strict=True):
        lists = {
            name: numbers for name, numbers in player.items() if name != "kept" and isinstance(numbers, list)
        }
        assert {len(numbers) for numbers in lists.values()} == {len(summary["after"])}
        last = {name: numbers[-1] for name, numbers in lists.items()}
        assert last["standing"] == result["score"]
        assert last["cards"] == shown["cards"]
        assert last["completed"] == result["tickets_completed"]
        assert last["score"] == shown["score"] == result["routes" if "routes" in result else "tickets"]
        if "trains" in last:
            assert last["trains"] == shown["trains"]
            assert last["tickets"] == len(result["tickets_list"])
        else:
            assert last["stack"] == sum(result["stack"].values())
            assert last["tickets"] == len(result["tickets_list"]) - last["completed"]


def test_turns_are_those_of_the_log(played: tuple[ws.Game, dict[str, Any]]) -> None:
    game, summary = played
    turns = summary["turns"]
    assert [turn["turn"] for turn in turns] == sorted({turn["turn"] for turn in turns})
    assert len(turns) == summary["after"][-1]
    events = [event for entry in game.history() for event in entry["events"]]
    for seat, player in enumerate(summary["players"]):
        mine = [turn for turn in turns if turn["seat"] == seat]
        log = [event for event in events if event.get("seat") == seat]
        assert [c for t in mine for c in t["took"]] == [e["card"] for e in log if e["event"] == "took"]
        drew = [card for turn in mine for card in turn["drew"]]
        assert len(drew) == sum(event["event"] == "drew" for event in log) == player["drawn"]["cards"]
        assert drew.count(WILD) == player["drawn"]["got"]
        own = [e for entry in game.history(seat) for e in entry["events"] if e.get("seat") == seat]
        assert drew == [event["card"] for event in own if event["event"] == "drew"]
        later = [ticket for turn in mine for ticket in turn["kept"]]
        assert len(later) == sum(event["kept"] for event in log if event["event"] == "kept")
        outcome = game.outcome()
        assert outcome is not None
        held = {ticket["id"] for ticket in outcome["players"][seat]["tickets_list"]}
        first = {
            ticket["id"] for ticket in game.beginning().view(seat)["tickets"]
        }  # for a position that was set up
        assert held == {*first, *player["kept"], *later}
        offered = sum(turn["offered"] for turn in mine)
        mixed = [
            e["regular"] + e["long"] for e in log if e["event"] == "mixed"
        ]  # the first is from the opening
        assert offered == sum(e["count"] for e in log if e["event"] == "drew_tickets") + sum(mixed[1:])


def test_what_only_some_kinds_have(played: tuple[ws.Game, dict[str, Any]]) -> None:
    game, summary = played
    events = [event for entry in game.history() for event in entry["events"]]
    of = {
        kind: [e for e in events if e["event"] == kind]
        for kind in ("claimed", "station", "withdrew", "tunnel")
    }
    if summary["machine"] == "network":
        for kind, field in (("claimed", "route"), ("station", "city"), ("withdrew", "route")):
            assert [t[kind] for t in summary["turns"] if t[kind]] == [event[field] for event in of[kind]]
        paid = sum(event["surcharge"] for event in of["tunnel"])
        assert sum(player["tunnels"]["got"] for player in summary["players"]) == paid
        shown = sum(len(event["revealed"]) for event in of["tunnel"])
        assert sum(player["tunnels"]["cards"] for player in summary["players"]) == shown
    else:
        rows = [event["rows"] for event in events if event["event"] == "placed"]
        assert [turn["placed"] for turn in summary["turns"] if turn["placed"]] == rows
        robbed = [
            {k: e[k] for k in ("victim", "color", "cards", "wilds")} for e in events if e["event"] == "robbed"
        ]
        assert [turn["robbed"] for turn in summary["turns"] if turn["robbed"]] == robbed
        assert len(summary["passes"]) == sum(event["event"] == "scored" for event in events)
        assert summary["passes"][-1] == summary["after"][-1]
        dealt = [event["dealt"] for event in events if event["event"] == "new_pass"]
        start = int(game.ruleset.rules["start_hand"][0]) if game.dealt else 0
        for seat, player in enumerate(summary["players"]):
            assert player["dealt"]["cards"] == start + sum(cards[seat] for cards in dealt)


def test_expectations_are_those_of_the_cards_that_lay_there() -> None:
    """Counts separately: before every draw, the wilds in the deck divided by its size, according to positions."""
    game = ws.replay((HERE / "europe" / "2-tunneller.json").read_bytes())
    again = game.beginning()
    hoped, dug = [0.0, 0.0], [0.0, 0.0]
    for seat, action in game.actions:
        position = again.position()
        deck = position["deck"] or [card for card, n in position["discard"].items() for _ in range(n)]
        again.play(action, seat)
        if action == "draw":
            hoped[seat] += deck.count(WILD) / len(deck)
        for event in again.events():
            if event["event"] == "tunnel" and len(position["deck"]) >= 3:
                color = next((card for card in event["payment"] if card != WILD), WILD)
                matching = sum(card in (WILD, color) for card in deck)
                dug[seat] += 3 * matching / len(deck)
            elif event["event"] == "tunnel":
                dug[seat] = float("nan")
    for player, drawn, tunnels in zip(told(game)["players"], hoped, dug, strict=True):
        assert player["drawn"]["expected"] == pytest.approx(drawn, abs=1e-4)
        assert player["dealt"]["expected"] == pytest.approx(4 * 14 / 110, abs=1e-4)
        if not math.isnan(tunnels):  # the deck never ran out during a draw
            assert player["tunnels"]["expected"] == pytest.approx(tunnels, abs=1e-4)


def test_where_the_deck_runs_out_the_discards_follow() -> None:
    game = ws.Game.new("usa", seed=1)
    state = game.copy().states[0]
    state["deck"][:2], state["deck_size"] = (8, 0), 2
    state["discard"][:], state["discard_size"] = 0, 4
    state["discard"][8], state["discard"][1] = 1, 3
    assert expected(state, [8], 1) == 1 / 2
    assert expected(state, [8], 3) == 1 + 1 / 4
    assert expected(state, [8], 9) == 1 + 1
    state["deck_size"] = 0
    assert expected(state, [8], 1) == 1 / 4
    state["discard_size"] = 0
    assert expected(state, [8], 1) == 0


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_before_the_end_there_is_none(ruleset: str) -> None:
    game = ws.Game.new(ruleset, seed=3)
    assert summarize(game) is None


def test_a_game_that_began_in_a_position_tells_from_there_on() -> None:
    whole = ws.replay((HERE / "usa" / "2-planner.json").read_bytes())
    middle = ws.replay(whole.record(), to=60)
    later = ws.Game.from_position(middle.position())
    for seat, action in whole.actions[60:]:
        later.play(action, seat)
    summary, full = told(later), told(whole)
    assert summary["after"][-1] == full["after"][-1]
    assert summary["after"][0] == middle.view()["turn"]
    for player, other in zip(summary["players"], full["players"], strict=True):
        assert player["standing"] == other["standing"][-len(player["standing"]) :]
        assert player["dealt"] == {"cards": 0, "got": 0, "expected": 0.0}
