"""Settings of the server: one frozen record, filled from the environment, which no other code reads."""

from __future__ import annotations

import math
import os
import re
from email.utils import parseaddr
from importlib.util import find_spec
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
CONTACT = re.compile(r"(mailto:[^\s@]+@[^\s@]+|https://[^\s/]+\S*)")
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
OTHERS = frozenset({"CHROMIUM", "TEST_DEAL", "TEST_FILE"})
"""Variables with this prefix that are read only by the project's tools and tests."""

Count = Annotated[int, Meta(ge=1)]
Number = Annotated[int, Meta(ge=0)]
Seconds = Annotated[float, Meta(ge=0)]
Rate = Annotated[float, Meta(ge=0)]
Days = Annotated[float, Meta(ge=0, le=36_500)]


class SettingsError(ValueError):
    """Invalid settings; `problems` has a line for each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a server. Each is an environment variable: `WHISTLESTOP_` and the name in capitals."""

    host: str = "127.0.0.1"
    """Address to listen on. Use `0.0.0.0` to listen on all interfaces."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """Port to listen on. 0: any free port."""
    workers: Count = 1
    """Number of server processes. More than one needs PostgreSQL. Limits apply to each process."""
    database: str = ""
    """File name (SQLite) or database URL. Default: a file in the user's data folder."""
    public_url: str = ""
    """Address of the site, such as `https://play.example.org`. With https, cookies are Secure."""
    allowed_origins: tuple[str, ...] = ()
    """Other origins that can open sockets and send commands, separated by commas."""
    allowed_hosts: tuple[str, ...] = ()
    """Other host names of the site, separated by commas; `*.example.org`: all subdomains, `*`: any name. The name in
    `public_url`, IP addresses, this machine's name and local names always work."""
    trusted_proxies: str = "127.0.0.1"
    """Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, separated by commas; `*`: any."""
    static: str = ""
    """Folder of the built browser client. Default: the one in the package."""

    bots: tuple[str, ...] = ()
    """Additional bots, as `module:Class`, `file.py:Class` or `program:COMMAND`, separated by commas."""
    boards: str = ""
    """Folders with your own boards, separated as in PATH. Each is a board or contains boards."""

    bot_delay: Seconds = 0.7
    """Seconds between two bot actions, so that players can follow."""
    bot_threads: Count = 1
    """Number of threads in which bots compute their moves."""
    search_processes: Number = 1
    """Number of low-priority processes for bots that search, started when needed. 0: these bots play like the
    planner."""
    search_time: Seconds = 0.9
    """Seconds of search for a decision. Less if more decisions are waiting than there are processes."""
    search_playouts: Number = 200
    """Maximum number of games that a search simulates for a decision. 0: as many as time allows."""
    move_ahead_pause: Seconds = 300.0
    """Longest pause in seconds before a move ahead is played in a game by days. The pause is random, so that other
    players cannot tell a move ahead from one made at that moment."""
    absent_after: Seconds = 120.0
    """Seconds of absence after which the other players can let a bot take over the seat."""
    vacation_days: Number = 28
    """Days in a year for which each player can stop their clocks in games by days. 0: no vacations."""
    removed_for: Seconds = 600.0
    """Seconds for which a removed player cannot sit down at that table again."""
    newcomer_wait: Seconds = 1800.0
    """Seconds for which new users from a banned user's address cannot join open tables or chat there."""
    games_cached: Count = 2000
    """Games kept in memory. Others are replayed from their log when needed."""

    body_size: Annotated[int, Meta(ge=1024)] = 16_384
    """Longest request body in bytes."""
    message_size: Annotated[int, Meta(ge=256)] = 4096
    """Longest socket message in bytes."""
    request_rate: Rate = 30.0
    """Requests per second for each address, in bursts of ten seconds. 0 turns a rate limit off."""
    command_rate: Rate = 10.0
    """Commands and other socket messages per second for each user, in bursts of five seconds."""
    table_rate: Rate = 0.5
    """New tables per second for each address, in bursts of a minute."""
    tables_per_day: Rate = 300.0
    """New tables per day for each address and each user. 0: no limit."""
    guests_per_day: Rate = 500.0
    """New guests with stored data (name, table or seat) per day for each address. 0: no limit."""
    chat_rate: Rate = 0.5
    """Chat messages per second for each user and each address, in bursts of ten seconds plus one message."""
    reviews_per_day: Rate = 30.0
    """New reviews per day for each user and each address. Finished reviews do not count. 0: no limit."""
    review_worlds: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Simulated worlds for each decision of a review. More take longer and are more accurate. 0: no reviews. Default:
    depends on the kind of game."""
    device_reviews: bool = False
    """Whether browsers compute reviews and hints themselves if they can, to save the server this work."""
    mcp: bool = False
    """Whether language models can play at `/mcp`, with tokens of their users (docs/agents.md)."""
    moderators: tuple[str, ...] = ()
    """User ids of moderators, separated by commas, besides those added by `whistlestop admin grant`."""
    header_timeout: Annotated[float, Meta(gt=0)] = 10.0
    """Seconds for receiving the header of a request."""
    body_timeout: Annotated[float, Meta(gt=0)] = 20.0
    """Seconds for receiving the body of a request."""
    connections_per_address: Count = 512
    """Open connections for each address, including sockets. Trusted proxies have no limit."""
    sockets_per_user: Count = 16
    """Open sockets for each user."""
    sockets_per_address: Count = 256
    """Open sockets for each address."""
    sockets_total: Count = 20_000
    """Open sockets for the whole process."""
    socket_queue: Count = 256
    """Frames that can wait for a slow reader before its socket is closed."""
    stream_heartbeat: Annotated[float, Meta(gt=0)] = 15.0
    """Seconds of silence after which a stream sends an empty line."""
    tokens_per_user: Count = 20
    """Tokens for programs for each user."""
    tables_per_user: Count = 100
    """Unfinished tables for each host."""
    boards_per_user: Number = 30
    """Boards that the site keeps for each user. 0: users cannot share or play their own boards."""
    clubs_per_user: Number = 5
    """Clubs that each user can own. 0: users cannot found clubs."""
    language_rooms: bool = True
    """Whether the page of open tables has a chat room for each language, in addition to the one for all."""
    studies_per_user: Number = 50
    """Studies that each user can own. 0: users cannot make studies."""
    imports_per_user: Count = 200
    """Imported games for each user."""
    import_rate: Rate = 0.1
    """Processor seconds per second for checking imported games of each address, in bursts of 100 seconds. 0: no
    limit."""
    write_queue: Count = 4000
    """Writes that can wait for the disk before the server refuses more as overloaded."""

    session_days: Count = 365
    """Days after which users must sign in again in any case."""
    session_idle_days: Count = 60
    """Days without a visit after which users must sign in again."""
    sign_in_rate: Rate = 0.1
    """Sign-in attempts or requested e-mails per second for each pair of address and account, in bursts of 100
    seconds. Each address has three times this rate. Each account has a third, with ten times the burst."""
    providers: str = ""
    """TOML file with OpenID providers for signing in. Default: none."""

    smtp_host: str = ""
    """SMTP server for e-mail. Default: no e-mail."""
    smtp_port: Annotated[int, Meta(ge=1, le=65535)] = 587
    """Port of the SMTP server: usually 587, or 465 with `tls`."""
    smtp_user: str = ""
    """User name for the SMTP server. Default: do not sign in."""
    smtp_password: str = ""
    """Password for the SMTP server."""
    smtp_tls: Literal["starttls", "tls", "none"] = "starttls"
    """Encryption of the connection to the SMTP server. Use `none` only for a server on this machine."""
    mail_from: str = ""
    """Sender of e-mails, such as `Whistlestop <play@example.org>`."""

    notice_delay: Annotated[float, Meta(gt=0)] = 3.0
    """Seconds before a player who is not looking at the table is notified."""
    notice_rate: Rate = 0.02
    """Test notifications and confirmation e-mails per second for each user and address, in bursts of ten."""
    private_notices: bool = False
    """Allow notifications to private network addresses, including this machine, and without TLS."""
    webhook_url: str = ""
    """Address that receives a POST with JSON for every finished game. Default: none."""
    webhook_secret: str = ""
    """Secret that signs these messages."""
    keeping_interval: Annotated[float, Meta(ge=0, le=10_000)] = 6.0
    """Hours between deletions of old data by the next six settings. 0: only by `whistlestop db prune`. Games that
    people played are never deleted."""
    keep_open_tables: Days = 30.0
    """Days to keep tables whose game never started. 0: forever; the same for the settings below."""
    keep_bot_games: Days = 90.0
    """Days to keep games in which only bots played."""
    keep_guests: Days = 90.0
    """Days to keep the name of a guest without table, seat or account."""
    keep_messages: Days = 365
    """Days to keep chat messages."""
    keep_reports: Days = 365
    """Days to keep reports after a moderator closed them."""
    keep_notifications: Days = 60.0
    """Days to keep notifications in the users' lists."""
    close_idle_games: Days = 180.0
    """Days without an action after which a table shows that it will be closed."""
    warn_idle_games: Days = 30.0
    """Days between this warning and the closing. Closed games can still be viewed."""

    log_level: Literal["debug", "info", "warning", "error", "critical"] = "info"
    """Lowest level of messages to log."""
    log_json: bool = False
    """Write the log as JSON lines."""
    security_log: str = ""
    """File for the security log, as JSON lines. Default: the main log."""
    security_contact: str = ""
    """`mailto:` or `https:` address for reports of vulnerabilities, for `/.well-known/security.txt`."""
    metrics_port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """Port for Prometheus metrics, without authentication. 0: none. Each further worker uses the next port."""
    metrics_host: str = "127.0.0.1"
    """Address for the metrics."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **over: Any) -> Settings:
        """Read `WHISTLESTOP_*`; keyword arguments that are not None override the environment.

        Raises SettingsError with all problems.
        """
        environment = os.environ if environment is None else environment
        given: dict[str, Any] = {
            name.removeprefix(PREFIX).lower(): text.strip()
            for name, text in environment.items()
            if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in OTHERS
        }
        given.update({name: value for name, value in over.items() if value is not None})
        fields = {field.name: field for field in msgspec.structs.fields(cls)}
        problems = [f"{PREFIX}{name.upper()}: unknown setting" for name in given if name not in fields]
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
        """Yield the problems that the types cannot express."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, float) and not math.isfinite(value):
                yield name, "must be a finite number"
        if not self.host:
            yield "host", "must be an address or a name"
        if self.public_url and not _is_origin(self.public_url.removesuffix("/")):
            yield "public_url", "must be an address such as https://play.example.org"
        if not all(_is_origin(origin.removesuffix("/")) for origin in self.allowed_origins):
            yield (
                "allowed_origins",
                "must be origins such as https://play.example.org, separated by commas",
            )
        if not all(_is_host(host.removeprefix("*.")) for host in self.allowed_hosts if host != "*"):
            yield "allowed_hosts", "must be names such as play.example.org, separated by commas"
        if self.security_contact and not _is_contact(self.security_contact):
            yield "security_contact", "must be an address with mailto: or https://"
        if not all(proxy == "*" or _is_network(proxy) for proxy in self.proxies):
            yield "trusted_proxies", "must be addresses or networks, separated by commas, or *"
        if self.workers > 1 and not self.database_url.startswith("postgresql"):
            yield (
                "workers",
                "several processes need PostgreSQL, as a SQLite file has one server (docs/scaling.md)",
            )
        if self.mcp and find_spec("mcp") is None:
            yield "mcp", "needs the package mcp: pip install 'whistlestop[mcp]'"
        yield from self._outgoing_problems()
        for spec in self.bots:
            try:
                bots.check(spec)
            except UnknownBot as error:
                yield "bots", str(error)
        if "://" in self.database and self.database.split("://")[0] not in DRIVERS:
            yield "database", "must be a file name, or a URL with sqlite:// or postgresql://"

    def _outgoing_problems(self) -> Iterator[tuple[str, str]]:
        """Yield the problems of e-mail and webhooks."""
        if self.smtp_host and not self.public_url:
            yield "public_url", "is required for e-mail, because links start with it"
        if self.providers and not self.public_url:
            yield "public_url", "is required for providers, because they send players back to it"
        if self.smtp_host and not _is_sender(self.mail_from):
            yield "mail_from", "must be an address such as play@example.org, because smtp_host is set"
        if self.webhook_url and not self.webhook_url.startswith(("https://", "http://")):
            yield "webhook_url", "must be an address such as https://example.org/hook"
        if self.webhook_url and not self.webhook_secret:
            yield "webhook_secret", "is required, because webhook_url is set"

    @property
    def proxies(self) -> tuple[str, ...]:
        """Return the trusted proxies as a tuple."""
        return tuple(proxy.strip() for proxy in self.trusted_proxies.split(",") if proxy.strip())

    @property
    def database_url(self) -> str:
        """Return the database as a SQLAlchemy URL with this server's driver."""
        folder = platformdirs.user_data_path("whistlestop", appauthor=False)
        database = self.database or str(folder / "whistlestop.db")
        if "://" not in database:
            return f"sqlite+aiosqlite:///{Path(database).expanduser().absolute()}"
        scheme, rest = database.split("://", 1)
        return f"{DRIVERS.get(scheme, scheme)}://{rest}"

    @property
    def board_folders(self) -> list[str]:
        """Return the folders with the host's own boards."""
        return [folder for folder in self.boards.split(os.pathsep) if folder]

    @property
    def secure(self) -> bool:
        """Return whether players reach the site only over TLS."""
        return self.public_url.startswith("https://")

    @property
    def origins(self) -> frozenset[str]:
        """Return the origins that the host has named, without trailing slashes."""
        named = (*self.allowed_origins, self.public_url)
        return frozenset(origin.rstrip("/").lower() for origin in named if origin)

    @property
    def static_folder(self) -> Path:
        """Return the folder of the built browser client."""
        return Path(self.static).expanduser() if self.static else Path(__file__).parent / "static"


def _convert(name: str, value: Any, kind: Any) -> Any:
    if isinstance(value, str):
        if name == "log_level":
            value = value.lower()
        elif name in {"allowed_origins", "allowed_hosts"}:
            value = [part.strip() for part in value.lower().split(",") if part.strip()]
        elif name == "review_worlds" and not value:
            value = None
        elif name in {"bots", "moderators"}:
            value = [part.strip() for part in value.split(",") if part.strip()]
    return msgspec.convert(value, kind, strict=False)


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - raises for an invalid port
    except ValueError:
        return False
    plain = f"{parts.scheme}://{parts.netloc}" == text and "@" not in parts.netloc
    return plain and parts.scheme in {"http", "https"} and _is_host(parts.hostname or "")


def _is_contact(text: str) -> bool:
    return bool(CONTACT.fullmatch(text))


def _is_host(text: str) -> bool:
    return bool(text) and not set(text) & set("/@?#*, \t") and text.isprintable()


def _is_sender(text: str) -> bool:
    name, domain = parseaddr(text)[1].rpartition("@")[::2]
    return bool(name) and _is_host(domain) and text.isprintable()


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True
