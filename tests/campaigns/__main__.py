"""`python -m tests.campaigns --minutes 60` continues all campaigns, the cheapest first; alone, it lists them."""
# ruff: noqa: T201 - a command that prints

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
import traceback
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.campaigns import store
from tests.campaigns.catalogue import CAMPAIGNS
from tests.campaigns.frame import Campaign, Result, Trial, Unavailable

if TYPE_CHECKING:
    from types import FrameType

PORTION = 3.0
"""The maximum minutes of one run; its results are lost if the process is killed without a chance to store them."""
LOGS = store.ROOT / "build" / "campaigns"
LEAST = 0.1
"""The fraction of a run's length that must be left for it to start, if a single run must reach the goal."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns", description="Continue campaigns where the last run stopped."
    )
    parser.add_argument("names", nargs="*", metavar="name", help="which campaigns; all if not given")
    parser.add_argument("--minutes", type=float, help="continue for so long; results are stored")
    parser.add_argument(
        "--size", type=int, help="run once, with how many of what it counts; nothing is stored"
    )
    parser.add_argument("--seed", type=int, help="repeat the random choices of a run; nothing is stored")
    options = parser.parse_args()
    for name in options.names:
        if name not in CAMPAIGNS:
            parser.error(f"there is no campaign {name}; known: {', '.join(CAMPAIGNS)}")
    chosen = [CAMPAIGNS[name] for name in options.names or CAMPAIGNS]
    minutes = float("inf") if options.minutes is None else options.minutes
    if options.size is not None or options.seed is not None:
        return max([once(campaign, options.size, options.seed, minutes) for campaign in chosen])
    if options.minutes is None and not options.names:
        for campaign in chosen:
            print(line(campaign))
        return 0
    return Session(chosen, minutes).run()


def line(campaign: Campaign) -> str:
    """Return a campaign's description, and its progress on the present sources."""
    result = store.stored(campaign)
    state = "not run on these sources"
    if result is not None:
        left = "complete" if not result.lacking else f"{hours(campaign, result):.1f} h left"
        state = f"{left}, {result.runs} runs, {len(result.faults)} faults"
    done = 0 if result is None else result.done
    return f"{campaign.name:20} {done:>10,.0f} of {campaign.goal:>10,} {campaign.counts}: {state}"


def hours(campaign: Campaign, result: Result) -> float:
    """Return the estimated time until it is complete."""
    return (60 * campaign.minutes or result.seconds * result.lacking) / 3600


def carry_out(campaign: Campaign, trial: Trial) -> Result | None:
    """Run a campaign once in a new folder and print the result; return None if it cannot run here."""
    print(f"== {campaign.name}, seed {trial.seed}", flush=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        trial.folder = Path(folder)
        try:
            result = campaign.carry_out(trial)
        except Unavailable as missing:
            print(f"cannot run here: {missing}", file=sys.stderr)
            return None
        if result.faults:
            keep_logs(trial.folder, LOGS / f"{campaign.name}-{trial.seed}")
    return result


def keep_logs(folder: Path, kept: Path) -> None:
    """Copy the logs of a campaign's servers, which explain a fault better than the clients can."""
    for log in folder.rglob("*.log"):
        kept.mkdir(parents=True, exist_ok=True)
        shutil.copy(log, kept)
        print(f"log: {kept / log.name}", flush=True)


def show(result: Result) -> None:
    """Print a result."""
    for figure in result.figures:
        print(f"{figure.name}: {figure.done:,}" + ("" if figure.goal is None else f" (goal {figure.goal:,})"))
    for fault in result.faults:
        print(f"FAULT: {fault}")
    sys.stdout.flush()


def once(campaign: Campaign, size: int | None, seed: int | None, minutes: float) -> int:
    """Run a campaign once; return 1 if it found faults, and 3 if it cannot run here."""
    trial = Trial(seed or new_seed(), size or campaign.goal, Path(), say, minutes)
    result = carry_out(campaign, trial)
    if result is None:
        return 3
    show(result)
    return 1 if result.faults else 0


class Session:
    """Continues campaigns for a limited time, the cheapest first, and stores the result of each run."""

    def __init__(self, campaigns: list[Campaign], minutes: float) -> None:
        self._waiting = list(campaigns)
        self._ends = time.monotonic() + 60 * minutes
        self._trial: Trial | None = None
        self._stopped = False
        self._status = 0

    def run(self) -> int:
        """Continue until all campaigns are complete or the time is over; return 1 if faults are stored."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            while not self._stopped and time.monotonic() < self._ends:
                campaign = self._cheapest()
                if campaign is None:
                    break
                self._continue(campaign)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return self._status

    def _cheapest(self) -> Campaign | None:
        """Return the incomplete campaign that probably needs the least time; campaigns that never ran come first."""
        found: list[tuple[float, Campaign]] = []
        left = (self._ends - time.monotonic()) / 60
        for campaign in self._waiting:
            result = store.stored(campaign)
            if left < campaign.minutes * LEAST:
                continue
            if result is None:
                found.append((campaign.minutes / 60, campaign))
            elif result.faults:
                self._status = 1
                print(f"{campaign.name}: stopped by a fault; delete its result to start again", flush=True)
            elif result.lacking:
                found.append((hours(campaign, result), campaign))
        found.sort(key=itemgetter(0))
        self._waiting = [campaign for _, campaign in found]
        return self._waiting[0] if found else None

    def _continue(self, campaign: Campaign) -> None:
        """Run a campaign again, and add the result."""
        before = store.stored(campaign)
        done = 0 if before is None or campaign.minutes else int(before.done)
        size = campaign.goal - done if done < campaign.goal else campaign.goal
        minutes = min((self._ends - time.monotonic()) / 60, campaign.minutes * 2 or PORTION)
        watched = store.fingerprint(campaign.watches)
        self._trial = Trial(new_seed(), size, Path(), say, minutes, before=done)
        try:
            result = carry_out(campaign, self._trial)
        except Exception:  # noqa: BLE001 - the others can still run
            traceback.print_exc()
            result, self._status = None, 1
        self._trial = None
        if result is None or (result.done == 0 and not result.faults):
            self._waiting.remove(campaign)
            return
        if self._stopped and result.faults:
            print("not stored: the signal may have stopped its servers, too", flush=True)
            return
        show(store.add(campaign, result, watched))

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        """End the current run early and store it; at the second signal, exit immediately."""
        if self._stopped:
            sys.exit(1)
        self._stopped = True
        if self._trial is not None:
            self._trial.stop()


def new_seed() -> int:
    """Return a seed that no earlier run had."""
    return time.time_ns() // 10**6


def say(text: str) -> None:
    """Print progress."""
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
