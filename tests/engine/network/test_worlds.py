"""Worlds that a seat cannot tell apart (COM-15, INV-10): resampled ones, and ones with secrets exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.engine.campaign import variants
from tests.engine.checks import network as checks

import whistlestop as ws
from whistlestop.engine import fields, rng
from whistlestop.engine.network import fields as layout
from whistlestop.engine.network import machine

States = npt.NDArray[Any]
RANDOM_STYLE = 0
SCRATCH = np.empty(layout.ACTIONS, np.int16)


def moves(rules: Any, players: int, seed: int, style: int) -> Iterator[tuple[States, int, int]]:
    """A random game: before each move the states, the player and the action."""
    states = np.zeros(1, layout.STATE)
    machine.init(states, rules, 0, rng.key_from_seed(seed), players, fields.NONE)
    random = rng.fast_seed(seed)
    while (player := int(checks.to_act(states, 0))) != fields.NONE:
        action = int(checks.choose(states, rules, 0, player, style, random, SCRATCH))
        yield states, player, action
        machine.apply(states, rules, 0, player, action)


def sight(states: States, seat: int) -> bytes:
    seen = np.zeros(1, layout.OBSERVATION)
    machine.observe(states, 0, seat, seen, 0)
    return seen.tobytes()


@pytest.mark.parametrize(("ruleset", "players"), variants(kind="network"))
def test_every_seat_at_every_ply(ruleset: str, players: int) -> None:
    """Resampling keeps what a seat knows byte for byte; the world is whole and can be played on."""
    rules = ws.load_ruleset(ruleset).rules
    random = rng.fast_seed(players)
    seen = np.zeros(1, layout.OBSERVATION)
    world = np.zeros(1, layout.STATE)
    different = 0
    for states, _, _ in moves(rules, players, seed=players, style=players):
        for seat in (fields.NONE, *range(players)):
            machine.observe(states, 0, seat, seen, 0)
            machine.determinize(seen, rules, 0, random, world, 0)
            assert sight(world, seat) == seen.tobytes()
            assert checks.check_world(world, rules, 0) == 0
            different += not (world["deck"][0] == states["deck"][0]).all()
            for _ in range(3):
                player = int(checks.to_act(world, 0))
                if player == fields.NONE:
                    break
                action = int(checks.choose(world, rules, 0, player, RANDOM_STYLE, random, SCRATCH))
                machine.apply(world, rules, 0, player, action)
                assert checks.check_world(world, rules, 0) == 0
    assert different > 100


def exchange(states: States, a: int, b: int) -> bool:
    """Exchange unknown cards and tickets of two players in place; False if they have none to exchange."""
    s = states[0]
    changed = False
    spare = s["hand"] - s["known"]
    for mine in range(fields.KINDS):
        for yours in range(fields.KINDS):
            if mine != yours and spare[a, mine] > 0 and spare[b, yours] > 0 and not changed:
                s["hand"][a, mine] -= 1
                s["hand"][b, mine] += 1
                s["hand"][b, yours] -= 1
                s["hand"][a, yours] += 1
                changed = True
    if s["ticket_count"][a] == s["ticket_count"][b] and (s["tickets"][a] != s["tickets"][b]).any():
        s["tickets"][[a, b]] = s["tickets"][[b, a]]
        changed = True
    return changed


@pytest.mark.parametrize(
    ("ruleset", "players"), [variant for variant in variants(kind="network") if variant[1] > 2]
)
def test_exchanged_secrets(ruleset: str, players: int) -> None:
    """INV-10: two worlds that differ in what two others hold look alike to seat 0 as long as the same is played."""
    rules = ws.load_ruleset(ruleset)
    twins: list[tuple[States, int]] = []
    compared = 0
    for states, player, action in moves(rules.rules, players, seed=players, style=4 + players):
        twin = states.copy()
        if exchange(twin, 1, 2) and states["phase"][0] != fields.OPENING:
            twins.append((twin, 12))
        after = states.copy()
        machine.apply(after, rules.rules, 0, player, action)
        going = []
        for twin, left in twins:
            for seat in (0, fields.NONE):
                assert sight(twin, seat) == sight(states, seat)
            if not left or not machine.is_legal(twin, rules.rules, 0, player, action):
                continue
            before = [ws.observation.Observation(rules, None, observed(one)) for one in (states, twin)]
            machine.apply(twin, rules.rules, 0, player, action)
            if twin["phase"][0] == fields.OVER:
                continue  # tickets and scores are open now (COM-16)
            later = [ws.observation.Observation(rules, None, observed(one)) for one in (after, twin)]
            told = [ws.view.events(one, two) for one, two in zip(before, later, strict=True)]
            assert told[0] == told[1]
            going.append((twin, left - 1))
            compared += 1
        twins = going[-8:]
    assert compared > 50


def observed(states: States) -> npt.NDArray[Any]:
    seen = np.zeros(1, layout.OBSERVATION)
    machine.observe(states, 0, fields.NONE, seen, 0)
    return seen


def test_resampling_is_fair() -> None:
    """Each card that a seat cannot place is in another hand as often as it should be (far out)."""
    game = ws.Game.new("usa", 2, seed=5)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    position = game.position()
    out = dict(position["discard"])
    for card in position["market"]:
        out[card] = out.get(card, 0) + 1
    for kind, count in position["players"][0]["hand"].items():
        out[kind] = out.get(kind, 0) + count
    unknown = {kind: (14 if kind == "wild" else 12) - out.get(kind, 0) for kind in ws.rulesets.KINDS}
    worlds = 3000
    held = dict.fromkeys(unknown, 0)
    for seed in range(worlds):
        states = game.observe(0).determinize(seed)
        for kind, name in enumerate(ws.rulesets.KINDS):
            held[name] += int(states["hand"][0, 1, kind])
    total = sum(unknown.values())
    for kind, count in unknown.items():
        expected = worlds * 4 * count / total
        assert abs(held[kind] - expected) < 6 * expected**0.5
