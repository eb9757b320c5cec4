"""Reviews: their sums, that they find planted mistakes, and that they know no more than a seat."""

from __future__ import annotations

import importlib
import inspect
import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture
from tests.game.builders import player, start

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.playouts import Playouts, playouts
from whistlestop.cli.review import review as command
from whistlestop.errors import IllegalAction, RecordError
from whistlestop.kinds import kind_of
from whistlestop.reviewing import CLOSE, Decision, Review, judge, judging, review
from whistlestop.reviewing.chances import HANDICAP, Handicap, chances
from whistlestop.reviewing.review import luck_in_turns
from whistlestop.reviewing.summing import accuracy, moments, shares, turning_points
from whistlestop.server.settings import Settings

WORLDS = 8


def finished(game: ws.Game) -> ws.GameRecord:
    """Return the record of a game that planners play to its end."""
    crew = [bots.make("planner", seed=seat) for seat in range(game.players)]
    while not game.over:
        seat = game.to_act[0]
        game.play_id(int(crew[seat].choose(game.observe(seat))), seat)
    return game.record()


def late(ruleset: str, players: int, left: int) -> ws.Game:
    """Return a game of planners that ends after this number of further actions."""
    whole = finished(ws.Game.new(ruleset, players, seed=6))
    return ws.Game.from_position(ws.replay(whole, to=len(whole.actions) - left).position())


@pytest.fixture(scope="module")
def record() -> ws.GameRecord:
    """A short game."""
    return finished(late("usa", 2, 12))


# --------------------------------------------------------------------------------------- small pieces, by hand


def test_chances_by_hand() -> None:
    """If all worlds agree, the result is certain; otherwise scores share the win by a softmax with their spread."""
    certain = Playouts(
        0, (1,), np.array([[[50.0, 40.0], [50.0, 40.0]]]), np.array([[[1, 2], [1, 2]]], np.int8)
    )
    assert np.allclose(chances(certain, 0.6), [[[1, 0], [1, 0]]])
    scores = np.array([[[50.0, 40.0], [40.0, 50.0]]])
    found = chances(Playouts(0, (1,), scores, np.array([[[1, 2], [2, 1]]], np.int8)), smoothing=1, handicap=0)
    lead = 10.5  # half a point for the winner; the leads are 5.25 and -5.25
    assert math.isclose(found[0, 0, 0], 1 / (1 + math.exp(-lead / 5.25)))
    assert np.allclose(found.sum(axis=2), 1)
    tie = Playouts(0, (1,), np.array([[[40, 40], [40, 40]]], np.int16), np.array([[[1, 2], [1, 2]]], np.int8))
    assert chances(tie, 0.6)[0, 0, 0] > 0.99  # COM-22: the tie is broken
    tie = Playouts(0, (1,), np.array([[[40, 40], [40, 40]]], np.int16), np.array([[[1, 1], [1, 1]]], np.int8))
    assert np.allclose(chances(tie, 0.6), 0.5)


DECISIONS = [
    Decision(0, 0, "a", before=0.5, after=0.5, error=0.0),
    Decision(1, 1, "b", before=0.5, after=0.4, error=0.0, expert="c"),
    Decision(4, 0, "d", before=0.9, after=0.6, error=0.0, points=3.0, expert="e"),
    Decision(5, 1, "f", before=0.2, after=0.2, error=0.0),
]
EFFECTS = [(0.0, 0.0), (0.1, -0.1), (-0.3, 0.3), (0.0, 0.0)]


def test_shares_by_hand() -> None:
    first, second = shares(DECISIONS, EFFECTS, [0.5, 0.5], [1.0, 0.0], 4)
    assert (first.start, first.choices, first.others, first.luck, first.end) == (0.5, -0.3, 0.1, 0.7, 1.0)
    assert (second.start, second.choices, second.others, second.luck) == (0.5, -0.1, 0.3, -0.7)


def test_turning_points_by_hand() -> None:
    """The largest changes are chosen, without smaller ones at the same time, in the order of the game."""
    found = turning_points(DECISIONS, most=2)
    # Seat 0 gains 0.4 between 1 and 4, then loses 0.3 by its choice. What the end reveals does not count.
    assert [(each.seat, each.cause, each.since, each.until) for each in found] == [
        (0, "events", 1, 4),
        (0, "choice", 4, 5),
    ]
    assert [round(each.after - each.before, 6) for each in found] == [0.4, -0.3]
    assert len(turning_points(DECISIONS, most=1)) == 1
    assert {each.seat for each in turning_points(DECISIONS[::2])} == {0}  # a seat without decisions
    steady = [Decision(version, 0, "a", before=0.98, after=0.98, error=0.01) for version in (0, 2)]
    assert turning_points(steady) == []


def test_moments_are_means_of_the_latest_views() -> None:
    """They add up to 1, and the value before a mistake is the one for the expert's action."""
    views = [(0.5, 0.5), (0.4, 0.6), (0.6, 0.4), (0.8, 0.2)]
    found = moments(DECISIONS, EFFECTS, views, [1.0, 0.0], 9, 4)
    assert [each.version for each in found] == [0, 1, 4, 5, 9]
    assert [each.chances[0] for each in found] == [0.4, 0.4, 0.65, 0.7, 1.0]
    assert all(math.isclose(sum(each.chances), 1) for each in found)


def test_accuracy_of_each_phase() -> None:
    """Accuracy is halved for every 1.5 points that a decision of the phase costs on average."""
    assert accuracy(DECISIONS, 0, 0, 6) == [100.0, None, 25.0]
    assert accuracy(DECISIONS, 2, 0, 6) == [None, None, None]
    lost = [Decision(at, 0, "a", before=0.0, after=0.0, error=0.0, points=at * 1.5) for at in (0, 1)]
    assert accuracy(lost, 0, 0, 9)[0] == 70.7  # even if the game is lost
    better = [Decision(at, 0, "a", before=0.5, after=0.5, error=0.0, points=-2.0) for at in (0, 1)]
    assert accuracy(better, 0, 0, 9)[0] == 100.0


# ------------------------------------------------------------------------------------------------- whole games


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [("usa", 2), ("europe", 3), ("card_game", 3)])
def test_the_parts_are_the_whole(ruleset: str, players: int) -> None:
    game = late(ruleset, players, 6)
    found = review(finished(game), worlds=WORLDS)
    assert [decision.version for decision in found.decisions] == list(range(game.version - 6, game.version))
    for share in found.seats:
        whole = share.start + share.choices + share.others + share.luck
        assert math.isclose(whole, share.end, abs_tol=1e-3)
        assert share.choices <= 0
    assert math.isclose(sum(share.end for share in found.seats), 1)
    assert [each.version for each in found.chances] == list(range(game.version - 6, game.version + 1))
    assert all(math.isclose(sum(each.chances), 1) for each in found.chances)
    assert all(len(decision.reasons) <= 2 for decision in found.decisions)
    for decision in found.decisions:
        assert 0 <= decision.after <= decision.before <= 1
        assert (decision.expert is None) == (decision.before - decision.after <= CLOSE)


@pytest.mark.slow
def test_the_same_for_any_number_of_processes(record: ws.GameRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(importlib.import_module("whistlestop.reviewing.review"), "EVERY", 0)
    parts: list[Review] = []
    one = review(
        record,
        worlds=WORLDS,
        seed=3,
        cores=2,
        progress=lambda done, total: told.append((done, total)),
        partial=parts.append,
    )
    assert [part.decisions for part in parts] == [one.decisions[-count:] for count in range(1, 12)]
    assert parts[-1].chances[-6:] == one.chances[-6:]
    assert told == [(done, 12) for done in range(1, 13)]
    assert one == review(record, worlds=WORLDS, seed=3, jobs=2)
    assert one != review(record, worlds=WORLDS, seed=4)
    assert msgspec.json.decode(msgspec.json.encode(one), type=Review) == one


CLAIM = "claim:el_paso-los_angeles:black*6"


def blunder() -> ws.Game:
    """Return a game in whose last turn (COM-21) six trains would win; the player draws instead."""
    game = start(
        "usa",
        player("black*6", trains=20),
        player(trains=2, routes="denver-salt_lake_city"),
        market="red blue green white black",
        final_round={"turns_left": 1, "caused_by": 0},
    )
    assert game.is_legal(CLAIM)
    while not game.over:
        game.play("draw")
    return game


@pytest.mark.slow
def test_a_planted_blunder_is_found() -> None:
    game = blunder()
    found = review(game.record(), worlds=WORLDS)
    first = found.decisions[0]
    assert (first.expert, first.action) == (CLAIM, "draw")
    assert first.before > 0.99
    assert first.after < 0.01
    assert (found.seats[0].choices, found.seats[1].others) == (-1.0, 1.0)
    assert [(each.seat, each.cause, each.since) for each in found.turning_points] == [
        (0, "choice", first.version)
    ]
    assert [(each.reason, each.what) for each in first.reasons] == [
        ("points", "routes"),
        ("points", "longest"),
    ]
    assert first.reasons[0].better - first.reasons[0].played == 15
    assert first.points == 35  # USA-34: 15 for the route, and the bonus of 10, otherwise an opponent's
    assert first.plan is not None


@pytest.mark.slow
def test_blind_moves_have_a_low_accuracy_even_in_a_lost_game() -> None:
    game = late("usa", 2, 24)
    crew = [bots.make("random", seed=1), bots.make("planner", seed=1)]
    while not game.over:
        game.play_id(int(crew[game.to_act[0]].choose(game.observe(game.to_act[0]))), game.to_act[0])
    blind, planned = (
        sum(known) / len(known)
        for share in review(game.record(), worlds=WORLDS).seats
        if (known := [one for one in share.accuracy if one is not None])
    )
    assert blind < 60 < planned


@pytest.mark.slow
def test_nothing_that_a_seat_cannot_know_changes_its_review(record: ws.GameRecord) -> None:
    """In two worlds the seat's knowledge is the same; other players' hands, tickets and coming cards differ."""
    game = ws.replay(record, to=2)
    seat, action = record.actions[2]
    others = [game.resample(seat, seed) for seed in range(2)]
    assert others[0].position() != others[1].position()
    found = [judge(one.observe(seat), action, worlds=WORLDS, seed=9) for one in (game, *others)]
    assert found[0] == found[1] == found[2]
    reviews = []
    for one in others:
        one.play(action, seat)
        reviews.append(review(finished(one), worlds=4))
    assert reviews[0].decisions[0] == reviews[1].decisions[0]
    assert reviews[0].decisions != reviews[1].decisions


@pytest.mark.slow
def test_a_better_action_has_to_hold_in_new_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that is better only in the worlds that found it is not shown."""
    seen = blunder().beginning().observe(0)
    assert judge(seen, "draw", worlds=WORLDS).expert != judge(seen, "draw", worlds=WORLDS).played

    def equal_later(observation: ws.Observation, actions: list[int], worlds: int, **more: Any) -> Playouts:
        return playouts(
            observation, [actions[0]] * 2 if more["first"] >= judging.FRESH else actions, worlds, **more
        )

    monkeypatch.setattr("whistlestop.reviewing.judging.playouts", equal_later)
    found = judge(seen, "draw", worlds=WORLDS)
    assert found.expert == found.played
    assert not any(found.effect)


@pytest.mark.slow
def test_luck_counts_the_turns_that_a_card_saves() -> None:
    """A card that the plan needs is luck, any other is not. Over all possible cards, the mean is zero."""
    luck = []
    for card in ("black", "blue"):
        game = start(
            "usa",
            player("black*5", trains=6),
            player(),
            market="red blue green white black",
            deck=f"{card} red red",
        )
        game.play("draw")
        luck.append(luck_in_turns(game)[0])
    assert luck[0] is not None
    assert luck[1] is not None
    assert luck[0] > 0 >= luck[1]
    assert luck_in_turns(ws.Game.new("card_game", 2, seed=1)) == [None, None]


@pytest.mark.slow
def test_every_choice_of_tickets_is_judged() -> None:
    """USA-3: a player keeps at least two of three, so there are four choices."""
    game = ws.Game.new("usa", 2, seed=2)
    choice = game.legal(0)[1]
    found = judge(game.observe(0), choice, worlds=4)
    assert sorted(found.chances) == sorted(game.legal_ids(0))


@pytest.mark.slow
def test_a_kind_of_game_says_in_how_many_worlds(record: ws.GameRecord) -> None:
    """The same number applies in a shell, in a program and on a server, unless it is given explicitly."""
    worlds = kind_of(ws.load_ruleset("usa")).bots.search.worlds
    assert (found := review(record)) == review(record, worlds=worlds)
    assert found.worlds == worlds
    assert inspect.signature(command).parameters["worlds"].default is None
    assert Settings().review_worlds is None
    assert Settings.from_environment({"WHISTLESTOP_REVIEW_WORLDS": ""}).review_worlds is None
    assert Settings.from_environment({"WHISTLESTOP_REVIEW_WORLDS": "7"}).review_worlds == 7


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [("usa", 2), ("europe", 4)])
def test_at_the_beginning_the_chances_of_all_add_up_to_one(ruleset: str, players: int) -> None:
    """This holds approximately, and on average over deals: later luck affects players differently."""
    sums = []
    for seed in range(16):
        game = ws.Game.new(ruleset, players, seed=seed)
        sums.append(0.0)
        for seat in range(players):
            seen = game.observe(seat)
            found = playouts(seen, [bots.ask(bots.make("planner"), seen)], 32, seed=1)
            sums[-1] += float(chances(found, HANDICAP.of(seen))[0, :, seat].mean())
    assert abs(np.mean(sums) - 1) < 0.1


def test_a_handicap_grows_with_the_turns_to_a_limit() -> None:
    game = ws.Game.new("usa", 3, seed=1)
    handicap = Handicap(0.1, 0.05, 0.3)
    assert handicap.of(game.observe(0)) == 0.1  # COM-19: the others choose their tickets as well
    turns: list[int] = []
    while len(turns) < 18:
        game.play(game.legal(game.to_act[0])[0], game.to_act[0])
        turn = int(game.observe(0).record["turn"])
        turns += [turn] if turn not in turns else []
        assert handicap.of(game.observe(0)) == pytest.approx(min(0.3, 0.1 + 0.05 * turn / 3))


def test_what_cannot_be_reviewed() -> None:
    game = ws.Game.new("usa", 2, seed=2)
    with pytest.raises(RecordError, match="not over"):
        review(game.record())
    with pytest.raises(ValueError, match="worlds"):
        review(game.record(), worlds=3)
    with pytest.raises(ValueError, match="process"):
        review(game.record(), jobs=0)
    with pytest.raises(IllegalAction):
        judge(game.observe(0), "draw", worlds=4)


@pytest.mark.slow
def test_from_a_shell_and_from_a_program(record: ws.GameRecord, tmp_path: Path, run: Run) -> None:  # noqa: F811
    file = tmp_path / "game.json"
    record.save(file)
    expected = msgspec.to_builtins(review(record, worlds=4))
    told = run("review", file, "--worlds", 4, "--jobs", 1, "--json")
    assert json.loads(told.stdout) == expected
    text = run("review", file, "--worlds", 4, "--jobs", 1)
    assert text.exit_code == 0
    assert "Turning points" in text.stdout
    program = [sys.executable, "-m", "whistlestop.reviewing", "4"]
    done = subprocess.run(program, input=file.read_bytes(), capture_output=True, check=True)
    assert json.loads(done.stdout) == expected
    assert done.stderr.split()[-2:] == [b"12", b"12"]
    begun = tmp_path / "begun.json"
    ws.replay(record, to=3).record().save(begun)
    assert run("review", begun).exit_code == 3
    broken = subprocess.run(program, input=b"{}", capture_output=True, check=False)
    assert (broken.returncode, broken.stdout) == (1, b"")
