"""Compare the messages of the engine for JavaScript with those of Python: `python tools/wasm/messages.py --games 100`.

Games are played natively, and Node repeats them. All messages must be the same as bytes of JSON: every view of every
seat and of spectators, events as they happen and as a log shows them, texts of actions, errors, plans, hints,
summaries, records and positions.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import client
import whistlestop as ws
from wasm.build import OUT
from wasm.rulesets import ruleset_file
from whistlestop import bots
from whistlestop.errors import WhistlestopError
from whistlestop.format import Ruleset
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.replaying import summarize
from whistlestop.rulesets import load_ruleset, ruleset_from_data, ruleset_ids
from whistlestop.text.advice import Searched

SCRIPT = Path(__file__).resolve().with_name("messages.mjs")
BOTS = ("greedy", "planner")
ADVISED = 0.05
"""The share of moves before which plans and hints are compared, which take long in Python."""
SPOILT = "abz_:,*+/ 019'\"é\n\u200b"
"""Characters that are put into texts of actions, for errors."""

encode = msgspec.json.encode


class Played:
    """A game that is played natively, with all its messages."""

    def __init__(self, ruleset: Ruleset, players: int, number: int) -> None:
        self.chance = random.Random(f"{ruleset.id} {players} {number}")
        self.look = self.chance.random() < 0.5
        sort = number + players
        self.bot = bots.make(self.chance.choice(BOTS), number) if sort % 3 == 0 else None
        self.texts: list[bytes] = []
        """The messages in order."""
        self.case: dict[str, Any] = {
            "ruleset": ruleset.id,
            "players": players,
            "look": self.look,
            "moves": [],
            "parsed": [],
        }
        self.game = ws.Game.new(ruleset, players=players, seed=number)
        if sort % 4 == 1:
            self._skip(self.chance.randrange(150))
            self.case["state"] = self.game.states.tobytes().hex()
        else:
            self.case["seed"] = number
        self._play()

    def _skip(self, actions: int) -> None:
        """Start again from a position in the middle of the game."""
        for _ in range(actions):
            if self.game.over:
                break
            seat = self.chance.choice(self.game.to_act)
            self.game.play_id(self.chance.choice(self.game.legal_ids(seat)), seat)
        self.game = ws.Game.from_position(self.game.position())

    def _play(self) -> None:
        game, seats = self.game, [None, *range(self.game.players)]
        seen = game.observe_together(seats)
        self._views(seen)
        while not game.over:
            seat = self.chance.choice(game.to_act)
            move = {"seat": seat, **self._wrong(seen[seat]), **self._advise(seen[seat])}
            move["action"] = self._choose(seen[seat])
            self.case["moves"].append(move)
            game.play_id(move["action"], seat)
            before, seen = seen, game.observe_together(seats)
            for each in seats:
                for live in (True, False):
                    self.texts.append(encode(seen[each].events_since(before[each], live)))
            self._views(seen)
        for message in (summarize(game), game.position(), game.record().to_dict()):
            self._parsed(message)

    def _parsed(self, message: Any) -> None:
        """Add a message with floats. Node reads it before it compares it: 1.0 in Python is 1 in JavaScript."""
        self.case["parsed"].append(encode(message).decode())

    def _advise(self, seen: Observation) -> dict[str, Any]:
        """Return whether advice is compared and for which action; add the advice to the messages."""
        if self.chance.random() > ADVISED:
            return {}
        action, gain = int(self.chance.choice(seen.legal_ids())), self.chance.choice((None, 0.045, 0.125))
        self._parsed(seen.plan(self.look))
        self._parsed(seen.hint(self.look))
        self._parsed(seen.hint(self.look, Searched(action, gain)))
        return {"searched": {"action": action, "gain": gain}}

    def _choose(self, seen: Observation) -> int:
        return int(self.chance.choice(seen.legal_ids()) if self.bot is None else self.bot.choose(seen))

    def _views(self, seen: dict[int | None, Observation]) -> None:
        self.texts += [encode(each.view(self.look)) for each in seen.values()]

    def _wrong(self, seen: Observation) -> dict[str, Any]:
        """Return an invalid action text and a declaration to judge; add the answers to the messages."""
        text = self.chance.choice(seen.legal())
        start, end = sorted(self.chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, start + 3)
        spoilt = text[:start] + "".join(self.chance.choices(SPOILT, k=self.chance.randrange(3))) + text[end:]
        spoilt *= self.chance.choice((1, 1, 1, 9))
        self._answer(lambda: seen.ruleset.notation.parse(spoilt, seen.offer()))
        move: dict[str, Any] = {"spoilt": spoilt}
        if kind_of(seen.ruleset).told.declaration is not None:
            ids = [ticket.id for ticket in seen.ruleset.tickets]
            held = [ticket for ticket in seen.view().tickets if ticket.state == "open"]  # type: ignore[attr-defined]
            names = [ticket.id for ticket in held if self.chance.random() < 0.5]
            move["declared"] = names or self.chance.sample(ids, 2)
            self._answer(lambda: seen.declaration(move["declared"]))
        return move

    def _answer(self, ask: Any) -> None:
        try:
            self.texts.append(encode(ask()))
        except WhistlestopError as error:
            self.texts.append(encode([error.code, str(error)]))


def rulesets() -> dict[str, Ruleset]:
    """Return the built-in rulesets, and boards that records have to contain, by id."""
    found = [load_ruleset(name) for name in ruleset_ids()]
    plain = load_ruleset("europe").data.plain()
    changes = {"stations": {"count": 1, "value": 3}, "rules": {**plain["rules"], "surcharge_cards": 2}}
    found.append(ruleset_from_data({**plain, "id": "quiet_europe", "name": "Éurope", **changes}))
    plain = load_ruleset("card_game").data.plain()
    changes = {"passes": {"two_from": 2, "hand": 3}, "cards": {**plain["cards"], "start_wilds": 0}}
    found.append(ruleset_from_data({**plain, "id": "long_card_game", **changes}))
    return {ruleset.id: ruleset for ruleset in found}


@contextlib.contextmanager
def repeater(known: dict[str, Ruleset]) -> Iterator[subprocess.Popen[str]]:
    """Start Node, which repeats a game for each line that it gets."""
    node = client.find_node()
    path = os.pathsep.join([str(node.bin), os.environ.get("PATH", "")])
    with tempfile.TemporaryDirectory() as folder:
        for name, ruleset in known.items():
            Path(folder, f"{name}.json").write_bytes(ruleset_file(ruleset))
        with subprocess.Popen(
            ["node", str(SCRIPT), OUT.as_uri(), Path(folder).as_uri()],
            env={**os.environ, "PATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as process:
            yield process


def ask(process: subprocess.Popen[str], case: dict[str, Any]) -> dict[str, Any]:
    """Let Node repeat a game; return its answer."""
    writer: IO[str] | None = process.stdin
    reader: IO[str] | None = process.stdout
    assert writer is not None
    assert reader is not None
    writer.write(json.dumps(case) + "\n")
    writer.flush()
    answer: dict[str, Any] = json.loads(reader.readline())
    return answer


def compare(games: int, seconds: float = float("inf"), first: int = 0) -> tuple[dict[str, int], list[str]]:
    """Play this number of games of each ruleset and size, or until the time is up.

    Returns the numbers of games and messages by ruleset and size, and the differences.
    """
    known, until = rulesets(), time.monotonic() + seconds
    counts: dict[str, int] = {}
    wrong: list[str] = []
    with repeater(known) as process:
        for number in range(first, first + games):
            for ruleset in known.values():
                for players in range(ruleset.min_players, ruleset.max_players + 1):
                    if time.monotonic() > until:
                        return counts, wrong
                    played = Played(ruleset, players, number)
                    digest = hashlib.sha256(b"\n".join(played.texts)).hexdigest()
                    answer = ask(process, played.case | {"digest": digest})
                    if not answer["same"]:
                        answer = ask(
                            process, played.case | {"texts": [text.decode() for text in played.texts]}
                        )
                    name = f"{ruleset.id}, {players} players"
                    wrong += [f"{name}, game {number}: {problem}" for problem in answer["problems"]]
                    counts[name] = counts.get(name, 0) + 1
                    counts["messages"] = (
                        counts.get("messages", 0) + len(played.texts) + len(played.case["parsed"])
                    )
    return counts, wrong


def main() -> int:
    """Compare, print how many games were compared, and what differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="games of each ruleset and size")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    options = parser.parse_args()
    counts, wrong = compare(options.games, options.seconds, options.first)
    print("\n".join(f"{name}: {count}" for name, count in counts.items()))
    print("\n".join([*wrong[:20], f"{len(wrong)} differences"]))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(1, main()))
