// Numbers rounded as in Python: exactly, with ties to the even digit.

/** A number rounded to an integer. */
export function rint(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 ? rounded - 1 : rounded;
}

/** A number rounded to this number of decimals. */
export function rounded(value: number, decimals: number): number {
  const scaled = value * 10 ** decimals;
  // Ties are odd multiples of a half, which binary fractions hold only if they are multiples of this power of two.
  if (Number.isInteger(value * 2 ** (decimals + 1)) && Math.abs(scaled % 1) === 0.5) {
    return rint(scaled) / 10 ** decimals;
  }
  return Number(value.toFixed(decimals));
}
