// The faces of the characters, each made of a few shapes that are recognizable from 24 pixels up. The picture is 96 units
// wide and high. All share the head.
import { CHARACTERS, relativeOf, type CharacterId, type Principal, type Relative } from "../lib/characters";

/** A shape: its path, its color, and the stroke width if it is a line. */
type Shape = [path: string, paint: string, line?: number];

export interface Face {
  /** Colors of the background, the skin and the clothes. */
  ground: string;
  skin: string;
  coat: string;
  /** Shapes behind the head, and in front of it. */
  back?: Shape[];
  front: Shape[];
  mirrored?: boolean;
}

const DARK = "#2a211c";
const GOLD = "#e3ac48";
const WHITE = "#fff8e6";

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const eyes = (r = 3): Shape => [disc(39.5, 48, r) + disc(56.5, 48, r), DARK];
const brows = (color: string, lift = 3): Shape => [`M34 41q5-${lift} 10 0M52 41q5-${lift} 10 0`, color, 2.8];
const smile: Shape = ["M40 59q8 7 16 0", DARK, 2.8];
const grin: Shape[] = [
  ["M38.500 57h19q-1.500 10-9.500 10t-9.500-10z", "#7c2218"],
  ["M40.500 57h15v3.500h-15z", WHITE],
];
const smirk: Shape = ["M42 61q8 2 13-4", DARK, 2.8];
const flat: Shape = ["M42 61h12", DARK, 2.8];
const freckles: Shape = [
  disc(36, 54, 1.2) + disc(40, 56, 1.2) + disc(56, 56, 1.2) + disc(60, 54, 1.2),
  "#b86f43",
];
const blush: Shape = [disc(35, 55, 4) + disc(61, 55, 4), "#e98a77"];
const nose: Shape = ["M48 49q3 5 0 6", "#9c5f42", 2.2];
const buttons: Shape = [disc(48, 80, 2.4) + disc(48, 89, 2.4), GOLD];

const PRINCIPALS: Record<Principal, Face> = {
  pip: {
    ground: "#f3c64b",
    skin: "#f6cfae",
    coat: "#c4351f",
    front: [
      ["M27 50q-4-8 0-16h7q-2 8-4 10zM69 50q4-8 0-16h-7q2 8 4 10z", "#b5572a"],
      eyes(3.4),
      blush,
      freckles,
      ...grin,
      ["M22 36q-3-24 26-24t26 22q2 6-4 6H28q-5 0-6-4z", "#3f6fa8"],
      ["M48 12q10 8 8 28M48 12q-10 8-8 28", "#2c5484", 2],
      ["M20 40q28-10 56 0 3 4-2 5-26-7-52 0-5-1-2-5z", "#274a75"],
    ],
  },
  nona: {
    ground: "#d7b7d8",
    skin: "#eec3a0",
    coat: "#7a5298",
    back: [[disc(48, 19, 10) + "M25 52q-4-34 23-34t23 34z", "#b9b6b4"]],
    front: [
      ["M27 44q1-18 21-18t21 18q-6-9-21-9t-21 9z", "#d3d0cd"],
      eyes(2.6),
      [disc(39.5, 48, 7.5) + disc(56.5, 48, 7.5) + "M46 47h3", "#5b4a3a", 2.4],
      blush,
      smile,
      ["M38 72l10 10 10-10 5 4-15 16-15-16z", WHITE],
    ],
  },
  bruno: {
    ground: "#e58a4a",
    skin: "#e8ab88",
    coat: "#2f5d8f",
    front: [
      eyes(),
      brows(DARK, 1),
      nose,
      ["M31 60q6-8 17-4 11-4 17 4-5 7-11 5-4-1-6-4-2 3-6 4-6 2-11-5z", "#3a241a"],
      ["M59 52l7 4-6 2z", "#6b584e"],
      ["M25 37q0-19 23-19t23 19q1 3-3 3H28q-4 0-3-3z", "#3a3733"],
      ["M22 38q26-7 52 0l2 5q-28-6-56 0z", "#22201e"],
      ["M34 76v20M62 76v20", GOLD, 5],
    ],
  },
  lotte: {
    ground: "#9fd0a6",
    skin: "#f8d5b8",
    coat: "#e58aa0",
    back: [["M25 44q-8 18-4 36l9-3q-4-14 1-30zM71 44q8 18 4 36l-9-3q4-14-1-30z", "#d98a2e"]],
    front: [
      ["M28 46q0-14 20-14t20 14q-8-6-20-6t-20 6z", "#d98a2e"],
      eyes(3.2),
      freckles,
      blush,
      smile,
      ["M30 32q0-22 18-22t18 22z", "#f2d27a"],
      ["M30 31q18-6 36 0v-5q-18-6-36 0z", "#c4351f"],
      ["M10 36q38-17 76 0 2 4-3 3-35-9-70 0-5 1-3-3z", "#e7bd56"],
    ],
  },
  edda: {
    ground: "#8fb6d6",
    skin: "#f0c6a4",
    coat: "#1e3358",
    back: [["M23 62q-3-38 25-38t25 38q-4 6-11 4V40H34v26q-7 2-11-4z", "#8a3d20"]],
    front: [
      eyes(),
      brows("#6f2f18"),
      nose,
      smirk,
      ["M26 33q-4-14 4-17 18-6 36 0 8 3 4 17z", "#1e3358"],
      ["M26 32h44v6H26z", "#c4351f"],
      ["M26 38q22-4 44 0l3 5q-25-5-50 0z", "#101d36"],
      [disc(48, 25, 4.5), GOLD],
      buttons,
    ],
  },
  rafik: {
    ground: "#f0d9a4",
    skin: "#c68b5c",
    coat: "#1d7a78",
    back: [
      [
        [
          [28, 36],
          [33, 25],
          [43, 19],
          [54, 19],
          [63, 25],
          [68, 36],
        ]
          .map(([x, y]) => disc(x!, y!, 10))
          .join(""),
        "#231a17",
      ],
    ],
    front: [
      ["M28 50q1 27 20 27t20-27q-2 6-8 6H36q-6 0-8-6z", "#231a17"],
      eyes(),
      brows("#231a17"),
      ["M40 62q8 6 16 0z", WHITE],
      ["M40 74l8 9 8-9z", WHITE],
    ],
  },
  mirela: {
    ground: "#b7c7a0",
    skin: "#8a5a3c",
    coat: "#7b4a22",
    back: [["M62 26q22 2 18 32-2 8-8 8 4-16-8-26z", "#4a1d16"]],
    front: [
      ["M27 46q-1-24 21-24t21 24q-5-13-21-13t-21 13z", "#4a1d16"],
      eyes(),
      grin[0]!,
      grin[1]!,
      ["M25 34q23-8 46 0", "#2a211c", 5],
      [disc(38, 31, 8) + disc(58, 31, 8), GOLD],
      [disc(38, 31, 5.2) + disc(58, 31, 5.2), "#9fd6e6"],
      ["M28 72q20 12 40 0l4 9q-24 11-48 0z", "#ef7d2f"],
    ],
  },
  viktor: {
    ground: "#b9a7a0",
    skin: "#f3d3bd",
    coat: "#22262c",
    front: [
      ["M27 46q-3-26 23-26 22 0 19 26-3-9-8-12-14 3-26-2-5 5-8 14z", "#17181b"],
      eyes(2.8),
      brows("#17181b", 5),
      [disc(56.5, 48, 8), GOLD, 2.6],
      ["M64 51q5 12 1 24", GOLD, 1.8],
      ["M37 58q6-4 11-1 5-3 11 1-6 1-11 0-5 1-11 0z", "#17181b"],
      flat,
      ["M40 72l8 12 8-12z", WHITE],
      ["M36 74l12 5 12-5v11l-12-5-12 5z", "#b3261a"],
    ],
  },
  ines: {
    ground: "#f0b9a0",
    skin: "#e2ae82",
    coat: "#4a6178",
    back: [[disc(48, 17, 9) + "M25 56q-4-36 23-36t23 36z", "#2b1a14"]],
    front: [
      ["M27 46q-2-22 21-22t21 22q-2-8-6-10-14 2-30 0-4 2-6 10z", "#2b1a14"],
      eyes(2.6),
      ["M31 43h16v11H31zM49 43h16v11H49z", "#c4351f", 2.6],
      smirk,
      ["M64 34l18-10 2 4-18 10z", "#f3c64b"],
      ["M82 24l4-2-2 6z", DARK],
      ["M38 72l10 12 10-12z", WHITE],
    ],
  },
  oskar: {
    ground: "#a9c3c0",
    skin: "#f2c9ac",
    coat: "#2f6a3c",
    front: [
      ["M27 42q-4 18 6 28 8 3 6-4-6-8-5-22zM69 42q4 18-6 28-8 3-6-4 6-8 5-22z", "#e9e4da"],
      eyes(2.8),
      brows("#cfc8ba", 4),
      [disc(48, 54, 4.2), "#e39a80"],
      blush,
      smile,
      ["M38 30q8-7 17-3", "#fff", 3],
      buttons,
    ],
  },
  aurelia: {
    ground: "#c9a9dd",
    skin: "#6f452f",
    coat: "#4b2a73",
    back: [["M24 60q-8-44 24-44t24 44q-2 8-9 8V40H33v28q-7 0-9-8z", "#f4f1ec"]],
    front: [
      ["M27 46q-2-26 26-24 18 2 16 24-4-12-14-14-18 0-28 14z", "#f4f1ec"],
      ["M35 48q4.500 3.500 9 0M52 48q4.500 3.500 9 0", DARK, 3],
      brows("#f4f1ec", 4),
      ["M42 60q6 4 12 0-6-3-12 0z", "#c4465a"],
      [disc(28, 60, 3.4) + disc(68, 60, 3.4), GOLD],
      ["M34 74q14 12 28 0", GOLD, 4],
    ],
  },
  zeno: {
    ground: "#8d97a5",
    skin: "#e9c4a6",
    coat: "#24352d",
    front: [
      ["M28 38h7v12h-7zM61 38h7v12h-7z", "#6d6a66"],
      [disc(39.5, 48, 7) + disc(56.5, 48, 7), "#17181b"],
      ["M46 47h4", "#17181b", 2.4],
      ["M36 45l4-2M53 45l4-2", "#fff", 1.6],
      ["M38 58q5-3 10-1 5-2 10 1-5 3-10 1-5 2-10-1z", "#6d6a66"],
      ["M43 64h10l-5 14z", "#6d6a66"],
      ["M31 33V6q17-5 34 0v27z", "#1b1d20"],
      ["M31 33q17-5 34 0v-7q-17-5-34 0z", "#7c2218"],
      ["M20 36q28-11 56 0 2 4-3 4-25-8-50 0-5 0-3-4z", "#1b1d20"],
    ],
  },
};

/** How a relative differs: replacements for colors, and accessories. */
interface Difference extends Pick<Face, "ground" | "skin" | "coat"> {
  colors?: Record<string, string>;
  wears: Shape[];
}

const glasses = (color: string): Shape => [
  disc(39.5, 48, 7.5) + disc(56.5, 48, 7.5) + "M46 47h4",
  color,
  2.4,
];
const square = (color: string): Shape => ["M31 43h15v10H31zM50 43h15v10H50zM46 46h4", color, 2.4];
const earrings = (color: string): Shape => [disc(28, 60, 3.4) + disc(68, 60, 3.4), color];
const bow = (color: string): Shape => ["M48 79l-13-7v14zM48 79l13-7v14z", color];
const scarf = (color: string): Shape => ["M27 71q21 13 42 0l4 9q-25 13-50 0z", color];
const flower = (x: number, y: number, color: string): Shape[] => [
  [disc(x - 4, y, 4) + disc(x + 4, y, 4) + disc(x, y - 4, 4) + disc(x, y + 4, 4), color],
  [disc(x, y, 2.6), GOLD],
];

const DIFFERENCES: Record<Principal, Difference> = {
  pip: {
    ground: "#8ccbd6",
    skin: "#9a6844",
    coat: "#e0a92e",
    colors: { "#b5572a": "#1f1713", "#3f6fa8": "#5e8f3e", "#2c5484": "#46702c", "#274a75": "#3a5f25" },
    wears: [scarf("#c4351f")],
  },
  nona: {
    ground: "#f0cf8a",
    skin: "#b07a50",
    coat: "#28716b",
    colors: { "#b9b6b4": "#4d4a4b", "#d3d0cd": "#656162", "#5b4a3a": "#c4351f" },
    wears: flower(66, 30, "#f6f0e2"),
  },
  bruno: {
    ground: "#9dbf8f",
    skin: "#f2cdb0",
    coat: "#7c2f26",
    colors: { "#3a241a": "#c46a2b", "#3a3733": "#7a5a34", "#22201e": "#54391d" },
    wears: [square("#2a211c")],
  },
  lotte: {
    ground: "#c7b4e2",
    skin: "#a36d48",
    coat: "#3d6f9e",
    colors: { "#d98a2e": "#2a1a14", "#f2d27a": "#e7eef2", "#c4351f": "#1d7a78", "#e7bd56": "#c9d8df" },
    wears: [earrings(GOLD)],
  },
  edda: {
    ground: "#e8a58b",
    skin: "#8f5f3f",
    coat: "#2f5a3a",
    colors: { "#8a3d20": "#18120f", "#6f2f18": "#18120f", "#1e3358": "#2f5a3a", "#101d36": "#183320" },
    wears: [glasses("#f3c64b")],
  },
  rafik: {
    ground: "#a9b9dd",
    skin: "#efc9a7",
    coat: "#a5382b",
    colors: { "#231a17": "#a85a25" },
    wears: [bow("#1e3358")],
  },
  mirela: {
    ground: "#e4c1a0",
    skin: "#f3d0b4",
    coat: "#3f5f80",
    colors: { "#4a1d16": "#d8a63d", "#ef7d2f": "#2f8a6a", "#9fd6e6": "#f0a9a0" },
    wears: [freckles],
  },
  viktor: {
    ground: "#9cc3bd",
    skin: "#a8764f",
    coat: "#3b2450",
    colors: { "#17181b": "#dcd7cd", "#b3261a": "#e3ac48" },
    wears: [earrings("#fff8e6")],
  },
  ines: {
    ground: "#a8d0e6",
    skin: "#f6d6bd",
    coat: "#8a2f4a",
    colors: { "#2b1a14": "#c98a35", "#c4351f": "#1e3358" },
    wears: [blush, freckles],
  },
  oskar: {
    ground: "#e6c58c",
    skin: "#94623f",
    coat: "#39507c",
    colors: { "#e9e4da": "#3a3733", "#cfc8ba": "#3a3733", "#e39a80": "#7c4a30", "#fff": "#c89a72" },
    wears: [glasses("#e9e4da")],
  },
  aurelia: {
    ground: "#f1b5c0",
    skin: "#f0cdb0",
    coat: "#14615c",
    colors: { "#f4f1ec": "#54241a" },
    wears: flower(28, 36, "#fff8e6"),
  },
  zeno: {
    ground: "#d9b28c",
    skin: "#8a5b3d",
    coat: "#5a1f2c",
    colors: { "#6d6a66": "#1c1715", "#1b1d20": "#3d4f77", "#7c2218": "#e3ac48" },
    wears: [bow("#f3c64b")],
  },
};

function relative(who: Principal): Face {
  const { colors = {}, wears, ...own } = DIFFERENCES[who];
  const { back, front } = PRINCIPALS[who];
  const painted = (shapes: Shape[]): Shape[] =>
    shapes.map(([path, paint, ...line]) => [path, colors[paint] ?? paint, ...line]);
  return { ...own, back: painted(back ?? []), front: [...painted(front), ...wears], mirrored: true };
}

const RELATIVES = Object.fromEntries(CHARACTERS.map((who) => [relativeOf(who), relative(who)]));

export const FACES = { ...PRINCIPALS, ...(RELATIVES as Record<Relative, Face>) } satisfies Record<
  CharacterId,
  Face
>;
