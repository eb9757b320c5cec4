"""The built-in puzzles: they load, and their best move is legal and the best in new worlds as well."""

from __future__ import annotations

import numpy as np
import pytest

from whistlestop.bots.playouts import playouts
from whistlestop.practice.puzzles import Puzzle, as_line, is_same, puzzles, read_puzzles
from whistlestop.reviewing.chances import HANDICAP, chances
from whistlestop.server.usecases import practice

SETS = puzzles()
SAMPLE = 2
"""Puzzles of each game to test again."""
WORLDS = 80


@pytest.mark.parametrize("ruleset", SETS)
def test_puzzles_load(ruleset: str) -> None:
    found = SETS[ruleset]
    assert len(found) > 0
    for puzzle in found.values():
        game = puzzle.position()
        assert game.ruleset.id == ruleset
        assert len(game.to_act) == 1
        for move in [*puzzle.moves, *puzzle.others]:
            assert game.is_legal(move)
        chance = list(puzzle.moves.values())
        assert chance == sorted(chance, reverse=True)
        assert puzzle.margin > 0
        assert puzzle.level in {"easy", "medium", "hard"}


@pytest.mark.parametrize("ruleset", SETS)
@pytest.mark.slow
def test_the_best_move_is_the_best_again(ruleset: str) -> None:
    clearest = sorted(SETS[ruleset].values(), key=lambda one: -one.margin)[:SAMPLE]
    for puzzle in clearest:
        game = puzzle.position()
        observation = game.observe(game.to_act[0])
        notation, offer = game.ruleset.notation, observation.offer()
        actions = [notation.number(move, offer) for move in puzzle.moves]
        found = playouts(observation, actions, WORLDS, seed=20261125)
        own = chances(found, HANDICAP.of(observation))[:, :, found.seat].mean(axis=1)
        assert np.argmax(own) == 0, (puzzle.id, own.tolist())


@pytest.mark.parametrize("ruleset", SETS)
def test_an_answer_is_judged(ruleset: str) -> None:
    puzzle = next(iter(SETS[ruleset].values()))
    best = practice.try_puzzle(ruleset, puzzle.id, puzzle.best)
    assert best.right
    assert best.chance == puzzle.moves[puzzle.best]
    assert best.hint.action == puzzle.best
    other = list(puzzle.moves)[1]
    worse = practice.try_puzzle(ruleset, puzzle.id, other)
    assert not worse.right
    assert worse.chance == puzzle.moves[other]
    assert [one.action for one in worse.moves] == list(puzzle.moves)


def test_a_puzzle_shows_what_its_seat_knows() -> None:
    for ruleset, found in SETS.items():
        puzzle = next(iter(found.values()))
        shown = practice.puzzle(ruleset, puzzle.id)
        assert shown.view == puzzle.position().observe(shown.seat).view()


@pytest.mark.parametrize(
    ("planned", "moves", "level"),
    [
        ("draw", {"draw": 60.0, "take:red": 45.0}, "easy"),
        ("take:red", {"draw": 60.0, "take:red": 45.0}, "medium"),
        ("draw", {"draw": 60.0, "take:red": 54.0}, "medium"),
        ("take:red", {"draw": 60.0, "take:red": 54.0, "tickets": 53.0}, "hard"),
    ],
)
def test_levels(planned: str, moves: dict[str, float], level: str) -> None:
    assert Puzzle(id="x", record="", moves=moves, planned=planned).level == level


def test_ways_to_pay_are_the_same_move() -> None:
    assert is_same("claim:denver-omaha:purple*4", "claim:denver-omaha:purple*3+wild")
    assert not is_same("claim:denver-omaha:purple*4", "claim:denver-omaha/2:purple*4")
    assert not is_same("take:red", "take:blue")
    assert not is_same("keep:a,b", "keep:a")


def test_lines_are_read_again() -> None:
    puzzle = Puzzle(id="x", record="", moves={"draw": 60.0, "take:red": 45.0}, others=["tickets"], game=3)
    assert read_puzzles([as_line(puzzle)]) == [puzzle]
