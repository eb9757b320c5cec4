"""Make the typeface for printing from the client's variable fonts: three styles with all of its letters, as TTF.

Run it after an update of the typeface in `web/package.json`. Besides the development tools, it needs the package
brotli.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "web" / "node_modules" / "@fontsource-variable" / "jost" / "files"
TARGET = ROOT / "src" / "whistlestop" / "printing" / "fonts"
SCRIPTS = ("latin", "latin-ext", "cyrillic")
STYLES = {
    "Jost-Medium": ("normal", 500),
    "Jost-Bold": ("normal", 700),
    "Jost-SemiBoldItalic": ("italic", 600),
}


def main() -> None:
    for name, (slope, weight) in STYLES.items():
        with tempfile.TemporaryDirectory() as folder:
            parts = []
            for script in SCRIPTS:
                font = instantiateVariableFont(
                    TTFont(SOURCE / f"jost-{script}-wght-{slope}.woff2"), {"wght": weight}
                )
                font.flavor = None
                parts.append(str(Path(folder) / f"{script}.ttf"))
                font.save(parts[-1])
            Merger().merge(parts).save(TARGET / f"{name}.ttf")


if __name__ == "__main__":
    main()
