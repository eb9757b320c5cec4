"""`python -m whistlestop.reviewing [WORLDS]`: a record in, its review as JSON out, for who cannot wait for it.

How far it is stands on stderr, a line with two numbers for each decision. A record that cannot be reviewed ends it with
the reason on stderr and code 1.
"""

from __future__ import annotations

import sys

import msgspec

from whistlestop.children import lower_priority
from whistlestop.errors import RecordError

from .review import review


def _tell(done: int, total: int) -> None:
    sys.stderr.write(f"{done} {total}\n")
    sys.stderr.flush()


def main() -> int:
    """Review one game on one core, giving way to everything else on the machine."""
    lower_priority()
    worlds = int(sys.argv[1]) if len(sys.argv) > 1 else None
    try:
        found = review(sys.stdin.buffer.read(), worlds=worlds, progress=_tell)
    except RecordError as error:
        sys.stderr.write(str(error))
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
