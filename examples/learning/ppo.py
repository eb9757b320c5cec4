"""Learn USA for two players by proximal policy optimization (PPO, Schulman et al. 2017) with action masks.

    pip install 'whistlestop[train]'
    python examples/learning/ppo.py train                   writes weights.npz and curve.json
    python examples/learning/ppo.py match --judged 1000     plays against bots, and adds the results to
    curve.json
    python examples/learning/curve.py                       draws the curve

Training starts with random weights and plays against itself and, in a quarter of the games, against `greedy`. The
network is in `learned.py`, and `whistlestop.envs.FeatureEncoder` makes its inputs; this file contains only what
training needs. The same settings give the same weights on the same machine.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from learned import PLAYERS, RULESET, WEIGHTS, forward, load
from whistlestop.bench import machine
from whistlestop.bots.registry import make
from whistlestop.bots.summary import share_interval
from whistlestop.envs import FeatureEncoder, Features, Outputs, VectorGames, outputs

CURVE = Path(__file__).with_name("curve.json")
SCALE = 20
"""Points that equal a reward of 1."""
WIN = 0.5
"""The additional reward for a win."""
LONGEST = 500
"""Actions after which an unfinished game is scored, because an untrained network does not reach the end."""
RIVALS = ("greedy", "planner")
"""The bots of the curve."""


class Settings(NamedTuple):
    """The training options, which are options of the command."""

    updates: int = 200
    seed: int = 0
    games: int = 128
    """Number of simultaneous games."""
    steps: int = 128
    """Decisions in each of them between two updates."""
    taught: float = 0.25
    """Share of the games that are played against a bot; the others are against itself."""
    teacher: str = "greedy"
    epochs: int = 3
    """Number of passes over the data per update, in batches of `part` decisions."""
    part: int = 512
    rate: float = 7e-4
    """The learning rate at the start; it falls to 0."""
    discount: float = 1.0
    trace: float = 0.95
    """Lambda of the advantage estimation."""
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    """The weight of the value loss."""
    norm: float = 0.5
    """The maximum norm of the gradient."""
    every: int = 20
    """Updates between two points of the curve."""
    judged: int = 200
    """Games per point against each of the rivals."""


# Collected games.


class Rollout(NamedTuple):
    """Decisions of several games, (steps, games) each."""

    seat: Any
    """The deciding seat."""
    standing: Any
    """The seat's margin at its decision, according to its knowledge."""
    value: Any
    """Its estimate of the further gain."""
    done: Any
    """Whether the game ended with this decision."""
    final: Any
    """(steps, games, players): each seat's final margin, in finished games."""


def advantages(rollout: Rollout, discount: float, trace: float) -> tuple[Any, Any]:
    """Generalized advantage estimation (Schulman et al. 2015), for each seat along its own decisions.

    The reward of a decision is the change of the margin until the same seat decides again, or until the end.
    Returns (steps, games) advantages, and whether they are known: the last decision of a seat in the window
    has no successor yet, and only serves as the successor of the previous one.
    """
    steps, games = rollout.seat.shape
    each = np.arange(games)
    next_standing, next_value, next_advantage = np.zeros((3, *rollout.final.shape[1:]))
    followed = np.zeros(rollout.final.shape[1:], bool)
    found, known = np.zeros((steps, games), np.float32), np.zeros((steps, games), bool)
    for step in reversed(range(steps)):
        ended = rollout.done[step]
        next_standing[ended] = rollout.final[step, ended]
        next_value[ended] = next_advantage[ended] = 0
        followed[ended] = True
        at = each, rollout.seat[step]
        earned = next_standing[at] - rollout.standing[step]
        surprise = earned + discount * next_value[at] - rollout.value[step]
        known[step] = followed[at]
        found[step] = np.where(known[step], surprise + discount * trace * next_advantage[at], 0)
        next_standing[at], next_value[at] = rollout.standing[step], rollout.value[step]
        next_advantage[at], followed[at] = found[step], True
    return found, known


# Playing


class Opponents:
    """Built-in bots that play in some of the games, alternately in seat 0 and in seat 1."""

    def __init__(self, games: VectorGames, spec: str, some: int, seed: int) -> None:
        self.games = games
        self.seats = np.where(np.arange(games.games) < some, np.arange(games.games) % PLAYERS, -1)
        self.bots = [make(spec, seed + game) for game in range(some)]
        self.rest: dict[int, list[int]] = {}
        """The second decision of an action that takes two."""

    def answer(self, actions: Any) -> Any:
        """(games,): whether a bot decides; its decisions are written into `actions`."""
        theirs = self.games.batch.seat == self.seats
        theirs &= self.seats >= 0
        for game in np.flatnonzero(theirs).tolist():
            if game not in self.rest:
                action = self.bots[game].choose(self.games.observe(game, self.seats[game]))
                self.rest[game] = list(self.games.actions.encode(action))
            actions[game] = self.rest[game].pop(0)
            if not self.rest[game]:
                del self.rest[game]
        return theirs


def masked(logits: Any, mask: Any) -> Any:
    """Mask the logits of illegal actions."""
    return np.where(mask, logits, -np.inf)


def log_softmax(logits: Any) -> Any:
    shifted = logits - logits.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def margins(scores: Any) -> Any:
    """(games, players): the margin of each seat."""
    return scores - scores[:, ::-1]


class Player:
    """Plays many games with the network and records them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.games = VectorGames(
            RULESET, settings.games, PLAYERS, settings.seed, factored=True, limit=LONGEST
        )
        self.games.reset()
        taught = round(settings.taught * settings.games)
        self.opponents = Opponents(self.games, settings.teacher, taught, settings.seed)
        self.random = np.random.default_rng(settings.seed)
        self.encoder = FeatureEncoder(self.games.ruleset, PLAYERS)
        self.wires = outputs(self.games.ruleset)

    def play(self, weights: dict[str, Any]) -> tuple[Rollout, dict[str, Any]]:
        """Continue all games. Returns what happened and, for learning, the network's inputs and choices."""
        steps, games = self.settings.steps, self.settings.games
        kept: list[dict[str, Any]] = []
        story = []
        for _ in range(steps):
            batch = self.games.batch
            seen = self.encoder(batch.observation)
            logits, value = forward(weights, self.wires, seen)
            chances = log_softmax(masked(logits, batch.mask))
            action = (chances + self.random.gumbel(size=chances.shape)).argmax(1)
            theirs = self.opponents.answer(action)
            kept.append(
                {
                    **seen._asdict(),
                    "mask": batch.mask.copy(),
                    "action": action,
                    "chance": chances[np.arange(games), action],
                    "ours": ~theirs,
                }
            )
            seat = batch.seat.astype(np.int64)
            points = np.where(batch.done[:, None], 0, margins(batch.scores))[np.arange(games), seat]
            standing = (points + self.encoder.standing(batch.observation)) / SCALE
            batch = self.games.step(action)
            final = margins(batch.scores)
            final = final / SCALE + WIN * np.sign(final)
            story.append((seat, standing, value, batch.done.copy(), final))
        rollout = Rollout(*(np.stack(column) for column in zip(*story, strict=True)))
        return rollout, {name: np.stack([one[name] for one in kept]) for name in kept[0]}


def match(weights: dict[str, Any], bot: str, games: int, seed: int) -> dict[str, float]:
    """Play against a bot, alternately in each seat: the share of games won, with a 95% interval.

    A tie counts half.
    """
    tables = VectorGames(RULESET, games, PLAYERS, seed, factored=True, auto_reset=False, limit=LONGEST)
    tables.reset()
    opponents = Opponents(tables, bot, games, seed)
    encoder, wires = FeatureEncoder(tables.ruleset, PLAYERS), outputs(tables.ruleset)
    wins = np.zeros(games)
    while (tables.batch.seat >= 0).any():
        batch = tables.batch
        actions = np.zeros(games, np.int64)
        theirs = opponents.answer(actions)
        ours = np.flatnonzero((batch.seat >= 0) & ~theirs)
        if len(ours):
            logits, _ = forward(weights, wires, encoder(batch.observation[ours]))
            actions[ours] = masked(logits, batch.mask[ours]).argmax(1)
        batch = tables.step(actions)
        margin = margins(batch.scores)[np.arange(games), 1 - opponents.seats]
        wins[batch.done] = (np.sign(margin[batch.done]) + 1) / 2
    return share_interval(float(wins.sum()), games)


# Learning


def first_weights(shapes: Features, actions: int, seed: int, width: int = 128) -> dict[str, Any]:
    """Random weights for features of these sizes."""
    random = np.random.default_rng(seed)

    def layer(inputs: int, outputs: int, gain: float = math.sqrt(2)) -> Any:
        return (random.standard_normal((inputs, outputs)) * gain / math.sqrt(inputs)).astype(np.float32)

    def bias(outputs: int) -> Any:
        return np.zeros(outputs, np.float32)

    return {
        "summary": layer(shapes.summary, width),
        "summary_bias": bias(width),
        "middle": layer(width, width),
        "middle_bias": bias(width),
        "routes": layer(shapes.routes, 32),
        "to_routes": layer(width, 32, 1),
        "routes_bias": bias(32),
        "routes_out": layer(32, 1, 0.1),
        "cards": layer(shapes.cards, 16),
        "to_cards": layer(width, 16, 1),
        "cards_bias": bias(16),
        "cards_out": layer(16, 2, 0.1),
        "out": layer(width, actions, 0.01),
        "out_bias": bias(actions),
        "value": layer(width, 1, 0.1),
        "value_bias": bias(1),
    }


class Learner:
    """The weights as PyTorch parameters, and their optimizer."""

    def __init__(self, weights: dict[str, Any], wires: Outputs, settings: Settings) -> None:
        import torch  # noqa: PLC0415 - playing does not need it

        self.torch = torch
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        self.wires = Outputs(*(torch.as_tensor(wire) for wire in wires))
        self.tensors = {name: torch.tensor(array, requires_grad=True) for name, array in weights.items()}
        self.optimizer = torch.optim.Adam(list(self.tensors.values()), lr=settings.rate, eps=1e-5)

    @property
    def weights(self) -> dict[str, Any]:
        """Return NumPy arrays of the weights; they change with the next update."""
        return {name: tensor.detach().numpy() for name, tensor in self.tensors.items()}

    def update(self, rollout: Rollout, data: dict[str, Any], progress: float) -> dict[str, float]:
        """Learn from recorded games; `progress` is the completed share of the training."""
        settings, torch = self.settings, self.torch
        advantage, known = advantages(rollout, settings.discount, settings.trace)
        data = data | {"advantage": advantage, "goal": advantage + rollout.value}
        which = np.flatnonzero(known & data.pop("ours"))
        data = {
            name: torch.as_tensor(array.reshape(-1, *array.shape[2:])[which], dtype=_type_of(torch, array))
            for name, array in data.items()
        }
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * (1 - progress)
        told: list[list[float]] = []
        for _ in range(settings.epochs):
            order = torch.as_tensor(self.random.permutation(len(which)))
            for some in order.split(settings.part):
                losses = self.losses({name: tensor[some] for name, tensor in data.items()})
                loss = losses[0] + settings.value * losses[1] - settings.entropy * losses[2]
                self.optimizer.zero_grad()
                loss.backward()
                norm = torch.nn.utils.clip_grad_norm_(list(self.tensors.values()), settings.norm)
                self.optimizer.step()
                told.append([*(loss.item() for loss in losses), norm.item()])
        names = ("policy", "value", "entropy", "moved", "gradient")
        return dict(zip(names, np.mean(told, 0).tolist(), strict=True))

    def losses(self, data: dict[str, Any]) -> tuple[Any, Any, Any, Any]:
        """The losses of policy and values, the entropy, and the change of the policy (Kullback-Leibler divergence)."""
        torch, clip = self.torch, self.settings.clip
        seen = Features(*(data[name] for name in Features._fields))
        logits, value = forward(self.tensors, self.wires, seen)
        chances = logits.masked_fill(~data["mask"], -1e9).log_softmax(-1)
        chance = chances.gather(1, data["action"][:, None])[:, 0]
        ratio = (chance - data["chance"]).exp()
        good = (data["advantage"] - data["advantage"].mean()) / (data["advantage"].std() + 1e-6)
        policy = -torch.minimum(ratio * good, ratio.clamp(1 - clip, 1 + clip) * good).mean()
        worth = (value - data["goal"]).square().mean()
        entropy = -(chances.exp() * chances).sum(-1).mean()
        return policy, worth, entropy, (ratio - 1 - ratio.log()).mean().detach()


def _type_of(torch: Any, array: Any) -> Any:
    return {"b": torch.bool, "i": torch.int64, "f": torch.float32}[array.dtype.kind]


def train(settings: Settings, weights: Path, curve: Path) -> None:
    """Train; write the weights and the curve at each of its points."""
    player = Player(settings)
    shapes = Features(*(part.shape[-1] for part in player.encoder(player.games.batch.observation)))
    learner = Learner(
        first_weights(shapes, player.games.actions.count, settings.seed), player.wires, settings
    )
    points: list[dict[str, Any]] = []
    seconds, decisions = 0.0, 0
    for update in range(settings.updates + 1):
        if update % settings.every == 0 or update == settings.updates:
            wins = {bot: match(learner.weights, bot, settings.judged, settings.seed + 1) for bot in RIVALS}
            points.append({"cpu_seconds": round(seconds, 1), "decisions": decisions, "wins": wins})
            np.savez_compressed(weights, allow_pickle=False, **learner.weights)
            document = {"settings": settings._asdict(), "machine": machine.describe(), "points": points}
            curve.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
            print(update, points[-1], flush=True)
        if update == settings.updates:
            break
        began = time.process_time()
        rollout, data = player.play(learner.weights)
        told = learner.update(rollout, data, update / settings.updates)
        seconds += time.process_time() - began
        decisions += rollout.seat.size
        print(update, *(f"{name} {value:.4f}" for name, value in told.items()), flush=True)


def judge(weights: Path, curve: Path, games: int, seed: int) -> None:
    """Play the weights against the rivals again, in other games, and add the results to the curve's file."""
    told = json.loads(curve.read_text("utf-8"))
    wins = {bot: match(load(weights), bot, games, seed + 2) for bot in RIVALS}
    told["final"] = {"games": games, "wins": wins}
    curve.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    for bot, won in wins.items():
        print(bot, won)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", choices=("train", "match"))
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--curve", type=Path, default=CURVE)
    parser.add_argument(
        "--threads", type=int, default=1, help="of PyTorch; such a small network gains nothing from more"
    )
    for name, default in Settings._field_defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    given = parser.parse_args()
    settings = Settings(**{name: getattr(given, name) for name in Settings._fields})
    if given.task == "train":
        import torch  # noqa: PLC0415 - only training needs it

        torch.set_num_threads(given.threads)
        train(settings, given.weights, given.curve)
    else:
        judge(given.weights, given.curve, settings.judged, settings.seed)


if __name__ == "__main__":
    main()
