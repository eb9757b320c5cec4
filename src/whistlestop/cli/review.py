"""`whistlestop review`: how good each decision of a game was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .output import BoardsOption, Code, JsonOption, add_boards, fail, print_json, print_table
from .replay import RecordFile, load

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from whistlestop.record import GameRecord
    from whistlestop.reviewing import Decision, Review, TurningPoint

__all__ = ["review"]

CAUSES = {"choice": "its choice", "events": "cards and the others"}


def review(
    file: RecordFile,
    worlds: Annotated[
        int | None,
        typer.Option(
            min=4,
            help="Number of simulated worlds for each decision. More worlds take longer and are more accurate. "
            "Default: depends on the kind of game.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same review.")] = 0,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Number of processes. Default: one for each core.")
    ] = None,
    boards: BoardsOption = None,
    json: JsonOption = False,
) -> None:
    """Review a finished game: winning chances, better moves, turning points, and luck."""
    add_boards(boards)
    record = load(file)
    if record.outcome is None:
        fail(f"{file}: the game is not over", Code.BAD_INPUT)
    found = run(record, worlds, seed, jobs)
    if json:
        import msgspec

        print_json(msgspec.to_builtins(found))
        return
    from rich.console import Console

    show(found, Console())


def run(record: GameRecord, worlds: int | None, seed: int, jobs: int | None) -> Review:
    """Make the review with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from whistlestop.bots.processes import cores
    from whistlestop.reviewing import review as make

    bar = (TextColumn("decisions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*bar, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("decisions", total=len(record.actions))
        return make(
            record,
            seed=seed,
            worlds=worlds,
            jobs=jobs or cores(),
            progress=lambda done, _total: shown.update(task, completed=done),
        )


def show(found: Review, console: Console) -> None:
    """Print a review."""
    from rich.table import Table

    result = Table(title="Where the results come from, in hundredths of a win")
    for name in ("seat", "start", "own choices", "others' choices", "luck", "end"):
        result.add_column(name, justify="right")
    for share in found.seats:
        parts = (share.choices, share.others, share.luck)
        result.add_row(
            str(share.seat),
            percent(share.start),
            *(f"{100 * part:+.0f}" for part in parts),
            percent(share.end),
        )
    print_table(console, result)
    if found.turning_points:
        print_table(console, turning_points(found.turning_points))
    better = [decision for decision in found.decisions if decision.expert is not None]
    if better:
        print_table(console, alternatives(better))
    tickets = [decision for decision in found.decisions if decision.choices]
    if tickets:
        print_table(console, ticket_choices(tickets))


def turning_points(found: list[TurningPoint]) -> Table:
    """The table of turning points."""
    from rich.table import Table

    table = Table("after", "seat", "by", "chance", title="Turning points")
    for point in found:
        table.add_row(
            str(point.since),
            str(point.seat),
            CAUSES[point.cause],
            f"{percent(point.before)} to {percent(point.after)}",
        )
    return table


def alternatives(found: list[Decision]) -> Table:
    """The table of moves that the expert would not have played."""
    from rich.table import Table

    table = Table("after", "seat", "played", "chance", "expert", "chance", title="Better moves")
    for each in found:
        played, expert = percent(each.after), percent(each.before)
        table.add_row(str(each.version), str(each.seat), each.action, played, each.expert or "", expert)
    return table


def ticket_choices(found: list[Decision]) -> Table:
    """The table of ticket choices, with the actual choice marked."""
    from rich.table import Table

    table = Table("after", "seat", "choice", "chance", title="Ticket choices (*: the one made)")
    for each in found:
        for choice in each.choices:
            mark = " *" if choice.action == each.action else ""
            table.add_row(
                str(each.version),
                str(each.seat),
                choice.action.removeprefix("keep:") + mark,
                percent(choice.chance),
            )
    return table


def percent(chance: float) -> str:
    """Format a chance."""
    return f"{100 * chance:.0f}%"
