"""Features of map games: distances, the needs of tickets, and the environments that show them."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

import whistlestop as ws
from whistlestop.envs import FeatureEncoder, VectorGames, outputs
from whistlestop.envs.features import FAR
from whistlestop.envs.gym import BotsVectorEnv, FeatureObservations, FeatureVectorObservations
from whistlestop.errors import OptionError

MAPS = ["usa", "europe", "switzerland"]


def positions(
    ruleset: str, players: int, decisions: int, games: int = 2
) -> Iterator[npt.NDArray[np.float32]]:
    """Yield observations of random games, some decisions apart."""
    tables = VectorGames(ruleset, games, players, seed=1, factored=True)
    tables.reset()
    for n in range(decisions):
        batch = tables.step(tables.sample())
        if n % 40 == 39:
            yield batch.observation.copy()


def shortest(encoder: FeatureEncoder, cost: list[int], start: int) -> list[int]:
    """Return distances from a city by Dijkstra's algorithm, in plain Python."""
    far = [FAR] * encoder.cities
    heap = [(0, start)]
    while heap:
        here, city = heapq.heappop(heap)
        if here >= far[city]:
            continue
        far[city] = here
        for (a, b), trains in zip(encoder.edges.tolist(), cost, strict=True):
            if city in {a, b}:
                heapq.heappush(heap, (here + trains, a + b - city))
    return far


def nodes(ruleset: ws.Ruleset, place: str) -> list[int]:
    """Return the indexes of a city, or of a country's border nodes (SWI-3)."""
    return [n for n, city in enumerate(ruleset.cities) if place in {city.id, city.country}]


@given(st.sampled_from(MAPS), st.integers(0, 2**32))
@settings(max_examples=6)
def test_distances_are_shortest(ruleset: str, seed: int) -> None:
    encoder = FeatureEncoder(ruleset)
    random = np.random.default_rng(seed)
    cost = random.choice([0, 1, 3, 6, FAR], size=(2, len(encoder.edges)))
    far = encoder.distances(cost)
    for game in range(2):
        for city in random.choice(encoder.cities, 4, replace=False).tolist():
            assert far[game, city].tolist() == shortest(encoder, cost[game].tolist(), city)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("europe", 4), ("switzerland", 3)])
def test_routes_are_wanted_that_lie_on_shortest_ways(name: str, players: int) -> None:
    """Compare with distances in plain Python, for every ticket in hand that can still be connected (USA-33, SWI-3)."""
    ruleset = ws.load_ruleset(name)
    encoder = FeatureEncoder(ruleset, players)
    seen = 0
    for observation in positions(name, players, 200):
        routes, table, tickets = (
            encoder.fields[part].of(observation) for part in ("routes", "players", "tickets")
        )
        trains = np.rint(table[:, 0, encoder.fields["players"].columns.index("trains")] * encoder.trains)
        goals = encoder.goals(routes, tickets, trains)
        for game in range(len(observation)):
            rows = zip(routes[game].tolist(), encoder.length.astype(int).tolist(), strict=True)
            cost = [0 if own else length if open_ else FAR for (open_, _, own, *_), length in rows]
            want = np.zeros(len(cost))
            for n in np.flatnonzero(tickets[game, :, 0]).tolist():
                ticket = ruleset.tickets[n]
                ends = [
                    (shortest(encoder, cost, a), shortest(encoder, cost, b), b)
                    for a in nodes(ruleset, ticket.origin)
                    for target in ticket.targets
                    for b in nodes(ruleset, target)
                ]
                left = min(here[b] for here, _, b in ends)
                assert goals.left[game, n] == left
                if tickets[game, n, 1] or not 0 < left <= trains[game]:
                    continue
                here, there, _ = next(end for end in ends if end[0][end[2]] == left)
                for route, (u, v) in enumerate(encoder.edges.tolist()):
                    through = min(here[u] + there[v], here[v] + there[u]) + cost[route]
                    if cost[route] and through <= left:
                        want[route] += encoder.worth[n] / 20
                        seen += 1
            assert (goals.near[game] >= goals.want[game]).all()
            assert np.allclose(goals.want[game], want)
    assert seen > 50


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("switzerland", 3)])
def test_features_do_not_depend_on_the_other_games_of_a_batch(name: str, players: int) -> None:
    encoder = FeatureEncoder(name, players)
    for observation in positions(name, players, 120, games=3):
        together = encoder(observation)
        assert all(np.isfinite(part).all() for part in together)
        assert together.flat().shape == (3, encoder.size)
        for part, whole in zip(encoder.split(together.flat()), together, strict=True):
            np.testing.assert_array_equal(part, whole)
        for game in range(len(observation)):
            alone = encoder(observation[game : game + 1])
            for whole, part in zip(together, alone, strict=True):
                np.testing.assert_allclose(whole[game], part[0], rtol=1e-6, atol=1e-6)


def test_a_ferry_needs_its_locomotives() -> None:
    """A hand without locomotives lacks a ferry's (EUR-9), and colored cards only for the other spaces."""
    ruleset = ws.load_ruleset("europe")
    encoder = FeatureEncoder(ruleset)
    [observation] = list(positions("europe", 2, 40, games=1))
    cards, routes = (encoder.fields[name].of(observation) for name in ("cards", "routes"))
    routes[0, :, 0] = 1
    missing = {}
    for wilds in (0, 1, 2):
        cards[0, :, 0] = 0
        cards[0, 8, 0] = wilds / encoder.counts[8]
        missing[wilds] = np.rint(encoder(observation).routes[0, :, 12] * 6)
    ferries = [n for n, route in enumerate(ruleset.routes) if route.wilds]
    assert ferries
    for n, route in enumerate(ruleset.routes):
        assert [missing[wilds][n] for wilds in (0, 1, 2)] == [
            max(route.length - wilds, 0) for wilds in (0, 1, 2)
        ]
    cards[0, :8, 0] = 1
    cards[0, 8, 0] = 0
    short = np.rint(encoder(observation).routes[0, :, 12] * 6)
    assert short.tolist() == [route.wilds for route in ruleset.routes]


@pytest.mark.parametrize("name", MAPS)
def test_outputs_name_every_claim_draw_and_payment(name: str) -> None:
    """Each action that claims, takes or pays belongs to the output that names it."""
    ruleset = ws.load_ruleset(name)
    found = outputs(ruleset)
    assert (found.claims.sum(1) >= 1).all()
    assert (found.takes.sum(1) == 1).all()
    assert (found.payments.sum(1) >= 1).all()
    assert (found.claims.sum(0) * found.takes.sum(0) == 0).all()


def test_games_without_routes_have_no_features() -> None:
    with pytest.raises(OptionError, match="no routes"):
        FeatureEncoder("card_game")
    with pytest.raises(OptionError, match="not for CartPoleEnv"):
        FeatureObservations(gymnasium.make("CartPole-v1"))


@pytest.mark.usefixtures("plain")
def test_gymnasium_shows_features() -> None:
    """One game and many: the same numbers, the key, the mask, and Gymnasium's own checks."""
    options: dict[str, Any] = {"opponents": ("random",), "factored": True, "observation_key": "observations"}
    env = FeatureObservations(gymnasium.make("whistlestop/usa-v1", **options).unwrapped)
    seen, _ = env.reset(seed=1)
    encoder = FeatureEncoder("usa")
    plain = env.get_wrapper_attr("games").batch.observation
    np.testing.assert_array_equal(seen["observations"], encoder(plain).flat()[0])
    assert seen in env.observation_space
    assert (env.action_masks() == seen["action_mask"]).all()
    check_env(env)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_games_show_features(mode: AutoresetMode) -> None:
    games = BotsVectorEnv(3, "usa", opponents=("random",), factored=True, limit=40, autoreset_mode=mode)
    many, encoder, last = FeatureVectorObservations(games), FeatureEncoder("usa"), 0
    seen, _ = many.reset(seed=1)
    for _ in range(60):
        seen, *_, info = many.step(np.array([mask.argmax() for mask in seen["action_mask"]]))
        assert seen in many.observation_space
        np.testing.assert_array_equal(seen["observation"], encoder(games.games.batch.observation).flat())
        for i in np.flatnonzero(info.get("_final_obs", False)):
            assert info["final_obs"][i] in many.single_observation_space
            last += 1
    assert (last > 0) == (mode is AutoresetMode.SAME_STEP)
