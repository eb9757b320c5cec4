"""`python -m tests.server.campaigns NAME` runs a campaign, `all` runs all in turn; without a name it lists them."""
# ruff: noqa: T201 - a command that prints

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.server.campaigns.catalogue import CAMPAIGNS
from tests.server.campaigns.frame import Campaign, Trial, Unavailable, keep

ALL = "all"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.campaigns")
    parser.add_argument(
        "name",
        nargs="?",
        choices=[*CAMPAIGNS, ALL],
        help="which, or one after the other; listed if not given",
    )
    parser.add_argument("--size", type=int, help="how many of what it counts; its goal if not given")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="after so many it ends with what was done"
    )
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument(
        "--keep",
        action="store_true",
        help="write the result into docs/reliability, unless more was done before",
    )
    options = parser.parse_args()
    if options.name is None:
        for campaign in CAMPAIGNS.values():
            print(f"{campaign.name:20} {campaign.about} ({campaign.goal:,} {campaign.counts})")
        return 0
    print(f"seed {options.seed}", flush=True)
    chosen = CAMPAIGNS.values() if options.name == ALL else [CAMPAIGNS[options.name]]
    return max([carry_out(campaign, options) for campaign in chosen])


def carry_out(campaign: Campaign, options: argparse.Namespace) -> int:
    """Run one and print its result; return 1 if it found faults and 3 if it cannot run here."""
    print(f"== {campaign.name}", flush=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        size = campaign.goal if options.size is None else options.size
        trial = Trial(options.seed, size, Path(folder), lambda text: print(text, flush=True), options.minutes)
        try:
            result = campaign.carry_out(trial)
        except Unavailable as missing:
            print(f"cannot run here: {missing}", file=sys.stderr)
            return 3
    for figure in result.figures:
        print(f"{figure.name}: {figure.done:,}" + ("" if figure.goal is None else f" (goal {figure.goal:,})"))
    for fault in result.faults:
        print(f"FAULT: {fault}")
    if options.keep:
        print("kept" if keep(result) else "more was done before: not kept", flush=True)
    return 1 if result.faults else 0


if __name__ == "__main__":
    sys.exit(main())
