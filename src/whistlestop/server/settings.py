"""Settings of the service: one frozen record, filled from the environment that nothing else reads."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "WHISTLESTOP_"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a host can set. Each is an environment variable: `WHISTLESTOP_` and its name in capitals."""

    host: str = "127.0.0.1"
    """Address to listen on; `0.0.0.0`: reachable from other machines."""
    port: int = 8000
    """Port to listen on; 0: any free one."""
    database: str = ""
    """A file name (SQLite) or a database URL; empty: a file in the user's data folder."""
    public_url: str = ""
    """Where players reach the site, such as `https://play.example.org`. With https, cookies are Secure."""
    allowed_origins: tuple[str, ...] = ()
    """Further origins that may open sockets and send commands. The site's own origin always may."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For and X-Forwarded-Proto are believed (comma separated, `*` for any)."""
    static: str = ""
    """Folder of the built browser client; empty: the one inside the package."""

    bot_delay: float = 0.7
    """Seconds between two actions of bots, so that people can follow."""
    bot_threads: int = 1
    """Threads in which bots think."""
    games_cached: int = 2000
    """Games kept ready in memory. Others are replayed from their log when somebody asks."""

    body_size: int = 16_384
    """Longest request body in bytes."""
    message_size: int = 4096
    """Longest socket message in bytes."""
    request_rate: float = 30.0
    """Requests a second for one address, with bursts of ten seconds' worth. 0 switches a rate limit off."""
    command_rate: float = 10.0
    """Commands and other socket messages a second for one user, with bursts of five seconds' worth."""
    table_rate: float = 0.5
    """New tables a second for one address, with bursts of a minute's worth."""
    sockets_per_user: int = 16
    """Sockets that one user may have open."""
    sockets_per_address: int = 256
    """Sockets that may be open from one address."""
    sockets_total: int = 20_000
    """Sockets that may be open at all."""
    socket_queue: int = 256
    """Frames that may wait for one slow reader before its socket is closed."""
    tables_per_user: int = 100
    """Tables not yet over that one user may own."""
    write_queue: int = 4000
    """Writes that may wait for the disk before further ones are refused as overload."""

    log_level: str = "info"
    """`debug`, `info`, `warning` or `error`."""
    log_json: bool = False
    """Write the log as JSON lines."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **over: Any) -> Settings:
        """Read `WHISTLESTOP_*`; keyword arguments that are not None win over the environment."""
        environment = os.environ if environment is None else environment
        given: dict[str, Any] = {}
        for field in cls.__struct_fields__:
            text = environment.get(PREFIX + field.upper())
            if text is not None:
                given[field] = text.split(",") if field == "allowed_origins" else text
        given.update({name: value for name, value in over.items() if value is not None})
        try:
            return msgspec.convert(given, cls, strict=False)
        except msgspec.ValidationError as error:
            message = f"a setting ({PREFIX}*) cannot be used: {error}"
            raise ValueError(message) from None

    @property
    def database_url(self) -> str:
        """The database as a SQLAlchemy URL with the driver of this service."""
        database = self.database or str(data_folder() / "whistlestop.db")
        if "://" not in database:
            return f"sqlite+aiosqlite:///{Path(database).expanduser().absolute()}"
        scheme, rest = database.split("://", 1)
        driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}.get(scheme, scheme)
        return f"{driver}://{rest}"

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


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local"))
    elif sys.platform == "darwin":
        base = Path("~/Library/Application Support")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", "~/.local/share"))
    return base.expanduser() / "whistlestop"
