"""Golden games: the rules must not change unnoticed. `python -m tests.records.make` creates them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.records.make import LEGAL, PUBLISHED, TOLD, legal_counts, told

import whistlestop as ws
from whistlestop.kinds import AnyEvent, AnyRulesetInfo, AnyView, kind_of
from whistlestop.record import CHECK_EVERY

HERE = Path(__file__).resolve().parent
FILES = sorted(HERE.glob("*/*.json"))
DIGESTS = json.loads(TOLD.read_text(encoding="utf-8"))
COUNTS = json.loads(LEGAL.read_text(encoding="utf-8"))


CORNERS = [
    *(
        "reshuffled",
        "market_reset",
        "two new markets",
        "empty slot",
        "few tickets",
        "opening_done",
        "final_round",
    ),
    *("tunnel", "short tunnel", "surcharge", "withdrew", "station", "stations used"),
    *("passed", "early end", "over"),
    *(
        "placed",
        "trio",
        "robbed",
        "moved",
        "stopped",
        "declaring",
        "declared",
        "scored",
        "new_pass",
        "tickets left over",
        "big cities",
    ),
]


def name(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


def test_there_is_a_game_of_every_kind() -> None:
    assert {name(path) for path in FILES} == set(COUNTS)
    for ruleset in ws.ruleset_ids():
        rules = ws.load_ruleset(ruleset)
        for players in range(rules.min_players, rules.max_players + 1):
            assert len([path for path in FILES if name(path).startswith(f"{ruleset}/{players}-")]) >= 3
    assert all(len([path for path in FILES if path.parent.name == board]) == 3 for board in PUBLISHED)
    variants = set(ws.ruleset_ids(variants=True)) - set(ws.ruleset_ids())
    assert all(len([path for path in FILES if path.parent.name == variant]) >= 2 for variant in variants)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=name)
def test_replay(path: Path) -> None:
    record = ws.GameRecord.load(path)
    game = ws.replay(record)
    assert game.over
    assert game.outcome() == record.outcome
    assert len(record.checksums) == len(record.actions) // CHECK_EVERY
    assert game.record() == record
    assert record.to_json() + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=name)
def test_what_was_legal(path: Path) -> None:
    """The same actions were legal, ply by ply."""
    assert legal_counts(ws.GameRecord.load(path)) == COUNTS[name(path)]


@pytest.mark.slow
@pytest.mark.parametrize("game", DIGESTS)
def test_what_was_told(game: str) -> None:
    """The JSON of views, events and outcome is the same, value by value."""
    assert told(ws.GameRecord.load(HERE / f"{game}.json")) == DIGESTS[game]


@pytest.mark.slow
def test_what_is_told_has_the_shape_that_is_declared() -> None:
    """The records match their types: they can be decoded strictly without losing anything."""
    for game in DIGESTS:
        record = ws.GameRecord.load(HERE / f"{game}.json")
        now = ws.replay(record, to=0)
        for seat in (None, *range(now.players)):
            for version in (0, 1, len(record.actions) // 2, len(record.actions)):
                view = ws.replay(record, to=version).observe(seat).view()
                assert msgspec.convert(msgspec.to_builtins(view), AnyView) == view
            for _, events in ws.replay(record).events_by_version(seat):
                assert msgspec.convert(msgspec.to_builtins(events), list[AnyEvent]) == events
        public = kind_of(now.ruleset).data.public(now.ruleset)
        assert msgspec.convert(msgspec.to_builtins(public), AnyRulesetInfo) == public


@pytest.mark.slow
def test_the_corners_are_reached() -> None:
    """Together the games contain reshuffles, new markets, empty slots, tunnels paid and not paid, stations, passes, and
    an early end (RUL-13).

    Also tunnels with fewer than three cards to reveal (EUR-19). In the card game: robbing, stopping after one
    card, a second pass, tickets left from the first one (CARD-44).
    """
    seen: Counter[str] = Counter()
    for path in FILES:
        game = ws.replay(ws.GameRecord.load(path))
        for entry in game.history():
            for event in entry["events"]:
                seen[event["event"]] += 1
                seen["two new markets"] += event["event"] == "market_reset" and event["times"] > 1
                seen["short tunnel"] += event["event"] == "tunnel" and len(event["revealed"]) < 3
                seen["few tickets"] += event["event"] == "drew_tickets" and event["count"] < 3
                if event["event"] == "new_pass":
                    held = ws.replay(game.record(), to=entry["version"]).view()["players"]
                    seen["tickets left over"] += any(one["tickets"] for one in held)
                seen["trio"] += event["event"] == "placed" and len(event["rows"]) == 3
        seen["empty slot"] += None in game.view()["market"]
        final = game.view()["final_round"]
        seen["early end"] += final is None or final["turns_left"] > 0
        for one in (game.outcome() or {})["players"]:
            seen["stations used"] += bool(one.get("station_routes"))
            seen["big cities"] += bool(one.get("cities"))
    for what in CORNERS:
        assert seen[what], what
