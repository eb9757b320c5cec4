"""Review a whole game: judge its decisions on all cores, and add them up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from functools import partial as bind
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

from whistlestop.core.fields import NONE
from whistlestop.errors import RecordError
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.record import GameRecord
from whistlestop.replaying import replay
from whistlestop.text.advice import RoutePlan

from .judging import LEAST, Judgment, is_ticket_choice, judge
from .reasons import plan_after, reasons
from .shapes import Choice, Decision, MoveReason, Review
from .summing import CLOSE, accuracy, moments, shares, turning_points

if TYPE_CHECKING:
    from whistlestop.game import Game

__all__ = ["CLOSE", "VERSION", "review"]

VERSION = "whistlestop-review/4"
DIGITS = 4
"""Digits of chances; more would be noise."""
POINT_DIGITS = 2
"""Digits of points."""
EVERY = 1.0
"""Seconds between partial reviews."""

Progress = Callable[[int, int], None]
"""Called with the numbers of judged and of all decisions."""


def review(
    record: GameRecord | dict[str, Any] | str | bytes,
    *,
    seed: int = 0,
    worlds: int | None = None,
    jobs: int = 1,
    cores: int = 1,
    progress: Progress | None = None,
    partial: Callable[[Review], None] | None = None,
) -> Review:
    """Review a finished game, starting with the last decision, which takes the least time.

    worlds: number of worlds for each decision; more take longer and reduce errors. None: that of the kind of game.
    jobs: processes that share the decisions; cores: threads of each. The same record, seed and worlds give the same
    review for any number of both. partial: called every second with the review of the decisions judged so far, from
    some moment to the end of the game.

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
    found: list[Judged] = []
    total = len(game.actions)
    turns = luck_in_turns(game)
    play = bind(_judge, game.record().to_json(), seed, worlds, cores)
    told = time.monotonic()
    for judged in in_processes(play, range(total - 1, -1, -1), (), jobs):
        found.insert(0, judged)
        if partial is not None and len(found) < total and time.monotonic() - told >= EVERY:
            partial(_summed(game, found, seed, worlds, turns))
            told = time.monotonic()
        if progress is not None:
            progress(len(found), total)
    return _summed(game, found, seed, worlds, turns)


class Judged(NamedTuple):
    """A decision of a review, with its effect on each seat (`Judgment`)."""

    decision: Decision
    effect: tuple[float, ...]
    shares: tuple[float, ...]


def _summed(
    game: Game, found: Sequence[Judged], seed: int, worlds: int, turns: Sequence[float | None]
) -> Review:
    """Return the review of the last decisions of a game."""
    decisions = [judged.decision for judged in found]
    effects = [judged.effect for judged in found]
    ranks = game.states["rank"][0, : game.players].tolist()
    ends = [(rank == 1) / ranks.count(1) for rank in ranks]
    chances = moments(decisions, effects, [judged.shares for judged in found], ends, game.version, DIGITS)
    first = found[0].decision.version - (len(game.actions) - len(found)) if found else 0
    return Review(
        format=VERSION,
        ruleset=game.ruleset.id,
        players=game.players,
        seed=seed,
        worlds=worlds,
        version=game.version,
        seats=[
            structs.replace(
                share, accuracy=accuracy(decisions, share.seat, first, game.version), turns=turns[share.seat]
            )
            for share in shares(decisions, effects, chances[0].chances, ends, DIGITS)
        ],
        chances=chances,
        turning_points=turning_points(decisions),
        decisions=decisions,
    )


def luck_in_turns(game: Game) -> list[float | None]:
    """Return by how many turns each seat's cards from the deck came earlier than average; None if turns do not count.

    Before each draw, the planner counts the turns of the seat's plan with each card that might come. The luck of the
    draw is their mean, weighted by the unseen cards, minus the turns with the card that came.
    """
    look = kind_of(game.ruleset).bots.search.outlook
    if look is None:
        return [None] * game.players
    luck = [0.0] * game.players
    again = game.beginning()
    for seat, action in game.actions:
        seen = again.observe(seat) if action == "draw" else None
        again.play(action, seat)
        card = int(again.states["drawn"][0])
        if seen is not None and card != NONE:
            plan = look(seen)
            mean = sum(map(mul, plan.unseen, plan.with_card)) / max(1, sum(plan.unseen))
            luck[seat] += (mean - plan.with_card[card]) / 1000
    return [round(each, 1) for each in luck]


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


def _judge(record: str, seed: int, worlds: int, cores: int, place: int) -> Judged:
    """Judge one decision of a game."""
    version, observation, action = _moments_of(record)[place]
    number = seed * 1_000_000 + version
    judgment = judge(observation, action, worlds, seed=number, cores=cores)
    return Judged(_told(observation, version, judgment, number), judgment.effect, judgment.shares)


def _told(observation: Observation, version: int, judgment: Judgment, seed: int) -> Decision:
    """Return a judgment as a decision of a review."""
    notation, offer = observation.ruleset.notation, observation.offer()
    chance = {action: round(value, DIGITS) for action, value in judgment.chances.items()}
    played, expert = judgment.played, judgment.expert
    before, after = chance[expert], chance[played]
    choices: Sequence[int] = ()
    if len(chance) > 1 and is_ticket_choice(observation, played):
        choices = sorted(chance, key=lambda action: -chance[action])
    why: list[MoveReason] = []
    legal: list[str] = []
    plan = None
    if before - after > CLOSE:
        legal = observation.legal()
        old, new = (plan_after(observation, action, seed) for action in (played, expert))
        turns = None
        if new is not None:
            plan = RoutePlan(new.routes, round(new.turns, 1), new.due)
        if old is not None and new is not None and not is_ticket_choice(observation, expert):
            turns = old.turns, new.turns  # with other tickets, turns are not comparable
        why = reasons(observation, played, expert, turns, seed)
    return Decision(
        version=version,
        seat=int(observation.record["seat"]),
        action=notation.text(played, offer),
        before=before,
        after=after,
        error=round(judgment.error, DIGITS),
        points=round(judgment.points, POINT_DIGITS),
        expert=notation.text(expert, offer) if before - after > CLOSE else None,
        choices=[Choice(notation.text(action, offer), chance[action]) for action in choices],
        reasons=why,
        plan=plan,
        legal=legal,
    )
