"""Compare reviews in JavaScript with those of Python: `python tools/wasm/reviews.py --games 10`.

Bots that make mistakes play games natively, and Node reviews them with the same seed, too. All figures, reasons and
plans must be equal, and so must the advice for the first decision.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import whistlestop as ws
from wasm.messages import receive, repeater, rulesets, send
from whistlestop import bots
from whistlestop.format import Ruleset
from whistlestop.reviewing import advise, review
from whistlestop.rulesets import ruleset_from_data

MISTAKES = 0.3
"""The share of random actions."""
DECISIONS, WORLDS, PLAYOUTS = 12, 8, 60
SHORT = {
    "europe": {"trains": {"count": 8, "end": 2}},
    "card_game": {"players": {"max": 2}, "cards": {"per_color": 4, "wilds": 4}},
}
"""Changes that make a ruleset's games short, so that whole games can be compared."""


def _short_rulesets(known: dict[str, Ruleset]) -> Iterator[Ruleset]:
    for name, changes in SHORT.items():
        plain = known[name].data.plain()
        changed = {part: {**plain[part], **change} for part, change in changes.items()}
        yield ruleset_from_data({**plain, **changed, "id": f"short_{name}"})


def _played(ruleset: Ruleset, players: int, number: int, decisions: int) -> ws.Game:
    """Return a finished game that begins this number of decisions before its end; 0: at the deal."""
    chance = random.Random(f"{ruleset.id} {players} {number}")
    crew = [bots.make(chance.choice(("planner", "greedy")), seat) for seat in range(players)]
    game = ws.Game.new(ruleset, players=players, seed=number)
    while not game.over:
        seat = game.to_act[0]
        action = int(crew[seat].choose(game.observe(seat)))
        game.play_id(chance.choice(game.legal_ids(seat)) if chance.random() < MISTAKES else action, seat)
    if not decisions or len(game.actions) <= decisions:
        return game
    late = ws.Game.from_position(ws.replay(game.record(), to=len(game.actions) - decisions).position())
    for seat, text in game.actions[-decisions:]:
        late.play(text, seat)
    return late


def compare(
    games: int, first: int = 0, decisions: int = DECISIONS, worlds: int = WORLDS
) -> tuple[int, list[str]]:
    """Review this number of games of each ruleset; return the number of better actions named, and the differences.

    decisions: how many of the last decisions to review in games of built-in rulesets; 0: all.
    """
    known = rulesets()
    short = {ruleset.id: ruleset for ruleset in _short_rulesets(known)}
    named, wrong = 0, []
    with repeater(known | short) as process:
        for number in range(first, first + games):
            for ruleset in (known | short).values():
                sizes = range(ruleset.min_players, ruleset.max_players + 1)
                players = sizes[number % len(sizes)]
                game = _played(ruleset, players, number, 0 if ruleset.id in short else decisions)
                found = review(game.record(), seed=number, worlds=worlds, cores=2)
                named += sum(decision.expert is not None for decision in found.decisions)
                seat, _ = game.actions[0]
                seen = game.beginning().observe(seat)
                advised = advise(seen, f"search:playouts={PLAYOUTS}", number)
                case: dict[str, Any] = {
                    "ruleset": ruleset.id,
                    "state": game.beginning().states.tobytes().hex(),
                    "actions": game.actions,
                    "options": {"seed": number, "worlds": worlds},
                    "search": {"seed": number, "playouts": PLAYOUTS},
                    "advised": {"action": advised.action, "gain": advised.gain},
                    "review": msgspec.json.encode(found).decode(),
                }
                name = f"{ruleset.id}, {players} players, game {number}"
                send(process, case)
                wrong += [f"{name}: {problem}" for problem in receive(process)["problems"]]
    return named, wrong


def main() -> int:
    """Compare, and print the differences."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=10, help="games of each ruleset")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--decisions", type=int, default=0, help="the last decisions of each game; 0: all")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    options = parser.parse_args()
    named, wrong = compare(options.games, options.first, options.decisions, options.worlds)
    print("\n".join([*wrong[:20], f"{named} better actions, {len(wrong)} differences"]))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(1, main()))
