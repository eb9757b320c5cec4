"""The actions that a search of the card game tries, against a slow version with Python's lists and dictionaries."""

from __future__ import annotations

import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.core.fields import COLORS, DECLARATION, KEEP
from whistlestop.games.searching import KEEPS
from whistlestop.games.yard.bots.proposals import TRIOS
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.kinds import kind_of


def slowly(seen: ws.Observation, default: int) -> list[int]:
    rules, legal = seen.ruleset.rules[0], seen.legal_ids()
    if seen.record["phase"] == DECLARATION:
        return [default]
    kinds = rules["action_type"]
    if kinds[legal[0]] == KEEP:
        every = [action for action in legal if action != default]
        if len(every) >= KEEPS:
            base = int(rules["id_keep"])
            every = [action for action in every if ((action - base) ^ (default - base)).bit_count() == 1]
        return [default, *every]
    hand = seen.record["hand"][seen.seat]

    def held(action: int) -> int:
        colors = int(rules["action_arg"][action])
        return sum(int(hand[color]) for color in range(COLORS) if colors >> color & 1)

    trios = sorted((held(action), action) for action in legal if kinds[action] == TRIO)[:TRIOS]
    others = [action for action in legal if kinds[action] not in {SET, TRIO}]
    return list(dict.fromkeys([default, *best_sets(seen, legal), *others, *(action for _, action in trios)]))


def best_sets(seen: ws.Observation, legal: list[int]) -> list[int]:
    rules = seen.ruleset.rules[0]
    by_color: dict[int, list[tuple[int, int, int]]] = {}
    for action in legal:
        if rules["action_type"][action] == SET:
            size = int(rules["action_wild"][action]), -int(rules["action_colored"][action]), action
            by_color.setdefault(int(rules["action_color"][action]), []).append(size)
    found = []
    for every in by_color.values():
        wilds, colored, action = min(every)
        found.append(action)
        found += [other for wild, size, other in every if wild == wilds + 1 and size == colored]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_as_the_slow_way(players: int) -> None:
    """Both versions agree in games in which several bots play, and for more than one default."""
    sets = trios = 0
    for seed in range(3):
        game = ws.Game.new("card_game", players, seed=seed)
        crew = [bots.make(name, seed=6) for name in ("planner", "random")]
        while not game.over:
            seat = game.to_act[0]
            seen = game.observe(seat)
            default = int(crew[game.version % 2].choose(seen))
            for first in {default, seen.legal_ids()[-1]}:
                found = kind_of(seen.ruleset).bots.search.proposals(seen, first)
                assert found == slowly(seen, first)
                kinds = [int(seen.ruleset.rules[0]["action_type"][action]) for action in found[1:-1]]
                sets, trios = sets + kinds.count(SET), trios + kinds.count(TRIO)
            game.play_id(default, seat)
    assert sets > 50
    assert trios > 5
