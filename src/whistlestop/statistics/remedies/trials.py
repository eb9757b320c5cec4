"""Try remedies in games: a few on each candidate, then more on the best one to confirm it.

Both boards play games of the same numbers and seed. The games that confirm a remedy are neither those that showed the
fault nor those that chose the remedy, so the choice does not bias the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from whistlestop.errors import OptionError, RulesetError, StatisticsError
from whistlestop.format import Ruleset
from whistlestop.rulesets import ruleset_from_data
from whistlestop.statistics.balance import Check, Finding, Limits, checks
from whistlestop.statistics.playing import play
from whistlestop.statistics.simulations import Simulation

from .candidates import Remedy, candidates, edited
from .measures import Difference, compare, measures_of

__all__ = ["CONFIRM", "SCREEN", "Trial", "try_remedies"]

SCREEN = 150
"""Games on each candidate."""
CONFIRM = 500
"""Paired games that confirm the best candidate."""
SCREENED = 6
"""Maximum number of candidates for a fault."""


class Trial(NamedTuple):
    """The result of trying to correct a fault."""

    check: str
    finding: Finding
    remedy: Remedy | None
    """A confirmed remedy; None if no candidate was confirmed."""
    difference: Difference | None
    """The figure of the fault on the board and on the changed one, in `CONFIRM` paired games. None without a remedy,
    and for a remedy that removes the subject."""
    tried: int
    """Number of candidates."""


class _Spent(Exception):
    """All games are spent."""


def try_remedies(
    simulation: Simulation,
    found: Iterable[Check],
    games: int,
    *,
    seed: int = 0,
    limits: Limits | None = None,
    jobs: int | None = None,
    played: Callable[[int], None] | None = None,
) -> Iterator[Trial]:
    """Yield a trial for each fault that small changes may correct, until the games are spent.

    A remedy is confirmed if, in `CONFIRM` paired games, the whole 95% interval of the difference is on the better side,
    the figure is no longer beyond its limit, and no check has a fault that the games on the board itself lack. A
    removed subject has no figure, so for it only the last condition counts.

    simulation, found: the games that showed the faults, and their checks. games: the maximum number of games; a fault
    takes up to `SCREENED` * `SCREEN` + 2 * `CONFIRM`. seed: of the games of the simulation; the trials have others.
    played: called with the number of games finished since the last call. Raises OptionError and what `play` raises.
    """
    if games < 1:
        raise OptionError("games must be at least 1")
    trials = _Trials(simulation, games, seed, limits or Limits(), jobs, played)
    try:
        for check in found:
            for finding in check.faults:
                if trial := trials.of(check.name, finding):
                    yield trial
    except _Spent:
        return


class _Trials:
    def __init__(
        self,
        simulation: Simulation,
        games: int,
        seed: int,
        limits: Limits,
        jobs: int | None,
        played: Callable[[int], None] | None,
    ) -> None:
        self._base = simulation
        self._left = games
        self._seed = seed + 1
        self._limits = limits
        self._jobs = jobs
        self._played = played
        self._kept: dict[tuple[str, int], Simulation] = {}
        self._plain: dict[str, Any] = simulation.ruleset.data.plain()

    def of(self, check: str, finding: Finding) -> Trial | None:
        """Return the trial of a fault; None if there are no candidates. Raises _Spent."""
        offers = [
            (remedy, board)
            for remedy in candidates(check, finding, self._base)
            if (board := self._changed(remedy)) is not None
        ][:SCREENED]
        if not offers:
            return None
        for remedy, board in self._screened(check, finding, offers):
            confirmed, difference = self._confirm(check, finding, remedy, board)
            if confirmed:
                return Trial(check, finding, remedy, difference, len(offers))
        return Trial(check, finding, None, None, len(offers))

    def _changed(self, remedy: Remedy) -> Ruleset | None:
        try:
            return ruleset_from_data(edited(self._plain, remedy.edits))
        except RulesetError:
            return None

    def _screened(
        self, check: str, finding: Finding, offers: Sequence[tuple[Remedy, Ruleset]]
    ) -> Iterator[tuple[Remedy, Ruleset]]:
        """Yield the candidate that brings the figure closest to its range, then the one that removes the subject."""
        ranked = []
        for number, (remedy, board) in enumerate(offers):
            if remedy.removes:
                continue
            before, after = self._games(self._base.ruleset, SCREEN), self._games(board, SCREEN)
            for measure in measures_of(check, self._base.players, self._limits):
                found = compare(measure, finding.subject, before, after)
                if found is not None and measure.beyond(found.after) < measure.beyond(found.before):
                    ranked.append((measure.beyond(found.after), number))
        if ranked:
            yield offers[min(ranked)[1]]
        yield from (offer for offer in offers if offer[0].removes)

    def _confirm(
        self, check: str, finding: Finding, remedy: Remedy, board: Ruleset
    ) -> tuple[bool, Difference | None]:
        before, after = self._games(self._base.ruleset, CONFIRM), self._games(board, CONFIRM)
        new = self._faults(after) - self._faults(before)
        if new:
            return False, None
        if remedy.removes:
            return True, None
        for measure in measures_of(check, self._base.players, self._limits):
            found = compare(measure, finding.subject, before, after)
            if found is not None and measure.corrected(found):
                return True, found
        return False, None

    def _faults(self, simulation: Simulation) -> set[tuple[str, str]]:
        try:
            return {
                (check.name, fault.subject)
                for check in checks(simulation, self._limits)
                for fault in check.faults
            }
        except StatisticsError:
            return {("unfinished games", "board")}

    def _games(self, board: Ruleset, games: int) -> Simulation:
        """Return games on a board: numbers 0 to SCREEN to screen, later ones to confirm."""
        key = (board.hash, games)
        if key not in self._kept:
            if games > self._left:
                raise _Spent
            self._left -= games
            self._kept[key] = play(
                board,
                self._base.players,
                self._base.bots,
                games,
                seed=self._seed,
                first=0 if games == SCREEN else SCREEN,
                jobs=self._jobs,
                played=self._played,
            )
        return self._kept[key]
