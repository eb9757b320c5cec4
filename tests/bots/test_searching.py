"""The steps of a search: which actions are dropped, and that only the order of the worlds matters."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.bots.beliefs import generators
from whistlestop.games.searching import CANDIDATES, FEWEST, FIRST, PROGRESS, add, begin, narrow

SEATS = 3


def searched(
    actions: int, playouts: int, leads: list[float], parts: list[int], clear: int = 100
) -> tuple[npt.NDArray[np.void], list[tuple[int, int]]]:
    """Search among actions with known leads and some noise; return the search, and the actions and worlds of each step.

    parts: worlds for which results are added at once, in turn.
    """
    searches = np.zeros(1, PROGRESS)
    begin(searches, 1, np.arange(100, 100 + actions), playouts)
    search, steps, turn = searches[0], [], 0
    while worlds := int(search["next"]):
        kept = search["actions"][search["places"][: search["kept"]]] - 100
        scores = np.zeros((worlds, len(kept), SEATS))
        for world in range(worlds):
            noise = np.random.default_rng(int(search["worlds"]) + world).normal(0, 5, (actions, SEATS))
            for n, action in enumerate(kept):
                scores[world, n] = noise[action]
                scores[world, n, 1] += leads[action]
        steps.append((len(kept), worlds))
        done = 0
        while done < worlds:
            end = min(worlds, done + parts[turn % len(parts)])
            add(searches, scores[done:end], 25)
            narrow(searches, playouts - int(search["spent"]), clear)
            done, turn = end, turn + 1
    return searches, steps


LEADS = st.lists(st.floats(-60, 60), min_size=2, max_size=9)


@given(LEADS, st.integers(1, 600), st.lists(st.integers(1, 40), min_size=1, max_size=4))
def test_the_division_of_the_worlds_changes_nothing(leads: list[float], most: int, parts: list[int]) -> None:
    whole, steps = searched(len(leads), most, leads, [10_000])
    divided, others = searched(len(leads), most, leads, parts)
    assert whole.tobytes() == divided.tobytes()
    assert steps == others


@given(LEADS, st.integers(1, 600))
def test_its_figures_are_those_of_the_worlds(leads: list[float], most: int) -> None:
    """The search stays within the number of playouts, unless it is too small for the first worlds of two actions."""
    (search,), steps = searched(len(leads), most, leads, [10_000])
    size = min(len(leads), max(2, most // FEWEST))
    assert search["size"] == size
    assert steps[0] == (size, FIRST)
    assert search["spent"] == sum(actions * worlds for actions, worlds in steps)
    assert search["spent"] <= max(most, 2 * FIRST)
    assert search["spent"] == search["played"][:size].sum()
    assert search["chosen"] in search["actions"][:size]
    assert search["better"][0] == search["error"][0] == 0
    assert (search["value"][:size] < search["played"][:size]).all()
    assert ([actions for actions, _ in steps]) == sorted((actions for actions, _ in steps), reverse=True)


def test_the_best_is_chosen_if_it_is_clear() -> None:
    (search,), _ = searched(4, 400, [0, -30, 2, 1], [10_000])
    assert search["chosen"] == 102
    assert search["played"][1] < search["played"][2] == search["played"][0]
    (search,), _ = searched(4, 400, [40, -30, 30, 10], [10_000])
    assert search["chosen"] == 100


def test_more_actions_than_there_is_room_for() -> None:
    searches = np.zeros(1, PROGRESS)
    begin(searches, 0, np.arange(500), 1_000_000)
    assert searches["size"] == CANDIDATES


def test_one_action_needs_no_search() -> None:
    searches = np.zeros(1, PROGRESS)
    begin(searches, 0, np.array([7]), 100)
    assert searches["chosen"] == 7
    assert searches["next"] == 0


@pytest.mark.parametrize("seed", [0, 7, 1 << 63])
def test_each_world_has_a_generator_of_its_own(seed: int) -> None:
    """The generator depends only on the number of the world, so calls can add worlds."""
    every = generators(seed, 0, 200)
    assert len(set(every.tolist())) == 200
    assert (generators(seed, 150, 50) == every[150:]).all()
    steps = {(int(b) - int(a)) & 0xFFFF_FFFF_FFFF_FFFF for a, b in itertools.pairwise(every)}
    assert steps == {0xD1B5_4A32_D192_ED03}
