"""The proxies and containers for hosts: valid files, and a real Caddy in front of two servers, of which one stops."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import subprocess
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from tests.server.harness import Running, play_on, running, two_seats
from tests.waiting import WAIT, eventually

from whistlestop.server.settings import PREFIX, Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
CADDY = shutil.which("caddy") or ""
STICKY = "whistlestop-server"
needs_caddy = pytest.mark.skipif(not CADDY, reason="needs the program caddy")


def environment(folder: Path) -> dict[str, str]:
    """Return variables with which Caddy keeps its files in a folder."""
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
    return {**os.environ, **homes, "SITE": "play.example.org"}


def text_of(name: str) -> str:
    """Return a Caddyfile, without the option that Debian's version does not know."""
    version = subprocess.run(
        [CADDY, "version"], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    major, minor = map(int, re.findall(r"\d+", version)[:2])
    lines = (DEPLOY / name).read_text(encoding="utf-8").splitlines(keepends=True)
    known = (major, minor) >= (2, 7)
    return "".join(line for line in lines if known or not line.strip().startswith("stream_close_delay"))


@needs_caddy
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.servers"])
def test_a_caddyfile_is_valid(tmp_path: Path, name: str) -> None:
    (tmp_path / "Caddyfile").write_text(text_of(name), encoding="utf-8")
    done = subprocess.run(
        [CADDY, "validate", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr


@pytest.mark.parametrize("name", ["compose.yaml", "compose.single.yaml"])
def test_containers_name_what_exists(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    composed: dict[str, Any] = yaml.safe_load(text)
    services = composed["services"]
    assert len(services) >= 3
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            known = (DEPLOY / source).is_file() if source.startswith("./") else source in composed["volumes"]
            assert known, volume
        if "build" in service:
            assert (DEPLOY / service["build"]["dockerfile"]).is_file()
        for variable in service.get("environment", ()):
            if variable.startswith(PREFIX):
                assert hasattr(Settings, variable.removeprefix(PREFIX).lower()), variable
    # The name of the site and all passwords must be given; there are no defaults.
    assert set(re.findall(r"\$\{(\w+):\?\}", text)) >= {"SITE"}
    listening = {port for service in services.values() for port in service.get("ports", ())}
    assert listening <= {"80:80", "443:443", "443:443/udp"}


@asynccontextmanager
async def proxy(folder: Path, port: int, *servers: str) -> AsyncIterator[str]:
    """Run Caddy with the file for several servers; yield its address."""
    address = f"http://127.0.0.1:{port}"
    upstreams = " ".join(server.removeprefix("http://") for server in servers)
    text = text_of("Caddyfile.servers").replace("{$SITE}", address).replace("one:8000 two:8000", upstreams)
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text, encoding="utf-8")
    with (folder / "caddy.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            CADDY,
            *("run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"),
            env=environment(folder),
            stdout=log,
            stderr=log,
        )

    async def answers() -> bool:
        with suppress(httpx.HTTPError):
            async with httpx.AsyncClient(base_url=address, verify=False) as http:
                return (await http.get("/api/health")).status_code == 200
        return False

    try:
        await eventually(answers, 3 * WAIT)
        yield address
    finally:
        process.terminate()
        await process.wait()


async def server_of(http: httpx.AsyncClient) -> str:
    """Return which server answers."""
    return (await http.get("/.well-known/security.txt")).text.partition("mailto:")[2][:3]


@needs_caddy
async def test_players_stay_at_a_server_until_it_stops(
    tmp_path: Path, shared: str, unused_tcp_port: int
) -> None:
    async with AsyncExitStack() as stack:
        running_now: dict[str, AsyncExitStack] = {}
        bases = []
        for name in ("one", "two"):
            running_now[name] = await stack.enter_async_context(AsyncExitStack())
            server = await running_now[name].enter_async_context(
                running(tmp_path, database=shared, security_contact=f"mailto:{name}@example.org")
            )
            bases.append(server.base)
        address = await stack.enter_async_context(proxy(tmp_path, unused_tcp_port, *bases))
        reached = Running(address, None, stack)  # type: ignore[arg-type]
        table, ada, ben, first, second = await two_seats(reached)
        home = await server_of(ada.http)
        assert STICKY in ada.http.cookies
        assert {await server_of(ada.http) for _ in range(12)} == {home}
        found: set[str] = set()
        async with httpx.AsyncClient(base_url=address, verify=False) as strangers:
            while len(found) < 2:
                strangers.cookies.clear()
                found.add(await server_of(strangers))
        played = await play_on({0: first, 1: second}, random.Random(1), most=10)
        await running_now[home].aclose()
        assert {await server_of(ada.http) for _ in range(12)} == found - {home}
        sockets = {0: await ada.sit(table), 1: await ben.sit(table)}
        assert await play_on(sockets, random.Random(2), most=10) == played + 10
