"""`whistlestop admin`: commands for the administrator of a server."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from .database import DatabaseOption, ask
from .output import Code, JsonOption, fail, note, print_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from whistlestop.server.adapters.database.cases import Cases
    from whistlestop.server.adapters.database.moderation import ModerationStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.tables.inventory import StoredTable

__all__ = ["app"]

T = TypeVar("T")


class Switch(StrEnum):
    """Two states."""

    ON = "on"
    OFF = "off"


app = typer.Typer(no_args_is_help=True, help="Administer a server: users, tables, moderation and figures.")


@app.command("tables")
def tables(
    database: DatabaseOption = None,
    broken: Annotated[
        bool, typer.Option("--broken", help="List only games that this version cannot read.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List all tables of a server. The server may be running.

    With --broken, the exit code is 1 if any game is listed.
    """
    import msgspec

    from whistlestop.server.usecases.tables.inventory import inventory

    found = [table for table in ask(database, inventory) if table.problem is not None or not broken]
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        show_tables(found)
    if broken and found:
        raise typer.Exit(Code.CHECK_FAILED)


def show_tables(found: list[StoredTable]) -> None:
    """Print a line for each table, with columns separated by tabs."""
    for one in found:
        rules = one.ruleset if one.version is None else f"{one.ruleset} {one.version}"
        cells = [one.id, one.created, one.state, rules, f"{one.actions} actions", one.problem or ""]
        typer.echo("\t".join(cells).rstrip())


@app.command("users")
def users(
    database: DatabaseOption = None,
    name: Annotated[str | None, typer.Option(help="List only users whose name contains this text.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="List at most this many users.")] = 100,
    as_json: JsonOption = False,
) -> None:
    """List the users of a server, newest first. The server may be running."""
    import msgspec

    from whistlestop.server.adapters.database.figures import stored_users

    found = ask(database, lambda store: stored_users(store, name, limit))
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for one in found:
        typer.echo("\t".join([one.id, one.created, one.name, f"{one.tables} tables", f"{one.seats} seats"]))


@app.command("ratings")
def ratings(
    ruleset: Annotated[str, typer.Argument(help="The board.")],
    season: Annotated[
        str | None,
        typer.Option(
            help="Year and quarter, such as 2026-2. Default: the current one.", metavar="YEAR-QUARTER"
        ),
    ] = None,
    slow: Annotated[
        bool, typer.Option("--slow", help="Rate correspondence games instead of live games.")
    ] = False,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the ratings of users on a board (docs/ratings.md). The server may be running."""
    import msgspec

    from whistlestop.server.adapters.database.rated_games import played
    from whistlestop.server.domain.standings import read_season, season_of, standings
    from whistlestop.server.domain.times import now

    wanted = season_of(now()) if season is None else read_season(season)
    if wanted is None:
        fail("a season is a year and a quarter, such as 2026-2", Code.USAGE)
    games = ask(database, lambda store: played(store, ruleset, wanted))
    found = standings(games["slow" if slow else "live"], wanted)
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for one in found:
        numbers = [f"{one.rating:.0f} ± {1.96 * one.deviation:.0f}", f"{one.games} games", f"{one.wins} won"]
        typer.echo("\t".join([one.user, *numbers]))


@app.command("stats")
def stats(database: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Count the users, tables and games of a server. The server may be running."""
    import msgspec

    from whistlestop.server.adapters.database.figures import figures

    found = msgspec.to_builtins(ask(database, figures))
    if as_json:
        print_json(found)
        return
    for field, value in found.items():
        typer.echo(f"{field.replace('_', ' ')}\t{value}")


@app.command("rotate-keys")
def rotate_keys(
    database: DatabaseOption = None,
    keep: Annotated[
        int,
        typer.Option(min=0, help="Days for which the server still accepts cookies sealed with older keys."),
    ] = 400,
) -> None:
    """Replace the key that seals the cookies of guests. A running server switches to it within a minute.

    Guests get a new cookie at their next visit. Use --keep 0 after the keys were leaked: all guests lose their cookies
    and seats. Accounts stay signed in.
    """
    from whistlestop.server.adapters.database.keys import rotate
    from whistlestop.server.domain.times import DAY, now

    async def work(store: Store) -> str | None:
        store.writer.start()
        return await store.writer.run(
            lambda connection: connection.run_sync(lambda plain: rotate(plain, now(), keep * DAY))
        )

    made = ask(database, work)
    if made is None:
        fail("this site has no key yet: start its server first", Code.MISSING)
    typer.echo(made)


@app.command("announce")
def announce(
    text: Annotated[str, typer.Argument(help="The text to show on all pages.")] = "",
    starts: Annotated[
        datetime | None, typer.Option("--from", help="When the site goes down, in this machine's time zone.")
    ] = None,
    minutes: Annotated[
        int | None,
        typer.Option(min=1, help="Length of the downtime; without --from, how long the text is shown."),
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Announce nothing.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Announce something on all pages of a server, for example planned downtime. Pages show it within a minute."""
    from whistlestop.server.adapters.database.announcements import announce as store_announcement
    from whistlestop.server.domain.announcements import LONGEST, Announcement
    from whistlestop.server.domain.times import now

    if starts is not None and minutes is None:
        fail("--from needs --minutes", Code.USAGE)
    if clear == bool(text or starts):
        fail("give a text or a time, or --clear", Code.USAGE)
    if len(text) > LONGEST:
        fail(f"the text has {len(text)} characters; at most {LONGEST} are allowed", Code.USAGE)
    begins = None if starts is None else int(starts.astimezone().timestamp() * 1000)
    ends = None if minutes is None else (begins or now()) + minutes * 60_000

    async def do(store: Store) -> None:
        store.writer.start()
        await store_announcement(store, None if clear else Announcement(text, begins, ends))

    ask(database, do)


# --------------------------------------------------------------------------------------------------- moderation


def change(database: str | None, deed: Callable[[ModerationStore], Awaitable[None]]) -> None:
    """Change moderation data; a running server applies it within two seconds."""
    from whistlestop.server.adapters.database.moderation import ModerationStore

    ask(database, lambda store: refusing(store, deed(ModerationStore(store))))


def change_user(
    database: str | None,
    wish: str,
    deed: Callable[[ModerationStore, str], Awaitable[None]],
    find: Callable[[Cases, str], Awaitable[str]] | None = None,
) -> None:
    """Change moderation data about a user, given by an id or a name; `find` returns the id (default: Cases.user)."""
    from whistlestop.server.adapters.database.cases import Cases
    from whistlestop.server.adapters.database.moderation import ModerationStore

    async def do(store: Store) -> None:
        await deed(ModerationStore(store), await found(store, wish, find or Cases.user))

    ask(database, lambda store: refusing(store, do(store)))


async def found(store: Store, wish: str, find: Callable[[Cases, str], Awaitable[str]]) -> str:
    """Return the id of a user; say on stderr whose it is if they were given by their name."""
    from whistlestop.server.adapters.database.cases import Cases

    user = await find(Cases(store), wish)
    if user != wish:
        note(f"{wish}: the user with the id {user}")
    return user


async def refusing(store: Store, deed: Awaitable[T]) -> T:
    """Await a change; end the command with the sentence of a refusal."""
    from whistlestop.server.domain.refusals import Refusal

    store.writer.start()
    try:
        return await deed
    except Refusal as refusal:
        fail(refusal.message, Code.MISSING)


@app.command("grant")
def grant(
    user: Annotated[str, typer.Argument(help="Id of a user, as shown on the page /host, or a name.")],
    database: DatabaseOption = None,
) -> None:
    """Make a user a moderator, with access to the page /host."""
    change_user(database, user, lambda store, found: store.grant(found))


@app.command("revoke")
def revoke(
    user: Annotated[str, typer.Argument(help="Id or name of a user.")], database: DatabaseOption = None
) -> None:
    """Remove a moderator's access to the page /host."""
    from whistlestop.server.adapters.database.cases import Cases

    change_user(database, user, lambda store, found: store.revoke(found), Cases.recorded)


@app.command("drop-second-factor")
def drop_second_factor(
    user: Annotated[
        str, typer.Argument(help="Id of a user, as listed by `whistlestop admin users`, or a name.")
    ],
    database: DatabaseOption = None,
) -> None:
    """Turn off the second factor of an account whose owner lost both the device and the recovery codes."""
    from whistlestop.server.adapters.database.cases import Cases
    from whistlestop.server.domain.times import now
    from whistlestop.server.usecases.accounts.factors import Factors

    async def do(store: Store) -> bool:
        return await Factors(store, now).turn_off(await found(store, user, Cases.user))

    if not ask(database, lambda store: refusing(store, do(store))):
        fail("This user has no second factor.", Code.MISSING)


@app.command("reports")
def reports(database: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """List the open reports, oldest first."""
    import msgspec

    from whistlestop.server.adapters.database.cases import Cases

    found = ask(database, lambda store: Cases(store).reports())
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for one in found:
        last = one.context[-1] if one.context else None
        said = f"{one.about}: {one.name}" if last is None else last.text or last.phrase or ""
        typer.echo("\t".join([str(one.id), one.at, one.reason, one.reported, one.address, said]))


@app.command("ban")
def ban(
    subject: Annotated[str, typer.Argument(help="Id or name of a user, or tag of an address from a report.")],
    address: Annotated[bool, typer.Option("--address", help="The subject is the tag of an address.")] = False,
    days: Annotated[int | None, typer.Option(min=1, help="Duration in days. Default: until lifted.")] = None,
    reason: Annotated[str, typer.Option(help="Reason for the moderation log.")] = "",
    database: DatabaseOption = None,
) -> None:
    """Ban a user or an address: refuse all requests and close open connections."""
    if address:
        change(database, lambda store: store.ban("address", subject, days, reason[:200]))
    else:
        change_user(database, subject, lambda store, found: store.ban("user", found, days, reason[:200]))


@app.command("unban")
def unban(
    subject: Annotated[str, typer.Argument(help="Id or name of a user, or tag of an address.")],
    database: DatabaseOption = None,
) -> None:
    """Lift all bans of a user or an address."""
    from whistlestop.server.adapters.database.cases import Cases

    change_user(database, subject, lambda store, found: store.unban(found), Cases.banned)


@app.command("close")
def close(
    table: Annotated[str, typer.Argument(help="Id of a table, or its key for spectators.")],
    reason: Annotated[str, typer.Option(help="Reason for the moderation log.")] = "",
    database: DatabaseOption = None,
) -> None:
    """Close a table for everybody. Its game stays in the database."""
    change(database, lambda store: store.close(table, reason[:200]))


@app.command("readonly")
def read_only(
    state: Annotated[Switch, typer.Argument(help="on or off.")], database: DatabaseOption = None
) -> None:
    """Turn read-only mode on or off: no new tables, no new players, no chat.

    Games in progress continue.
    """
    change(database, lambda store: store.set_read_only(state is Switch.ON))
