"""The cache of compiled code: shared between processes, never stale, never an obstacle."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.core import compiled_midgame

import whistlestop as ws
from whistlestop.core import jit, rng
from whistlestop.core.jit import cache
from whistlestop.warmup import calls_of, warm_up

PACKAGE = Path(ws.__file__).parent

# Call functions that call each other across modules; print what was loaded and what was compiled.
PROBE = """
import json, sys, numpy as np
from whistlestop.core import jit, rng
from whistlestop.core.jit.cache import cache_folder
assert "numba" not in sys.modules
answer = rng.fast_next(rng.fast_seed(5))
state = np.zeros(1, np.dtype(rng.RNG_FIELDS))
rng.seed(state[0], rng.key_from_seed(1))
draw = rng.below(state[0], 1000)
found = [rng.fast_next.entry, rng.seed.entry, rng.below.entry]
hits = sum(sum(f.stats.cache_hits.values()) for f in found)
misses = sum(sum(f.stats.cache_misses.values()) for f in found)
print(json.dumps([int(answer), int(draw), hits, misses, str(cache_folder()), "numba.typed.typeddict" in sys.modules]))
"""


# Print whether our own linker is used, and the warnings.
OWN = """
import json, warnings
from whistlestop.core.jit import compiler
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    own = compiler.linker() is not None and compiler.linker() is compiler.linker()
print(json.dumps([own, [each.category.__name__ for each in told]]))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of a compiled part of the package that can be changed."""
    root = tmp_path_factory.mktemp("copy")
    core = root / "whistlestop" / "core"
    core.mkdir(parents=True)
    for folder in (core.parent, core):
        (folder / "__init__.py").write_text("")
    for name in ("bits", "rng", "types"):
        shutil.copy(PACKAGE / "core" / f"{name}.py", core)
    shutil.copytree(PACKAGE / "core" / "jit", core / "jit", ignore=shutil.ignore_patterns("__pycache__"))
    return root


def run(code: str, package: Path, cache_folder: Path, **variables: str) -> list[object]:
    environment = {**os.environ, "PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(cache_folder)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    # A source that changes within a second and keeps its length would be loaded from its old bytecode.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
        cwd=package,
    )
    assert result.returncode == 0, result.stderr
    found: list[object] = json.loads(result.stdout)
    return found


def probe(package: Path, cache_folder: Path) -> list[object]:
    return run(PROBE, package, cache_folder)


def test_second_process_compiles_nothing(package: Path, tmp_path: Path) -> None:
    first = probe(package, tmp_path)
    assert first[2:4] == [0, 3]
    second = probe(package, tmp_path)
    assert second[2:4] == [3, 0]
    assert first[:2] == second[:2]
    assert second[5] is False, "loading imports nothing that only the compiler needs"
    assert all(path.stat().st_size < 20_000 for path in Path(str(second[4])).rglob("*.nbc"))
    assert Path(str(second[4])).parent == tmp_path / "whistlestop"

    # A change in a module that the called ones use selects another folder.
    bits = package / "whistlestop" / "core" / "bits.py"
    source = bits.read_text()
    bits.write_text(source + "\n# changed\n")
    third = probe(package, tmp_path)
    bits.write_text(source)
    assert third[2:4] == [0, 3]
    assert third[4] != second[4]

    # Damaged files are treated like missing ones.
    for path in Path(str(second[4])).rglob("*.nb?"):
        path.write_bytes(b"" if path.suffix == ".nbi" else path.read_bytes()[:100])
    assert probe(package, tmp_path)[:2] == first[:2]
    assert probe(package, tmp_path)[2:4] == [3, 0]

    # A read-only cache is still readable. Root can write anyway, so check only the result.
    for path in [tmp_path, *tmp_path.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert probe(package, tmp_path)[2:4] == [3, 0]
    for path in [tmp_path, *tmp_path.rglob("*")]:
        path.chmod(0o755)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("here", "elsewhere"),
    [
        ("from llvmlite.binding import Linkage", "from llvmlite.binding import Relinkage as Linkage"),
        ("self._finalize_dynamic_globals()", "self._finalize_all_globals()"),
        ("return 3 * x", "return 4 * x"),  # stands for linked code that differs from the source
    ],
    ids=["no such name", "no such method", "other results"],
)
def test_another_numba_compiles_by_itself(package: Path, tmp_path: Path, here: str, elsewhere: str) -> None:
    assert run(OWN, package, tmp_path) == [True, []]
    parts = package / "whistlestop" / "core" / "jit" / "parts.py"
    source = parts.read_text()
    assert here in source
    parts.write_text(source.replace(here, elsewhere))
    try:
        first = probe(package, tmp_path)
        told = run(OWN, package, tmp_path)
        second = probe(package, tmp_path)
    finally:
        parts.write_text(source)
    answer, draw = rng.fast_next(rng.fast_seed(5)), np.zeros(1, np.dtype(rng.RNG_FIELDS))
    rng.seed(draw[0], rng.key_from_seed(1))
    assert first[:4] == [int(answer), int(rng.below(draw[0], 1000)), 0, 3]
    assert second[2:4] == [3, 0], "its code is kept as well"
    assert told == [False, ["RuntimeWarning"]]


def test_without_a_cache(package: Path, tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("not a folder")
    answer = probe(package, occupied)
    assert answer[2] == 0
    assert answer[4] == "None"


def test_pruning(tmp_path: Path) -> None:
    now = time.time()
    kept = cache.KEPT_FOLDERS  # with the current one
    ages = {f"{rank:x}": 7200 + rank for rank in range(kept + 2)} | {"f": 40 * 86400}
    for digit, age in ages.items():
        folder = tmp_path / f"jit-{digit * 16}"
        (folder / "sub").mkdir(parents=True)
        (folder / "sub" / "code.nbc").write_text("")
        os.utime(folder, (now - age, now - age))
    for other in ("jit-notahash", "else"):
        (tmp_path / other).mkdir()
        os.utime(tmp_path / other, (0, 0))
    cache._prune(tmp_path, tmp_path / f"jit-{'0' * 16}")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "else",
        *(f"jit-{digit * 16}" for digit in "0123456789abcdef"[:kept]),
        "jit-notahash",
    ]


def test_fresh_folders_are_not_pruned(tmp_path: Path) -> None:
    for digit in range(9):
        (tmp_path / f"jit-{str(digit) * 16}").mkdir()
    cache._prune(tmp_path, tmp_path / "jit-none")
    assert len(list(tmp_path.iterdir())) == 9


def test_one_cache_for_all_copies(package: Path, tmp_path: Path) -> None:
    """Other environments with the same sources use the code that one of them has compiled."""
    cache_folder = tmp_path / "cache"
    copy = tmp_path / "copy"
    shutil.copytree(package, copy)
    first = probe(package, cache_folder)
    assert probe(copy, cache_folder) == [*first[:2], 3, 0, first[4], False]


PLAIN = """
import json, sys, numpy as np
{first}
from whistlestop.core import jit, rng
assert jit.JIT_DISABLED and sys.modules.get("numba") is None
answer = rng.fast_next(rng.fast_seed(5))
state = np.zeros(1, np.dtype(rng.RNG_FIELDS))
rng.seed(state[0], rng.key_from_seed(1))
assert not jit.go_over()
print(json.dumps([int(answer), int(rng.below(state[0], 1000))]))
"""


def test_when_disabled(package: Path, tmp_path: Path) -> None:
    plain = run(PLAIN.format(first=""), package, tmp_path, NUMBA_DISABLE_JIT="1")
    assert plain == probe(package, tmp_path)[:2]


def test_without_numba(package: Path, tmp_path: Path) -> None:
    plain = run(PLAIN.format(first="sys.modules['numba'] = None"), package, tmp_path)
    assert plain == probe(package, tmp_path)[:2]


def test_an_interpreted_call_stays_interpreted() -> None:
    """Calls from it stay interpreted, also through a closure or a module, so the switch never happens in the middle
    of a call.
    """
    draw: Any = rng.fast_next

    @jit.jit
    def twice(generator: Any) -> Any:
        draw(generator)
        return draw(generator)

    plain: Any = twice.plain  # type: ignore[attr-defined]
    assert plain.__closure__[0].cell_contents is draw.plain
    assert plain(rng.fast_seed(1)) == twice(rng.fast_seed(1))
    below: Any = rng.below
    assert below.plain.__globals__["next_u32"] is vars(rng)["next_u32"].plain

    @jit.jit
    def by_module(generator: Any) -> Any:
        return rng.fast_next(generator)

    calls: jit.Calls = {}
    with jit.recording(calls):
        assert by_module(rng.fast_seed(1)) == draw.plain(rng.fast_seed(1))
    assert list(calls) == [by_module]


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_entries_have_names(ruleset: str) -> None:
    """Another process compiles what games call by its name, so combined functions cannot be entries."""
    for function in calls_of(ws.load_ruleset(ruleset)):
        assert jit.named(function.python.__module__, function.python.__qualname__) is function


@pytest.mark.skipif(jit.JIT_DISABLED, reason="there is nothing to go over to")
@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_a_switch_to_compiled_code_in_the_middle_of_a_game(ruleset: str) -> None:
    """Every field of the game is the same as if it had been compiled from the first action.

    test_plain_python shows that an interpreted game is the same as well.
    """
    warm_up()
    compiled = compiled_midgame.play(ruleset, lambda: None)
    assert jit.is_compiled()
    changed = subprocess.run(
        [sys.executable, "-m", compiled_midgame.__name__, ruleset],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (changed.returncode, changed.stderr) == (0, "")
    assert changed.stdout == compiled


def test_callbacks() -> None:
    """Only compiled code calls a callback by its address, so its result must have one type."""
    random = rng.fast_seed(5)
    callback = jit.Callback(rng.fast_below, (random, 10))
    assert [callback(random, 10) for _ in range(5)] == [
        rng.fast_below(again, 10) for again in [rng.fast_seed(5)] * 5
    ]
    if not jit.JIT_DISABLED:
        assert callback.address > 0
        with pytest.raises(TypeError, match="fast_next returns uint64"):
            _ = jit.Callback(rng.fast_next, (random,)).address  # type: ignore[arg-type]
