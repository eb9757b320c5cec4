"""Find and read the folder of a ruleset: `ruleset.toml`, the tables of its kind, and its base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from whistlestop.errors import RulesetError, short
from whistlestop.format import RulesetData
from whistlestop.format.check import Problem
from whistlestop.format.schema import end_cities
from whistlestop.format.shape import Fault, sift
from whistlestop.games.kind import Kind
from whistlestop.kinds import DEFAULT, KINDS
from whistlestop.languages import LANGUAGES, places_of

from .files import SETTINGS, SettingsFile, TableFile
from .released import root
from .variants import SECTION, merged, variant_faults, variant_id, variant_names, with_variant

FIRST = ("usa", "europe", "switzerland", "card_game")
"""Listed first, in order of complexity; the boards of our own follow by id."""

OWN = ("id", "name", "version", "translations", SECTION)
"""Settings that a ruleset does not inherit from its base. Without own cities, it inherits the names of places."""


@cache
def builtin_ids() -> tuple[str, ...]:
    """Return the ids of the built-in rulesets, in the order used in all lists."""
    names = {ruleset.name for ruleset in root().iterdir() if (ruleset / SETTINGS).is_file()}
    return (*(name for name in FIRST if name in names), *sorted(names.difference(FIRST)))


def builtin_folder(name: str) -> Traversable:
    """Return the folder of a built-in ruleset."""
    return root() / name


@cache
def builtin_rulesets() -> dict[str, tuple[str, str]]:
    """Return the board and the variant of each built-in ruleset by its id; the variant of a board itself is empty.

    The variants of a board follow it.
    """
    return {
        variant_id(board, variant): (board, variant)
        for board in builtin_ids()
        for variant in ("", *variants_of(builtin_folder(board)))
    }


def is_builtin(name: object) -> bool:
    """Return whether this is the id of a built-in board or of a variant of one."""
    return isinstance(name, str) and name in builtin_rulesets()


def variants_of(folder: Traversable) -> tuple[str, ...]:
    """Return the names of the variants of a folder's board; raises RulesetError."""
    return _variants_in(SettingsFile(folder))


def _variants_in(file: SettingsFile) -> tuple[str, ...]:
    if faults := variant_faults(file.content):
        raise RulesetError.of([f"{file.place(fault.path)}: {fault}" for fault in faults])
    return variant_names(file.content)


def find_folder(name_or_path: str | Path, known: list[str]) -> Path:
    """Return the folder of a custom board; raises RulesetError if it does not exist. `known` are possible names."""
    path = Path(name_or_path)
    try:
        found = path.is_dir()
    except (OSError, ValueError):  # too long or invalid as a name, or not readable
        found = False
    if not found:
        raise RulesetError(
            f"unknown ruleset {short(str(path), 200)}: not a folder, and not one of {', '.join(known)}"
        )
    return path


def kind_in(settings: dict[str, Any]) -> Kind:
    """Return the kind of game named by plain data or a `ruleset.toml`; raises RulesetError."""
    name = settings.get("machine", DEFAULT.name)
    if not isinstance(name, str):
        raise RulesetError(f"machine: expected a name, not {type(name).__name__}")
    if name not in KINDS:
        raise RulesetError(f"machine: {short(name)} is not one of {', '.join(KINDS)}")
    return KINDS[name]


def without_default(plain: dict[str, Any]) -> dict[str, Any]:
    """Return plain data without the name of the default kind, which is optional."""
    return {key: value for key, value in plain.items() if (key, value) != ("machine", DEFAULT.name)}


def read_data(plain: dict[str, Any]) -> RulesetData:
    """Return a ruleset given as plain data; raises RulesetError with all parts of the wrong shape."""
    try:
        kind = kind_in(plain)
    except RulesetError as error:
        raise RulesetError(f"board: {error}") from None
    clean, faults = sift(without_default(plain), kind.data.ruleset.shape)
    if faults:
        raise RulesetError.of([f"board: {fault}" for fault in faults])
    return msgspec.convert(clean, kind.data.ruleset.shape)


@dataclass(frozen=True)
class Read:
    """A ruleset that was read: valid data, and the folders that it came from.

    The first folder is its own, the second that of its base, if it has one. `variant_of` is the id of the board that it
    is a variant of; empty for a board.
    """

    data: RulesetData
    folders: tuple[Traversable, ...]
    variant_of: str


def read_folder(folder: Traversable, variant: str = "", *, without: frozenset[str] = frozenset()) -> Read:
    """Read a board or one of its variants.

    Raises RulesetError with file, line and reason for all errors in all files. Errors in the tables named in `without`
    are ignored; these tables may be incomplete or missing.
    """
    file = SettingsFile(folder, variant)
    variants = _variants_in(file)
    folders, board = _with_base(folder, file)
    settings = with_variant(board, variant)
    try:
        kind = kind_in(settings)
    except RulesetError as error:
        raise RulesetError(f"{file.place(('machine',))}: {error}") from None
    clean, faults = sift(
        without_default(settings), kind.data.ruleset.shape, leave=frozenset(kind.data.tables)
    )
    faults += _taken_id(folder, settings)
    tables = {}
    for name, table in kind.data.tables.items():
        at = next((one for one in folders if (one / f"{name}.csv").is_file()), folder)
        label, known = ("", variants) if at is folder else (f"{at.name}/", variants_of(at))
        tables[name] = TableFile(at, name, table, label, variant if at is folder else "", known)
    problems = [f"{file.place(fault.path)}: {fault}" for fault in faults]
    problems += [
        problem for name, table in tables.items() if name not in without for problem in table.problems
    ]
    data = msgspec.convert(
        clean | {name: table.rows for name, table in tables.items()}, kind.data.ruleset.shape
    )
    problems += _compared(data, kind, file, tables, faults, without)
    if problems:
        raise RulesetError.of(problems)
    return Read(data, folders, board["id"] if variant else "")


def _with_base(folder: Traversable, file: SettingsFile) -> tuple[tuple[Traversable, ...], dict[str, Any]]:
    """Return the folders to read from, and the settings: those of the base, overridden by the ruleset's own."""
    own = dict(file.content)
    if "base" not in own:
        return (folder,), own
    base = own.pop("base")
    if base not in builtin_ids():
        shown = short(base) if isinstance(base, str) else type(base).__name__
        raise RulesetError(f"{file.place(('base',))}: base: {shown} is not one of {', '.join(builtin_ids())}")
    there = builtin_folder(base)
    taken = SettingsFile(there).content
    names = taken.get("translations", {})
    if isinstance(own.get("translations", {}), dict):
        found = _with_cards(names, own)
        if not (folder / "cities.csv").is_file():
            found = merged(_with_places(base, names, own.get("countries")), found)
        if found := merged(found, own.get("translations", {})):
            own["translations"] = found
    taken = {key: value for key, value in taken.items() if key not in OWN}
    if own.get("machine", taken.get("machine")) != taken.get("machine"):
        raise RulesetError(
            f"{file.place(('machine',))}: machine: the base {base} is a different kind of game"
        )
    return (folder, there), merged(taken, own)


def _with_cards(names: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return the base's translations of names of cards, except for those that the board replaces (MECH-6)."""
    replaced = own.get("card_names")
    renamed = replaced if isinstance(replaced, dict) else {}
    found = {}
    for language, translation in names.items():
        cards = translation.get("card_names", {})
        if left := {card: name for card, name in cards.items() if card not in renamed}:
            found[language] = {"card_names": left}
    return found


def _with_places(base: str, names: dict[str, Any], countries: object) -> dict[str, Any]:
    """Return the translations of the places of the base, which has the same cities.

    `names` are the base's own translations; those of other built-in games are in the catalogues of the languages.
    """
    renamed = countries if isinstance(countries, dict) else {}
    found: dict[str, Any] = {}
    for language in LANGUAGES:
        translation = names.get(language, {})
        named = {part: translation[part] for part in ("cities", "countries") if part in translation}
        places = merged(places_of(language, base), named)
        places["countries"] = {
            place: name for place, name in places["countries"].items() if place not in renamed
        }
        if filled := {part: names for part, names in places.items() if names}:
            found[language] = filled
    return found


def _taken_id(folder: Traversable, settings: dict[str, Any]) -> list[Fault]:
    """Report an id of a built-in ruleset, which records and positions would confuse with it."""
    name = settings.get("id")
    if not is_builtin(name):
        return []
    if Path(str(folder)).resolve().is_relative_to(Path(str(root())).resolve()):
        return []  # the game itself, or an earlier version of it
    return [Fault(("id",), f"{name} is a built-in ruleset; choose another id for your board")]


def _compared(
    data: RulesetData,
    kind: Kind,
    file: SettingsFile,
    tables: dict[str, TableFile],
    faults: list[Fault],
    without: frozenset[str],
) -> list[str]:
    """Return the inconsistencies between the parts, except for those with unreadable parts."""
    unread: set[tuple[str | int, ...]] = {fault.path[:1] for fault in faults} | {(name,) for name in without}
    unread |= {(name,) for name, table in tables.items() if not table.whole}
    for each, spoilt in ((name, table.spoilt) for name, table in tables.items()):
        for line, columns in spoilt.items():
            unread |= {(each, line), *((each, line, column) for column in columns)}
    if unread:
        unread.add(())
    found = []
    for problem in (*kind.data.find_problems(data), *_slips(data)):
        name, *row = problem.at
        row_counts = name in tables and name not in without
        if unread & {problem.at, problem.at if row_counts else problem.at[:1], *problem.beside}:
            continue
        table = tables.get(str(name))
        place = file.place(problem.at) if table is None else table.place(*(int(n) for n in row[:1]))
        found.append(f"{place}: {problem.text}")
    return found


def _slips(data: Any) -> Iterator[Problem]:
    """Yield contradictions that do not affect play. Authors must resolve them; old records may have them."""
    for n, ticket in enumerate(data.tickets):
        target = ticket.targets[0] if len(ticket.targets) == 1 else None
        if target is not None and end_cities(ticket.id)[1] != target:
            yield Problem(f"ticket {ticket.id}: the id must end with the target {target}", ("tickets", n))
