"""A short campaign, and detailed checks of legality and random actions (INV-1 to INV-9, INV-12 to INV-15)."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from tests.core.campaign import CHECKS, PUBLISHED, Campaign, variants

import whistlestop as ws
from whistlestop.core import fields, rng

MANY = 50
"""With fewer trains a random game may end before the deck does."""


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), variants())
def test_invariants(ruleset: str, players: int) -> None:
    """INV-1..9, INV-12, COM-15 in random games; `python -m tests.core.campaign` plays more."""
    tally = Campaign(ruleset, players, seed=20).run(4000)
    assert tally["games"] >= 6
    rules = ws.load_ruleset(ruleset).rules[0]
    if "trains" in rules.dtype.names and rules["trains"] * players >= MANY:
        assert tally["reshuffles"] > 0


def check_damage(game: ws.Game, damage: list[tuple[str, tuple[int, ...], int]]) -> None:
    """Check damaged states; each must give a code."""
    check, rules = CHECKS[game.ruleset.data.machine].check, game.ruleset.rules
    assert check(game.states, rules, 0) == 0
    for name, place, change in damage:
        states = game.states.copy()
        field = states[name][0]
        if place:
            field[place] = field[place] + np.asarray(change).astype(field.dtype)
        else:
            states[name][0] += change
        assert check(states, rules, 0) != 0, name


def test_faults_are_noticed() -> None:
    """Test the checks themselves."""
    game = ws.Game.new("europe", 3, seed=1)
    for _ in range(3):
        seat = game.to_act[0]
        game.play(game.legal(seat)[0], seat)
    game.play("draw")
    game.play("draw")
    damage = [
        ("hand", (0, 3), 1),
        ("deck_size", (), -1),
        ("discard_size", (), 1),
        ("known", (2, 3), 20),
        ("ticket_count", (1,), 1),
        ("ticket_size", (), -1),
        ("trains", (2,), -1),
        ("score", (0,), 1),
        ("stations_left", (1,), -1),
        ("link", (1, 5), 1),
        ("owned", (0, 0), 1),
        ("open", (0, 0), -1),
        ("surcharge", (), 1),
    ]
    check_damage(game, damage)


def test_faults_of_warehouses_are_noticed() -> None:  # INV-13
    game = ws.Game.new("europe_depots", 3, seed=1)
    while game.view()["phase"] != "second_draw":
        seat = game.to_act[0]
        game.play(game.legal(seat)[0], seat)
    owner = game.states["depot_owner"][0]
    placed, free = int((owner >= 0).argmax()), int((owner < 0).argmax())
    damage = [
        ("warehouse", (1, 3), 1),
        ("warehouse_size", (0,), 1),
        ("depots_left", (2,), 1),
        ("depots_left", (2,), -5),
        ("depot_owner", (placed,), -1 - int(owner[placed])),
        ("depot_owner", (free,), 1),
        ("station_owner", (placed,), 1),
        ("announced", (), 1),
        ("open_warehouses", (), 1),
    ]
    check_damage(game, damage)


def test_faults_of_figures_and_mixtures_are_noticed() -> None:  # INV-14, INV-15
    germany = next(folder for folder in PUBLISHED if folder.endswith("germany"))
    game = ws.Game.new(ws.load_ruleset(germany), 3, seed=1)
    while game.view()["phase"] != "boarding":
        seat = game.to_act[0]
        claims = [action for action in game.legal(seat) if action.startswith("claim:")]
        game.play((claims or game.legal(seat))[0], seat)
    figures = game.states["figures"][0]
    empty = int((game.ruleset.rules["stop_figures"][0] == 0).argmax())
    color = int(figures.sum(0).argmax())
    damage = [
        ("figures", (0, color), 1),
        ("figures", (empty, color), 1),
        ("aboard", (2, color), 1),
        ("aboard", (2, color), -1),
        ("phase", (), fields.TURN - int(game.states["phase"][0])),
        ("long_size", (), 1),
        ("long_count", (1,), 1),
    ]
    check_damage(game, damage)


def test_faults_of_a_card_game_are_noticed() -> None:
    game = ws.Game.new("card_game", 3, seed=1)
    while not game.states["row_colored"].any():
        seat = game.to_act[0]
        legal = game.legal(seat)
        game.play(next((action for action in legal if action.startswith("set")), legal[0]), seat)
    row = int(game.states["row_colored"][0].argmax())
    seat, color = divmod(row, fields.COLORS)
    size = int(game.states["row_colored"][0, seat, color])
    damage = [
        ("hand", (0, 3), 1),
        ("deck_size", (), -1),
        ("discard_size", (), 1),
        ("known", (2, 3), 20),
        ("ticket_count", (1,), 1),
        ("ticket_size", (), -1),
        ("score", (0,), 1),
        ("stack", (1, 2), 1),
        ("stack_size", (1,), 1),
        ("row_colored", (seat, color), -size),
        ("row_colored", ((seat + 1) % 3, color), 1),
        ("row_wild", ((seat + 1) % 3, color), 1),
        ("declared", (0, 0), 1),
        ("market", (2,), -1 - int(game.states["market"][0, 2])),
        ("sealed", (1,), 1),
    ]
    check_damage(game, damage)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players"), [("usa", 2), ("europe", 3), ("switzerland", 3), ("card_game", 3)]
)
def test_random_actions_are_uniform(ruleset: str, players: int) -> None:
    """Each legal action is chosen about equally often (chi-squared with a wide margin), in positions of every
    phase.
    """
    rules, machine = ws.load_ruleset(ruleset).rules, ws.load_ruleset(ruleset).machine
    checks = CHECKS[ws.load_ruleset(ruleset).data.machine]
    states = np.zeros(1, machine.STATE)
    listed = np.empty(machine.MOST_LEGAL, machine.ACTION)
    scratch = np.empty(machine.MOST_LEGAL, machine.ACTION)
    random = rng.fast_seed(5)
    seen: set[int] = set()
    for seed in range(40):
        machine.init(states, rules, 0, rng.key_from_seed(seed), players, fields.NONE)
        for _ in range(seed * 4):
            player = checks.to_act(states, 0)
            if player == fields.NONE:
                break
            machine.apply(
                states, rules, 0, player, checks.choose(states, rules, 0, player, seed % 8, random, scratch)
            )
        player = checks.to_act(states, 0)
        if player == fields.NONE or states["phase"][0] == fields.DECLARATION:
            continue  # not all declarations are listed
        size = machine.legal(states, rules, 0, player, listed)
        draws = 12 * size
        counts = Counter(
            int(checks.choose(states, rules, 0, player, 0, random, scratch)) for _ in range(draws)
        )
        legal = set(listed[:size].tolist())
        assert set(counts) <= legal
        chi2 = sum((counts[action] - 12) ** 2 / 12 for action in legal)
        assert chi2 < size + 6 * (2 * size) ** 0.5 + 12
        seen.add(int(states["phase"][0]))
    assert {fields.OPENING, fields.TURN, fields.SECOND_DRAW} <= seen


def test_actions_that_do_not_exist_are_not_legal() -> None:  # COM-4
    for ruleset in ws.ruleset_ids():
        game = ws.Game.new(ruleset, 2, seed=3)
        machine = game.ruleset.machine
        size = int(game.ruleset.rules["actions"][0])
        for action in (-1, -5000, size, size + 1, 30000):
            assert not machine.is_legal(game.states, game.ruleset.rules, 0, 0, action)
            with pytest.raises(ws.errors.IllegalAction):
                game.play_id(action, 0)
        assert not machine.is_legal(
            game.states, game.ruleset.rules, 0, 0, int(game.ruleset.rules["id_pass"][0])
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players"), [("usa", 3), ("europe", 2), ("switzerland", 2), ("card_game", 4)]
)
def test_refused_actions_change_nothing(ruleset: str, players: int) -> None:
    """INV-11, COM-4: tries illegal actions of the whole catalogue, by all seats, at every ply of a game."""
    rnd = random.Random(players)
    game = ws.Game.new(ruleset, players, seed=players)
    size = int(game.ruleset.rules["actions"][0])
    refused = 0
    while not game.over:
        before, played = game.states.tobytes(), len(game.record().actions)
        for seat in range(players):
            legal = set(game.legal_ids(seat))
            for action in rnd.sample(range(size), 5):
                if action not in legal:
                    with pytest.raises(ws.errors.IllegalAction):
                        game.play_id(action, seat)
                    refused += 1
        assert game.states.tobytes() == before
        assert len(game.record().actions) == played
        seat = rnd.choice(game.to_act)
        game.play_id(rnd.choice(game.legal_ids(seat)), seat)
    assert refused > 1000
