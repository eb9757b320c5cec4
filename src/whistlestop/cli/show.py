"""Prints a view of a game as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from whistlestop import Ruleset

__all__ = ["print_actions", "print_view"]


def counted(cards: dict[str, int]) -> str:
    """Cards as in notation: `red*2+wild`."""
    return "+".join(card if n == 1 else f"{card}*{n}" for card, n in cards.items() if n) or "-"


def print_actions(actions: Iterable[tuple[int, str]]) -> None:
    """One line an action: number, seat, text."""
    console = Console(highlight=False, soft_wrap=True)
    for number, (seat, text) in enumerate(actions, start=1):
        console.print(f"{number:4}  seat {seat}  {text}", markup=False)


def players_table(view: dict[str, Any]) -> Table:
    """A row for every seat."""
    table = Table("seat", "score", "trains", "stations", "cards", "tickets", "known cards")
    for player in view["players"]:
        mark = "*" if player["seat"] in view["to_act"] else ""
        numbers = (player[key] for key in ("score", "trains", "stations", "cards", "tickets"))
        table.add_row(f"{player['seat']}{mark}", *map(str, numbers), counted(player["known"]))
    return table


def outcome_table(outcome: dict[str, Any]) -> Table:
    """Final scores by part."""
    table = Table("seat", "rank", "score", "routes", "tickets", "stations", "longest", "longest path")
    for player in sorted(outcome["players"], key=lambda player: (player["rank"], player["seat"])):
        parts = ("rank", "score", "routes", "tickets", "stations", "longest", "longest_path")
        table.add_row(str(player["seat"]), *(str(player[part]) for part in parts))
    return table


def print_view(view: dict[str, Any], ruleset: Ruleset) -> None:
    """Print everything of a view that has a text form."""
    console = Console(highlight=False)
    turn = f", turn {view['turn']}" if view["turn"] else ""
    console.print(
        f"{ruleset.name}, after {view['version']} actions{turn}, phase: {view['phase']}", markup=False
    )
    if view["final_round"]:
        console.print(f"final round: {view['final_round']['turns_left']} turns left")
    market = " ".join(card or "(empty)" for card in view["market"])
    console.print(
        f"market: {market}   deck: {view['deck']}   ticket deck: {view['ticket_deck']}", markup=False
    )
    console.print(f"discard: {counted(view['discard'])}", markup=False)
    console.print(players_table(view))
    lengths = {route.id: route.length for route in ruleset.routes}
    for player in view["players"]:
        routes = ", ".join(f"{route} ({lengths[route]})" for route in player["routes"])
        built = f"; stations: {', '.join(player['stations_built'])}" if player["stations_built"] else ""
        console.print(f"seat {player['seat']}: {routes or 'no routes'}{built}", markup=False)
    if view["hand"] is not None:
        console.print(f"hand of seat {view['seat']}: {counted(view['hand'])}", markup=False)
        for ticket in view["tickets"]:
            console.print(f"  ticket {ticket['id']}: {ticket['state']}", markup=False)
    if view["outcome"]:
        console.print(outcome_table(view["outcome"]))
