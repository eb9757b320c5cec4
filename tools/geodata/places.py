"""Create web/src/studio/places.tsv from the populated places of Natural Earth, which are in the public domain.

    python tools/geodata/places.py ne_10m_populated_places_simple.zip

The archive is version 4.1.0 of "1:10m Populated Places, simple" (https://www.naturalearthdata.com/downloads/). The
table is for finding places by name: largest first, with other names in Latin script, country and position.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

SOURCE = "ne_10m_populated_places_simple"
DIGEST = "5250c9dafeddbcc568b18bc803faf23c39191b85d8ea6d4eb5cca2ca58a2cd9f"
TARGET = Path(__file__).parent.parent.parent / "web" / "src" / "studio" / "places.tsv"
COLUMNS = ("name", "also", "country", "lat", "lon")
CUT = re.compile(r"(^|[ -])\w?$")
"""Other names that end like this lost their end at an accent."""


def rows_of(table: bytes) -> Iterator[dict[str, str]]:
    """Yield the rows of a dBase table by the names of their columns."""
    count, start, length = struct.unpack_from("<IHH", table, 4)
    fields = [(table[at : at + 11].rstrip(b"\0").decode(), table[at + 16]) for at in range(32, start - 1, 32)]
    for number in range(count):
        at, row = start + number * length + 1, {}  # the first byte says whether the row is deleted
        for name, width in fields:
            row[name] = table[at : at + width].decode().strip(" \0")
            at += width
        yield row


def others(row: dict[str, str]) -> list[str]:
    """Return the other names of a place."""
    found = "|".join((row["namepar"], row["namealt"].replace(",", "|"))).split("|")
    names = dict.fromkeys(name.strip() for name in found)
    return [name for name in names if not CUT.search(name) and name != row["name"]]


def main(path: Path) -> None:
    """Write the table."""
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != DIGEST:
        raise SystemExit(f"{path} is not version 4.1.0 of {SOURCE}.zip")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        places = sorted(
            rows_of(archive.read(f"{SOURCE}.dbf")),
            key=lambda row: (-int(row["pop_max"]), row["name"], row["ne_id"]),
        )
    lines = ["\t".join(COLUMNS)]
    for row in places:
        country = row["iso_a2"] if row["iso_a2"].isalpha() else ""
        degrees = (format(float(row[name]), ".3f") for name in ("latitude", "longitude"))
        lines.append("\t".join((row["name"], "|".join(others(row)), country, *degrees)))
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {len(places)} places, {TARGET.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
