"""The files of a ruleset: their text, and the line numbers of their parts."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Collection, Iterator
from importlib.resources.abc import Traversable
from typing import Any

from whistlestop.errors import RulesetError, short
from whistlestop.format.shape import Path
from whistlestop.format.tables import Table

from .variants import BASE, SECTION

SETTINGS = "ruleset.toml"
_HEADER = re.compile(r"\s*\[\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w.-]+)\s*=")
_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


def read_text(folder: Traversable, name: str) -> str:
    """Return the text of a file, with or without a byte order mark; raises RulesetError."""
    try:
        return (folder / name).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise RulesetError(f"{name}: the file is missing") from None
    except UnicodeDecodeError:
        raise RulesetError(f"{name}: the file is not UTF-8 text") from None
    except OSError as error:  # a folder of this name, or an unreadable file
        raise RulesetError(f"{name}: {error.strerror}") from None


class SettingsFile:
    """`ruleset.toml`: its contents, and the lines of its keys."""

    def __init__(self, folder: Traversable, variant: str = "") -> None:
        """Raises RulesetError if the file is not valid TOML.

        `variant`: the variant whose settings override the board's.
        """
        text = read_text(folder, SETTINGS)
        try:
            self.content: dict[str, Any] = tomllib.loads(text)
        except RecursionError:
            raise RulesetError(f"{SETTINGS}: brackets are nested too deep") from None
        except ValueError as error:
            found = _LINE.search(str(error))
            line = f", line {found[1]}" if found else ""
            raise RulesetError(f"{SETTINGS}{line}: {_LINE.sub('', str(error))}") from None
        self._starts: list[Path] = [(SECTION, variant), ()] if variant else [()]
        self._lines: dict[Path, int] = {}
        section: Path = ()
        for number, line in enumerate(text.splitlines(), 1):
            if header := _HEADER.match(line):
                section = tuple(header[1].split("."))
                self._lines.setdefault(section, number)
            elif key := _KEY.match(line):
                self._lines.setdefault((*section, *key[1].split(".")), number)

    def place(self, path: Path) -> str:
        """Return the file and, if the setting or its section is in it, the line."""
        for size in range(len(path), 0, -1):
            for start in self._starts:
                if line := self._lines.get((*start, *path[:size])):
                    return f"{SETTINGS}, line {line}"
        return SETTINGS


class TableFile:
    """A table: its rows as plain data of the right shape, their lines, and the errors of the file.

    `spoilt` are the rows in which values were replaced, with the columns; `whole` says whether each line has a row.
    """

    def __init__(
        self,
        folder: Traversable,
        name: str,
        table: Table,
        label: str = "",
        variant: str = "",
        variants: Collection[str] = (),
    ) -> None:
        """`label` precedes the name of a file in another folder; `variant` is one of the board's `variants`."""
        self.file = f"{label}{name}.csv"
        self._variant = variant or BASE
        self._variants = (BASE, *variants)
        self.rows: list[dict[str, Any]] = []
        self.problems: list[str] = []
        self.spoilt: dict[int, set[str]] = {}
        self.whole = True
        self._lines: list[int] = []
        try:
            self._read(read_text(folder, f"{name}.csv"), table)
        except RulesetError as error:
            self.problems += error.problems
            self.whole = False

    def place(self, row: int | None = None) -> str:
        """Return the file, and the line of a row."""
        return self.file if row is None else f"{self.file}, line {self._lines[row]}"

    def _read(self, text: str, table: Table) -> None:
        lines = self._cells(text)
        line, heading = next(lines, (1, []))
        marked = heading[-1:] == [SECTION]
        if heading[: -1 if marked else None] != table.heading:
            found = short(",".join(heading), 200)
            self._fault(line, f"the columns must be {','.join(table.heading)}, not {found}")
            return
        for line, cells in lines:
            if len(cells) != len(heading):
                self._fault(line, f"{len(cells)} cells instead of {len(heading)}")
                continue
            if marked and not self._belongs(line, cells.pop()):
                continue
            row, wrong = table.read(cells)
            self.problems += [f"{self.file}, line {line}: {column}: {text}" for column, text in wrong.items()]
            if "id" in wrong:  # without its id, the row cannot be compared with anything
                self.whole = False
                continue
            if wrong:
                self.spoilt[len(self.rows)] = set(wrong)
            self.rows.append(row)
            self._lines.append(line)

    def _belongs(self, line: int, cell: str) -> bool:
        """Return whether a row belongs to the variant."""
        names = cell.split("|") if cell else self._variants
        for name in names:
            if name not in self._variants:
                known = ", ".join(self._variants)
                self._fault(line, f"{SECTION}: {short(name)} is not one of {known}")
        return self._variant in names

    def _fault(self, line: int, text: str) -> None:
        self.problems.append(f"{self.file}, line {line}: {text}")
        self.whole = False

    def _cells(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the number and cells of each line that is not empty, up to the first CSV error."""
        reader = csv.reader(io.StringIO(text, newline=""))
        line = 1
        try:
            for cells in reader:
                if cells:
                    yield line, [cell.strip() for cell in cells]
                line = reader.line_num + 1
        except csv.Error as error:
            self._fault(line, str(error))
