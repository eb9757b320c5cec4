"""Lighthouse finds nothing wrong with the start page, a table and the rules, on a phone or a computer.

Performance depends on the machine: `python -m tests.web.lighthouse` measures it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web import lighthouse

import client

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("start", "table", "rules")
SHIFT = 0.05
"""The largest layout shift; Lighthouse calls twice as much good."""


def test_lighthouse_finds_no_fault() -> None:
    try:
        lighthouse.install()
    except client.ClientError as missing:
        pytest.skip(str(missing))
    except subprocess.CalledProcessError as failed:
        pytest.skip(f"Lighthouse cannot be installed: `{' '.join(map(str, failed.cmd))}` failed")
    command = [sys.executable, "-m", "tests.web.lighthouse", "--runs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found) == {f"{page}, {form}" for page in PAGES for form in lighthouse.FORMS}
    for page, report in found.items():
        assert report["failed"] == [], page
        assert {category: report[category] for category in lighthouse.FIXED} == dict.fromkeys(
            lighthouse.FIXED, 100
        ), page
        assert report["CLS"] < SHIFT, page
