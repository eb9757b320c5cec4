"""Games in text as an OpenEnv environment: one agent against bots (docs/agents.md).

uvicorn whistlestop.agents.openenv:app --port 8000
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app
from pydantic import Field

from whistlestop.envs.rewards import final_rewards
from whistlestop.errors import OptionError
from whistlestop.rulesets import load_ruleset, ruleset_ids

from . import prose
from .answers import HELP, asks, chosen
from .session import Session

__all__ = ["Play", "Seen", "Table", "TextGame", "app"]

ILLEGAL_REWARD = -1.0
"""The reward of an answer without a legal action. The game stays as it is."""


class Play(Action):
    """An answer of the agent."""

    action: str = Field(description="Text whose last legal action is played")


class Seen(Observation):
    """What the agent's seat knows."""

    text: str = Field(description="Events since the last answer, and the decision")
    legal: list[str] = Field(default_factory=list, description="All legal actions")


class Table(State):
    """The game in progress."""

    ruleset: str = ""
    opponents: list[str] = Field(default_factory=list)
    illegal: int = Field(default=0, description="Number of answers without a legal action")


class TextGame(Environment[Play, Seen, Table]):
    """A game against bots. The reward at the end is 1 for a sole winner, -1 for losers, 2/k - 1 for k joint winners."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        """Set up; `reset` starts a game."""
        super().__init__()
        self._session: Session | None = None
        self._table = Table()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        ruleset: str | None = None,
        opponents: Sequence[str] = ("greedy",),
        **_others: Any,
    ) -> Seen:
        """Start a game; the text contains its rules.

        seed: of the deal and the bots. ruleset: as for `load_ruleset`; None: the first built-in one. opponents: a bot
        for each other seat. Raises WhistlestopError for an unknown ruleset or bot, or an unsuitable number of players.
        Then the game in progress stays.
        """
        if isinstance(opponents, str):
            raise OptionError("opponents: expected a list of bots")
        session = Session(load_ruleset(ruleset or ruleset_ids()[0]), list(opponents), seed=seed)
        self._session = session
        self._table = Table(
            episode_id=episode_id or str(uuid.uuid4()), ruleset=session.ruleset.id, opponents=list(opponents)
        )
        return _seen(session, f"{prose.rules(session.ruleset)}\n{HELP}\n\n{session.read()}", None)

    def step(self, action: Play, timeout_s: float | None = None, **_others: Any) -> Seen:
        """Play the last legal action in an answer, and the bots' answers to it.

        Without a legal action, the game stays as it is and the text lists all of them; this costs nothing if the answer
        is `actions`. Raises OptionError before the first reset and after the end of the game.
        """
        del timeout_s  # a step takes milliseconds
        session = self._session
        if session is None or session.game.over:
            raise OptionError("no game is in progress; call reset")
        self._table.step_count += 1
        legal = session.seen.legal()
        choice = chosen(action.action, legal)
        if choice is None and asks(action.action):
            return _seen(session, prose.actions(legal), 0.0)
        if choice is None:
            self._table.illegal += 1
            told = f"There is no legal action in this answer. All of them:\n{prose.actions(legal)}"
            return _seen(session, told, ILLEGAL_REWARD)
        seen = _seen(session, session.play(choice), 0.0)
        if seen.done:
            seen.reward = _worth(session)
        return seen

    @property
    def state(self) -> Table:
        """The game in progress, without anything hidden from the agent."""
        return self._table


def _seen(session: Session, text: str, reward: float | None) -> Seen:
    over = session.game.over
    return Seen(text=text, legal=[] if over else session.seen.legal(), done=over, reward=reward)


def _worth(session: Session) -> float:
    """Return the reward of a finished game."""
    record = session.seen.record
    players = int(record["players"])
    return float(final_rewards("win", record["final"][:players], record["rank"][:players])[session.seat])


app = create_fastapi_app(TextGame, Play, Seen, max_concurrent_envs=64)
"""A server of these environments by HTTP and WebSocket."""
