"""Build the engine for JavaScript in build/engine: `python tools/wasm/build.py`.

A module is built again only when the sources that it is made of, numba or llvmlite have changed.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import client
from wasm.entries import entries_of
from wasm.layouts import kinds, sizes
from wasm.rulesets import ruleset_file
from whistlestop.core.jit.cache import compiled_sources
from whistlestop.format import Ruleset
from whistlestop.rulesets import load_ruleset, ruleset_ids

HERE = Path(__file__).resolve().parent
OUT = HERE.parents[1] / "build" / "engine"
COMPILERS = ("numba", "llvmlite", "ziglang")
MADE_BY = ("build.py", "entries.py", "memory.c", "module.py")
STACK = 1 << 20
"""Bytes for the variables of functions in progress."""


def build(out: Path = OUT) -> None:
    """Write a module for each kind of game, a file for each ruleset, and the glue for JavaScript."""
    out.mkdir(parents=True, exist_ok=True)
    stamp = _stamp()
    for kind in kinds():
        module, noted = out / f"{kind}.wasm", out / f"{kind}.stamp"
        if not (module.is_file() and noted.is_file() and noted.read_text() == stamp):
            # A process of its own: numba would optimize its own functions for this processor, whose pointers are
            # twice as long.
            command = [sys.executable, __file__, kind, str(module)]
            subprocess.run(command, env={**os.environ, "NUMBA_OPT": "0"}, check=True)
            noted.write_text(stamp)
    for name in ruleset_ids():
        (out / f"{name}.json").write_bytes(ruleset_file(load_ruleset(name)))
    _build_glue(out)


def _build_glue(out: Path) -> None:
    """Bundle the TypeScript around the modules, and describe the package for npm."""
    client.install(client.find_node())
    client.find_node().run("run", "engine")
    manifest = {
        "name": "whistlestop-engine",
        "version": importlib.metadata.version("whistlestop"),
        "description": "Rules and bots for train games: the engine of Whistlestop as WebAssembly",
        "license": "MIT",
        "type": "module",
        "exports": {".": {"types": "./types/engine/index.d.ts", "default": "./index.js"}, "./*": "./*"},
        "files": ["index.js", "types", "*.wasm", "*.json"],
    }
    (out / "package.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def _build_module(ruleset: Ruleset, module: Path) -> None:
    from wasm.module import object_of, place_name, size_name  # noqa: PLC0415 - imports numba, which takes a second

    entries = entries_of(ruleset)
    with tempfile.TemporaryDirectory() as folder:
        code, memory = Path(folder, "code.o"), Path(folder, "memory.o")
        code.write_bytes(object_of(entries, sizes(ruleset)))
        _zig(
            "cc",
            "--target=wasm32-freestanding",
            "-O2",
            "-mbulk-memory",
            "-c",
            HERE / "memory.c",
            "-o",
            memory,
        )
        options = ["--no-entry", "--strip-all", "--gc-sections", "--stack-first", f"-zstack-size={STACK}"]
        names = ["allocate", "release", *(entry.name for entry in entries), *map(size_name, sizes(ruleset))]
        names += [place_name(entry) for entry in entries if entry.in_table]
        _zig("wasm-ld", code, memory, "-o", module, *options, *(f"--export={name}" for name in names))


def _zig(*command: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *map(str, command)], check=True)


def _stamp() -> str:
    """Return a hash of everything that a module is made of."""
    digest = hashlib.sha256()
    for file in sorted({*compiled_sources(), *(HERE / name for name in MADE_BY)}):
        digest.update(file.read_bytes())
    for name in COMPILERS:
        digest.update(f"{name} {importlib.metadata.version(name)}".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    if sys.argv[1:]:
        _build_module(kinds()[sys.argv[1]], Path(sys.argv[2]))
    else:
        build()
