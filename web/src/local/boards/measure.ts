// Sizes of drawings in drawing units, as in src/whistlestop/drawing/measure.py.
export const SLOT = 36;
export const WIDTH = 13;
/** Between two spaces of a route: least and greatest. */
export const GAP = 3;
export const WIDEST_GAP = 10;
/** Between the middles of two routes that run side by side. */
export const LANE = WIDTH + 2.6;
export const RADIUS = 8.5;
/** From the dot of a city to the nearest space. */
export const CLEAR = 3;
/** The size of names; those of border nodes are smaller. */
export const SIZE = 19;
export const ABROAD = 0.8;
/** From one line of a name to the next, in font sizes. */
export const LEADING = 17.6 / SIZE;
/** Of the frame, and from it to the outermost item unless the maker says otherwise. */
export const MARGIN = { frame: 14, usual: 26 };
