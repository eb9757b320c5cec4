"""Run tasks on a Ray cluster: send them to its nodes, retry those of lost nodes, and collect results.

Requires the package ray here and on every node, and the same version of whistlestop on all of them.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import socket
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from whistlestop.errors import BotError, ClusterError, UnknownBot, WhistlestopError

from .registry import adopt, checksums, own_bots

if TYPE_CHECKING:
    import ray

__all__ = ["LOCAL", "Cluster", "connected"]

Task = TypeVar("Task")
Done = TypeVar("Done")
Kept = TypeVar("Kept")

LOCAL = "local"
"""The address for a temporary cluster on this machine."""
AHEAD = 3
"""Tasks submitted per core at the same time: one that runs, and others in its queue."""
RETRIES = 10
"""How often a task is retried after its process or node was lost."""
REACHED = 5.0
"""Timeout for a node to answer, in seconds."""
PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster that this process is connected to."""

    packages: tuple[str, ...] = ("whistlestop",)
    """The packages whose versions must be the same on every node."""

    @property
    def cores(self) -> int:
        """Return the number of cores of all current nodes."""
        import ray  # noqa: PLC0415 - optional

        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        return max(1, int(resources.get("CPU", 0)))

    def map(
        self,
        work: Callable[[Task], Done],
        tasks: Sequence[Task],
        bots: Iterable[str],
        keep: Callable[[Task, Done], Kept],
    ) -> Generator[Kept, None, None]:
        """Run tasks on the nodes, which know these bots, and yield `keep(task, result)` for each, in order.

        keep: called here once for each task, as soon as it is done. Only a few tasks per core are submitted at a time;
        if iteration ends early, they stop when the connection closes. Raises ClusterError, BotError and the exceptions
        of `work` and `keep`.
        """
        import ray  # noqa: PLC0415 - optional
        from ray import cloudpickle  # noqa: PLC0415 - also sends definitions of the main program

        bots = tuple(bots)
        own, wanted = own_bots(bots), checksums(bots)
        try:
            pickled = cloudpickle.dumps((work, bots, own, wanted))  # type: ignore[no-untyped-call]
        except Exception as error:
            raise BotError(f"bots {', '.join(own.entries)}: nodes cannot make them ({error})") from error
        shared, here = ray.put(pickled), versions(self.packages)
        begin = ray.remote(num_cpus=1, max_retries=RETRIES)(_do).remote
        rest = enumerate(tasks)
        waiting: dict[ray.ObjectRef[Any], int] = {}
        kept: dict[int, Kept] = {}
        for following in range(len(tasks)):
            while following not in kept:
                for number, task in islice(rest, max(0, AHEAD * self.cores - len(waiting))):
                    waiting[begin(here, shared, task)] = number
                (ref, *_), _ = ray.wait(list(waiting), num_returns=1)
                number = waiting.pop(ref)
                kept[number] = keep(tasks[number], _taken(ref))
            yield kept.pop(following)


def _taken(ref: ray.ObjectRef[Any]) -> Any:
    """Return the result of a finished task."""
    import ray  # noqa: PLC0415 - optional
    from ray.exceptions import RayError, RayTaskError  # noqa: PLC0415

    try:
        return ray.get(ref)
    except RayTaskError as error:
        if isinstance(error.cause, WhistlestopError):
            raise error.cause from None
        if "failed to import" in str(error.cause):
            reason = str(error.cause).strip().rpartition("\n")[2]
            raise ClusterError(f"a node cannot load whistlestop {version('whistlestop')}: {reason}") from None
        raise
    except RayError as error:
        reason = str(error).strip().partition("\n")[0]
        raise BotError(
            f"a process ended early, {RETRIES + 1} times: a bot stopped it, memory ran out, "
            f"or its nodes were lost ({type(error).__name__}: {reason})"
        ) from None


def _do(here: dict[str, str], shared: bytes, task: Any) -> Any:
    """Run a task on a node. here: the versions on the submitting machine.

    shared: the data that all tasks have in common.
    """
    there = versions(tuple(here))
    if here != there:
        differs = [
            f"{name} {there[name]}, not {found}" for name, found in here.items() if there[name] != found
        ]
        raise ClusterError(
            f"node {socket.gethostname()} has {'; '.join(differs)}; install the same on every node"
        )
    return _unpacked(shared)(task)


@lru_cache(maxsize=1)
def _unpacked(shared: bytes) -> Callable[[Any], Any]:
    """Return the function that runs every task, after making the bots known here."""
    work, bots, own, wanted = pickle.loads(shared)  # noqa: S301 - sent by the submitting machine, which is trusted
    adopt(own)
    node = socket.gethostname()
    try:
        found = checksums(bots)
    except UnknownBot as error:
        raise ClusterError(
            f"node {node}: {error}; install the modules of bots there (only single files are sent)"
        ) from None
    other = [place for place, checksum in wanted.items() if found.get(place) != checksum]
    if other:
        raise ClusterError(f"node {node} has a different {', '.join(other)}; install the same on every node")
    done: Callable[[Any], Any] = work
    return done


@cache
def versions(packages: tuple[str, ...]) -> dict[str, str]:
    """Return the installed versions of packages.

    That of this package includes a hash of its sources, which may be newer.
    """
    return {name: _version(name) for name in packages}


def _version(package: str) -> str:
    try:
        found = version(package)
    except PackageNotFoundError:
        return "none"
    return f"{found} of sources {_sources()}" if package == "whistlestop" else found


def _sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py"), key=lambda path: path.relative_to(PACKAGE).as_posix()):
        source = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0{len(source)}\0".encode())
        digest.update(source)
    return digest.hexdigest()[:16]


@contextmanager
def connected(address: str, cores: int | None = None, packages: Iterable[str] = ()) -> Iterator[Cluster]:
    """Connect to a cluster for the duration of the context; an existing connection of this process is reused.

    address: `auto` for the cluster that this machine is a node of, the `host:port` of its head, or `local` to start one
    here with `cores` cores (default: all). packages: must have the same versions on every node.

    Raises ClusterError if the cluster cannot be reached within a minute, and ImportError without ray.
    """
    # Ray sends usage statistics unless this is disabled, and the user has not agreed to that.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # The first failed task stops the run; the errors of other tasks are not needed.
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
    if address != LOCAL:
        _check_reached(address)
        # Retry an unresponsive head only once, since each attempt takes 40 seconds.
        os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "1")
    import ray  # noqa: PLC0415 - optional

    already = ray.is_initialized()
    if not already:
        try:
            ray.init(
                address,
                num_cpus=cores if address == LOCAL else None,
                include_dashboard=False if address == LOCAL else None,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, RuntimeError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise ClusterError(f"no Ray cluster at {address}: {reason}") from None
    try:
        yield Cluster(("whistlestop", *packages))
    finally:
        if not already:
            ray.shutdown()


def _check_reached(address: str) -> None:
    """Check quickly whether anything answers at the address; Ray itself would retry for minutes."""
    if address == "auto":
        address = os.environ.get("RAY_ADDRESS", "")
        if address in {"", "auto"}:
            return
    host, _, port = address.rpartition(":")
    if "/" in host or not host or not port.isdecimal():
        raise ClusterError(
            f"{address} is not the address of a Ray cluster: use auto on one of its nodes, the host:port of its head, "
            "or local to start a cluster"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=REACHED).close()
    except OSError as error:
        raise ClusterError(f"no Ray cluster at {address}: {error.strerror or error}") from None
