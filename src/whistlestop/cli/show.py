"""Print a view of a game as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from whistlestop.kinds import kind_of
from whistlestop.text.names import called, counted

from .output import print_table

if TYPE_CHECKING:
    from whistlestop import Ruleset
    from whistlestop.format import Card

__all__ = ["print_actions", "print_view"]


def print_actions(actions: Iterable[tuple[int, str]]) -> None:
    """Print one line for each action: number, seat, text."""
    console = Console(highlight=False, soft_wrap=True)
    for number, (seat, text) in enumerate(actions, start=1):
        console.print(f"{number:4}  seat {seat}  {text}", markup=False)


def cell(value: Any) -> str:
    """Format a number or a list."""
    return ", ".join(value) or "-" if isinstance(value, list) else str(value)


def players_table(view: dict[str, Any], columns: Sequence[str], names: Mapping[Card, str]) -> Table:
    """Return a table with one row for each seat. A view lacks the columns of mechanisms that its game does not have."""
    shown = [column for column in columns if column in view["players"][0]]
    table = Table("seat", *shown, "known cards")
    for player in view["players"]:
        mark = "*" if player["seat"] in view["to_act"] else ""
        numbers = (cell(player[column]) for column in shown)
        table.add_row(f"{player['seat']}{mark}", *numbers, counted(player["known"], names))
    return table


def outcome_table(view: dict[str, Any], columns: Sequence[str]) -> Table:
    """Return a table of the final scores by part. An outcome lacks the parts that its game does not have."""
    players = sorted(view["outcome"]["players"], key=lambda player: (player["rank"], player["seat"]))
    shown = [column for column in columns if column in players[0]]
    table = Table("seat", *(column.replace("_", " ") for column in shown))
    for player in players:
        table.add_row(str(player["seat"]), *(cell(player[column]) for column in shown))
    return table


def ticket_line(ticket: dict[str, Any], names: Mapping[Card, str]) -> str:
    """Describe a ticket and its state; in a card game, its cost."""
    costs = f" for {counted(ticket['cards'], names)}" if "cards" in ticket else ""
    return f"  ticket {ticket['id']}{costs}: {ticket['state']}"


def print_view(view: dict[str, Any], ruleset: Ruleset) -> None:
    """Print a view as text."""
    console = Console(highlight=False)
    turn = "" if view["phase"] == "opening" else f", turn {view['turn'] + 1}"  # views count completed turns
    if view.get("passes", 1) > 1:
        turn += f", round {view['pass']} of {view['passes']}"
    console.print(
        f"{ruleset.name}, after {view['version']} actions{turn}, phase: {view['phase']}", markup=False
    )
    if view["final_round"]:
        console.print(f"final round: {view['final_round']['turns_left']} turns left")
    names = ruleset.card_names
    market = " ".join(called(card or "(empty)", names) for card in view["market"])
    console.print(
        f"market: {market}   deck: {view['deck']}   ticket deck: {view['ticket_deck']}", markup=False
    )
    console.print(f"discard: {counted(view['discard'], names)}", markup=False)
    print_table(console, players_table(view, kind_of(ruleset).results.player_columns, names))
    for player in view["players"]:
        console.print(
            f"seat {player['seat']}: {kind_of(ruleset).results.placed(player, ruleset)}", markup=False
        )
    if view["hand"] is not None:
        console.print(f"hand of seat {view['seat']}: {counted(view['hand'], names)}", markup=False)
        if view.get("stack") is not None:
            console.print(f"stack of seat {view['seat']}: {counted(view['stack'], names)}", markup=False)
        for ticket in view["tickets"]:
            console.print(ticket_line(ticket, names), markup=False)
    if view["outcome"]:
        print_table(console, outcome_table(view, kind_of(ruleset).results.outcome_columns))
