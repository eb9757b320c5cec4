"""`python -m whistlestop.reviewing [WORLDS]`: review the record on stdin and write JSON to stdout.

Progress goes to stderr: a line with two numbers for each decision, and occasionally a line with the review of the
decisions judged so far. If the record cannot be reviewed, the exit code is 1
and the reason is on stderr.
"""

from __future__ import annotations

import sys

import msgspec

from whistlestop.bots.processes import cores
from whistlestop.children import lower_priority
from whistlestop.errors import RecordError

from .review import review
from .shapes import Review


def _tell(done: int, total: int) -> None:
    sys.stderr.write(f"{done} {total}\n")
    sys.stderr.flush()


def _tell_partial(found: Review) -> None:
    sys.stderr.write(msgspec.json.encode(found).decode() + "\n")
    sys.stderr.flush()


def main() -> int:
    """Review one game on two cores at most, with the lowest priority."""
    lower_priority()
    worlds = int(sys.argv[1]) if len(sys.argv) > 1 else None
    try:
        found = review(
            sys.stdin.buffer.read(),
            worlds=worlds,
            cores=min(2, cores()),
            progress=_tell,
            partial=_tell_partial,
        )
    except RecordError as error:
        sys.stderr.write(str(error))
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
