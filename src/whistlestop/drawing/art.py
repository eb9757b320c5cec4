"""The look of a board: colors, symbols and the style sheet.

Paper, ink and a few warm printing colors, like a railway poster of the 1950s. Every route color and every seat also has
its own symbol, so that nothing depends on hue alone.
"""

from __future__ import annotations

from whistlestop.format.look import Palette

from .palettes import PALETTES, PLAIN

FONT = (
    "'Jost Variable',Jost,'Avenir Next',Avenir,'Gill Sans Nova','Gill Sans','Segoe UI','Noto Sans',"
    "'Liberation Sans',Arial,sans-serif"
)
TITLE_FONT = (
    "'Jost Variable',Jost,Futura,'Century Gothic','URW Gothic','Avenir Next','Gill Sans','Trebuchet MS',"
    "sans-serif"
)

# Trains are dark or saturated, spaces are printed in pale colors: with every kind of color blindness each train
# differs clearly from each space (measured by tests/drawing/test_colors.py).
LIGHT = {
    "water": "#a8c6c6",
    "water-2": "#b5d0cd",
    "water-3": "#c4dad3",
    "echo": "#8fb2b5",
    "graticule": "#9bbcbd",
    "land": "#f1e7cf",
    "land-2": "#e6d6b4",
    "land-edge": "#5f7f83",
    "border": "#b59c73",
    "state": "#d9c8a4",
    "peak": "#f4ebd6",
    "peak-shade": "#ddcba6",
    "peak-edge": "#b8a27a",
    "lake": "#b5d0cd",
    "river": "#b9cfc8",
    "label": "#2a2723",
    "label-halo": "#f6eed9",
    "city": "#fbf4e2",
    "city-edge": "#2a2723",
    "city-core": "#b8392b",
    "slot-edge": "#2a2723",
    "tunnel-edge": "#2a2723",
    "black-edge": "#2a2723",
    "track": "#8d8069",
    "frame": "#2a2723",
    "paper": "#f6eed9",
    "accent": "#b8392b",
    "legal": "#94480a",
    "train-edge": "#1d1b19",
    "route-purple": "#d2a6cb",
    "route-blue": "#63a6f0",
    "route-orange": "#e99a4a",
    "route-white": "#fcf8ee",
    "route-green": "#81b187",
    "route-yellow": "#f4df97",
    "route-black": "#484744",
    "route-red": "#d76953",
    "route-gray": "#b7b6b2",
    "wild": "#8a6f3f",
    "seat-0": "#1b8392",
    "seat-1": "#be1962",
    "seat-2": "#371280",
    "seat-3": "#c0fc28",
    "seat-4": "#4c2506",
}
DARK = {
    "water": "#15262d",
    "water-2": "#1a2f36",
    "water-3": "#203940",
    "echo": "#2b4952",
    "graticule": "#1f353d",
    "land": "#38382f",
    "land-2": "#2f302a",
    "land-edge": "#7f9a96",
    "border": "#857656",
    "state": "#4b493c",
    "peak": "#424237",
    "peak-shade": "#272822",
    "peak-edge": "#7a735c",
    "lake": "#1a2f36",
    "river": "#2b464c",
    "label": "#f5ecd6",
    "label-halo": "#23241f",
    "city": "#f5ecd6",
    "city-edge": "#12110f",
    "city-core": "#e0604c",
    "slot-edge": "#b3a88e",
    "tunnel-edge": "#d6bd84",
    "black-edge": "#c9bfa6",
    "track": "#8f866f",
    "frame": "#d9cdb0",
    "paper": "#23241f",
    "accent": "#e0604c",
    "legal": "#ffdf80",
    "train-edge": "#efe6d0",
    "route-purple": "#8366a0",
    "route-blue": "#2c8cd1",
    "route-orange": "#e08e3c",
    "route-white": "#e0d8d1",
    "route-green": "#587f65",
    "route-yellow": "#d6bd7c",
    "route-black": "#272623",
    "route-red": "#93031a",
    "route-gray": "#92908d",
    "wild": "#8a6f3f",
    "seat-0": "#4dc8dd",
    "seat-1": "#fb3173",
    "seat-2": "#4a48c5",
    "seat-3": "#c4f93e",
    "seat-4": "#9b6110",
}

# the symbol of each card color, within 12 x 12 around 0,0; drawn in `currentColor`
GLYPHS = {
    "purple": '<path d="M0-4.6L4.6 0 0 4.6-4.6 0z"/>',
    "blue": '<path d="M0-5C2.4-1.7 3.7-.1 3.7 1.6a3.7 3.7 0 0 1-7.4 0C-3.7-.1-2.4-1.7 0-5z"/>',
    "orange": '<path d="M-4.8 2.6a4.8 4.8 0 0 1 9.6 0zM-5.2 3.4H5.2V4.6H-5.2z"/>',
    "white": '<circle r="3.4" fill="none" stroke="currentColor" stroke-width="2"/>',
    "green": '<path d="M-1.5-4.6h3v3.1h3.1v3H1.5v3.1h-3V1.5h-3.1v-3h3.1z"/>',
    "yellow": '<path d="M0-5.2L1.5-1.7 5.2-1.4 2.4 1.1 3.2 4.7 0 2.8-3.2 4.7-2.4 1.1-5.2-1.4-1.5-1.7z"/>',
    "black": '<path d="M-3-4.6L0-1.6 3-4.6 4.6-3 1.6 0 4.6 3 3 4.6 0 1.6-3 4.6-4.6 3-1.6 0-4.6-3z"/>',
    "red": '<path d="M0-4.7L5 4.1H-5z"/>',
    "wild": '<path d="M0-5.2V5.2M-5.2 0H5.2M-3.7-3.7L3.7 3.7M3.7-3.7L-3.7 3.7" fill="none" stroke="currentColor" '
    'stroke-width="1.2"/><circle r="4.6" fill="none" stroke="currentColor" stroke-width="1.5"/><circle r="1.7"/>',
}
DARK_INK, LIGHT_INK = "#2a2723", "#ffffff"

FIGURES = tuple(color for color in GLYPHS if color != "wild")
ROUTE_COLORS = (*FIGURES, "gray")
TONES = ("purple", "blue", "orange", "green", "yellow", "red", "gray")
"""The colors for the ground of areas; white and black would look like land and shadow."""


def luminance(color: str) -> float:
    """Return the relative luminance of a color such as `#4a7fbd`, from 0 to 1 (WCAG 2.2)."""
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def light_colors(palette: Palette) -> dict[str, str]:
    """Return the light colors of a palette."""
    return LIGHT | PALETTES.get(palette, ({}, {}))[0]


def ink_on(color: str) -> str:
    """Return the ink with the higher contrast on a color."""
    ground = luminance(color) + 0.05
    return DARK_INK if ground / (luminance(DARK_INK) + 0.05) >= 1.05 / ground else LIGHT_INK


for _theme in (LIGHT, DARK):
    _theme |= {f"figure-{color}": ink_on(_theme[f"route-{color}"]) for color in FIGURES}

SEAT_MARKS = (
    '<circle r="2.7"/>',
    '<path d="M-2.5-2.5h5v5h-5z"/>',
    '<path d="M-2.7-3h2L1.5 0-.7 3h-2L-.5 0zM.7-3h1.5L4 0 2.2 3H.7L2.2 0z"/>',
    '<path d="M-2.9-3h1.9v6h-1.9zM1-3h1.9v6H1z"/>',
    '<path d="M-3.4 1.9L-3.4-2-1.4-.2 0-2.8 1.4-.2 3.4-2V1.9z"/>',
)


def board_class(palette: Palette) -> str:
    """Return the classes of the element that contains a drawing. Drawings of several palettes can be on a page."""
    return "board" if palette == PLAIN else f"board in-{palette}"


def variables(theme: str, palette: Palette) -> str:
    """Return the colors as custom properties, with dark ones for dark mode."""
    usual = _variables(theme, ".board", LIGHT, DARK)
    if palette == PLAIN:
        return usual
    return usual + _variables(theme, f".{board_class(palette).replace(' ', '.')}", *PALETTES[palette])


def _variables(theme: str, board: str, lights: dict[str, str], darks: dict[str, str]) -> str:
    light = ";".join(f"--{name}:{value}" for name, value in lights.items())
    dark = ";".join(f"--{name}:{value}" for name, value in darks.items())
    if theme == "light":
        return f"{board}{{{light}}}"
    if theme == "dark":
        return f"{board}{{{dark}}}"
    return (
        f"{board}{{{light}}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]) {board}{{{dark}}}"
        f"svg{board}:root:not([data-theme=light]){{{dark}}}}}"
        f"[data-theme=dark] {board}{{{dark}}}"
    )


def style(theme: str, palette: Palette) -> str:
    """Return the style sheet of a board."""
    # the contents of a symbol are styled where it is used, which selectors that begin with .board cannot reach
    routes = "".join(
        f".board [data-color={c}]{{--c:var(--route-{c})}}"
        f".board [data-color={c}] .slot{{fill:url(#face-{c}) var(--route-{c})}}"
        for c in ROUTE_COLORS
    )
    seats = "".join(
        f".board .seat-{k}{{--seat:var(--seat-{k});--mark-{k}:1}}.seat-mark-{k}{{opacity:var(--mark-{k},0)}}"
        for k in range(5)
    )
    tones = "".join(f".board .tone-{color}{{stroke:var(--route-{color})}}" for color in TONES)
    return variables(theme, palette) + routes + seats + tones + _RULES


_RULES = f"""
.board{{font-family:{FONT};background:var(--water)}}
.board .sea{{fill:var(--water)}}
.board .graticule{{fill:none;stroke:var(--graticule);stroke-width:.8}}
.board .paper{{stop-color:var(--land)}}
.board .paper-2{{stop-color:var(--land-2)}}
.board .shore{{fill:none;stroke-linejoin:round}}
.board .shallow-3{{stroke:var(--water-2);stroke-width:42.4}}
.board .rim-2{{stroke:var(--echo);stroke-width:27}}
.board .shallow-2{{stroke:var(--water-2);stroke-width:25.4}}
.board .rim-1{{stroke:var(--echo);stroke-width:13}}
.board .shallow-1{{stroke:var(--water-3);stroke-width:11.4}}
.board .coast{{fill:url(#paper);stroke:var(--land-edge);stroke-width:1.3;stroke-linejoin:round}}
.board .lakes{{fill:var(--lake);stroke:var(--land-edge);stroke-width:.8}}
.board .rivers{{fill:none;stroke:var(--river);stroke-width:1.3;stroke-linejoin:round}}
.board .states{{fill:none;stroke:var(--state);stroke-width:1}}
.board .borders{{fill:none;stroke:var(--border);stroke-width:1.7;stroke-dasharray:8 3 1.5 3}}
.board .marches{{fill:none;stroke:var(--border);stroke-width:9;stroke-opacity:.2;stroke-linejoin:round}}
.board .area{{fill:none;stroke-width:62;stroke-opacity:.38;stroke-linecap:round;stroke-linejoin:round}}
.board .track{{fill:none;stroke:var(--track);stroke-width:1.3;stroke-dasharray:1.5 3.5}}
.board .slot{{stroke:var(--slot-edge);stroke-width:.9}}
.board .slot.wild{{fill:url(#face-wild) var(--wild)}}
.board [data-color=black] .slot{{stroke:var(--black-edge)}}
.board [data-kind=tunnel] .slot{{stroke:var(--tunnel-edge);stroke-width:2.6;stroke-dasharray:4.2 1.8}}
.board [data-kind=ferry] .slot{{stroke-width:1.1}}
.board .cross{{fill:none;stroke:var(--label-halo);stroke-width:4.4;stroke-linecap:round;pointer-events:none}}
.board .cross path+path{{stroke:var(--label);stroke-width:2}}
.board .owned .cross{{display:none}}
.board .hit{{fill:none;stroke:transparent;stroke-width:20;stroke-linecap:round;pointer-events:stroke}}
.board circle.hit{{stroke:none;fill:transparent;pointer-events:all}}
.board .train,.board .station{{display:none}}
.board .owned .train,.board .built .station{{display:inline}}
.board .owned .slot{{display:none}}
.board .owned .track{{stroke:var(--train-edge);stroke-width:9.6;stroke-dasharray:none}}
.board .casing{{fill:none;stroke:var(--seat);stroke-width:6.6}}
.board .route:not(.owned) .casing{{display:none}}
.board .legal .track{{stroke:var(--legal);stroke-width:17.4;stroke-dasharray:none}}
.board .dot{{fill:var(--city);stroke:var(--city-edge);stroke-width:2.2}}
.board .core{{fill:var(--city-core);pointer-events:none}}
.board .label{{fill:var(--label);font-weight:700;paint-order:stroke;stroke:var(--label-halo);stroke-width:3.4px;
stroke-linejoin:round;pointer-events:none}}
.board .abroad{{font-weight:600;font-style:italic}}
.board .frame{{fill:none;stroke:var(--frame)}}
.board .edge{{stroke:var(--paper)}}
.board .plate{{fill:var(--paper);stroke:var(--frame)}}
.board .title{{fill:var(--label);font-family:{TITLE_FONT};font-weight:700}}
.board .rose{{fill:var(--frame);stroke:var(--frame)}}
.board .rose .ring{{fill:none}}
.board .rose .pale{{fill:var(--paper)}}
.board .rose .north{{fill:var(--accent);stroke:none}}
.board .foreign .dot{{fill:var(--city-edge);stroke:var(--city)}}
.board .foreign .core{{fill:var(--city)}}
"""

# Peaks on a base from -10 to 10, with light from the left: the outline, the side in shadow, the crests, and the
# engraving strokes that give it depth.
PEAKS = (
    (
        "M-10 2L-1-12 1.5-8.5 3-9.5 10 2",
        "M-1-12L1.5-8.5 3-9.5 10 2H3L0-3.5 1-6z",
        "M-1-12L1-6 0-3.5 3 2",
        "M1.6-7.2L5.6 1.4M3.2-7.4L7.6 1.4M-4.2-4.6L-5.6 0M-2.4-5.2L-3 1",
    ),
    (
        "M-10 2L-4.4-8-2.4-5.2 2-11.5 10 2",
        "M2-11.5L10 2H4.4L2-3 2.8-6zM-4.4-8L-2.4-5.2-3-2-1.6 2h-2.6L-5-2.4z",
        "M2-11.5L2.8-6 2-3 4.4 2M-4.4-8L-5-2.4-4.2 2",
        "M3.8-6.6L7.4 1.4M-.4-5L-1 0M-6.6-2L-7.2 1",
    ),
    (
        "M-10 2C-6-1-4-6.5 0-6.5S6-1 10 2",
        "M0-6.5C4-6.5 6-1 10 2H3.4C3.4-1 2.4-4.6 0-6.5z",
        "",
        "M2.4-4.4C4-2 4.4 0 4.8 1.4M4.4-3C6-.8 6.6.6 7.4 1.4",
    ),
)


def _face(name: str, color: str, figure: str) -> str:
    """Return a piece that fills a slot, slightly larger and centered on it."""
    return (
        f'<pattern id="face-{name}" x="-20" y="-8" width="40" height="16" patternUnits="userSpaceOnUse">'
        f'<path fill="var(--route-{color})" d="M0 0h40v16H0z"/>'
        f'<g transform="translate(20 8)">{figure}</g></pattern>'
    )


STATION_LINES = 'stroke="#1d1b19" stroke-width="1.4" stroke-linejoin="round"'


def station_shape(mark: str) -> str:
    """Return a station in the color `--seat`, about 36 x 34 around 0, -2: `STATION_LINES` has its lines.

    mark: the shape in place of its clock.
    """
    # a platform, a hall with a hipped roof, and a gable in the middle; a pale rim separates it from its background
    return (
        '<path d="M-16.5 12V8h3V-.5h-2.8L-12-6.5h2.5V-8L0-17.2 9.5-8v1.5H12L16.3-.5H13.5V8h3v4z" stroke="#fff8e6" '
        'stroke-width="4.6"/><path d="M-16.5 8h33v4h-33z" fill="#d8cdb4"/>'
        '<path d="M-13.5-1h27V8h-27z" fill="var(--seat)"/><path d="M-16.3-.5L-12-6.5h24L16.3-.5z" fill="#3a3733"/>'
        '<path d="M-8.7 8V-9L0-17.2 8.7-9V8z" fill="var(--seat)"/>'
        '<path d="M-10.2-8L0-17.4 10.2-8" fill="none" stroke-width="2.4" stroke-linecap="round"/>'
        '<circle cy="-2.2" r="7" fill="#fff8e6" stroke-width="1.1"/>'
        f'<g fill="#1d1b19" stroke="none" transform="translate(0 -2.2)scale(1.45)">{mark}</g>'
    )


def symbols() -> str:
    """Return definitions: the symbol of each color (`card-*`), the face of a slot (`face-*`), pieces, peaks.

    Faces are patterns, so that each of a board's hundreds of slots is a single element.
    """
    out = [
        f'<symbol id="card-{name}" viewBox="-6 -6 12 12" overflow="visible"><g fill="currentColor">{shape}</g></symbol>'
        for name, shape in GLYPHS.items()
    ]
    out += [
        _face(
            color,
            color,
            f'<g color="var(--figure-{color})" fill="currentColor" opacity=".8">{GLYPHS.get(color, "")}</g>',
        )
        for color in ROUTE_COLORS
    ]
    out.append(
        # the wheel of the wild card, pale on a dark disc: nothing else on a gray space is as dark
        _face(
            "wild",
            "gray",
            f'<g fill="none" stroke="#ffe9b0"><circle r="6.2" fill="{DARK_INK}" stroke="none"/>'
            '<path d="M0-4.6V4.6M-4.6 0H4.6M-3.2-3.2L3.2 3.2M3.2-3.2L-3.2 3.2" stroke-width=".8"/>'
            '<circle r="4.5" stroke-width="1.3"/><circle r="1.7" fill="#ffe9b0" stroke="none"/></g>',
        )
    )
    marks = "".join(f'<g class="seat-mark-{k}">{shape}</g>' for k, shape in enumerate(SEAT_MARKS))
    out.append(
        # a carriage: its shadow, the body, the raised roof in the light, and a dark sole along the visible side
        '<g id="wagon"><path d="M-15-5h30a2.6 2.6 0 0 1 2.6 2.6V6.2A2.6 2.6 0 0 1 15 8.8H-13.8a2.6 2.6 0 0 1-2.6-2.6z" '
        'fill="#000" fill-opacity=".34"/>'
        '<rect x="-17.2" y="-7.4" width="34.4" height="14.8" rx="3.4" fill="var(--seat)" stroke="var(--train-edge)" '
        'stroke-width="1.5"/><path d="M-14.6 5.1h29.2" stroke="#000" stroke-opacity=".34" stroke-width="2.6"/>'
        '<rect x="-14.6" y="-5.2" width="29.2" height="7" rx="2.4" fill="#fff" fill-opacity=".2"/>'
        '<path d="M-13-5.4h26" stroke="#fff" stroke-opacity=".55" stroke-width="1.2"/>'
        '<path d="M-10.6-7v13.6M10.6-7v13.6" stroke="#000" stroke-opacity=".3"/>'
        f'<circle r="5.1" fill="#fff8e6" stroke="#1d1b19" stroke-width=".8"/><g fill="#1d1b19">{marks}</g></g>'
    )
    out.append(f'<g id="halt" {STATION_LINES}>{station_shape(marks)}</g>')
    out += [
        f'<g id="peak-{k}" stroke="var(--peak-edge)" stroke-linejoin="round"><path d="{outline}" '
        f'fill="var(--peak)" stroke="none"/><path d="{shadow}" fill="var(--peak-shade)" stroke="none"/>'
        f'<path d="{outline}{crests}" fill="none"/><path d="{strokes}" fill="none" stroke-width=".8"/></g>'
        for k, (outline, shadow, crests, strokes) in enumerate(PEAKS)
    ]
    return "".join(out)
