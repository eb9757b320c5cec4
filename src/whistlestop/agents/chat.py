"""A bot that asks a language model, at any endpoint with OpenAI's chat completions (docs/agents.md).

Name it `whistlestop.agents.chat:ChatModel` wherever a bot is named, or compare several models with
`whistlestop arena --agents`.
"""

from __future__ import annotations

import json
import os
import random
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from whistlestop import bots
from whistlestop.bots.summary import share_interval
from whistlestop.errors import BotError, UnknownBot

from . import prose
from .answers import chosen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from whistlestop.observation import Observation

LOG = "WHISTLESTOP_MODEL_LOG"
"""The environment variable with the log's path."""
TRIES = 3
"""Maximum number of answers requested for one decision. After that, the bot plays a random legal action."""
SECONDS = 120.0
"""Time limit of one answer."""
INSTRUCTIONS = """You play a game against others and want to win. You read the position and answer with one of your
legal actions, exactly as it is written, alone on the last line. Think first if you like."""
_COUNTED = ("read", "written", "illegal", "random")


class ChatModel:
    """Sends the position to a model and plays the action in its answer.

    Settings come from the environment: `WHISTLESTOP_MODEL_URL`, such as `http://localhost:11434/v1`;
    `WHISTLESTOP_MODEL`, the name of the model; `WHISTLESTOP_MODEL_KEY`, its key if it needs one; and
    `WHISTLESTOP_MODEL_LOG`, a file to which each decision adds a line of JSON: the model, tokens read and written,
    answers without a legal action, and whether the action is a random one.
    """

    label = "Language model"
    level = 1

    def __init__(self, seed: int = 0, model: str | None = None) -> None:
        """seed: of the random actions, and for the model. model: its name, instead of that in the environment.

        Raises BotError without an address and a name.
        """
        self._random = random.Random(seed)  # noqa: S311 - a game
        self._seed = seed
        address = os.environ.get("WHISTLESTOP_MODEL_URL")
        self._model = model or os.environ.get("WHISTLESTOP_MODEL")
        if not address or not self._model:
            raise BotError("set WHISTLESTOP_MODEL_URL and WHISTLESTOP_MODEL to ask a language model")
        key = os.environ.get("WHISTLESTOP_MODEL_KEY")
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.Client(base_url=address, headers=headers, timeout=SECONDS)
        log = os.environ.get(LOG)
        self._log = Path(log) if log else None

    def choose(self, observation: Observation) -> str:
        """Return the model's action. Raises BotError if the endpoint cannot be used."""
        legal = observation.legal()
        names = [
            "you" if seat == observation.seat else f"seat {seat}"
            for seat in range(int(observation.record["players"]))
        ]
        messages = [
            {"role": "system", "content": f"{INSTRUCTIONS}\n\n{prose.rules(observation.ruleset)}"},
            {"role": "user", "content": prose.position(observation, names)},
        ]
        told: dict[str, Any] = {"model": self._model, "read": 0, "written": 0, "illegal": 0, "random": False}
        for _ in range(TRIES):
            answer = self._ask(messages, told)
            action = chosen(answer, legal)
            if action is not None:
                break
            told["illegal"] += 1
            messages += [
                {"role": "assistant", "content": answer},
                {
                    "role": "user",
                    "content": f"There is no legal action in this. All of them:\n{prose.actions(legal)}",
                },
            ]
        else:
            told["random"] = True
            action = self._random.choice(legal)
        if self._log is not None:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"action": action, **told}) + "\n")
        return action

    def _ask(self, messages: list[dict[str, str]], told: dict[str, Any]) -> str:
        body = {"model": self._model, "messages": messages, "seed": self._seed}
        try:
            reply = self._http.post("chat/completions", json=body).raise_for_status().json()
            content = reply["choices"][0]["message"]["content"]
        except (httpx.HTTPError, ValueError, LookupError, TypeError) as error:
            raise BotError(f"the model does not answer: {type(error).__name__}: {error}") from None
        usage = reply.get("usage") or {}
        told["read"] += usage.get("prompt_tokens", 0)
        told["written"] += usage.get("completion_tokens", 0)
        return content or ""


@dataclass(frozen=True)
class Model:
    """A model with a name; called to make a bot."""

    name: str

    def __call__(self, seed: int = 0) -> ChatModel:
        """Return a bot that asks the model."""
        return ChatModel(seed, self.name)


@contextmanager
def listed(models: Iterable[str]) -> Iterator[dict[str, str]]:
    """List a bot for each model until the block ends; yield the models by the bots' names.

    Raises UnknownBot for a name that is taken.
    """
    named: dict[str, str] = {}
    try:
        for model in models:
            bot = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")
            try:
                bots.register(bot, Model(model), label=model)
            except ValueError as error:
                raise UnknownBot(f"the model {model}: {error}") from None
            named[bot] = model
        yield named
    finally:
        for bot in named:
            bots.unregister(bot)


def spent(log: Path, games: Mapping[str, int], start: int = 0) -> dict[str, dict[str, Any]]:
    """Sum up the log of an arena by model, JSON-ready.

    games: how many each model has played; others in the log are left out. start: the log's size in bytes before the
    arena. `read`, `written`: tokens a game. `illegal`: share of answers without a legal action. `random`: share of
    decisions that were random in the end. Shares have 95% intervals.
    """
    sums = {model: dict.fromkeys(("decisions", *_COUNTED), 0) for model in games}
    for line in log.read_bytes()[start:].splitlines():
        decision = json.loads(line)
        if (of_model := sums.get(decision["model"])) is None:
            continue
        of_model["decisions"] += 1
        for name in _COUNTED:
            of_model[name] += int(decision[name])
    return {
        model: {
            "decisions": of_model["decisions"],
            "read": of_model["read"] / games[model],
            "written": of_model["written"] / games[model],
            # Every decision ends with a legal answer or, after TRIES others, with a random action.
            "illegal": share_interval(
                of_model["illegal"], of_model["decisions"] - of_model["random"] + of_model["illegal"]
            ),
            "random": share_interval(of_model["random"], of_model["decisions"]),
        }
        for model, of_model in sums.items()
    }
