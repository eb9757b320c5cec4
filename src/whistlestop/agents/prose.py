"""A game in short English text, from one seat's knowledge.

Actions, routes, tickets and cards have their names in notation (docs/notation.md), so that what is read can be written.
A board's own names of cards follow in parentheses (MECH-6). Fields that a kind of game adds to views, plans and events
appear under their own names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec
from msgspec import Struct

from whistlestop.format import CARDS
from whistlestop.format.shape import choices
from whistlestop.kinds import AnyEvent, AnyHint, AnyPlan, AnyView, kind_of
from whistlestop.text.names import called, counted

if TYPE_CHECKING:
    from whistlestop.format import Card, Ruleset
    from whistlestop.observation import Observation
    from whistlestop.text.events import Event

WAYS = 6
"""Maximum number of ways to take one action, such as payments for a route, that a decision lists."""
PLACED = 24
"""Maximum number of further places, such as routes that can be claimed, that a decision names."""
DULL = frozenset({"refilled", "turn"})
"""Events that follow from others or from the position."""
PLACES = frozenset({"seat", "slot", "slots", "owes", "machine", "version"})
"""Fields that say nothing in words, or that the text says in another way."""


def rules(ruleset: Ruleset) -> str:
    """Return the rules of a game and, for a map, its routes."""
    lines = [f"{ruleset.name}, {ruleset.sizes} players. Most points win."]
    lines += kind_of(ruleset).told.brief(ruleset)
    if own := ruleset.card_names:
        lines.append(
            f"Names of cards: {', '.join(called(card, own) for card in own)}. Actions have the words in front."
        )
    if ruleset.routes:
        routes = (
            f"{route.id} {route.length} {called(route.color, ruleset.card_names)}"
            + (f" {route.kind}" if route.kind != "normal" else "")
            + (f" wilds {route.wilds}" if route.wilds else "")
            for route in ruleset.routes
        )
        lines.append(f"Routes (length, color): {', '.join(routes)}.")
    return "\n".join(lines)


def position(seen: Observation, names: Sequence[str], look: bool = False) -> str:
    """Return everything that a seat knows, with the decision that it has to make. look: see `Observation.view`."""
    view = msgspec.to_builtins(seen.view(look))
    lines = [_situation(seen.ruleset, view)]
    for player in view["players"]:
        known = {key: value for key, value in player.items() if key not in PLACES}
        known = _called(known, seen.ruleset.card_names)
        lines.append(f"{names[player['seat']]}: {_fields(known)}")
    return "\n".join([*lines, *_of_the_seat(seen, view, look)])


def decision(seen: Observation, names: Sequence[str], look: bool = False) -> str:
    """Return what a seat needs for its next action: less than `position`, without others' routes."""
    view = msgspec.to_builtins(seen.view(look))
    others = []
    for player in view["players"]:
        short = {
            key: value for key, value in player.items() if key not in PLACES | {"known"} and not _ids(value)
        }
        short = _called(short, seen.ruleset.card_names)
        others.append(f"{names[player['seat']]}: {_fields(short)}")
    lines = [_situation(seen.ruleset, view), "; ".join(others) + "."]
    return "\n".join([*lines, *_of_the_seat(seen, view, look)])


def news(
    events: Iterable[Event | Mapping[str, Any]], names: Sequence[str], ruleset: Ruleset | None = None
) -> list[str]:
    """Return what happened, one line for each event, which is a record or the same in built-in types.

    ruleset: the game's, for its names of cards.
    """
    own = {} if ruleset is None else ruleset.card_names
    lines = []
    for event in map(msgspec.to_builtins, events):
        name = event["event"]
        if name in DULL:
            continue
        who = f"{names[event['seat']]}: " if "seat" in event else ""
        fields = {key: value for key, value in event.items() if key not in PLACES | {"event"}}
        told = _fields(_called(fields, own))
        lines.append(f"{who}{name.replace('_', ' ')}{f' ({told})' if told else ''}")
    return lines


def result(seen: Observation, names: Sequence[str]) -> str:
    """Return the final scores."""
    outcome: Any = msgspec.to_builtins(seen.outcome())
    ranked = sorted(outcome["players"], key=lambda player: (player["rank"], player["seat"]))
    lines = [
        f"{player['rank']}. {names[player['seat']]}: "
        + _fields(
            {
                key: value
                for key, value in player.items()
                if key not in PLACES | {"rank"} and not isinstance(value, list)
            }
        )
        for player in ranked
    ]
    return "\n".join(["The game is over.", *lines])


def hint(told: Any, ruleset: Ruleset | None = None) -> str:
    """Return a recommended action with its reasons. told: an `Observation.hint` in built-in types.

    ruleset: the game's, for its names of cards.
    """
    own = {} if ruleset is None else ruleset.card_names
    reasons = (
        f"{reason.pop('reason').replace('_', ' ')}{f' ({_fields(_called(reason, own))})' if reason else ''}"
        for reason in told["reasons"]
    )
    return f"{told['action']}: {'; '.join(reasons)}" if told["reasons"] else str(told["action"])


def actions(legal: Sequence[str], start: str = "") -> str:
    """Return all legal actions that begin with a text, those that differ only in their last part in one line."""
    return "\n".join(_line(head, ways, len(ways)) for head, ways in _grouped(legal) if head.startswith(start))


def _situation(ruleset: Ruleset, view: Mapping[str, Any]) -> str:
    parts = [f"{ruleset.name}, turn {view['turn'] + 1}, {view['phase'].replace('_', ' ')}"]
    if view["final_round"]:
        parts.append(f"last round: {view['final_round']['turns_left']} turns left")
    market = ", ".join(called(card or "-", ruleset.card_names) for card in view["market"])
    parts.append(f"face up: {market}")
    parts.append(f"deck {view['deck']}, tickets {view['ticket_deck']}, discarded {view['discard_size']}")
    return "; ".join(parts) + "."


def _of_the_seat(seen: Observation, view: Mapping[str, Any], look: bool) -> list[str]:
    """Return the cards, tickets and actions of a seat; empty for a spectator."""
    if view["hand"] is None:
        return []
    plan = msgspec.to_builtins(seen.plan(look))
    return [*_cards(seen.ruleset, view), *_tickets(seen.ruleset, view, plan), *_choices(view, plan)]


def _cards(ruleset: Ruleset, view: Mapping[str, Any]) -> list[str]:
    own = ruleset.card_names
    lines = [f"Your hand: {counted(view['hand'], own)}."]
    if view.get("stack") is not None:
        lines.append(f"Your stack: {counted(view['stack'], own)}.")
    return lines


def _tickets(ruleset: Ruleset, view: Mapping[str, Any], planned: Mapping[str, Any]) -> list[str]:
    own, lines = ruleset.card_names, []
    plans = {ticket["id"]: ticket for ticket in planned["tickets"]}
    for ticket in [*view["tickets"], *view["offer"]]:
        name = ticket["id"]
        plan = {
            key: plans[name][key]
            for key in plans.get(name, ())
            if key not in {"id", "points", "offered", "to", "ways"}
        }
        offered = " offered" if ticket in view["offer"] else ""
        points = "/".join(str(points) for points in ticket["points"])
        cost = f" costs {counted(ticket['cards'], own)}" if ticket.get("cards") else ""
        needs = "" if ticket.get("state") in {"done", "lost"} else _fields(_called(plan, own))
        state = "" if offered else f" {ticket['state']}"
        lines.append(f"Ticket{offered} {name} ({points}){cost}{state}{f': {needs}' if needs else ''}")
    return lines


def _choices(view: Mapping[str, Any], plan: Mapping[str, Any]) -> list[str]:
    legal = view["legal"]
    if not legal:
        return []
    # Alternatives would make most routes of the board wanted.
    tickets = [{key: ticket[key] for key in ticket if key != "ways"} for ticket in plan["tickets"]]
    wanted = msgspec.json.encode({**plan, "routes": None, "tickets": tickets}).decode()
    lines = [f"Keep at least {view['keep_min']}."] if view["keep_min"] else []
    others: dict[str, list[str]] = {}
    for head, ways in _grouped(legal):
        word, _, place = head.partition(":")
        # Claims and similar actions are listed in full only where the seat's tickets need them.
        if place and f'"{place}"' not in wanted:
            others.setdefault(word, []).append(place)
        else:
            lines.append(_line(head, ways, WAYS if place else 2 * WAYS))
    for word, places in others.items():
        more = f" and {len(places) - PLACED} more" if len(places) > PLACED else ""
        lines.append(f"{word} also, with payments in actions: {', '.join(places[:PLACED])}{more}")
    return ["Your actions:", *lines]


def _grouped(legal: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return actions that differ only after the last colon together, in the order of the first of each."""
    groups: dict[str, list[str]] = {}
    for action in legal:
        head, _, way = action.rpartition(":")
        if head:
            groups.setdefault(head, []).append(way)
        else:
            groups.setdefault(action, [])
    return list(groups.items())


def _line(head: str, ways: Sequence[str], most: int) -> str:
    more = f" | {len(ways) - most} more, see actions" if len(ways) > most else ""
    return head + (f":{' | '.join(ways[:most])}{more}" if ways else "")


@cache
def _card_fields() -> frozenset[str]:
    """Return the names of the fields that hold cards, in views, events, plans and hints."""
    found: set[str] = set()
    read: set[type[Struct]] = set()
    left: list[Any] = [AnyView, AnyEvent, AnyPlan, AnyHint]
    while left:
        hint = left.pop()
        left += get_args(hint)
        if isinstance(hint, type) and issubclass(hint, Struct) and hint not in read:
            read.add(hint)
            hints = get_type_hints(hint)
            found |= {name for name, one in hints.items() if _has_cards(one)}
            left += hints.values()
    return frozenset(found)


def _has_cards(hint: Any) -> bool:
    return any(word in CARDS for word in choices(hint)) or any(map(_has_cards, get_args(hint)))


def _called(value: Any, names: Mapping[Card, str], cards: bool = False) -> Any:
    """Return built-in data with the board's own names of cards. cards: whether all words in it are cards."""
    if not names:
        return value
    if isinstance(value, dict):
        return {
            called(key, names) if cards else key: _called(part, names, cards or key in _card_fields())
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [_called(part, names, cards) for part in value]
    return called(value, names) if cards and isinstance(value, str) else value


def _ids(value: Any) -> bool:
    """Whether a value is a list of names, such as the routes of a player."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _fields(record: Mapping[str, Any]) -> str:
    return ", ".join(
        key.replace("_", " ") if value is True else f"{key.replace('_', ' ')} {_value(value)}"
        for key, value in record.items()
        if value not in (None, False, 0, "", [], {}) and _value(value)
    )


def _value(value: Any) -> str:
    if isinstance(value, dict):
        told = (
            f"{key} {_value(part)}" for key, part in value.items() if part not in (None, False, 0, [], {})
        )
        return "(" + ", ".join(told) + ")" if any(value.values()) else ""
    if isinstance(value, list):
        return " ".join(_value(part) for part in value)
    return str(value)
