// The size of letters on a board, as drawing/measure.py estimates it.

/** Capitals and descenders as fractions of the font size. */
export const CAP = 0.74;
export const DROP = 0.2;

const narrow = new Map([
  ...[..."iljI.,:;'|!"].map((one) => [one, 0.28]),
  ...[..."ftr()-/ "].map((one) => [one, 0.36]),
] as [string, number][]);

/** The approximate width of bold letters, in which names are set, like `text_width` in drawing/measure.py. */
export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, one) => {
    const wide = /[mwMW@]/.test(one) ? 0.89 : /\p{Lu}|&/u.test(one) ? 0.69 : 0.575;
    return sum + (narrow.get(one) ?? wide);
  }, 0) * size;
