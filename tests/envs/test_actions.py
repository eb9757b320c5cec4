"""The action spaces: exactly the engine's actions can be composed."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from tests.core.campaign import variants
from tests.core.worlds import moves

import whistlestop as ws
from whistlestop.core import fields
from whistlestop.envs import VectorGames, action_space
from whistlestop.games.network.mechanisms.stations.rules import STATION
from whistlestop.games.network.mechanisms.tunnels.rules import SURCHARGE
from whistlestop.kinds import kind_of

pytestmark = pytest.mark.usefixtures("plain")


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_sizes_and_names(ruleset: str) -> None:
    rules = ws.load_ruleset(ruleset)
    flat, factored = action_space(rules), action_space(rules, factored=True)
    declared = len(rules.tickets) + 1 if kind_of(rules).told.declaration is not None else 0
    assert flat.count == rules.action_count + declared
    assert factored.count < flat.count / 3
    for space in (flat, factored):
        assert len(set(space.names)) == space.count
        assert [part.stop for part in space.fields.values()][:-1] == [
            part.start for part in space.fields.values()
        ][1:]
        assert space.fields["draw"] == slice(0, 1)


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_parts_of_actions_differ(ruleset: str) -> None:
    """Two actions never have the same parts, except surcharges and stations that cost different numbers of cards."""
    rules = ws.load_ruleset(ruleset)
    r = rules.rules[0]
    space = action_space(rules, factored=True)
    made = defaultdict(list)
    for action in range(rules.action_count):
        if space.heads[action] != fields.NONE:
            owed = r["action_type"][action] in {SURCHARGE, STATION}
            cards = int(r["action_colored"][action] + r["action_wild"][action]) if owed else 0
            made[cards].append(space.encode(action))
    for parts in made.values():
        assert len(set(parts)) == len(parts)


def test_what_can_never_be_legal() -> None:
    space = action_space(ws.load_ruleset("usa"), factored=True)
    for action in (-1, space.ruleset.action_count, space.ruleset.action_count + 5):
        with pytest.raises(ws.IllegalAction):
            space.encode(action)


def test_a_declaration_is_made_ticket_by_ticket() -> None:
    """CARD-40, CARD-41."""
    rules = ws.load_ruleset("card_game")
    space = action_space(rules)
    made = space.encode(rules.action_count + 0b1010)
    assert [space.names[part] for part in made] == [
        f"declare:{rules.tickets[1].id}",
        f"declare:{rules.tickets[3].id}",
        "declare",
    ]


@pytest.mark.parametrize("factored", [False, True])
@pytest.mark.parametrize(("ruleset", "players"), [v for v in variants() if v[1] <= 3])
def test_the_mask_lets_through_what_is_legal(ruleset: str, players: int, factored: bool) -> None:
    """In a random game, the steps of every legal action are allowed one after the other, and together play it."""
    rules = ws.load_ruleset(ruleset)
    games = VectorGames(rules, 1, players, auto_reset=False, factored=factored)
    games.reset()
    space = games.actions
    legal = np.empty(rules.machine.MOST_LEGAL, rules.machine.ACTION)
    played = 0
    for states, player, action in moves(ruleset, players, seed=players, style=0):
        played += 1
        if played % 9 and states["phase"][0] == fields.TURN:
            continue
        games.states[:] = states
        games.restore_batch()
        assert games.batch.seat[0] == player
        if states["phase"][0] != fields.DECLARATION:
            count = rules.machine.legal(states, rules.rules, 0, player, legal)
            first = {space.encode(int(one))[0] for one in legal[:count]}
            assert set(np.flatnonzero(games.batch.mask[0]).tolist()) == first
        parts = space.encode(action)
        for n, part in enumerate(parts):
            assert games.batch.mask[0, part]
            assert games.states["ply"][0] == states["ply"][0]
            games.step([part])
            assert (games.states["ply"][0] > states["ply"][0]) == (n == len(parts) - 1)
        after = states.copy()
        rules.machine.apply(after, rules.rules, 0, player, action)
        assert games.states.tobytes() == after.tobytes()
    assert played > 20
