"""Compare the messages of the engine for JavaScript with those of Python: `python tools/wasm/messages.py --games 100`.

Games are played natively, and Node repeats them. All messages must be the same as bytes of JSON: every view of every
seat and of spectators, events as they happen and as a log shows them, texts of actions, errors, plans, hints,
summaries, records and positions. Both sides write all messages of a game and compare the SHA-256 of these bytes; if the
hashes differ, Node gets the messages and shows the first difference.
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
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Self

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
ADVISED = 0.02
"""The share of moves before which plans and hints are compared; these take long in Python."""
SPOILT = "abz_:,*+/ 019'\"é\n\u200b"
"""Characters inserted into action texts to provoke errors."""

encode = msgspec.json.encode


class Played:
    """A game that is played natively, with all its messages."""

    def __init__(self, ruleset: Ruleset, players: int, number: int) -> None:
        self.chance = random.Random(f"{ruleset.id} {players} {number}")
        self.look = self.chance.random() < 0.5
        sort = number + players
        self.bot = bots.make(self.chance.choice(BOTS), number) if sort % 3 == 0 else None
        self.name = f"{ruleset.id}, {players} players, game {number}"
        self.texts: list[bytes] = []
        """The messages in order."""
        self.views: dict[int | None, Any] = {}
        """The current views."""
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

    @property
    def digest(self) -> str:
        """Return a hash of all messages."""
        return hashlib.sha256(b"\n".join(self.texts)).hexdigest()

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
            legal = seen[seat].legal_ids()
            move = {"seat": seat, **self._wrong(seen[seat]), **self._advise(seen[seat], legal)}
            move["action"] = (
                self.chance.choice(legal) if self.bot is None else int(self.bot.choose(seen[seat]))
            )
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
        """Add a message with floats. Node parses it before comparing: 1.0 in Python is 1 in JavaScript."""
        self.case["parsed"].append(encode(message).decode())

    def _advise(self, seen: Observation, legal: list[int]) -> dict[str, Any]:
        """Return whether advice is compared, and for which action; add the advice to the messages."""
        if self.chance.random() > ADVISED:
            return {}
        action, gain = self.chance.choice(legal), self.chance.choice((None, 0.045, 0.125))
        self._parsed(seen.plan(self.look))
        self._parsed(seen.hint(self.look))
        self._parsed(seen.hint(self.look, Searched(action, gain)))
        return {"searched": {"action": action, "gain": gain}}

    def _views(self, seen: dict[int | None, Observation]) -> None:
        self.views = {seat: each.view(self.look) for seat, each in seen.items()}
        self.texts += map(encode, self.views.values())

    def _wrong(self, seen: Observation) -> dict[str, Any]:
        """Return an invalid action text and a declaration to evaluate; add the results to the messages."""
        view = self.views[seen.seat]
        text = self.chance.choice(view.legal)
        start, end = sorted(self.chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, start + 3)
        spoilt = text[:start] + "".join(self.chance.choices(SPOILT, k=self.chance.randrange(3))) + text[end:]
        spoilt *= self.chance.choice((1, 1, 1, 9))
        self._answer(lambda: seen.ruleset.notation.parse(spoilt, seen.offer()))
        move: dict[str, Any] = {"spoilt": spoilt}
        if kind_of(seen.ruleset).told.declaration is not None:
            held = [ticket for ticket in view.tickets if ticket.state == "open"]
            names = [ticket.id for ticket in held if self.chance.random() < 0.5]
            move["declared"] = names or [ticket.id for ticket in self.chance.sample(seen.ruleset.tickets, 2)]
            self._answer(lambda: seen.declaration(move["declared"]))
        return move

    def _answer(self, ask: Any) -> None:
        try:
            self.texts.append(encode(ask()))
        except WhistlestopError as error:
            self.texts.append(encode([error.code, str(error)]))


def rulesets() -> dict[str, Ruleset]:
    """Return the built-in rulesets, and boards that records must contain, by id.

    Of the variants, only those with mechanisms that no board uses.
    """
    found = [load_ruleset(name) for name in ruleset_ids()]
    for variant in map(load_ruleset, sorted({*ruleset_ids(variants=True)} - {*ruleset_ids()})):
        others = (board.unused for board in found if board.data.machine == variant.data.machine)
        if not frozenset.intersection(*others) <= variant.unused:
            found.append(variant)
    plain = load_ruleset("europe").data.plain()
    changes = {"stations": {"count": 1, "value": 3}, "rules": {**plain["rules"], "surcharge_cards": 2}}
    found.append(ruleset_from_data({**plain, "id": "quiet_europe", "name": "Éurope", **changes}))
    plain = load_ruleset("card_game").data.plain()
    changes = {"passes": {"two_from": 2, "hand": 3}, "cards": {**plain["cards"], "start_wilds": 0}}
    found.append(ruleset_from_data({**plain, "id": "long_card_game", **changes}))
    return {ruleset.id: ruleset for ruleset in found}


class Comparison:
    """Plays games natively while Node repeats the previous ones."""

    def __init__(self) -> None:
        self._known = rulesets()
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._process = self._stack.enter_context(repeater(self._known))
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def round(self, number: int) -> tuple[int, list[str]]:
        """Compare the games of this number, one per ruleset and size.

        Return the number of messages, and the differences.
        """
        messages, wrong = 0, list[str]()
        waiting: Played | None = None
        for ruleset in self._known.values():
            for players in range(ruleset.min_players, ruleset.max_players + 1):
                played = Played(ruleset, players, number)
                messages += len(played.texts) + len(played.case["parsed"])
                if waiting is not None:
                    wrong += self._problems(waiting)
                send(self._process, played.case | {"digest": played.digest})
                waiting = played
        assert waiting is not None
        return messages, wrong + self._problems(waiting)

    @property
    def sizes(self) -> int:
        """Return the number of games of a round."""
        return sum(ruleset.max_players - ruleset.min_players + 1 for ruleset in self._known.values())

    def _problems(self, played: Played) -> list[str]:
        """Return the differences in the game that Node is repeating."""
        answer = receive(self._process)
        if not answer["same"]:
            send(self._process, played.case | {"texts": [text.decode() for text in played.texts]})
            answer = receive(self._process)
        return [f"{played.name}: {problem}" for problem in answer["problems"]]


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


def send(process: subprocess.Popen[str], case: dict[str, Any]) -> None:
    """Tell Node to repeat a game."""
    writer: IO[str] | None = process.stdin
    assert writer is not None
    writer.write(json.dumps(case) + "\n")
    writer.flush()


def receive(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Return Node's answer to the game sent before."""
    reader: IO[str] | None = process.stdout
    assert reader is not None
    answer: dict[str, Any] = json.loads(reader.readline())
    return answer


def main() -> int:
    """Compare; print how many games were compared, and the differences."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="games of each ruleset and size")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    options = parser.parse_args()
    messages, wrong = 0, list[str]()
    with Comparison() as comparison:
        for number in range(options.first, options.first + options.games):
            found, differences = comparison.round(number)
            messages += found
            wrong += differences
    print(f"{options.games} games of {comparison.sizes} rulesets and sizes, {messages} messages")
    print("\n".join([*wrong[:20], f"{len(wrong)} differences"]))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(1, main()))
