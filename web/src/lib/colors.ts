// The colors of seats. Everything that is drawn for a seat has its class; which color that is says the place around it.

/** The numbers of the colors that a player can choose. */
export const COLORS = [0, 1, 2, 3, 4] as const;

export interface Colored {
  seat: number;
  color?: number;
}

const colors = (seats: readonly Colored[]): [name: string, color: string][] =>
  seats.map(({ seat, color = seat }) => [`--seat-${seat}`, `var(--paint-${color})`]);

/** The style of an element in which seats have these colors. */
export const painted = (seats: readonly Colored[]): string =>
  colors(seats)
    .map(([name, color]) => `${name}: ${color}`)
    .join("; ");

/** Gives seats these colors on the whole page, dialogs and pictures too; the function that it returns takes them back. */
export function paintPage(seats: readonly Colored[]): () => void {
  const { style } = document.documentElement;
  const chosen = colors(seats);
  for (const [name, color] of chosen) style.setProperty(name, color);
  return () => chosen.forEach(([name]) => style.removeProperty(name));
}
