"""Text and data of passengers (GER-7 to GER-11)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from whistlestop.core.fields import NONE
from whistlestop.errors import PositionError
from whistlestop.format import Counts, Ruleset
from whistlestop.format.schema import COLORS, Color
from whistlestop.games.plain import plain
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.position.shape import Cards

from .rules import BOARD, BOARDING, kinds_at


class BoardedEvent(SeatEvent, kw_only=True):
    """The seat took a figure from a city or a country."""

    place: str
    color: Color


def stop_name(ruleset: Ruleset, stop: int) -> str:
    """Return the id of a stop: the city, or the country of a border node."""
    city = ruleset.cities[stop]
    return city.country or city.id


def colors_of(row: Any) -> Counts:
    """Return the numbers of figures by color."""
    return {color: int(count) for color, count in zip(COLORS, row, strict=True) if count}


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return no events for choosing a figure, which `followed` reports; None for other actions."""
    return [] if after.values["did"] == BOARD else None


def followed(_before: Knowledge, after: Knowledge) -> list[Event]:
    """Return the figures taken by the action, chosen or not."""
    a = after.values
    return [
        BoardedEvent(seat=a["did_by"], place=stop_name(after.ruleset, stop), color=COLORS[color])
        for stop, color in zip(a["did_boarded"], a["did_boarded_color"], strict=True)
        if stop != NONE
    ]


class InPlayer(Struct, kw_only=True):
    """In a player's data: the figures collected, by color."""

    passengers: Counts


def in_player(public: Public, player: int) -> dict[str, Any]:
    """Return a player's figures."""
    return {"passengers": colors_of(public.values["aboard"][player])}


class InView(Struct, kw_only=True):
    """In a view: the figures at cities and countries, and the places where the player must choose one."""

    figures: dict[str, Counts]
    boarding: list[str]


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the figures on the board."""
    return observation.public.once(_on_board)


def _on_board(public: Public) -> dict[str, Any]:
    return {
        "figures": _figures(public.ruleset, public.values["figures"]),
        "boarding": _boarding(public.ruleset, public.values["boarding"]),
    }


def _figures(ruleset: Ruleset, figures: Any) -> dict[str, Counts]:
    return {
        stop_name(ruleset, stop): counts for stop, row in enumerate(figures) if (counts := colors_of(row))
    }


def _boarding(ruleset: Ruleset, stops: Any) -> list[str]:
    return [stop_name(ruleset, stop) for stop in stops if stop != NONE]


class OfPlayer(Struct):
    """In a player's part of a position: the figures collected."""

    passengers: Cards = {}


def of_player(_ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return a player's figures."""
    return {"passengers": colors_of(s["aboard"][player])}


class InPosition(Struct):
    """In a position: the figures at cities and countries, and the places where the player must choose one."""

    figures: dict[str, Cards] = {}
    boarding: tuple[str, ...] = ()


def in_position(ruleset: Ruleset, s: Any) -> dict[str, Any]:
    """Return the figures on the board."""
    return {"figures": _figures(ruleset, s["figures"]), "boarding": _boarding(ruleset, s["boarding"])}


def read(reader: Any) -> None:
    """Read the figures on the board; raises PositionError for impossible places and numbers."""
    s, position, ruleset = reader.states[0], reader.position, reader.ruleset
    stops = {stop_name(ruleset, stop): int(stop) for stop in ruleset.rules[0]["stop"][: len(ruleset.cities)]}
    for place, cards in position.figures.items():
        stop = reader.index(place, stops, "city or country", "figures")
        _count(ruleset, cards, s["figures"][stop], f"figures, {place}")
        if s["figures"][stop].sum() > ruleset.rules[0]["stop_figures"][stop]:
            raise PositionError(f"figures: more than were put on {place} (GER-7)")
    if len(position.boarding) > len(s["boarding"]) or len(set(position.boarding)) < len(position.boarding):
        raise PositionError("boarding: at most two places, each once (GER-8)")
    for end, place in enumerate(position.boarding):
        s["boarding"][end] = reader.index(place, stops, "city or country", "boarding")


def _count(ruleset: Ruleset, cards: Cards, row: Any, where: str) -> None:
    for color, number in cards.items():
        if color not in COLORS or not ruleset.rules[0]["passenger_colors"][COLORS.index(color)]:
            raise PositionError(f"{where}: there are no figures of the color {color!r} (GER-7)")
        row[COLORS.index(color)] = number


def read_player(reader: Any, player: int, part: Any) -> None:
    """Read a player's figures."""
    _count(
        reader.ruleset, part.passengers, reader.states[0]["aboard"][player], f"player {player}, passengers"
    )


def check(reader: Any) -> None:
    """Check that no color has too many figures, and that the phase is consistent; raises PositionError."""
    s, position, most = reader.states[0], reader.position, int(reader.ruleset.rules[0]["passengers"])
    for color, name in enumerate(COLORS):
        if s["figures"][:, color].sum() + s["aboard"][:, color].sum() > most:
            raise PositionError(f"figures: more than {most} are {name} (GER-7)")
    choosing = position.phase == "boarding"
    if bool(position.boarding) != choosing and position.phase != "giving":
        raise PositionError("boarding: required in the phase boarding, not allowed in others (GER-8)")
    for stop in s["boarding"]:
        if choosing and stop != NONE and plain(kinds_at)(s, stop) < 2:
            raise PositionError(f"boarding: there is no choice at {stop_name(reader.ruleset, stop)} (GER-9)")


def placed(player: dict[str, Any], _ruleset: Ruleset) -> str:
    """Return a player's figures, as text."""
    return f"passengers: {', '.join(f'{count} {color}' for color, count in player['passengers'].items())}"


def brief(ruleset: Any) -> list[str]:
    """Return the rules of passengers (GER-8 to GER-10)."""
    own = ruleset.data.passengers
    return [
        (
            "Figures in several colors stand at cities and countries. A claim takes one from each end of the route, if "
            "there is one; you choose which if there are several colors: `board:PLACE:COLOR`."
        ),
        (
            f"At the end, the most figures of a color score {own.first} points and the second most {own.second}. "
            "Tied players all score; after a tie for the most there is no second."
        ),
    ]


TELLING = Telling(
    brief=brief,
    phases={BOARDING: "boarding"},
    words={BOARD: Word("board", place="figure")},
    events=(BoardedEvent,),
    acted=acted,
    followed=followed,
    view=Part(InView, in_view),
    player=Part(InPlayer, in_player),
    position=Part(InPosition, in_position),
    position_player=Part(OfPlayer, of_player),
    read=read,
    read_player=read_player,
    check=check,
    placed=placed,
)
