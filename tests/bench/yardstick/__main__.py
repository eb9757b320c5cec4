"""`python -m tests.bench.yardstick`: compare the engine with the C program, as a JSON document on stdout."""

from __future__ import annotations

import argparse
import json
import sys

from tests.bench.yardstick.compare import ratios

from whistlestop.bench import machine
from whistlestop.bench.timing import Effort


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.yardstick", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="fewer and shorter runs: rough figures in seconds"
    )
    effort = Effort(runs=3, seconds=0.05) if parser.parse_args().quick else Effort(runs=7, seconds=0.5)
    found = ratios(effort)
    if found is None:
        sys.exit("error: there is no C compiler on PATH; the variable CC names one that is somewhere else")
    sys.stdout.write(
        json.dumps({"machine": machine.describe(), "random_games_beside_c": found}, indent=2) + "\n"
    )


if __name__ == "__main__":
    main()
