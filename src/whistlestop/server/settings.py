"""Settings of the service: one frozen record, filled from the environment that nothing else reads."""

from __future__ import annotations

import math
import os
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
import platformdirs
from msgspec import Meta

from whistlestop import bots
from whistlestop.errors import UnknownBot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PREFIX = "WHISTLESTOP_"
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
OTHERS = frozenset({"CHROMIUM", "TEST_DEAL", "TEST_FILE"})
"""Variables with the same prefix that the project's tools and tests read."""

Count = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(ge=0)]
Rate = Annotated[float, Meta(ge=0)]


class SettingsError(ValueError):
    """Settings that cannot be used; `problems` has a line for each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a host can set. Each is an environment variable: `WHISTLESTOP_` and its name in capitals."""

    host: str = "127.0.0.1"
    """Address to listen on; `0.0.0.0`: reachable from other machines."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """Port to listen on; 0: any free one."""
    database: str = ""
    """A file name (SQLite) or a database URL; empty: a file in the user's data folder."""
    public_url: str = ""
    """Where players reach the site, such as `https://play.example.org`. With https, cookies are Secure."""
    allowed_origins: tuple[str, ...] = ()
    """Further origins that may open sockets and send commands. The site's own origin always may."""
    allowed_hosts: tuple[str, ...] = ()
    """Further names under which the site is reached; `*.example.org` for all below one, `*` for any. The host of
    `public_url`, addresses, this machine's name and names that only a local network knows need not be named."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For and X-Forwarded-Proto are believed (comma separated, `*` for any)."""
    static: str = ""
    """Folder of the built browser client; empty: the one inside the package."""

    bots: tuple[str, ...] = ()
    """Further bots for the seats of tables, as `module:Class` or `file.py:Class` (comma separated)."""
    boards: str = ""
    """Folders with boards of the host's own, divided as in PATH: each is that of a board, or holds such folders."""

    bot_delay: Seconds = 0.7
    """Seconds between two actions of bots, so that people can follow."""
    bot_threads: Count = 1
    """Threads in which bots think."""
    games_cached: Count = 2000
    """Games kept ready in memory. Others are replayed from their log when somebody asks."""

    body_size: Annotated[int, Meta(ge=1024)] = 16_384
    """Longest request body in bytes."""
    message_size: Annotated[int, Meta(ge=256)] = 4096
    """Longest socket message in bytes."""
    request_rate: Rate = 30.0
    """Requests a second for one address, with bursts of ten seconds' worth. 0 switches a rate limit off."""
    command_rate: Rate = 10.0
    """Commands and other socket messages a second for one user, with bursts of five seconds' worth."""
    table_rate: Rate = 0.5
    """New tables a second for one address, with bursts of a minute's worth."""
    header_timeout: Annotated[float, Meta(gt=0)] = 10.0
    """Seconds within which the header of a request has to arrive."""
    body_timeout: Annotated[float, Meta(gt=0)] = 20.0
    """Seconds within which its body has to arrive."""
    connections_per_address: Count = 512
    """Open connections of one address, sockets included. Trusted proxies may have any number."""
    sockets_per_user: Count = 16
    """Sockets that one user may have open."""
    sockets_per_address: Count = 256
    """Sockets that may be open from one address."""
    sockets_total: Count = 20_000
    """Sockets that may be open at all."""
    socket_queue: Count = 256
    """Frames that may wait for one slow reader before its socket is closed."""
    tables_per_user: Count = 100
    """Tables not yet over that one user may own."""
    imports_per_user: Count = 200
    """Games played elsewhere that one user may bring."""
    write_queue: Count = 4000
    """Writes that may wait for the disk before further ones are refused as overload."""

    log_level: Literal["debug", "info", "warning", "error", "critical"] = "info"
    """How much the log tells."""
    log_json: bool = False
    """Write the log as JSON lines."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **over: Any) -> Settings:
        """Read `WHISTLESTOP_*`; keyword arguments that are not None win over the environment.

        Raises SettingsError with everything that is wrong.
        """
        environment = os.environ if environment is None else environment
        given: dict[str, Any] = {
            name.removeprefix(PREFIX).lower(): text.strip()
            for name, text in environment.items()
            if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in OTHERS
        }
        given.update({name: value for name, value in over.items() if value is not None})
        fields = {field.name: field for field in msgspec.structs.fields(cls)}
        problems = [
            f"{PREFIX}{name.upper()}: there is no such setting" for name in given if name not in fields
        ]
        read: dict[str, Any] = {}
        for name in fields.keys() & given.keys():
            try:
                read[name] = _convert(name, given[name], fields[name].type)
            except msgspec.ValidationError as error:
                problems.append(f"{PREFIX}{name.upper()}: {error}")
        settings = cls(**read)
        problems += [f"{PREFIX}{name.upper()}: {problem}" for name, problem in settings._problems()]
        if problems:
            raise SettingsError(sorted(problems))
        return settings

    def _problems(self) -> Iterator[tuple[str, str]]:
        """What the types do not say."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, float) and not math.isfinite(value):
                yield name, "a finite number is expected"
        if not self.host:
            yield "host", "an address or a name is expected"
        if self.public_url and not _is_origin(self.public_url.removesuffix("/")):
            yield "public_url", "an address such as https://play.example.org is expected"
        if not all(_is_origin(origin.removesuffix("/")) for origin in self.allowed_origins):
            yield (
                "allowed_origins",
                "origins such as https://play.example.org are expected, with commas between",
            )
        if not all(_is_host(host.removeprefix("*.")) for host in self.allowed_hosts if host != "*"):
            yield "allowed_hosts", "names such as play.example.org are expected, with commas between"
        if not all(proxy == "*" or _is_network(proxy) for proxy in self.proxies):
            yield "trusted_proxies", "addresses or networks are expected, with commas between, or *"
        for spec in self.bots:
            try:
                bots.check(spec)
            except UnknownBot as error:
                yield "bots", str(error)
        if "://" in self.database and self.database.split("://")[0] not in DRIVERS:
            yield "database", "a file name is expected, or an address with sqlite:// or postgresql://"

    @property
    def proxies(self) -> tuple[str, ...]:
        """The trusted proxies, one by one."""
        return tuple(proxy.strip() for proxy in self.trusted_proxies.split(",") if proxy.strip())

    @property
    def database_url(self) -> str:
        """The database as a SQLAlchemy URL with the driver of this service."""
        folder = platformdirs.user_data_path("whistlestop", appauthor=False)
        database = self.database or str(folder / "whistlestop.db")
        if "://" not in database:
            return f"sqlite+aiosqlite:///{Path(database).expanduser().absolute()}"
        scheme, rest = database.split("://", 1)
        return f"{DRIVERS.get(scheme, scheme)}://{rest}"

    @property
    def board_folders(self) -> list[str]:
        """The folders with boards of the host's own."""
        return [folder for folder in self.boards.split(os.pathsep) if folder]

    @property
    def secure(self) -> bool:
        """Whether players reach the site by TLS only."""
        return self.public_url.startswith("https://")

    @property
    def origins(self) -> frozenset[str]:
        """Origins named by the host, without a trailing slash."""
        named = (*self.allowed_origins, self.public_url)
        return frozenset(origin.rstrip("/").lower() for origin in named if origin)

    @property
    def static_folder(self) -> Path:
        """Where the built browser client lies."""
        return Path(self.static).expanduser() if self.static else Path(__file__).parent / "static"


def _convert(name: str, value: Any, kind: Any) -> Any:
    if isinstance(value, str):
        if name == "log_level":
            value = value.lower()
        elif name in {"allowed_origins", "allowed_hosts"}:
            value = [part.strip() for part in value.lower().split(",") if part.strip()]
        elif name == "bots":
            value = [part.strip() for part in value.split(",") if part.strip()]
    return msgspec.convert(value, kind, strict=False)


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - it raises for what is no port
    except ValueError:
        return False
    plain = f"{parts.scheme}://{parts.netloc}" == text and "@" not in parts.netloc
    return plain and parts.scheme in {"http", "https"} and _is_host(parts.hostname or "")


def _is_host(text: str) -> bool:
    return bool(text) and not set(text) & set("/@?#*, \t") and text.isprintable()


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True
