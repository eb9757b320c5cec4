// Sizes of drawings in drawing units, as in src/whistlestop/drawing/measure.py.
export const SLOT = 36;
export const WIDTH = 13;
/** The minimum and maximum distance between two spaces of a route. */
export const GAP = 3;
export const WIDEST_GAP = 10;
/** The distance between the middles of two routes that run side by side. */
export const LANE = WIDTH + 2.6;
/** The same for rings of a city: in a bend, corners of spaces extend beyond their lanes. */
export const RING_LANE = LANE + 5;
export const RADIUS = 8.5;
/** The distance from the dot of a city to the nearest space. */
export const CLEAR = 3;
/** The size of names; those of border nodes are smaller. */
export const SIZE = 19;
export const ABROAD = 0.8;
/** The distance between the lines of a name, in font sizes. */
export const LEADING = 17.6 / SIZE;
/** The width of the frame, and by default the distance from it to the outermost item. */
export const MARGIN = { frame: 14, usual: 26 };
