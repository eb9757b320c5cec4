"""Decisions from records: knowledge, allowed actions, the action, and the result."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import whistlestop as ws
from whistlestop.envs import Examples, action_space, examples
from whistlestop.errors import RecordError

GOLDEN = Path(__file__).resolve().parent.parent / "records"
FILES = sorted(GOLDEN.glob("*/*.json"))


def same(one: Examples, other: Examples) -> bool:
    names = Examples._fields[1:]
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.slow
@pytest.mark.parametrize("factored", [False, True])
def test_decisions_of_golden_games(factored: bool) -> None:
    """All decisions of games of different rulesets at once, with the results of the records (COM-21, COM-22)."""
    records = [ws.GameRecord.load(path) for path in FILES]
    seen = 0
    for some in examples(map(ws.pack, records), factored=factored, games=8):
        space = action_space(some.ruleset, factored)
        assert some.mask.shape == (len(some.action), space.count)
        assert some.mask[range(len(some.action)), some.action].all()
        assert (np.diff(some.record) >= 0).all()
        for number in range(some.record[0], some.record[-1] + 1):
            record, rows = records[number], some.record == number
            assert record.ruleset == some.ruleset.id
            assert record.outcome is not None
            ends = [(player["score"], player["rank"]) for player in record.outcome["players"]]
            for row in np.flatnonzero(rows)[::40]:
                turned = ends[some.seat[row] :] + ends[: some.seat[row]]
                assert list(zip(some.scores[row], some.ranks[row], strict=True)) == turned
            game = ws.replay(record, to=0)
            taken = []
            for seat, text in record.actions:
                offer = game.observe(seat).offer()
                taken.append((seat, space.encode(game.ruleset.notation.parse(text, offer))))
                game.play(text, seat)
            for seat in range(record.players):
                mine = [part for who, parts in taken for part in parts if who == seat]
                assert some.action[rows & (some.seat == seat)].tolist() == mine
            seen += 1
    assert seen == len(records)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_observations_are_those_of_the_seat(ruleset: str) -> None:
    """The observations equal those that a bot saw at every step, because bots are asked in the order of the
    environments.
    """
    record = ws.GameRecord.load(GOLDEN / ruleset / "2-planner.json")
    (some,) = examples([ws.pack(record)])
    names = action_space(some.ruleset).names
    rows = [row for row, action in enumerate(some.action) if not names[action].startswith("declare")]
    game = ws.replay(record, to=0)
    for seat, text in record.actions:
        if not text.startswith("declare"):
            row, seen = rows.pop(0), game.observe(seat)
            assert some.seat[row] == seat
            assert np.array_equal(some.observation[row], seen.tensor())
            assert np.array_equal(some.mask[row], seen.mask())
        game.play(text, seat)
    assert not rows


@pytest.mark.slow
def test_the_same_whatever_is_replayed_at_a_time() -> None:
    packed = [ws.pack(ws.GameRecord.load(path)) for path in sorted((GOLDEN / "switzerland").glob("2-*.json"))]
    (together,) = examples(packed)
    alone = list(examples(packed, games=1))
    assert len(alone) == len(packed)
    joined = (np.concatenate(columns) for columns in zip(*(one[1:] for one in alone), strict=True))
    assert same(Examples(together.ruleset, *joined), together)


def test_games_under_way_have_no_places() -> None:
    game = ws.Game.new("switzerland", 2, seed=4)
    for seat in (1, 0):
        game.play(game.legal(seat)[0], seat)
    game.play("draw")
    (some,) = examples([ws.pack(game.record())])
    assert some.seat.tolist() == [0, 1, game.first]
    assert not some.ranks.any()


def test_what_is_no_record_is_refused() -> None:
    good = ws.pack(ws.Game.new("switzerland", 2, seed=4).record())
    with pytest.raises(RecordError, match="packed record"):
        list(examples([good, b"WSR"]))
    with pytest.raises(ValueError, match="expected 1 or more"):
        list(examples([good], games=0))
