"""Worlds that a seat cannot tell apart (COM-15, INV-10): resampled, or with secrets exchanged."""

from __future__ import annotations

import pytest
from tests.core.campaign import variants
from tests.core.worlds import States, look, moves

import whistlestop as ws
from whistlestop.core import fields
from whistlestop.games.network.machine import MACHINE


def exchange(states: States, a: int, b: int) -> bool:
    """Exchange unknown cards and tickets of two players in place; return False if they have none to exchange."""
    s = states[0]
    changed = False
    spare = s["hand"] - s["known"]
    for mine in range(fields.CARDS):
        for yours in range(fields.CARDS):
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players"), [variant for variant in variants(kind="network") if variant[1] > 2]
)
def test_exchanged_secrets(ruleset: str, players: int) -> None:
    """INV-10: worlds that differ only in two other players' cards and tickets look alike to seat 0 while the play is
    the same.
    """
    rules = ws.load_ruleset(ruleset)
    twins: list[tuple[States, int]] = []
    compared = 0
    for states, player, action in moves(ruleset, players, seed=players, style=4 + players):
        twin = states.copy()
        if exchange(twin, 1, 2) and states["phase"][0] != fields.OPENING:
            twins.append((twin, 12))
        after = states.copy()
        MACHINE.apply(after, rules.rules, 0, player, action)
        going = []
        for twin, left in twins:
            for seat in (0, fields.NONE):
                assert look(MACHINE, twin, seat).tobytes() == look(MACHINE, states, seat).tobytes()
            if not left or not MACHINE.is_legal(twin, rules.rules, 0, player, action):
                continue
            before = [
                ws.observation.Observation(rules, None, look(MACHINE, one, fields.NONE))
                for one in (states, twin)
            ]
            MACHINE.apply(twin, rules.rules, 0, player, action)
            if twin["phase"][0] == fields.OVER:
                continue  # tickets and scores are public now (COM-16)
            later = [
                ws.observation.Observation(rules, None, look(MACHINE, one, fields.NONE))
                for one in (after, twin)
            ]
            told = [two.events_since(one) for one, two in zip(before, later, strict=True)]
            assert told[0] == told[1]
            going.append((twin, left - 1))
            compared += 1
        twins = going[-8:]
    assert compared > 50


@pytest.mark.slow
def test_resampling_is_fair() -> None:
    """Each card whose place a seat does not know is in another hand with the expected frequency (wide
    margin).
    """
    game = ws.Game.new("usa", 2, seed=5)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    position = game.position()
    out = dict(position["discard"])
    for card in position["market"]:
        out[card] = out.get(card, 0) + 1
    for kind, count in position["players"][0]["hand"].items():
        out[kind] = out.get(kind, 0) + count
    unknown = {kind: (14 if kind == "wild" else 12) - out.get(kind, 0) for kind in ws.format.CARDS}
    worlds = 3000
    held = dict.fromkeys(unknown, 0)
    for seed in range(worlds):
        states = game.observe(0).determinize(seed)
        for kind, name in enumerate(ws.format.CARDS):
            held[name] += int(states["hand"][0, 1, kind])
    total = sum(unknown.values())
    for kind, count in unknown.items():
        expected = worlds * 4 * count / total
        assert abs(held[kind] - expected) < 6 * expected**0.5
