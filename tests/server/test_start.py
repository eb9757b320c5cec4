"""Errors that prevent a server from starting, in one line each, its messages when the disk is full, and its imports."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy.exc import OperationalError
from tests.server.harness import Running, code

from whistlestop.server.adapters.database.database import DatabaseUnusable, lock
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.settings import Settings, SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCES = Path(__file__).parents[2] / "src"


def url(folder: Path) -> str:
    return Settings(database=str(folder / "test.db")).database_url


def test_every_bad_setting_is_told_at_once() -> None:
    bad = {
        "PORT": "70000",
        "REQUEST_RATE": "-1",
        "COMMAND_RATE": "nan",
        "BOT_DELAY": "inf",
        "SOCKET_QUEUE": "0",
        "WRITE_QUEUE": "many",
        "PUBLIC_URL": "play.example.org",
        "ALLOWED_ORIGINS": "https://good.example,ftp://bad.example",
        "ALLOWED_HOSTS": "a/b",
        "TRUSTED_PROXIES": "localhost",
        "DATABASE": "mysql://somewhere/db",
        "LOG_LEVEL": "loud",
        "NOISE": "1",
    }
    good = {"TEST_DEAL": "7", "CHROMIUM": "/usr/bin/chromium", "HEADER_TIMEOUT": "5"}
    environment = {f"WHISTLESTOP_{name}": text for name, text in {**bad, **good}.items()}
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment(environment)
    lines = str(refused.value).splitlines()
    assert [line.partition(":")[0] for line in lines] == sorted(f"WHISTLESTOP_{name}" for name in bad)


@pytest.mark.parametrize(
    "public", ["http://", "https://a b", "https://x.example/path", "https://me@x", "//x", "https://x:y"]
)
def test_public_urls_that_are_none(public: str) -> None:
    with pytest.raises(SettingsError, match="PUBLIC_URL"):
        Settings.from_environment({}, public_url=public)


async def test_a_database_has_one_process(tmp_path: Path) -> None:
    first, second = Store(url(tmp_path)), Store(url(tmp_path))
    first.prepare()
    with pytest.raises(DatabaseUnusable, match="in use"):
        second.prepare()
    await first.close()
    second.prepare()
    await second.close()


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    program = (
        "import sys, time; from whistlestop.server.adapters.database.database import lock\n"
        "held = lock(sys.argv[1]); print('held', flush=True); time.sleep(60)"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")]),
    }
    with subprocess.Popen(
        [sys.executable, "-c", program, url(tmp_path)], env=environment, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(DatabaseUnusable, match="in use"):
            lock(url(tmp_path))
        other.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    held = lock(url(tmp_path))
    assert held is not None
    held.release()


def no_database(path: Path) -> None:
    path.write_bytes(b"This is no database, whatever its name says. " * 100)


def damaged(path: Path) -> None:
    """Overwrite a page in the middle."""
    with path.open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"\xff" * 4096 * 3)


def newer(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("update alembic_version set version_num = '9999'")
        database.execute("update site set value = '9998' where name = 'oldest_revision'")
    database.close()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (no_database, "cannot be used"),
        (damaged, "damaged|malformed"),
        (newer, "newer version"),
        (folder, "cannot be used"),
    ],
)
async def test_databases_that_cannot_be_used(
    tmp_path: Path, spoil: Callable[[Path], None], told: str
) -> None:
    store = Store(url(tmp_path))
    store.prepare()
    await store.close()
    with sqlite3.connect(tmp_path / "test.db") as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    spoil(tmp_path / "test.db")
    for _ in range(2):  # a failed start leaves no lock behind
        with pytest.raises(DatabaseUnusable, match=told) as refused:
            Store(url(tmp_path)).prepare()
        assert "\n" not in str(refused.value)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs a folder that not even root can write to")
def test_a_folder_that_cannot_be_written() -> None:
    with pytest.raises(DatabaseUnusable, match="cannot be written"):
        Store(url(Path("/proc/nothing"))).prepare()


def test_the_program_says_it_in_one_line(tmp_path: Path) -> None:
    held = lock(url(tmp_path))
    assert held is not None
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")]),
        "WHISTLESTOP_DATABASE": str(tmp_path / "test.db"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "whistlestop.server.run"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    held.release()
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "in use by another server" in done.stderr


async def test_health_is_ill_when_nothing_can_be_written(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await server.guest()
    assert (await ada.get("/api/health")).status_code == 200

    async def full(_job: Any) -> Any:
        raise OperationalError("update", {}, Exception("database or disk is full"))

    monkeypatch.setattr("whistlestop.server.adapters.database.opened.PROBE", 0.0)
    with monkeypatch.context() as disk:
        disk.setattr(server.services.store.writer, "transaction", full)
        for _ in range(2):
            assert code(await ada.get("/api/health")) == (503, "unavailable")
    assert (await ada.get("/api/health")).status_code == 200


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="WORKERS: several processes need PostgreSQL"):
        Settings.from_environment({}, workers=2, database=str(tmp_path / "test.db"))
    assert Settings.from_environment({}, workers=2, database="postgresql://h/d").workers == 2


def test_parts_of_libraries_that_are_never_used_take_no_memory(tmp_path: Path) -> None:
    program = (
        "import sys, whistlestop.server.run, sqlalchemy\n"
        "from whistlestop.server.adapters.database.migration import upgrade\n"
        f"engine = sqlalchemy.create_engine('sqlite:///{tmp_path / 'test.db'}')\n"
        "with engine.begin() as connection: upgrade(connection)\n"
        "print({'rich', 'pygments', 'pydantic', 'typer'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.strip() == "set()"
