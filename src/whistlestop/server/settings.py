"""Settings of the server: one frozen record, filled from the environment, which nothing else reads."""

from __future__ import annotations

import math
import os
import re
from email.utils import parseaddr
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
"""Variables with the same prefix that the project's tools and tests read."""

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
    """All settings of a host. Each is an environment variable: `WHISTLESTOP_` and its name in capitals."""

    host: str = "127.0.0.1"
    """Address to listen on; `0.0.0.0`: reachable from other machines."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """Port to listen on; 0: any free one."""
    workers: Count = 1
    """Processes that serve on this machine. More than one needs PostgreSQL (docs/scaling.md). Limits apply to each."""
    database: str = ""
    """A file name (SQLite) or a database URL; empty: a file in the user's data folder."""
    public_url: str = ""
    """URL at which players reach the site, such as `https://play.example.org`. With https, cookies are Secure."""
    allowed_origins: tuple[str, ...] = ()
    """Further origins that may open sockets and send commands. The site's own origin always may."""
    allowed_hosts: tuple[str, ...] = ()
    """Further names of the site; `*.example.org` for all subdomains, `*` for any. The host of `public_url`, addresses,
    this machine's name and names of the local network need not be listed."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For and X-Forwarded-Proto are trusted (comma separated, `*` for any)."""
    static: str = ""
    """Folder of the built browser client; empty: the one inside the package."""

    bots: tuple[str, ...] = ()
    """Further bots for the seats of tables, as `module:Class` or `file.py:Class` (comma separated)."""
    boards: str = ""
    """Folders with the host's own boards, separated as in PATH: each is a board's folder or contains such folders."""

    bot_delay: Seconds = 0.7
    """Seconds between two actions of bots, so that people can follow."""
    bot_threads: Count = 1
    """Threads in which bots think."""
    search_processes: Number = 1
    """Processes in which bots search, at low priority, started on first use; 0: they play like the planner."""
    search_time: Seconds = 0.9
    """Seconds that a search has for a decision; fewer while more decisions wait than there are processes."""
    search_playouts: Number = 200
    """Games that a search plays for a decision if there is time; 0: as many as there is time for."""
    absent_after: Seconds = 120.0
    """Seconds of a player's absence after which the others may let a bot play for them."""
    removed_for: Seconds = 600.0
    """Seconds for which a user whom the host has removed from a table cannot sit down there."""
    newcomer_wait: Seconds = 1800.0
    """Seconds for which new users from the address of a banned one cannot join open tables or talk there."""
    games_cached: Count = 2000
    """Games kept in memory. Others are replayed from their log on demand."""

    body_size: Annotated[int, Meta(ge=1024)] = 16_384
    """Longest request body in bytes."""
    message_size: Annotated[int, Meta(ge=256)] = 4096
    """Longest socket message in bytes."""
    request_rate: Rate = 30.0
    """Requests a second for one address, with bursts of ten seconds' worth. 0 turns off a rate limit."""
    command_rate: Rate = 10.0
    """Commands and other socket messages a second for one user, with bursts of five seconds' worth."""
    table_rate: Rate = 0.5
    """New tables a second for one address, with bursts of a minute's worth."""
    tables_per_day: Rate = 300.0
    """New tables a day for one address, and for one user. 0: no limit."""
    guests_per_day: Rate = 500.0
    """Guests a day for one address of whom anything is stored (a name, a table, a seat). 0: no limit."""
    chat_rate: Rate = 0.5
    """Chat messages a second for one user and for one address, with bursts of ten seconds' worth and one more."""
    reviews_per_day: Rate = 30.0
    """Reviews of finished games a day for one address, and for one user; stored reviews do not count. 0: no limit."""
    review_worlds: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Worlds in which a review tries each decision: more take longer and err less. 0: no reviews; empty: the default of
    the kind of game."""
    moderators: tuple[str, ...] = ()
    """Ids of users who may use the page /host, besides those named by `whistlestop admin grant` (comma separated)."""
    header_timeout: Annotated[float, Meta(gt=0)] = 10.0
    """Seconds until the header of a request must have arrived."""
    body_timeout: Annotated[float, Meta(gt=0)] = 20.0
    """Seconds until its body must have arrived."""
    connections_per_address: Count = 512
    """Open connections of one address, sockets included. Trusted proxies may have any number."""
    sockets_per_user: Count = 16
    """Sockets that one user may have open."""
    sockets_per_address: Count = 256
    """Sockets that may be open from one address."""
    sockets_total: Count = 20_000
    """Sockets that may be open in total."""
    socket_queue: Count = 256
    """Frames that may wait for one slow reader before its socket is closed."""
    stream_heartbeat: Annotated[float, Meta(gt=0)] = 15.0
    """Seconds of silence after which a stream sends an empty line."""
    tokens_per_user: Count = 20
    """Tokens for programs that one user may have."""
    tables_per_user: Count = 100
    """Unfinished tables that one user may own."""
    imports_per_user: Count = 200
    """Games played elsewhere that one user may import."""
    import_rate: Rate = 0.1
    """Processor time, in seconds a second, for checking games that one address imports, with bursts of 100 seconds'
    worth. 0: no limit."""
    write_queue: Count = 4000
    """Writes that may wait for the disk before further ones are refused as overload."""

    session_days: Count = 365
    """Days after which users have to sign in to their account again in any case."""
    session_idle_days: Count = 60
    """Days without a visit after which they have to."""
    sign_in_rate: Rate = 0.1
    """Attempts a second to sign in, or to have an e-mail sent, for one address at one account, with bursts of 100
    seconds' worth. One address may make three times as many, one account a third, with ten times the burst."""

    smtp_host: str = ""
    """Server that sends the site's e-mail; empty: no e-mail."""
    smtp_port: Annotated[int, Meta(ge=1, le=65535)] = 587
    """Its port: usually 587, or 465 with `tls`."""
    smtp_user: str = ""
    """User name at that server; empty: no sign-in."""
    smtp_password: str = ""
    """Its password."""
    smtp_tls: Literal["starttls", "tls", "none"] = "starttls"
    """Encryption of the connection to it; `none` is for a server on this machine."""
    mail_from: str = ""
    """Sender of the e-mail, such as `Whistlestop <play@example.org>`."""

    notice_delay: Annotated[float, Meta(gt=0)] = 3.0
    """Seconds after which players who are elsewhere are notified of their turn, or of another event at a table."""
    notice_rate: Rate = 0.02
    """Test notifications and confirmation e-mails, a second for one user or address, with bursts of ten."""
    private_notices: bool = False
    """Allow notifications to addresses of private networks, including this machine, and without TLS."""
    webhook_url: str = ""
    """URL to which this server reports each finished game (POST with JSON); empty: none."""
    webhook_secret: str = ""
    """Secret that signs these reports."""
    keeping_interval: Annotated[float, Meta(ge=0, le=10_000)] = 6.0
    """Hours between removals of old data, as the next six settings define it. 0: only by `whistlestop db prune`. Games
    that people have played are never removed."""
    keep_open_tables: Days = 30.0
    """Days for which a table whose game never began is kept. 0: forever, here and below."""
    keep_bot_games: Days = 90.0
    """Days for which a game played only by bots is kept."""
    keep_guests: Days = 90.0
    """Days for which the name of a guest without table, seat or account is kept."""
    keep_messages: Days = 365
    """Days for which chat is kept. 0: forever."""
    keep_reports: Days = 365
    """Days for which reports of messages are kept after a moderator has read them. 0: forever."""
    keep_notifications: Days = 60.0
    """Days for which users find a notification in their list. 0: forever."""
    close_idle_games: Days = 180.0
    """Days without an action after which players are warned that their game will be closed unfinished."""
    warn_idle_games: Days = 30.0
    """Days between the warning and the closing. A closed game can still be viewed."""

    log_level: Literal["debug", "info", "warning", "error", "critical"] = "info"
    """Level of detail of the log."""
    log_json: bool = False
    """Write the log as JSON lines."""
    security_log: str = ""
    """File for the security log, as JSON lines; empty: in the general log."""
    security_contact: str = ""
    """Where to report vulnerabilities: a `mailto:` or `https:` address for `/.well-known/security.txt`."""
    metrics_port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """Port for Prometheus metrics; 0: none. It is not protected: only the host should reach it. Each further worker
    uses the next port."""
    metrics_host: str = "127.0.0.1"
    """Address on which the metrics listen."""

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
            yield "public_url", "is required for e-mail, whose links begin with it"
        if self.smtp_host and not _is_sender(self.mail_from):
            yield "mail_from", "must be an address such as play@example.org, because smtp_host is set"
        if self.webhook_url and not self.webhook_url.startswith(("https://", "http://")):
            yield "webhook_url", "must be an address such as https://example.org/hook"
        if self.webhook_url and not self.webhook_secret:
            yield "webhook_secret", "is required, because webhook_url is set"

    @property
    def proxies(self) -> tuple[str, ...]:
        """Return the trusted proxies as a list."""
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
        """Return whether players reach the site only by TLS."""
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
