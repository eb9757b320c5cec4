"""`whistlestop serve`, with deals and bots for the test that the file in WHISTLESTOP_TEST_FILE names."""

import os
import sys
from pathlib import Path

import pytest
from tests.dice import load_dice

from whistlestop.cli import main

if __name__ == "__main__":
    named = Path(os.environ["WHISTLESTOP_TEST_FILE"])
    load_dice(pytest.MonkeyPatch(), lambda: named.read_text(encoding="utf-8"))
    sys.argv[1:] = ["serve"]
    main()
