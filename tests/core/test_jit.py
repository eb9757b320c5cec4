"""The cache of compiled code: shared between processes, never stale, never in the way."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import pytest

import whistlestop.engine
from whistlestop.core import jit as jit_module

ENGINE = Path(whistlestop.engine.__file__).parent

# Calls functions that call each other across modules, and says what was loaded and what compiled.
PROBE = """
import json, numba, numpy as np
before = numba.config.CACHE_DIR
from whistlestop.engine import bits, jit, rng
assert numba.config.CACHE_DIR == before
answer = rng.fast_next(rng.fast_seed(5))
state = np.zeros(1, np.dtype(rng.RNG_FIELDS))
rng.seed(state[0], rng.key_from_seed(1))
draw = rng.below(state[0], 1000)
found = [rng.fast_next, rng.seed, rng.below]
hits = sum(sum(f.stats.cache_hits.values()) for f in found)
misses = sum(sum(f.stats.cache_misses.values()) for f in found)
print(json.dumps([int(answer), int(draw), hits, misses, str(jit.cache_folder())]))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the compiled part of the package, to be changed."""
    root = tmp_path_factory.mktemp("copy")
    target = root / "whistlestop" / "engine"
    target.mkdir(parents=True)
    for folder in (target.parent, target):
        (folder / "__init__.py").write_text("")
    for name in ("jit", "bits", "rng"):
        shutil.copy(ENGINE / f"{name}.py", target)
    return root


def probe(package: Path, cache: Path, **variables: str) -> list[object]:
    environment = {**os.environ, "PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(cache), **variables}
    environment.pop("NUMBA_DISABLE_JIT", None)
    result = subprocess.run(
        [sys.executable, "-c", PROBE],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=package,
    )
    assert result.returncode == 0, result.stderr
    found: list[object] = eval(result.stdout)
    return found


def test_second_process_compiles_nothing(package: Path, tmp_path: Path) -> None:
    first = probe(package, tmp_path)
    assert first[2:4] == [0, 3]
    second = probe(package, tmp_path)
    assert second[2:4] == [3, 0]
    assert first[:2] == second[:2]
    assert Path(str(second[4])).parent == tmp_path / "whistlestop"

    # A change in a module that the called ones only use starts another folder.
    bits = package / "whistlestop" / "engine" / "bits.py"
    source = bits.read_text()
    bits.write_text(source + "\n# changed\n")
    third = probe(package, tmp_path)
    bits.write_text(source)
    assert third[2:4] == [0, 3]
    assert third[4] != second[4]

    # Damaged files are not worse than none.
    for path in Path(str(second[4])).rglob("*.nb?"):
        path.write_bytes(b"" if path.suffix == ".nbi" else path.read_bytes()[:100])
    assert probe(package, tmp_path)[:2] == first[:2]
    assert probe(package, tmp_path)[2:4] == [3, 0]

    # What cannot be written can still be read; root may write anything, so only look at the answer.
    for path in [tmp_path, *tmp_path.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert probe(package, tmp_path)[2:4] == [3, 0]
    for path in [tmp_path, *tmp_path.rglob("*")]:
        path.chmod(0o755)


def test_without_a_cache(package: Path, tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("not a folder")
    answer = probe(package, occupied)
    assert answer[2] == 0
    assert answer[4] == "None"


def test_pruning(tmp_path: Path) -> None:
    now = time.time()
    kept = jit_module.KEPT_FOLDERS  # with the current one
    ages = {f"{rank:x}": 7200 + rank for rank in range(kept + 2)} | {"f": 40 * 86400}
    for digit, age in ages.items():
        folder = tmp_path / f"jit-{digit * 16}"
        (folder / "sub").mkdir(parents=True)
        (folder / "sub" / "code.nbc").write_text("")
        os.utime(folder, (now - age, now - age))
    for other in ("jit-notahash", "else"):
        (tmp_path / other).mkdir()
        os.utime(tmp_path / other, (0, 0))
    jit_module._prune(tmp_path, tmp_path / f"jit-{'0' * 16}")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "else",
        *(f"jit-{digit * 16}" for digit in "0123456789abcdef"[:kept]),
        "jit-notahash",
    ]


def test_fresh_folders_are_not_pruned(tmp_path: Path) -> None:
    for digit in range(9):
        (tmp_path / f"jit-{str(digit) * 16}").mkdir()
    jit_module._prune(tmp_path, tmp_path / "jit-none")
    assert len(list(tmp_path.iterdir())) == 9


def test_plain_python_when_disabled() -> None:
    def function(x: int) -> int:
        return x

    compiled = jit_module.jit(function)
    assert (compiled is function) == jit_module.JIT_DISABLED
    assert compiled(3) == 3
    config: Any = numba.config
    assert os.environ.get("NUMBA_CACHE_DIR", "") == config.CACHE_DIR
