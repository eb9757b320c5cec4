import type { NetworkView } from "../../lib/types";
import type { Result } from "./ending";

/** All that counted for a player's tickets: the own routes, and those of others that stations used. */
export const routesOf = ({ seat, station_routes }: Result, { players }: NetworkView): string[] => [
  ...(players[seat]?.routes ?? []),
  ...Object.values(station_routes),
];
