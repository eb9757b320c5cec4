import type { NetworkView } from "../../lib/types";
import type { Result } from "./ending";

/** The routes that counted for a player's tickets: their own, and those used by stations. */
export const routesOf = ({ seat, station_routes }: Result, { players }: NetworkView): string[] => [
  ...(players[seat]?.routes ?? []),
  ...Object.values(station_routes),
];
