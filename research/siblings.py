"""Label the alternatives of decisions by playouts in common worlds, and judge planners by these labels.

    python research/siblings.py build/siblings/usa --games 40 --after 66
    python research/siblings.py build/siblings/usa --games 40 --after 66 --resume --show 20 --compare planner:trail=100

Planners play, with a few deviations. At some decisions, every action that a search would try is played in the same
worlds, and the game continues with the best one if it is clearly better than the planner's. `--show` lists the
planner's clearest mistakes. `--compare` shows what planners with other numbers gain or lose at these decisions.

Each game is a file in the folder: an interrupted run resumes with `--resume`, which also adds games. The same options
give the same files.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.playouts import Playouts, playouts, policy
from whistlestop.bots.search import OPTIONS
from whistlestop.errors import WhistlestopError
from whistlestop.games.searching import CANDIDATES, compare
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation

WHIM = 0.04
"""Probability that a player deviates from the planner at a decision without labels."""
CLEAR = 1.5
"""Standard errors by which an action must be better than the planner's to be played."""
MODEL = "planner"
OPTIONS_FILE = "options.json"

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Labelling:
    """The options that determine the labels."""

    ruleset: str
    players: int
    worlds: int
    rounds: int
    share: int
    """Percentage of decisions that get labels."""
    after: int
    """Number of actions after which decisions get labels."""
    seed: int


@dataclass(frozen=True)
class Decision:
    """A decision with labels; the planner's action is the first."""

    game: str
    ply: int
    observation: Array
    """OBSERVATION array of length 1."""
    actions: Array
    better: Array
    """Mean difference of values (0 to 1) to the first action."""
    errors: Array
    """Standard errors of these means."""
    margins: Array
    """Points ahead of the best opponent: actions x worlds."""

    def seen(self, ruleset: ws.Ruleset) -> Observation:
        """Return what the seat to act knew."""
        return Observation(ruleset, int(self.observation[0]["seat"]), self.observation.copy())

    @property
    def best(self) -> int:
        """Return the place of the best action."""
        return int(np.argmax(self.better))


# Labels.


class Rows:
    """The labelled decisions of a game."""

    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {
            name: [] for name in ("observations", "plies", "sizes", "actions", "better", "errors", "margins")
        }

    def add(self, seen: Observation, ply: int, found: Playouts) -> int:
        """Add a decision; return the place of the action to play."""
        better, errors = compared(found)
        row = {
            "observations": np.frombuffer(seen.tobytes(), np.uint8),
            "plies": ply,
            "sizes": len(better),
            "actions": padded(np.array(found.actions, np.int32)),
            "better": padded(better.astype(np.float32)),
            "errors": padded(errors.astype(np.float32)),
            "margins": padded(found.margins.astype(np.float16)),
        }
        for name, value in row.items():
            self.columns[name].append(value)
        best = int(np.argmax(better))
        return best if better[best] > CLEAR * errors[best] else 0

    def save(self, path: Path) -> None:
        """Write the file in one step, so that no interruption leaves half of it."""
        kept: dict[str, Any] = {name: np.array(values) for name, values in self.columns.items()}
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(file, **kept)
        part.replace(path)


def padded(values: Array) -> Array:
    """Return the values with zeros up to the number of candidates."""
    found = np.zeros((CANDIDATES, *values.shape[1:]), values.dtype)
    found[: len(values)] = values
    return found


def compared(found: Playouts) -> tuple[Array, Array]:
    """Return the mean difference of values to the first action, and its standard error, by action."""
    values = 1 / (1 + np.exp(-found.margins / OPTIONS["scale"]))
    leads = values - values[0]
    pairs = [compare(float(lead.sum()), float((lead**2).sum()), leads.shape[1]) for lead in leads]
    better, errors = np.array(pairs).T
    errors[0] = 0
    return better, errors


def play(options: Labelling, game: int) -> Rows:
    """Play a game; return its labelled decisions."""
    chance = random.Random(f"{options.ruleset} {options.players} {options.seed} {game}")
    table = ws.Game.new(options.ruleset, options.players, seed=chance.getrandbits(60))
    bot, proposals = bots.make(MODEL), kind_of(table.ruleset).bots.search.proposals
    rows = Rows()
    while not table.over:
        seat = table.to_act[0]
        seen = table.observe(seat)
        action = int(bot.choose(seen))
        tried = proposals(seen, action)[:CANDIDATES]
        chosen = table.version >= options.after and chance.random() * 100 < options.share
        if chosen and len(tried) > 1:
            seed = chance.getrandbits(60)
            found = playouts(seen, tried, options.worlds, seed=seed, rounds=options.rounds)
            action = tried[rows.add(seen, table.version, found)]
        elif chance.random() < WHIM:
            action = chance.choice(tried)
        table.play_id(action, seat)
    return rows


def label(folder: Path, options: Labelling, games: int) -> Iterator[Path]:
    """Play the games that the folder does not have, and yield the file of each."""
    for game in range(games):
        path = folder / f"{game:06}.npz"
        if not path.exists():
            play(options, game).save(path)
            yield path


def prepared(folder: Path, options: Labelling, resume: bool) -> str | None:
    """Prepare the folder; return what is wrong with it, if anything."""
    kept = folder / OPTIONS_FILE
    if kept.exists():
        if json.loads(kept.read_text("utf-8")) != asdict(options):
            return f"{folder} was made with other options: {kept.read_text('utf-8').strip()}"
        return None if resume else f"{folder} has labels; add --resume to use them and to add games"
    if folder.exists() and any(folder.iterdir()):
        return f"{folder} has other files; name a new folder"
    folder.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(asdict(options)) + "\n", "utf-8")
    return None


# Judging planners.


def decisions(folder: Path, ruleset: ws.Ruleset) -> Iterator[Decision]:
    """Read all decisions of a folder."""
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            columns = {name: kept[name] for name in kept.files}
        for row, size in enumerate(columns["sizes"]):
            seen = np.frombuffer(columns["observations"][row].tobytes(), ruleset.machine.OBSERVATION)
            labels = (columns[name][row][:size] for name in ("actions", "better", "errors", "margins"))
            yield Decision(path.stem, int(columns["plies"][row]), seen, *labels)


def show(every: Sequence[Decision], ruleset: ws.Ruleset, most: int) -> Iterator[str]:
    """Describe the decisions at which the best action is better than the planner's by the most standard errors."""

    def clear(one: Decision) -> float:
        return float(one.better[one.best] / one.errors[one.best]) if one.best else 0.0

    for one in sorted(every, key=clear, reverse=True)[:most]:
        own, best = (ruleset.notation.text(int(one.actions[place])) for place in (0, one.best))
        gain = f"{one.better[one.best]:+.3f} ± {one.errors[one.best]:.3f}"
        yield f"game {one.game}, action {one.ply}: {own} -> {best}, {gain}"


def gains(every: Sequence[Decision], ruleset: ws.Ruleset, spec: str) -> str:
    """Describe what another planner gains at the decisions, compared with the planner. Raises WhistlestopError."""
    chosen = []
    for bot in (policy(MODEL, ruleset), policy(spec, ruleset)):
        kind = ruleset.data.machine
        decide, numbers, work = bot.kernels[kind].decide, bot.numbers(ruleset), bot.scratch(kind)
        chosen.append(
            [int(decide(one.observation, ruleset.rules, 0, bot.random, numbers, work)) for one in every]
        )
    changed, found = 0, []
    for one, own, other in zip(every, *chosen, strict=True):
        labels = dict(zip(one.actions.tolist(), one.better.tolist(), strict=True))
        changed += own != other
        if own != other and {own, other} <= labels.keys():
            found.append(labels[other] - labels[own])
    mean, error = (np.mean(found), np.std(found) / len(found) ** 0.5) if found else (0.0, 0.0)
    return (
        f"{spec}: {changed} of {len(every)} decisions differ, {len(found)} have labels for both actions; "
        f"mean gain there {mean:+.4f} ± {error:.4f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ruleset", default="usa")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=32, help="worlds in which each action is played")
    parser.add_argument(
        "--rounds", type=int, default=OPTIONS["rounds"], help="as for the bot `search`; 0: to the end"
    )
    parser.add_argument("--share", type=int, default=40, help="percentage of decisions that get labels")
    parser.add_argument("--after", type=int, default=0, help="actions of a game before the first labels")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", action="store_true", help="continue in a folder that has labels")
    parser.add_argument("--show", type=int, default=0, help="list so many mistakes of the planner")
    parser.add_argument("--compare", nargs="+", default=[], help="planners, such as planner:trail=100")
    asked = parser.parse_args()
    options = Labelling(**{field.name: getattr(asked, field.name) for field in fields(Labelling)})
    try:
        ruleset = ws.load_ruleset(options.ruleset)
        for spec in asked.compare:
            policy(spec, ruleset)
    except WhistlestopError as error:
        parser.error(str(error))
    if not ruleset.min_players <= options.players <= ruleset.max_players:
        parser.error(f"{ruleset.name} is for {ruleset.min_players} to {ruleset.max_players} players")
    if options.worlds < 1 or options.rounds < 0:
        parser.error("labels need at least 1 world and no negative number of rounds")
    if problem := prepared(asked.folder, options, asked.resume):
        parser.error(problem)
    for path in label(asked.folder, options, asked.games):
        print(path, flush=True)
    every = list(decisions(asked.folder, ruleset))
    for line in show(every, ruleset, asked.show):
        print(line)
    for spec in asked.compare:
        print(gains(every, ruleset, spec), flush=True)


if __name__ == "__main__":
    main()
