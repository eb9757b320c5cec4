"""Create the golden games again after a deliberate change of the rules:

    python -m tests.records.make            # or only those of some rulesets: ... make card_game

These are whole games of every ruleset and number of players, with fixed seeds and several kinds of players, and with
the legal actions at each ply. `tests/records/test_golden.py` replays them. Review the diff before you commit it: every
changed record is a game that no longer replays.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from tests.core.campaign import OTHER_RULES, variants
from tests.core.players import PLAYERS, prefer
from tests.game.builders import REST, player, start

import whistlestop as ws
from whistlestop import bots
from whistlestop.kinds import kind_of

HERE = Path(__file__).resolve().parent
LEGAL = HERE / "legal.json"
TOLD = HERE / "told.json"
PACKED = HERE / "packed.json"
BOARDS = HERE.parents[1] / "boards"
PUBLISHED = sorted(folder.name for folder in BOARDS.iterdir() if (folder / "ruleset.toml").is_file())
"""The boards of the folder `boards`. Their records contain the board."""
STYLES = {
    "network": ["uniform", "hoarder", "tunneller", "master", "collector", "builder"],
    "yard": ["uniform", "hoarder", "collector", "placer", "stopper"],
}
WAYS = PLAYERS | {
    "placer": prefer("set", "trio", chance=0.8),  # robs, too
    "stopper": prefer("stop", "tickets", "set", chance=0.8),
}


def ruleset_of(name: str) -> ws.Ruleset:
    return ws.load_ruleset(BOARDS / name if name in PUBLISHED else name)


def random_game(ruleset: str, players: int, style: str) -> ws.Game:
    seed = zlib.crc32(f"{ruleset} {players} {style}".encode())
    rnd = random.Random(seed)
    game = ws.Game.new(ruleset_of(ruleset), players, seed=seed)
    while not game.over:
        seat = rnd.choice(game.to_act)
        game.play(WAYS[style](rnd, game.legal(seat)), seat)
    return game


def planned_game(ruleset: str, players: int) -> ws.Game:
    game = ws.Game.new(ruleset_of(ruleset), players, seed=players)
    seats = [bots.make("planner", seed=seat) for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.play_id(seats[seat].choose(game.observe(seat)), seat)
    return game


def stuck_game(ruleset: str) -> ws.Game:
    """Return whether all players must pass: nobody can draw, build or place (RUL-12, RUL-13, RUL-70)."""
    nothing = {"market": "- - - - -", "deck": "", "ticket_deck": ""}
    if ws.load_ruleset(ruleset).data.machine == "yard":
        tickets = [ticket.id for ticket in ws.load_ruleset(ruleset).tickets]
        game = start(
            ruleset,
            player("red", tickets=tickets[:20], stack="red*2 blue green wild"),
            player(tickets=tickets[20:], siding="red*2"),
            **nothing,
        )
    else:
        built = "wien roma paris" if ruleset == "europe" else ""
        seats = player(trains=3), player(REST, trains=0, stations=built)
        game = start(ruleset, *seats, discard="", **nothing)
    while not game.over:
        game.play(game.legal(game.to_act[0])[0], game.to_act[0])
    return game


def games(rulesets: list[str]) -> dict[str, ws.Game]:
    """Return all golden games of these rulesets by file name; two of each variant, four if its rules differ."""
    found = {}
    for n, ruleset in enumerate(name for name in ws.ruleset_ids(variants=True) if is_variant(name)):
        if ruleset in rulesets:
            players, style = 2 + n % 4, STYLES["network"][n % len(STYLES["network"])]
            found[f"{ruleset}/{players}-planner"] = planned_game(ruleset, players)
            found[f"{ruleset}/{players}-{style}"] = random_game(ruleset, players, style)
        if ruleset in rulesets and ruleset in OTHER_RULES:
            for style in ("builder", "hoarder"):
                found[f"{ruleset}/5-{style}"] = random_game(ruleset, 5, style)
    for ruleset in PUBLISHED:
        if ruleset in rulesets:
            found[f"{ruleset}/2-planner"] = planned_game(ruleset, 2)
            found[f"{ruleset}/2-uniform"] = random_game(ruleset, 2, "uniform")
            found[f"{ruleset}/3-builder"] = random_game(ruleset, 3, "builder")
    for kind, styles in STYLES.items():
        for n, (ruleset, players) in enumerate(variants(kind=kind)):
            if ruleset in rulesets and ruleset not in OTHER_RULES:
                for style in (styles[n % len(styles)], styles[(n + 2) % len(styles)]):
                    found[f"{ruleset}/{players}-{style}"] = random_game(ruleset, players, style)
                found[f"{ruleset}/{players}-planner"] = planned_game(ruleset, players)
    boards = [ruleset for ruleset in rulesets if ruleset not in PUBLISHED and not is_variant(ruleset)]
    return found | {f"{ruleset}/2-stuck": stuck_game(ruleset) for ruleset in boards}


def is_variant(ruleset: str) -> bool:
    return bool(ruleset_of(ruleset).variant_of)


def legal_counts(record: ws.GameRecord) -> dict[str, Any]:
    """Return the number of legal actions in a game by kind, and a digest of all of them in order.

    There are too many declarations to list; the first listed one is the one that the rules name (CARD-42).
    """
    game = ws.replay(record, to=0)
    kinds: Counter[str] = Counter()
    digest = hashlib.sha256()
    for seat, text in record.actions:
        legal = game.legal(seat)
        if legal[0].startswith("declare"):
            legal = legal[:1]
        kinds.update(action.split(":")[0] for action in legal)
        digest.update("\n".join(sorted(legal)).encode())
        game.play(text, seat)
    return {
        "actions": len(record.actions),
        "legal": dict(sorted(kinds.items())),
        "digest": digest.hexdigest(),
    }


def told(record: ws.GameRecord) -> str:
    """Return a digest of all data for seats and spectators: ruleset, views, events, outcome."""
    game = ws.replay(record, to=0)
    seats = [None, *range(game.players)]
    digest = hashlib.sha256()

    def add(what: Any) -> None:
        digest.update(json.dumps(msgspec.to_builtins(what), sort_keys=True).encode())

    add(kind_of(game.ruleset).data.public(game.ruleset))
    before = {seat: game.observe(seat) for seat in seats}
    for actor, text in record.actions:
        game.play(text, actor)
        for seat in seats:
            now = game.observe(seat)
            add(now.view())
            add(now.view(look=True))
            add(now.events_since(before[seat]))
            add(now.events_since(before[seat], live=False))
            before[seat] = now
    add(game.outcome())
    return digest.hexdigest()


def main() -> None:
    rulesets = sys.argv[1:] or [*ws.ruleset_ids(variants=True), *PUBLISHED]
    for ruleset in rulesets:
        for old in (HERE / ruleset).glob("*.json"):
            old.unlink()
    digests = json.loads(TOLD.read_text(encoding="utf-8"))
    counts = json.loads(LEGAL.read_text(encoding="utf-8"))
    counts = {name: count for name, count in counts.items() if name.split("/")[0] not in rulesets}
    packed = json.loads(PACKED.read_text(encoding="utf-8"))
    packed = {name: digest for name, digest in packed.items() if name.split("/")[0] not in rulesets}
    for name, game in games(rulesets).items():
        path = HERE / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        record = game.record()
        record.save(path)
        counts[name] = legal_counts(record)
        packed[name] = hashlib.sha256(ws.pack(record)).hexdigest()[:16]
        if name in digests:
            digests[name] = told(record)
    TOLD.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
    LEGAL.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    PACKED.write_text(json.dumps(packed, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
