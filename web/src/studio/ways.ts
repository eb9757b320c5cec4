// The shortest paths between cities, in train spaces.
import type { City, Route } from "./model";

type Way = (a: string, b: string) => number | null;

/** A function that returns the length of a shortest path; null if there is none, or a city is unknown. */
export function distances(cities: readonly City[], routes: readonly Route[]): Way {
  const index = new Map(cities.map((city, n) => [city.id, n]));
  const n = cities.length;
  const far = new Float64Array(n * n).fill(Infinity);
  for (let k = 0; k < n; k++) far[k * n + k] = 0;
  for (const { id, length } of routes) {
    const [a, b] = id
      .split("/")[0]!
      .split("-")
      .map((end) => index.get(end));
    if (a === undefined || b === undefined) continue;
    far[a * n + b] = far[b * n + a] = Math.min(length, far[a * n + b]!);
  }
  for (let k = 0; k < n; k++) {
    // No path leads through a node that stands for a country (SWI-3).
    if (cities[k]!.country) continue;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const through = far[i * n + k]! + far[k * n + j]!;
        if (through < far[i * n + j]!) far[i * n + j] = through;
      }
    }
  }
  return (a, b) => {
    const [i, j] = [index.get(a), index.get(b)];
    const found = i === undefined || j === undefined ? Infinity : far[i * n + j]!;
    return Number.isFinite(found) ? found : null;
  };
}
