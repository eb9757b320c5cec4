"""Make the golden games anew, after a deliberate change of the rules:

    python -m tests.records.make

They are whole games of every ruleset and number of players from fixed seeds, by several kinds of players, and what
was legal in them. `tests/records/test_golden.py` replays them. Look at the difference before you commit it: every
record that changed is a game that no longer replays.
"""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

from tests.engine.campaign import variants
from tests.engine.players import PLAYERS
from tests.game.builders import REST, player, start

import whistlestop as ws
from whistlestop import bots

HERE = Path(__file__).resolve().parent
LEGAL = HERE / "legal.json"
STYLES = ["uniform", "hoarder", "tunneller", "master", "collector", "builder"]


def random_game(ruleset: str, players: int, style: str) -> ws.Game:
    seed = zlib.crc32(f"{ruleset} {players} {style}".encode())
    rnd = random.Random(seed)
    game = ws.Game.new(ruleset, players, seed=seed)
    while not game.over:
        seat = rnd.choice(game.to_act)
        game.play(PLAYERS[style](rnd, game.legal(seat)), seat)
    return game


def planned_game(ruleset: str, players: int) -> ws.Game:
    game = ws.Game.new(ruleset, players, seed=players)
    seats = [bots.make("planner", seed=seat) for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.play_id(seats[seat].choose(game.observe(seat)), seat)
    return game


def stuck_game(ruleset: str) -> ws.Game:
    """Nothing is left to draw and nobody can build: all must pass (RUL-12, RUL-13)."""
    nothing = {"market": "- - - - -", "deck": "", "discard": "", "ticket_deck": ""}
    built = "wien roma paris" if ruleset == "europe" else ""
    game = start(
        ruleset,
        player(trains=3),
        player(REST, trains=0, stations=built),
        **nothing,
    )
    while not game.over:
        game.play(game.legal()[0])
    return game


def games() -> dict[str, ws.Game]:
    """All golden games by the name of their file."""
    found = {}
    for n, (ruleset, players) in enumerate(variants()):
        for style in (STYLES[n % 6], STYLES[(n + 2) % 6]):
            found[f"{ruleset}/{players}-{style}"] = random_game(ruleset, players, style)
        found[f"{ruleset}/{players}-planner"] = planned_game(ruleset, players)
    for ruleset in ws.ruleset_ids():
        found[f"{ruleset}/2-stuck"] = stuck_game(ruleset)
    return found


def legal_counts(record: ws.GameRecord) -> dict[str, Any]:
    """How many actions were legal in a game, by kind, and a digest of all of them in order."""
    game = ws.replay(record, to=0)
    kinds: Counter[str] = Counter()
    digest = hashlib.sha256()
    for seat, text in record.actions:
        legal = game.legal(seat)
        kinds.update(action.split(":")[0] for action in legal)
        digest.update("\n".join(sorted(legal)).encode())
        game.play(text, seat)
    return {
        "actions": len(record.actions),
        "legal": dict(sorted(kinds.items())),
        "digest": digest.hexdigest(),
    }


def main() -> None:
    for old in HERE.glob("*/*.json"):
        old.unlink()
    counts = {}
    for name, game in games().items():
        path = HERE / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        record = game.record()
        record.save(path)
        counts[name] = legal_counts(record)
    LEGAL.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
