"""Games in text as TextArena environments, an agent at each seat (docs/agents.md).

Importing this module registers the games with TextArena, as `whistlestop/...-v1`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import textarena as ta

from whistlestop.envs.ids import environment_ids
from whistlestop.envs.rewards import final_rewards
from whistlestop.errors import OptionError
from whistlestop.format import Ruleset
from whistlestop.game import Game
from whistlestop.rulesets import load_ruleset

from . import prose
from .answers import HELP, chosen

__all__ = ["TextArenaGame"]

INSTRUCTIONS = (
    "You are player {seat} and want to win. Answer with one of your legal actions, exactly as it is written."
)


class TextArenaGame(ta.Env):
    """A game between agents that read and write text. Each reads only what its seat knows.

    The last legal action in an answer is played. An answer without one changes nothing, and the agent answers again.
    After more than `error_allowance` such answers for one decision, it loses and the others win. At the end of a game,
    the reward is 1 for a sole winner, -1 for losers and 2/k - 1 for each of k joint winners.
    """

    def __init__(self, ruleset: str | Path | Ruleset, error_allowance: int = 3) -> None:
        """Set up; `reset` starts a game. Raises RulesetError for an unknown ruleset."""
        self.ruleset = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
        self.error_allowance = error_allowance
        self.state: Any = None
        self.game: Game | None = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Start a game. Raises RulesetError for an unsuitable number of players."""
        self.game = game = Game.new(self.ruleset, players=num_players, seed=seed)
        # Without the seed, which TextArena would set in Python's global generator.
        self.state = ta.FFAMultiPlayerState(num_players=num_players, error_allowance=self.error_allowance)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._ask(game)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play the current player's answer; return whether the game is over, and TextArena's information.

        Raises OptionError before the first reset.
        """
        game = self.game
        if game is None:
            raise OptionError("no game is in progress; call reset")
        if self.state.done:
            return self.state.step(rotate_player=False)  # type: ignore[no-any-return]
        seat = self.state.current_player_id
        legal = game.observe(seat).legal()
        choice = chosen(action, legal)
        if choice is None:
            self._refuse(game, seat, legal)
        else:
            self._play(game, seat, choice)
        return self.state.step(rotate_player=False)  # type: ignore[no-any-return]

    def _prompt(self, player_id: int, game_state: Any) -> str:
        del game_state
        return f"{INSTRUCTIONS.format(seat=player_id)} {HELP}\n\n{prose.rules(self.ruleset)}"

    def _play(self, game: Game, seat: int, action: str) -> None:
        seats = range(self.state.num_players)
        before = [game.observe(one) for one in seats]
        game.play(action, seat)
        for one in seats:
            for line in prose.news(
                game.observe(one).events_since(before[one]), self._names(one), self.ruleset
            ):
                self._tell(one, line, ta.ObservationType.GAME_MESSAGE)
        if game.over:
            record = game.observe(None).record
            rewards = final_rewards("win", record["final"][: len(seats)], record["rank"][: len(seats)])
            for one in seats:
                told = prose.result(game.observe(one), self._names(one))
                self._tell(one, told, ta.ObservationType.GAME_BOARD)
            self.state.set_game_outcome(dict(enumerate(map(float, rewards))), "The game is over.")
        else:
            self.state.manually_set_current_player_id(game.to_act[0])
            self._ask(game)

    def _refuse(self, game: Game, seat: int, legal: list[str]) -> None:
        reason = "There is no legal action in this answer."
        if self.state.set_invalid_move(reason):
            rewards = {one: -1.0 if one == seat else 1.0 for one in range(self.state.num_players)}
            self.state.set_game_outcome(rewards, f"Player {seat} gave no legal action.")
        else:
            self._ask(game, f"{reason} All of them:\n{prose.actions(legal)}\n")

    def _ask(self, game: Game, start: str = "") -> None:
        """Show the next decision to the player who makes it."""
        seat = game.to_act[0]
        self.state.current_player_id = seat
        told = prose.decision(game.observe(seat), self._names(seat))
        self._tell(seat, start + told, ta.ObservationType.GAME_BOARD)

    def _tell(self, seat: int, text: str, kind: Any) -> None:
        self.state.add_observation(to_id=seat, message=text, observation_type=kind)

    def _names(self, seat: int) -> list[str]:
        return ["you" if one == seat else f"player {one}" for one in range(self.state.num_players)]


for _id, _ruleset in environment_ids().items():
    if _id not in ta.envs.registration.ENV_REGISTRY:
        ta.register(
            _id,
            entry_point="whistlestop.agents.textarena:TextArenaGame",
            default_wrappers=[ta.wrappers.GameMessagesAndCurrentBoardObservationWrapper],
            ruleset=_ruleset,
        )
