// The colors of seats. Elements have the class of their seat; an ancestor maps each class to a color.

/** The numbers of the colors that players can choose. */
export const COLORS = [0, 1, 2, 3, 4] as const;

export interface Colored {
  seat: number;
  color?: number;
}

const colors = (seats: readonly Colored[]): [name: string, color: string][] =>
  seats.map(({ seat, color = seat }) => [`--seat-${seat}`, `var(--paint-${color})`]);

/** The style that gives seats these colors within an element. */
export const painted = (seats: readonly Colored[]): string =>
  colors(seats)
    .map(([name, color]) => `${name}: ${color}`)
    .join("; ");

/** Give seats these colors on the whole page, including dialogs and pictures; the returned function undoes it. */
export function paintPage(seats: readonly Colored[]): () => void {
  const { style } = document.documentElement;
  const chosen = colors(seats);
  for (const [name, color] of chosen) style.setProperty(name, color);
  return () => chosen.forEach(([name]) => style.removeProperty(name));
}
