"""A bot that asks a language model, at any endpoint with OpenAI's chat completions (docs/agents.md).

Name it `whistlestop.agents.chat:ChatModel` wherever a bot is named.
"""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from whistlestop.errors import BotError

from . import prose

if TYPE_CHECKING:
    from whistlestop.observation import Observation

TRIES = 3
"""Answers that are requested for one decision. After that, the bot plays a random legal action."""
SECONDS = 120.0
"""Time limit of one answer."""
INSTRUCTIONS = """You play a game against others and want to win. You read the position and answer with one of your
legal actions, exactly as it is written, alone on the last line. Think first if you like."""
_WORD = re.compile(r"[a-z][^\s`'\"*]*(?:\*\d[^\s`'\"]*)*")


class ChatModel:
    """Sends the position to a model and plays the action in its answer.

    Settings come from the environment: `WHISTLESTOP_MODEL_URL`, such as `http://localhost:11434/v1`;
    `WHISTLESTOP_MODEL`, the name of the model; `WHISTLESTOP_MODEL_KEY`, its key if it needs one; and
    `WHISTLESTOP_MODEL_LOG`, a file to which each decision adds a line of JSON: tokens read and written, answers
    without a legal action, and whether the action is a random one.
    """

    label = "Language model"
    level = 1

    def __init__(self, seed: int = 0) -> None:
        """seed: of the random actions, and for the model. Raises BotError without an address and a name."""
        self._random = random.Random(seed)  # noqa: S311 - a game
        self._seed = seed
        address, self._model = (
            os.environ.get(name) for name in ("WHISTLESTOP_MODEL_URL", "WHISTLESTOP_MODEL")
        )
        if not address or not self._model:
            raise BotError("set WHISTLESTOP_MODEL_URL and WHISTLESTOP_MODEL to ask a language model")
        key = os.environ.get("WHISTLESTOP_MODEL_KEY")
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.Client(base_url=address, headers=headers, timeout=SECONDS)
        log = os.environ.get("WHISTLESTOP_MODEL_LOG")
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
        told = {"read": 0, "written": 0, "illegal": 0, "random": False}
        for _ in range(TRIES):
            answer = self._ask(messages, told)
            action = _found(answer, legal)
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


def _found(answer: str, legal: list[str]) -> str | None:
    """Return the last legal action in an answer."""
    known = set(legal)
    words = [word.rstrip(".,;") for word in _WORD.findall(answer)]
    return next((word for word in reversed(words) if word in known), None)
