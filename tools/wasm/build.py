"""Build the engine for JavaScript in build/engine: `python tools/wasm/build.py`.

A module is rebuilt only after changes of its sources, numba or llvmlite. Modules are stored next to the machine code of
their sources, in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

from filelock import FileLock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import client
from meaning import meaning
from wasm.layouts import kinds
from wasm.rulesets import BOARDS, boards_file, ruleset_file
from whistlestop import warmup
from whistlestop.core.jit.cache import KEPT_FOLDERS, PACKAGE, cache_folder, compiled_sources
from whistlestop.rulesets import load_ruleset, ruleset_ids

HERE = Path(__file__).resolve().parent
OUT = HERE.parents[1] / "build" / "engine"
COMPILERS = ("numba", "llvmlite", "ziglang")
MADE_BY = ("entries.py", "layouts.py", "memory.c", "module.py")


def build(out: Path = OUT) -> None:
    """Write a module for each kind of game, a file for each ruleset, that for other boards, and the glue."""
    out.mkdir(parents=True, exist_ok=True)
    with FileLock(out / ".lock"):
        for module in _modules():
            _write(out / module.name, module.read_bytes())
        for name in ruleset_ids(variants=True):
            _write(out / f"{name}.json", ruleset_file(load_ruleset(name)))
        _write(out / BOARDS, boards_file())
        _build_glue(out)


def _write(file: Path, content: bytes) -> None:
    """Write a file atomically if it changes, since other processes may be reading it."""
    if not (file.exists() and file.read_bytes() == content):
        partly = file.with_suffix(f".{os.getpid()}")
        partly.write_bytes(content)
        partly.replace(file)


def _modules() -> list[Path]:
    """Return the modules in the cache, which all checkouts of the same sources share; build missing ones."""
    root = (cache_folder() or OUT).parent
    folder = root / f"wasm-{_stamp()}"
    if not folder.is_dir():
        folder.mkdir(parents=True)
        for old in sorted(root.glob("wasm-*"), key=lambda one: one.stat().st_mtime)[:-KEPT_FOLDERS]:
            shutil.rmtree(old, ignore_errors=True)
    modules = [folder / f"{kind}.wasm" for kind in kinds()]
    with FileLock(folder / ".lock"):
        # In separate processes, one for each kind: numba would optimize its own functions for this processor, whose
        # pointers are twice as long.
        building = [
            subprocess.Popen(
                [sys.executable, "-m", "wasm.module", str(module)],
                cwd=HERE.parent,
                env={**os.environ, "NUMBA_OPT": "0"},
            )
            for module in modules
            if not module.exists()
        ]
        failed = [process for process in building if process.wait() != 0]
        if failed:
            raise RuntimeError("a module could not be built; its error is above")
    return modules


def _build_glue(out: Path) -> None:
    """Bundle the TypeScript code around the modules, and write the package description for npm."""
    noted = out / ".sources"
    sources = hashlib.sha256(client.sources_hash().encode() + Path(__file__).read_bytes()).hexdigest()
    if noted.exists() and noted.read_text(encoding="utf-8") == sources:
        return
    client.install(client.find_node())
    client.find_node().run("run", "engine")
    _name_files(out / "types")
    shutil.copyfile(client.ROOT / "LICENSE", out / "LICENSE")
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
    noted.write_text(sources, encoding="utf-8")


def _name_files(types: Path) -> None:
    """Give the imports in declarations full file names, as Node's module resolution requires."""

    def named(folder: Path, found: re.Match[str]) -> str:
        head, path = found.groups()
        inside = "" if (folder / f"{path}.d.ts").exists() else "/index"
        return f'{head}"{path}{inside}.js"'

    for file in types.rglob("*.d.ts"):
        text = file.read_text(encoding="utf-8")
        pattern = r'((?:from |import\())"(\.[^"]*?)(?:\.js)?"'
        file.write_text(re.sub(pattern, partial(named, file.parent), text), encoding="utf-8")


def _stamp() -> str:
    """Return a hash of all inputs of a module."""
    digest = hashlib.sha256()
    # The warm-up finds the functions that are called and their types. Advice queries are compiled only for
    # JavaScript.
    queries = PACKAGE.glob("games/*/advice/queries.py")
    made_by = [HERE / name for name in MADE_BY]
    for file in sorted({*compiled_sources(), *queries, Path(warmup.__file__), *made_by}):
        digest.update(meaning(file))
    for name in COMPILERS:
        digest.update(f"{name} {importlib.metadata.version(name)}".encode())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    build()
