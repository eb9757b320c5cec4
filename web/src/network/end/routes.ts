// Routes that scored at the end of a game.
import type { NetworkView, RouteInfo } from "../../lib/types";
import type { Result } from "./ending";

/** The routes that counted for a player's tickets: their own, and those used by stations. */
export const routesOf = ({ seat, station_routes }: Result, { players }: NetworkView): string[] => [
  ...(players[seat]?.routes ?? []),
  ...Object.values(station_routes),
];

/** The connected part of a network with the most cities; the first of equal ones. */
export function largestPart(network: readonly RouteInfo[]): { routes: string[]; cities: string[] } {
  let parts: { routes: string[]; cities: Set<string> }[] = [];
  for (const { id, a, b } of network) {
    const joined = parts.filter(({ cities }) => cities.has(a) || cities.has(b));
    parts = [
      ...parts.filter((part) => !joined.includes(part)),
      {
        routes: [...joined.flatMap(({ routes }) => routes), id],
        cities: new Set([...joined.flatMap(({ cities }) => [...cities]), a, b]),
      },
    ];
  }
  const [largest] = parts.sort((one, other) => other.cities.size - one.cities.size);
  return { routes: largest?.routes ?? [], cities: [...(largest?.cities ?? [])] };
}
