"""Review a whole game: judge its decisions on all cores, and add them up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from whistlestop.errors import RecordError
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.record import GameRecord
from whistlestop.replaying import replay

from .judging import LEAST, Judgement, is_ticket_choice, judge
from .shapes import Choice, Decision, Review
from .summing import CLOSE, shares, turning_points

if TYPE_CHECKING:
    from whistlestop.game import Game

__all__ = ["CLOSE", "VERSION", "review"]

VERSION = "whistlestop-review/2"
DIGITS = 4
"""Digits of chances; more would be noise."""

Progress = Callable[[int, int], None]
"""Called with the numbers of judged and of all decisions."""


def review(
    record: GameRecord | dict[str, Any] | str | bytes,
    *,
    seed: int = 0,
    worlds: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Review:
    """Review a finished game.

    worlds: number of worlds for each decision; more take longer and reduce errors. None: that of the kind of game.
    jobs: processes that share the decisions. The same record, seed and worlds give the same review for any number of
    processes.

    Raises RecordError for a record that does not replay or whose game is not over, ValueError for fewer than 4 worlds
    or 1 process, and BotError if a process ends early. A program that calls this with several processes must be
    importable, as for `play_all`.
    """
    if (worlds is not None and worlds < LEAST) or jobs < 1:
        raise ValueError(f"a review needs at least {LEAST} worlds and 1 process, not {worlds} and {jobs}")
    from whistlestop.bots.processes import in_processes  # noqa: PLC0415 - a server that imports this starts none

    game = replay(record)
    if not game.over:
        raise RecordError("record: the game is not over")
    if worlds is None:
        worlds = kind_of(game.ruleset).bots.search.worlds
    found: list[Judgement] = []
    total = len(game.actions)
    play = partial(_judge, game.record().to_json(), seed, worlds)
    for judgement in in_processes(play, range(total), (), jobs):
        found.append(judgement)
        if progress is not None:
            progress(len(found), total)
    decisions = [
        _told(observation, version, judgement)
        for (version, observation, _), judgement in zip(_moments(game), found, strict=True)
    ]
    effects = [judgement.effect for judgement in found]
    ranks = game.states["rank"][0, : game.players].tolist()
    ends = [(rank == 1) / ranks.count(1) for rank in ranks]
    return Review(
        format=VERSION,
        ruleset=game.ruleset.id,
        players=game.players,
        seed=seed,
        worlds=worlds,
        version=game.version,
        seats=shares(decisions, effects, ends, DIGITS),
        turning_points=turning_points(decisions, ends, game.version),
        decisions=decisions,
    )


def _moments(game: Game) -> Iterator[tuple[int, Observation, str]]:
    """Yield the decisions of a game: version, the deciding seat's observation, and its choice."""
    again = game.beginning()
    for seat, action in game.actions:
        yield again.version, again.observe(seat), action
        again.play(action, seat)


@lru_cache(maxsize=1)
def _moments_of(record: str) -> list[tuple[int, Observation, str]]:
    """Return the decisions of a record, cached, since a process judges many decisions of one game."""
    return list(_moments(replay(record)))


def _judge(record: str, seed: int, worlds: int, place: int) -> Judgement:
    """Return the judgment of one decision of a game."""
    version, observation, action = _moments_of(record)[place]
    return judge(observation, action, worlds, seed=seed * 1_000_000 + version)


def _told(observation: Observation, version: int, judgement: Judgement) -> Decision:
    """Return a judgment as a message."""
    notation, offer = observation.ruleset.notation, observation.offer()
    chance = {action: round(value, DIGITS) for action, value in judgement.chances.items()}
    before, after = chance[judgement.expert], chance[judgement.played]
    choices: Sequence[int] = ()
    if len(chance) > 1 and is_ticket_choice(observation, judgement.played):
        choices = sorted(chance, key=lambda action: -chance[action])
    return Decision(
        version=version,
        seat=int(observation.record["seat"]),
        action=notation.text(judgement.played, offer),
        before=before,
        after=after,
        error=round(judgement.error, DIGITS),
        expert=notation.text(judgement.expert, offer) if before - after > CLOSE else None,
        choices=[Choice(notation.text(action, offer), chance[action]) for action in choices],
    )
